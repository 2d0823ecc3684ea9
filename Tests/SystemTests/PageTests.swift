import Foundation
import TestKit
import Testing

/// `PAYONCE_STATIC_DIR`: the files of a folder, and nothing that is not in it.
struct PageTests {
    /// A folder with a page, and what has no business in a browser.
    private func withFolder(
        _ body: @Sendable (URL) async throws -> Void
    ) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("page-\(UUID())")
        let page = folder.appendingPathComponent("page")
        for inner in ["page/assets", "page/.git"] {
            try files.createDirectory(
                at: folder.appendingPathComponent(inner),
                withIntermediateDirectories: true
            )
        }
        for (name, text) in [
            ("index.html", "<p>shop</p>"), ("assets/index.html", "<p>assets</p>"),
            ("assets/shop.js", "1"), ("shop.css", "p {}"), ("picture.xyz", "?"),
            (".env", "secret"), (".git/config", "secret"), ("../outside.txt", "secret"),
        ] {
            try Data(text.utf8).write(to: page.appendingPathComponent(name))
        }
        try files.createSymbolicLink(
            at: page.appendingPathComponent("link.txt"),
            withDestinationURL: folder.appendingPathComponent("outside.txt")
        )
        try await body(page)
        try files.removeItem(at: folder)
    }

    @Test func `A folder's files are served, and nothing else`() async throws {
        try await withFolder { page in
            try await Shop.open(["PAYONCE_STATIC_DIR": page.path]) { shop in
                for (path, type, text) in [
                    ("/", "text/html; charset=utf-8", "<p>shop</p>"),
                    ("/index.html", "text/html; charset=utf-8", "<p>shop</p>"),
                    ("/assets/", "text/html; charset=utf-8", "<p>assets</p>"),
                    ("/assets/shop.js", "text/javascript; charset=utf-8", "1"),
                    ("/shop.css", "text/css; charset=utf-8", "p {}"),
                    ("/picture.xyz", "application/octet-stream", "?"),
                ] {
                    let answer = try await shop.service.send(HttpCall("GET", path))
                    #expect(answer.status == 200, "\(path)")
                    #expect(answer.text == text)
                    #expect(answer["Content-Type"] == type)
                    #expect(answer["X-Content-Type-Options"] == "nosniff")
                    let isPage = type.hasPrefix("text/html")
                    #expect((answer["Content-Security-Policy"] != nil) == isPage, "\(path)")
                }
                for path in [
                    "/assets", "/.env", "/.git/config", "/link.txt", "/../outside.txt",
                    "/assets/../../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt",
                    "//etc/passwd", "/outside.txt", "/index.html/", "/shop.json",
                ] {
                    let answer = try await shop.service.send(HttpCall("GET", path))
                    #expect(answer.status == 404 || answer.status == 400, "\(path)")
                    #expect(!answer.text.contains("secret"), "\(path)")
                }
                #expect(try await shop.service.send(HttpCall("GET", "/pay")).status == 405)
            }
        }
    }

    @Test func `A folder without a page stops the start`() async throws {
        try await withFolder { page in
            let database = try await ServiceDatabase.fresh()
            for folder in [page.path + "/.git", page.path + "/nothing"] {
                let settings = [
                    "STRIPE_API_BASE": "http://127.0.0.1:1",
                    "STRIPE_SECRET_KEY": "sk_test_1",
                    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
                    "PAYONCE_STATIC_DIR": folder,
                ]
                await #expect(throws: ProcessFailure.self) {
                    try await ServiceProgram.run(
                        ["serve"],
                        database: database.url,
                        settings: settings
                    )
                }
            }
        }
    }
}
