public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The system's HTTP client.
///
/// Each request has a session, and with it a connection, of its own. On a connection that was kept
/// alive the system may repeat a request by itself, and then tell of the second try only: "could
/// not connect" would no longer mean that nothing was sent.
public struct URLSessionTransport: Transport {
    public init() {}

    public func send(
        _ call: HTTPCall,
        to service: URL,
        within timeout: Duration
    ) async throws(TransportFailure) -> HTTPReply {
        // Without its slash the path is appended to that of the service's address.
        let path = String(call.path.drop { $0 == "/" })
        guard !Task.isCancelled, let url = URL(string: path, relativeTo: service.asFolder) else {
            throw .notSent
        }
        var request = URLRequest(url: url)
        request.httpMethod = call.method
        request.httpBody = call.body
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        let session = URLSession(
            configuration: configuration(timeout),
            delegate: NoRedirects(),
            delegateQueue: nil
        )
        defer { session.finishTasksAndInvalidate() }
        return try await Exchange().run(request, in: session).get()
    }

    private func configuration(_ timeout: Duration) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        // Seconds as Foundation wants them; both, since the first is renewed by every byte.
        let seconds = TimeInterval(timeout.components.seconds)
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return configuration
    }
}

/// Follows no redirect: a key is for the service alone, and a POST would arrive as a GET.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// One task, which ends with the Swift task that waits for it.
private actor Exchange {
    private var task: URLSessionDataTask?

    func run(
        _ request: URLRequest,
        in session: URLSession
    ) async -> Result<HTTPReply, TransportFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request) { body, response, error in
                    continuation.resume(returning: Exchange.result(body, response, error))
                }
                self.task = task
                task.resume()
            }
        } onCancel: {
            Task { await self.cancel() }
        }
    }

    private func cancel() { task?.cancel() }

    private static func result(
        _ body: Data?,
        _ response: URLResponse?,
        _ error: (any Error)?
    ) -> Result<HTTPReply, TransportFailure> {
        if let error { return .failure(failure(error)) }
        guard let response = response as? HTTPURLResponse else { return .failure(.lost) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String {
                headers[name.lowercased()] = value
            }
        }
        return .success(
            HTTPReply(status: response.statusCode, headers: headers, body: body ?? Data())
        )
    }

    /// What happens before the first byte of a request. Everything else may have come after it.
    private static func failure(_ error: any Error) -> TransportFailure {
        let harmless: Set<URLError.Code> = [
            .badURL, .unsupportedURL, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost,
            .notConnectedToInternet, .secureConnectionFailed, .serverCertificateUntrusted,
            .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid,
        ]
        guard let error = error as? URLError, harmless.contains(error.code) else { return .lost }
        return .notSent
    }
}

extension URL {
    /// With a slash at its end, so that paths are appended to it.
    fileprivate var asFolder: URL {
        absoluteString.hasSuffix("/") ? self : URL(string: absoluteString + "/") ?? self
    }
}
