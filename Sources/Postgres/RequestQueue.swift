/// Requests in order of arrival. Those that ran out of time while waiting are passed over.
struct RequestQueue {
    private var requests: [Request] = []
    private var head = 0
    /// Those that still wait to be sent.
    private(set) var count = 0

    /// Places that may be empty beyond the waiting ones before the rest moves together.
    private static let slack = 1024

    mutating func append(_ request: Request) {
        requests.append(request)
        count += 1
    }

    mutating func popFirst() -> Request? {
        defer { compact() }
        while head < requests.count {
            let request = requests[head]
            head += 1
            guard request.isFinished else {
                count -= 1
                return request
            }
        }
        return nil
    }

    /// To be told when a waiting request was finished by somebody else.
    mutating func forgetOneFinished() {
        count -= 1
        compact()
    }

    /// Keeps the empty places below the number of waiting requests plus the slack.
    private mutating func compact() {
        guard requests.count > 2 * count + RequestQueue.slack || count == 0 else { return }
        requests = requests[head...].filter { !$0.isFinished }
        head = 0
    }
}
