import HTTPServer

/// The console's files, and what a browser may do with them.
enum ConsolePage {
    /// Nothing inline, nothing from elsewhere, and no way for a text to become markup: what the
    /// page shows was written by customers, shops and banks.
    /// [CSP, 3](https://www.w3.org/TR/CSP3/), [Trusted Types](https://www.w3.org/TR/trusted-types/)
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        "img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let script = "text/javascript; charset=utf-8"

    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "": ("text/html; charset=utf-8", PackageResources.console_html),
        "console.css": ("text/css; charset=utf-8", PackageResources.console_css),
        "console.js": (script, PackageResources.console_js),
        "server.js": (script, PackageResources.server_js),
        "elements.js": (script, PackageResources.elements_js),
        "overview.js": (script, PackageResources.overview_js),
        "payments.js": (script, PackageResources.payments_js),
        "payment.js": (script, PackageResources.payment_js),
        "timeline.js": (script, PackageResources.timeline_js),
        "duplicates.js": (script, PackageResources.duplicates_js),
        "findings.js": (script, PackageResources.findings_js),
        "audit.js": (script, PackageResources.audit_js),
    ]

    static func response(_ name: String) -> HTTPResponse? {
        guard let file = files[name] else { return nil }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": file.type, "Cache-Control": "no-cache",
                "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer",
                "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
                "Cross-Origin-Resource-Policy": "same-origin",
            ],
            body: file.bytes
        )
    }
}
