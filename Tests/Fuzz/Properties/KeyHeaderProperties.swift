import HTTPServer
import Payments

@testable import API

/// A key is refused, or is one that can be stored, compared and shown.
enum KeyHeaderProperties {
    static func check(_ bytes: [UInt8]) {
        // As the server reads it: each byte one scalar.
        let value = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let credentials = Credentials(["idempotency-key": value], .success(.guest))
        do throws(RequestFault) {
            guard let key = try credentials.idempotencyKey() else {
                preconditionFailure("a key that was sent is not overlooked")
            }
            let text = key.text.utf8
            precondition((IdempotencyKey.shortestForGuests...255).contains(text.count), "length")
            precondition(text.allSatisfy { (0x21...0x7E).contains($0) }, "an invisible character")
            precondition(IdempotencyKey("\"\(key.text)\"") == key, "another key in quotes")
        } catch {
            precondition(error.reply.status == 400, "a bad key is a bad request")
        }
    }
}
