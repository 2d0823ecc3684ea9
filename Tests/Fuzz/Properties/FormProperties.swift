@testable import Stripe
@testable import StripeSimulator

/// What our encoder writes, the simulator's parser reads as the same; and it reads or refuses
/// whatever else comes.
enum FormProperties {
    static func check(_ bytes: [UInt8]) {
        _ = parsed(bytes)?.canonical
        // Chunks of the input become parameters, their first byte says of which shape.
        let chunks = bytes.split(separator: 0, omittingEmptySubsequences: true).prefix(100)
        let fields = chunks.enumerated().map { number, chunk in
            FormField("p\(number)", sent(chunk))
        }
        let expected = zip(fields.map(\.name), chunks.map(received))
        let map = parsed(FormEncoder.encode(fields))
        precondition(map?.names == fields.map(\.name), "parameters got lost")
        for (name, value) in expected {
            precondition(map?[name] == value, "\(name) is not what was sent")
        }
    }

    private static func sent(_ chunk: ArraySlice<UInt8>) -> Stripe.FormValue {
        switch shape(chunk) {
        case 0: .text(text(chunk))
        case 1: .list([.text(text(chunk)), .text("second")])
        default: .fields([FormField("a", .text(text(chunk))), FormField("b", .list([.text("")]))])
        }
    }

    private static func received(_ chunk: ArraySlice<UInt8>) -> StripeSimulator.FormValue {
        switch shape(chunk) {
        case 0: return .text(text(chunk))
        case 1: return .list([.text(text(chunk)), .text("second")])
        default:
            var map = FormMap()
            map.set("a", to: .text(text(chunk)))
            map.set("b", to: .list([.text("")]))
            return .map(map)
        }
    }

    private static func shape(_ chunk: ArraySlice<UInt8>) -> UInt8 { (chunk.first ?? 0) % 3 }

    private static func text(_ chunk: ArraySlice<UInt8>) -> String {
        String(decoding: chunk.dropFirst(), as: UTF8.self)
    }

    private static func parsed(_ bytes: [UInt8]) -> FormMap? {
        do throws(FormError) {
            return try FormParser.parse(bytes)
        } catch {
            return nil
        }
    }
}
