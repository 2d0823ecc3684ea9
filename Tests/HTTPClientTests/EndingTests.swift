import CCurl
import Testing

@testable import HTTPClient

/// What an ending means, for every result that libcurl can give.
@Suite struct EndingTests {
    private func ending(
        _ code: CURLcode,
        releases: Int,
        status: Int = 0,
        version: ClientResponse.ProtocolVersion = .http1,
        isPermitWithdrawn: Bool = false,
        head: [String] = []
    ) -> Ending {
        var answer = PartialAnswer(maxHeadBytes: 1_000, maxBodyBytes: 1_000)
        for line in head { _ = answer.receiveLine(Array("\(line)\r\n".utf8)) }
        return Ending(
            code: code,
            releases: releases,
            isPermitWithdrawn: isPermitWithdrawn,
            hasProxyAnswered: false,
            status: status,
            version: version,
            answer: answer
        )
    }

    /// The evidence decides and not the code: the same for all of libcurl's codes, known or not.
    @Test(arguments: 0..<120) func onlyTheReleaseDecides(rawValue: Int) throws {
        let code = CURLcode(rawValue: UInt32(rawValue))
        guard case .notSent = ending(code, releases: 0).failure else {
            Issue.record("code \(rawValue) before the request is not a proof")
            return
        }
        for releases in [1, 2] {
            let after = ending(code, releases: releases, status: 200).failure
            guard case .outcomeUnknown = after else {
                Issue.record("code \(rawValue) after the request is not unknown")
                return
            }
        }
    }

    @Test func withdrawnPermitIsNamed() {
        let before = ending(CURLE_ABORTED_BY_CALLBACK, releases: 0, isPermitWithdrawn: true)
        #expect(before.failure == .notSent(.permitWithdrawn))
        let after = ending(CURLE_ABORTED_BY_CALLBACK, releases: 1, isPermitWithdrawn: true)
        #expect(after.failure == .outcomeUnknown(.permitWithdrawnBeforeReplay))
    }

    @Test(arguments: [
        (CURLE_OPERATION_TIMEDOUT, UnknownReason.timedOut),
        (CURLE_GOT_NOTHING, .emptyAnswer),
        (CURLE_SEND_ERROR, .connectionLost),
        (CURLE_RECV_ERROR, .connectionLost),
        (CURLE_HTTP2, .http2Error),
        (CURLE_HTTP2_STREAM, .http2Error),
        (CURLE_PARTIAL_FILE, .truncatedAnswer),
    ])
    func reasonsAreNamed(code: CURLcode, reason: UnknownReason) {
        #expect(ending(code, releases: 1).failure == .outcomeUnknown(reason))
    }

    @Test func wholeAnswerHasAnEndThatIsItsOwn() {
        let whole = ["HTTP/1.1 200 OK", "Content-Length: 0", ""]
        #expect(ending(CURLE_OK, releases: 1, status: 200, head: whole).failure == nil)
        let cutHead = ["HTTP/1.1 200 OK", "Content-Length: 0"]
        #expect(
            ending(CURLE_OK, releases: 1, status: 200, head: cutHead).failure
                == .outcomeUnknown(.truncatedAnswer)
        )
        let unframed = ["HTTP/1.1 200 OK", ""]
        #expect(
            ending(CURLE_OK, releases: 1, status: 200, head: unframed).failure
                == .outcomeUnknown(.truncatedAnswer)
        )
        // HTTP/2 ends its streams by a flag; a length is not needed.
        let stream = ending(CURLE_OK, releases: 1, status: 200, version: .http2, head: unframed)
        #expect(stream.failure == nil)
        #expect(
            ending(CURLE_OK, releases: 1, status: 103, head: whole).failure
                == .outcomeUnknown(.malformedAnswer)
        )
    }
}

@Suite struct PartialAnswerTests {
    @Test func boundsAreExact() {
        var answer = PartialAnswer(maxHeadBytes: 10, maxBodyBytes: 3)
        let lines = ["A: 34567\r\n", "B"].map { answer.receiveLine(Array($0.utf8)) }
        #expect(lines == [true, false])
        #expect(answer.isHeadTooLarge)
        let pieces = [[1, 2], [3], [4]].map { answer.receiveBody($0) }
        #expect(pieces == [true, true, false])
        #expect(answer.isBodyTooLarge)
        #expect(answer.body == [1, 2, 3])
    }

    @Test func interimAnswerLeavesNothingBehind() {
        var answer = PartialAnswer(maxHeadBytes: 100, maxBodyBytes: 100)
        for line in ["HTTP/1.1 100 Continue", "Content-Length: 7", "", "HTTP/1.1 200 OK", "A: b"] {
            _ = answer.receiveLine(Array("\(line)\r\n".utf8))
        }
        #expect(answer.contentLength == nil)
        #expect(!answer.isHeadEnded)
        #expect(answer.lines == Array("A: b\r\n".utf8))
    }
}

@Suite struct OriginTests {
    @Test func pathAndQueryMakeNoDifference() {
        let origin = Origin(url: "https://api.stripe.com/v1/charges")
        #expect(origin != nil)
        #expect(origin == Origin(url: "https://api.stripe.com"))
        #expect(origin == Origin(url: "https://api.stripe.com?x=/"))
        #expect(origin != Origin(url: "http://api.stripe.com"))
        #expect(origin != Origin(url: "https://api.stripe.com:444"))
        #expect(Origin(url: "https://") == nil)
        #expect(Origin(url: "file:///etc/passwd") == nil)
    }
}

@Suite struct TransferQueueTests {
    private func transfer() -> Transfer {
        Transfer(
            request: ClientRequest(method: .get, url: ""),
            deadline: .zero,
            now: .zero,
            answer: PartialAnswer(maxHeadBytes: 0, maxBodyBytes: 0),
            permit: { true },
            complete: { _ in }
        )
    }

    @Test func orderIsKeptAndEndedOnesAreSkipped() {
        let transfers = (0...10).map { _ in transfer() }
        var queue = TransferQueue()
        func next() -> Int? {
            let popped = queue.popFirst()
            return transfers.firstIndex { $0 === popped }
        }
        for transfer in transfers.dropLast() { queue.append(transfer) }
        for index in [0, 1, 4, 9] { transfers[index].end(.failure(.notSent(.clientClosed))) }
        let first = (0..<4).map { _ in next() }
        #expect(first == [2, 3, 5, 6])
        queue.append(transfers[10])
        let rest = (0..<4).map { _ in next() }
        #expect(rest == [7, 8, 10, nil])
        #expect(queue.isEmpty)
    }
}
