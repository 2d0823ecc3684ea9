/// Bytes in, requests out: an incremental parser without I/O.
///
/// It reads strictly from front to back and decides at the first offending line, so its result
/// never depends on how the network cut the bytes. What two parsers could read in two ways is
/// refused (request smuggling lives there), see `RequestHead`.
struct RequestParser {
    enum Progress {
        /// More bytes are needed.
        case incomplete
        /// The client waits for `100 Continue` before it sends the body; reported once.
        case continueExpected
        case request(RequestHead, body: [UInt8])
        /// Nothing after this can be trusted. Every further call says the same.
        case malformed(Refusal)
    }

    /// What the next byte will belong to.
    enum Stage {
        case idle, head, body
    }

    private enum State {
        case requestLine
        case fields
        case body(length: Int)
        case failed(Refusal)
    }

    private let limits: ServerLimits
    private var state = State.requestLine
    private var head = RequestHead()
    private var buffer: [UInt8] = []
    /// Where the request begins; everything before it is used up.
    private var headStart = 0
    /// Where the line or the body being read begins.
    private var position = 0
    /// How far the line being read is known to hold no line end.
    private var scanned = 0
    private var hasSkippedEmptyLine = false

    /// Buffers up to this size are kept for the next request, larger ones are given back.
    private static let keptBytes = 4096

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Bytes that arrived and were not made into a request yet.
    var bufferedBytes: Int { buffer.count - headStart }

    /// Whether the request that is being read, or was refused, is a HEAD: its answer has no body.
    var isHead: Bool { head.method == .head }

    var stage: Stage {
        switch state {
        case .requestLine: position == buffer.count ? .idle : .head
        case .fields, .failed: .head
        case .body: .body
        }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        dropUsedBytes()
        buffer.append(contentsOf: bytes)
    }

    mutating func next() -> Progress {
        while true {
            switch state {
            case .requestLine, .fields:
                do throws(Refusal) {
                    guard let line = try nextLine() else { return .incomplete }
                    try take(line)
                } catch {
                    state = .failed(error)
                }
                if asksForLeave() { return .continueExpected }
            case .body(let length):
                guard buffer.count - position >= length else { return .incomplete }
                return finish(bodyLength: length)
            case .failed(let refusal):
                return .malformed(refusal)
            }
        }
    }

    // MARK: Lines

    /// The next whole line without its CRLF, or `nil` where it has not arrived.
    private mutating func nextLine() throws(Refusal) -> Range<Int>? {
        let bound = lineBound
        let end = min(buffer.count, bound)
        guard let stop = firstControl(in: scanned..<end) else {
            scanned = end
            if end == bound { throw tooLong }
            return nil
        }
        scanned = stop
        guard buffer[stop] == ASCII.carriageReturn else {
            throw .badRequest("The request's head holds a control character or a bare line feed.")
        }
        if stop + 1 == bound { throw tooLong }
        if stop + 1 == buffer.count { return nil }
        guard buffer[stop + 1] == ASCII.lineFeed else {
            throw .badRequest("The request's head holds a bare carriage return.")
        }
        defer {
            position = stop + 2
            scanned = position
        }
        return position..<stop
    }

    private func firstControl(in range: Range<Int>) -> Int? {
        let bytes = buffer.span
        var index = range.lowerBound
        while index < range.upperBound {
            if ASCII.isControl(bytes[index]) { return index }
            index += 1
        }
        return nil
    }

    /// The first byte that the present line may no longer touch.
    private var lineBound: Int {
        switch state {
        case .requestLine: headStart + min(limits.requestLineBytes, limits.headBytes)
        case .fields, .body, .failed: headStart + limits.headBytes
        }
    }

    private var tooLong: Refusal {
        switch state {
        case .requestLine: .targetTooLong
        case .fields, .body, .failed: .headTooLarge
        }
    }

    private mutating func take(_ line: Range<Int>) throws(Refusal) {
        switch state {
        case .requestLine where line.isEmpty: try skipEmptyLine()
        case .requestLine:
            try head.takeRequestLine(buffer[line])
            state = .fields
        case .fields where line.isEmpty: state = .body(length: try head.bodyLength(limits: limits))
        case .fields:
            guard head.headers.count < limits.headerCount else { throw .tooManyFields }
            lowerName(in: line)
            try head.takeField(buffer[line])
        case .body, .failed: preconditionFailure("a body has no lines")
        }
    }

    /// One empty line before a request is tolerated: old clients send one after a body.
    /// [RFC 9112, 2.2](https://www.rfc-editor.org/rfc/rfc9112#section-2.2)
    private mutating func skipEmptyLine() throws(Refusal) {
        guard !hasSkippedEmptyLine else {
            throw .badRequest("The request begins with empty lines.")
        }
        hasSkippedEmptyLine = true
        headStart = position
    }

    /// In place, which saves a copy of every name.
    private mutating func lowerName(in line: Range<Int>) {
        for index in line {
            let byte = buffer[index]
            if byte == ASCII.colon { return }
            if ASCII.isUpper(byte) { buffer[index] = ASCII.lowered(byte) }
        }
    }

    // MARK: The end of a request

    /// Whether `100 Continue` is due; the first time only. Whoever has begun to send the body does
    /// not wait for leave.
    private mutating func asksForLeave() -> Bool {
        guard case .body(let length) = state, length > 0, head.expectsContinue,
            position == buffer.count
        else { return false }
        head.expectsContinue = false
        return true
    }

    private mutating func finish(bodyLength: Int) -> Progress {
        let body = Array(buffer[position..<position + bodyLength])
        let finished = head
        headStart = position + bodyLength
        position = headStart
        scanned = headStart
        head = RequestHead()
        hasSkippedEmptyLine = false
        state = .requestLine
        if headStart == buffer.count { dropUsedBytes() }
        return .request(finished, body: body)
    }

    private mutating func dropUsedBytes() {
        guard headStart > 0 else { return }
        if headStart == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptBytes)
        } else {
            buffer.removeFirst(headStart)
        }
        position -= headStart
        scanned -= headStart
        headStart = 0
    }
}
