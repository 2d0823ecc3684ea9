/// Requests that must not reach a handler. Everything of the first list has been used to smuggle a
/// second request past a proxy.
enum RefusedRequests {
    static let all = smuggling + lineEnds + requestLines + fields + hosts + sizes + pipelined

    static let smuggling: [RequestCase] = [
        .framed("both framings", "Content-Length: 5\r\nTransfer-Encoding: chunked", "400"),
        .framed(
            "both framings, reversed",
            "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "400"
        ),
        .framed("both framings, zero", "Content-Length: 0\r\nTransfer-Encoding: identity", "400"),
        .framed("chunked", "Transfer-Encoding: chunked", "501"),
        .framed("odd case", "tRANSFER-eNCODING: cHUNKED", "501"),
        .framed("tab before the value", "Transfer-Encoding:\tchunked", "501"),
        .framed("no space before the value", "Transfer-Encoding:chunked", "501"),
        .framed("space before the colon", "Transfer-Encoding : chunked", "400"),
        .framed("tab before the colon", "Transfer-Encoding\t: chunked", "400"),
        .framed("space before the name", " Transfer-Encoding: chunked", "400"),
        .framed("folded value", "Transfer-Encoding:\r\n chunked", "400"),
        .framed("folded after another field", "X: a\r\n Transfer-Encoding: chunked", "400"),
        .framed("vertical tab in the value", "Transfer-Encoding:\u{b}chunked", "400"),
        .framed("NUL in the value", "Transfer-Encoding: chunked\u{0}", "400"),
        .framed("identity", "Transfer-Encoding: identity", "501"),
        .framed("unknown coding", "Transfer-Encoding: xchunked", "501"),
        .framed("list of codings", "Transfer-Encoding: gzip, chunked", "501"),
        .framed("quoted", "Transfer-Encoding: \"chunked\"", "501"),
        .framed("empty coding", "Transfer-Encoding:", "501"),
        .framed("two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "501"),
        .framed("hidden by a bare CR", "X: a\rTransfer-Encoding: chunked", "400"),
        .framed("hidden by a bare LF", "X: a\nTransfer-Encoding: chunked", "400"),
        .framed("equal lengths", "Content-Length: 5\r\nContent-Length: 5", "400"),
        .framed("different lengths", "Content-Length: 5\r\nContent-Length: 0", "400"),
        .framed("different lengths, odd case", "Content-Length: 5\r\ncontent-length: 6", "400"),
        .framed("list of equal lengths", "Content-Length: 5, 5", "400"),
        .framed("list of different lengths", "Content-Length: 5,6", "400"),
        .framed("list with an empty length", "Content-Length: 5,", "400"),
        .framed("plus", "Content-Length: +5", "400"),
        .framed("minus", "Content-Length: -5", "400"),
        .framed("minus zero", "Content-Length: -0", "400"),
        .framed("space inside", "Content-Length: 5 0", "400"),
        .framed("hexadecimal", "Content-Length: 0x5", "400"),
        .framed("hexadecimal digits", "Content-Length: a", "400"),
        .framed("leading zero", "Content-Length: 05", "400"),
        .framed("zeros", "Content-Length: 00", "400"),
        .framed("point", "Content-Length: 5.0", "400"),
        .framed("exponent", "Content-Length: 5e0", "400"),
        .framed("underscore", "Content-Length: 5_0", "400"),
        .framed("quoted length", "Content-Length: \"5\"", "400"),
        .framed("empty length", "Content-Length:", "400"),
        .framed("blank length", "Content-Length: \t ", "400"),
        .framed("words", "Content-Length: five", "400"),
        .framed("Arabic digit", "Content-Length: \u{665}", "400"),
        .framed("2^63", "Content-Length: 9223372036854775808", "400"),
        .framed("2^64 + 5", "Content-Length: 18446744073709551621", "400"),
        .framed("2^32 + 5 is too large", "Content-Length: 4294967301", "413"),
        .framed("largest number is too large", "Content-Length: 9223372036854775807", "413"),
        .framed("parameter", "Content-Length: 5;x=1", "400"),
        .framed("folded length", "Content-Length:\r\n 5", "400"),
        .framed("space before the colon of the length", "Content-Length : 5", "400"),
        RequestCase(
            "GET with both",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n",
            "400"
        ),
        RequestCase(
            "HTTP/1.0 with a coding",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "501"
        ),
    ]

    static let lineEnds: [RequestCase] = [
        RequestCase("bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", "400"),
        RequestCase("bare LF after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n", "400"),
        RequestCase("bare LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n", "400"),
        RequestCase("only bare LFs", "GET / HTTP/1.1\nHost: a\n\n", "400"),
        RequestCase("bare CR after the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n", "400"),
        RequestCase("bare CR at the end", "GET / HTTP/1.1\r\nHost: a\r\n\rX", "400"),
        RequestCase("two CRs", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", "400"),
        RequestCase("bare LF first", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "400"),
        RequestCase("two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "400"),
    ]

    static let requestLines: [RequestCase] = [
        .line("HTTP/0.9", "GET /", "400"),
        .line("HTTP/0.9 version", "GET / HTTP/0.9", "505"),
        .line("HTTP/1.2", "GET / HTTP/1.2", "505"),
        .line("HTTP/2.0", "GET / HTTP/2.0", "505"),
        .line("HTTP/2", "GET / HTTP/2", "400"),
        .line("HTTP/1.10", "GET / HTTP/1.10", "400"),
        .line("HTTP/01.1", "GET / HTTP/01.1", "400"),
        .line("HTTP/1.", "GET / HTTP/1.", "400"),
        .line("HTTP/11", "GET / HTTP/1,1", "400"),
        .line("lower-case version", "GET / http/1.1", "400"),
        .line("other protocol", "GET / ICAP/1.1", "400"),
        .line("no version", "GET / ", "400"),
        RequestCase("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
        RequestCase("TLS hello", bytes: [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], ["400"]),
        .line("lower-case method", "get / HTTP/1.1", "501"),
        .line("unknown method", "PATCH / HTTP/1.1", "501"),
        .line("TRACE", "TRACE / HTTP/1.1", "501"),
        .line("CONNECT", "CONNECT a:443 HTTP/1.1", "501"),
        .line("longer method", "GETT / HTTP/1.1", "501"),
        .line("method with a colon", "GET: / HTTP/1.1", "400"),
        .line("method with a letter of Latin-1", "GÉT / HTTP/1.1", "400"),
        .line("no method", " / HTTP/1.1", "400"),
        .line("space first", " GET / HTTP/1.1", "400"),
        .line("two spaces after the method", "GET  / HTTP/1.1", "400"),
        .line("two spaces before the version", "GET /  HTTP/1.1", "400"),
        .line("space last", "GET / HTTP/1.1 ", "400"),
        .line("tab after the method", "GET\t/ HTTP/1.1", "400"),
        .line("tab before the version", "GET /\tHTTP/1.1", "400"),
        .line("tab in the target", "GET /a\tb HTTP/1.1", "400"),
        .line("space in the target", "GET /a b HTTP/1.1", "400"),
        .line("NUL in the target", "GET /\u{0} HTTP/1.1", "400"),
        .line("control in the target", "GET /\u{1} HTTP/1.1", "400"),
        .line("DEL in the target", "GET /\u{7f} HTTP/1.1", "400"),
        .line("UTF-8 in the target", "GET /é HTTP/1.1", "400"),
        .line("fragment", "GET /#a HTTP/1.1", "400"),
        .line("absolute form", "GET http://a/ HTTP/1.1", "400"),
        .line("authority form", "GET a:80 HTTP/1.1", "400"),
        .line("relative target", "GET a HTTP/1.1", "400"),
        .line("query only", "GET ?a HTTP/1.1", "400"),
        .line("asterisk for GET", "GET * HTTP/1.1", "400"),
        .line("asterisk and more", "OPTIONS *a HTTP/1.1", "400"),
    ]

    static let fields: [RequestCase] = [
        .field("no colon", "X", "400"),
        .field("no name", ": a", "400"),
        .field("space in the name", "X Y: a", "400"),
        .field("space before the colon", "X : a", "400"),
        .field("white space first", " X: a", "400"),
        .field("tab first", "\tX: a", "400"),
        .field("only a space", " ", "400"),
        .field("folding", "X: a\r\n b", "400"),
        .field("NUL in the name", "X\u{0}: a", "400"),
        .field("NUL in the value", "X: a\u{0}b", "400"),
        .field("escape in the value", "X: \u{1b}[2J", "400"),
        .field("DEL in the value", "X: \u{7f}", "400"),
        .field("UTF-8 in the name", "é: a", "400"),
        .field("slash in the name", "X/Y: a", "400"),
        .field("bracket in the name", "X[]: a", "400"),
        .field("quote in the name", "\"X\": a", "400"),
        .field("at sign in the name", "X@: a", "400"),
        .field("unknown expectation", "Expect: 200-ok", "417"),
        .field("two expectations", "Expect: 100-continue, 200-ok", "417"),
        .field("empty expectation", "Expect:", "417"),
        RequestCase(
            "white space below the request line",
            "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
            "400"
        ),
    ]

    static let hosts: [RequestCase] =
        [
            RequestCase("no Host", "GET / HTTP/1.1\r\n\r\n", "400"),
            .field("second Host", "Host: b", "400"),
            .field("second equal Host", "hOST: a", "400"),
            RequestCase("HTTP/1.0 with two", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", "400"),
        ]
        + [
            "", "a b", "a,b", "a/b", "a@b", "user:pw@a", "a:", "a:b", "a:123456", "a:80:80", ":80",
            "é",
            "[::1", "[]", "[::g]", "[::1]x", "[::1]:", "[::1]:x", "http://a", "a#b", "a?b", "a\\b",
            "a;b",
            String(repeating: "a", count: 256),
        ].map {
            RequestCase("Host \($0.prefix(20))", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", "400")
        }

    static let sizes: [RequestCase] = [
        .line("long target", "GET /\(long(8 * 1024)) HTTP/1.1", "414"),
        RequestCase("endless target", "GET /\(long(9000))", "414"),
        RequestCase("endless method", long(9000), "414"),
        .field("long value", "X: \(long(16 * 1024))", "431"),
        .field("long name", "\(long(16 * 1024)): a", "431"),
        RequestCase("endless value", "GET / HTTP/1.1\r\nX: \(long(17_000))", "431"),
        .field(
            "long header",
            (0..<40).map { "X\($0): \(long(500))" }.joined(separator: "\r\n"),
            "431"
        ),
        .field("64 fields and Host", (0..<64).map { "X\($0): a" }.joined(separator: "\r\n"), "431"),
        .framed("body of 64 KiB and a byte", "Content-Length: 65537", "413"),
    ]

    static let pipelined: [RequestCase] = [
        RequestCase(
            "body longer than announced",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhello\r\n",
            "POST /a [he]",
            "400"
        ),
        RequestCase(
            "second request without Host",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\n\r\n"
                + "GET /c HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /a []",
            "400"
        ),
        RequestCase(
            "chunked second request",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
                + "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET /a []",
            "501"
        ),
    ]

    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }
}
