import Fuzz
import Glibc

/// The program that `scripts/fuzz` builds around libFuzzer, which brings its own `main` and calls
/// this for each input (https://llvm.org/docs/LibFuzzer.html). The target is named by
/// `PAYONCE_FUZZ`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let target: FuzzTarget = {
    guard let text = getenv("PAYONCE_FUZZ"),
        let target = FuzzTarget(rawValue: String(cString: text))
    else { fatalError("PAYONCE_FUZZ names no target") }
    return target
}()
