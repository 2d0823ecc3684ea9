import API
import PaymentStore

/// What browsers are shown: the files of a folder, or those that the program brings along.
struct Page: Sendable {
    /// By path.
    var files: [String: StaticFile] = [:]
    /// What the page is told of the shop, made anew each time; `nil`: it is a file too, or absent.
    var shop: (@Sendable (PriceTable) async -> StaticFile?)?

    static let shopPath = "/shop.json"

    /// The files of the folder, where there is one, in the place of those that are here.
    func with(_ folder: String?) throws(Failure) -> Page {
        guard let folder else { return self }
        var page = self
        page.files = try StaticFolder.files(in: folder)
        return page
    }

    func file(at path: String, _ prices: PriceTable) async -> StaticFile? {
        if let file = files[path] { return file }
        return path == Page.shopPath ? await shop?(prices) : nil
    }
}
