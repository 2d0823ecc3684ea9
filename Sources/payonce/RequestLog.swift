import API
import Payments
import Telemetry

/// The line that each request leaves: what was asked and how it ended, never what was sent.
enum RequestLog {
    static func write(_ record: RequestRecord, to logger: Logger) {
        var metadata: LogMetadata = [
            "method": .string(record.method),
            "route": .string(record.route),
            "status": .int(record.status),
            "duration": .duration(record.duration),
        ]
        if let payment = record.payment {
            metadata = metadata.adding(["payment": .string(payment.description)])
        }
        logger.with(requestID: record.requestID).info("request", metadata)
    }
}
