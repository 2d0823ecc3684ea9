/// The bytes that libcurl reads the body from while the transfer runs (`CURLOPT_POSTFIELDS` does
/// not copy them), kept from one transfer of a handle to the next.
@safe final class RequestBody {
    private var bytes: UnsafeMutableRawBufferPointer

    /// What is kept at least; most of our requests are smaller, so that one allocation serves them
    /// all. No more, because thousands are kept while they wait for their answers.
    private static let smallest = 512
    /// What is kept at most after a larger one has been sent.
    private static let largestKept = 64 << 10

    init() { unsafe bytes = .allocate(byteCount: RequestBody.smallest, alignment: 1) }

    deinit { unsafe bytes.deallocate() }

    /// Copies `body`, and returns where it is until the next call. Never NULL, not even for an
    /// empty body: libcurl would read standard input instead.
    func hold(_ body: [UInt8]) -> UnsafeRawPointer? {
        if unsafe body.count > bytes.count || bytes.count > RequestBody.largestKept {
            unsafe bytes.deallocate()
            unsafe bytes = .allocate(
                byteCount: max(body.count, RequestBody.smallest),
                alignment: 1
            )
        }
        unsafe bytes.copyBytes(from: body)
        return unsafe UnsafeRawPointer(bytes.baseAddress)
    }
}
