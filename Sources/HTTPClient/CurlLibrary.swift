import CCurl

/// libcurl itself: set up once in a process, and held to what this module relies on.
enum CurlLibrary {
    /// Sets up libcurl on first use; traps where the installed one cannot do what is needed.
    static func prepare() { _ = isReady }

    private static let isReady: Bool = {
        let result = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(result == CURLE_OK, "curl_global_init failed")
        guard let version = unsafe curl_version_info(CURLVERSION_FIRST) else {
            preconditionFailure("curl_version_info returns nothing")
        }
        let features = unsafe version.pointee.features
        precondition(features & CURL_VERSION_ASYNCHDNS != 0, "libcurl would resolve on the loop")
        precondition(features & CURL_VERSION_SSL != 0, "libcurl has no TLS")
        precondition(features & CURL_VERSION_HTTP2 != 0, "libcurl has no HTTP/2")
        // 7.87: CURLOPT_QUICK_EXIT; CURLOPT_PREREQFUNCTION has been there since 7.80.
        precondition(unsafe version.pointee.version_num >= 0x07_57_00, "libcurl is older than 7.87")
        return true
    }()
}
