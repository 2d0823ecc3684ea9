/// Requests that are in order, odd as some of them look.
enum AcceptedRequests {
    static let all = lines + fields + bodies + several

    static let lines: [RequestCase] = [
        .line("root", "GET / HTTP/1.1", "GET / []"),
        .line("HEAD", "HEAD /a HTTP/1.1", "HEAD /a []"),
        .line("DELETE", "DELETE /a/b HTTP/1.1", "DELETE /a/b []"),
        .line("OPTIONS", "OPTIONS /a HTTP/1.1", "OPTIONS /a []"),
        .line("OPTIONS for the server", "OPTIONS * HTTP/1.1", "OPTIONS * []"),
        .line("query", "GET /a?b=c&d HTTP/1.1", "GET /a?b=c&d []"),
        .line("empty query", "GET /a? HTTP/1.1", "GET /a? []"),
        .line("two question marks", "GET /a?b?c HTTP/1.1", "GET /a?b?c []"),
        .line(
            "percent signs are left alone",
            "GET /%2e%2E/%00%zz HTTP/1.1",
            "GET /%2e%2E/%00%zz []"
        ),
        .line("two slashes", "GET //a HTTP/1.1", "GET //a []"),
        .line("HTTP/1.0", "GET / HTTP/1.0", "GET / []"),
        RequestCase("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", "GET / []"),
        RequestCase("one empty line first", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / []"),
        .line(
            "target of 8 KiB less the rest",
            "GET /\(long(8176)) HTTP/1.1",
            "GET /\(long(8176)) []"
        ),
        RequestCase("nothing", ""),
        RequestCase("half a line", "GET / HT"),
        RequestCase("half a header", "GET / HTTP/1.1\r\nHost: a\r\n"),
    ]

    static let fields: [RequestCase] =
        [
            .field("empty value", "X:", "GET / []"),
            .field("tab in the value", "X: a\tb", "GET / []"),
            .field("Latin-1 in the value", "X: é", "GET / []"),
            .field("every token character", "!#$%&'*+-.^_`|~09azAZ: a", "GET / []"),
            .field("upgrade is ignored", "Upgrade: h2c\r\nConnection: upgrade", "GET / []"),
            .field("colon in the value", "X: a:b", "GET / []"),
            .field(
                "63 fields and Host",
                (0..<63).map { "X\($0): a" }.joined(separator: "\r\n"),
                "GET / []"
            ),
            RequestCase(
                "HTTP/1.0 expects in vain",
                "GET / HTTP/1.0\r\nExpect: a pony\r\n\r\n",
                "GET / []"
            ),
        ]
        + [
            "a", "example.com", "EXAMPLE.com:443", "127.0.0.1:8080", "[::1]", "[::1]:8080",
            "my_host-1",
            "[::ffff:127.0.0.1]:1",
        ].map { RequestCase("Host \($0)", "GET / HTTP/1.1\r\nHost:\t\($0) \r\n\r\n", "GET / []") }

    static let bodies: [RequestCase] = [
        .framed("body", "Content-Length: 5", "POST / [hello]"),
        .framed("white space around the length", "Content-Length: \t5\t ", "POST / [hello]"),
        .framed("expects leave", "Content-Length: 5\r\nExpect: 100-Continue", "POST / [hello]"),
        RequestCase("no length", "POST / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / []"),
        RequestCase("zero", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST / []"),
        RequestCase(
            "GET with a body",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
            "GET / [hi]"
        ),
        RequestCase(
            "body that looks like a request",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.0\r\n\r\n",
            "POST / [GET / HTTP/1.0\r\n\r\n]"
        ),
        RequestCase("half a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell"),
    ]

    static let several: [RequestCase] = [
        RequestCase(
            "pipeline",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\nGET /d",
            "POST /a [hi]",
            "GET /b []",
            "GET /c []"
        )
    ]

    private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }
}
