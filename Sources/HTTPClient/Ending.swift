import CCurl

/// How a transfer ended, and the evidence for what that means.
struct Ending {
    /// libcurl's result.
    let code: CURLcode
    /// How often libcurl was let write the request. Zero is the proof that nothing left.
    let releases: Int
    let isPermitWithdrawn: Bool
    /// Whether a proxy answered the CONNECT, with whatever status.
    let hasProxyAnswered: Bool
    let status: Int
    let version: ClientResponse.ProtocolVersion
    let answer: PartialAnswer

    /// `nil` for a whole answer.
    var failure: TransportFailure? {
        guard releases > 0 else { return .notSent(reasonBeforeRequest) }
        return reasonAfterRequest.map { .outcomeUnknown($0) }
    }

    private var reasonBeforeRequest: NotSentReason {
        if isPermitWithdrawn { return .permitWithdrawn }
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST: return .nameNotResolved
        case CURLE_COULDNT_CONNECT: return .connectionRefused
        case CURLE_OPERATION_TIMEDOUT: return .connectTimedOut
        case CURLE_PEER_FAILED_VERIFICATION: return .certificateRejected
        case CURLE_SSL_CONNECT_ERROR: return .tlsHandshakeFailed
        case CURLE_SSL_CACERT_BADFILE: return .trustStoreUnreadable
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxyRefused
        case CURLE_RECV_ERROR where hasProxyAnswered: return .proxyRefused
        default: return .other(code: Int(code.rawValue))
        }
    }

    private var reasonAfterRequest: UnknownReason? {
        if isPermitWithdrawn { return .permitWithdrawnBeforeReplay }
        if answer.isHeadTooLarge { return .headTooLarge }
        if answer.isBodyTooLarge { return .bodyTooLarge }
        switch code {
        case CURLE_OK: return flaw
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_GOT_NOTHING: return .emptyAnswer
        case CURLE_PARTIAL_FILE: return .truncatedAnswer
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            return .malformedAnswer
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: return .http2Error
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_COULDNT_CONNECT,
            CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CONNECT_ERROR:
            return .connectionLost
        default: return .other(code: Int(code.rawValue))
        }
    }

    /// What libcurl lets pass: a head that was cut, and a body that ends where the connection does,
    /// which cannot be told from one that was cut.
    private var flaw: UnknownReason? {
        guard answer.isHeadEnded else { return .truncatedAnswer }
        guard (200..<600).contains(status), !answer.isContradictory else { return .malformedAnswer }
        return isBodyWhole ? nil : .truncatedAnswer
    }

    private var isBodyWhole: Bool {
        // These have no body, whatever length they name (RFC 9112, 6.3); nor is chunked HTTP/1
        // judged by its length.
        if status == 204 || status == 304 || answer.isChunked { return true }
        if let length = answer.contentLength { return answer.body.count == length }
        switch version {
        case .http1: return false
        // Ended by a flag, which libcurl checks. A peer that breaks the protocol within a body
        // without a length may get past it; but JSON that was cut is no JSON.
        case .http2: return true
        }
    }
}
