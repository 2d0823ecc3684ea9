import JSON

/// A request to a port of this machine, on a connection of its own.
public struct HttpCall: Sendable {
    public var method: String
    public var path: String
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]

    public init(
        _ method: String,
        _ path: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
    }

    /// A request with a JSON body.
    public init(_ method: String, _ path: String, json: JSONValue) {
        self.init(
            method,
            path,
            fields: [("Content-Type", "application/json")],
            body: json.encoded()
        )
    }

    /// The request as it goes over the wire.
    public func bytes(to port: UInt16) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }

    /// Sends it and waits for the answer, on a thread of its own.
    public func send(
        to port: UInt16,
        within patience: Duration = .seconds(120)
    ) async throws -> HttpAnswer {
        try await blocking { [self] in
            let socket = try HttpSocket(port: port)
            try socket.send(bytes(to: port))
            return try socket.answer(within: patience, toHead: method == "HEAD")
        }
    }
}
