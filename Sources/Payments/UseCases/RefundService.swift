/// Gives money back: durable before it is asked of Stripe, once for a key, never more than was
/// paid, and known in the end whatever gets lost on the way. Every instance also looks after the
/// refunds that nobody works on.
public actor RefundService {
    let repository: any RefundRepository
    let processor: any RefundProcessor
    let time: any Timekeeper
    let hash: Hash
    let rules: SendingRules
    /// Who writes, for the timeline.
    let instance: InstanceID
    /// A number below 1,024, each time another.
    let jitter: @Sendable () -> Int
    private var isStopping = false
    private var looks: Set<RefundID> = []

    /// So long after a refund was taken no byte of it leaves any more, so that one who slept sends
    /// nothing when somebody else is at it, or when Stripe may have forgotten the key.
    var sendingWindow: Duration { min(.seconds(30), rules.stripeTimeout) }
    /// Whoever takes a refund has it alone for this long: a last post, a list, and ten seconds for
    /// commits.
    var hold: Duration { sendingWindow + rules.stripeTimeout * 2 + .seconds(10) }
    private static let interval: Duration = .seconds(2)
    private static let mostTaken = 20

    public init(
        repository: any RefundRepository,
        processor: any RefundProcessor,
        time: any Timekeeper,
        hash: @escaping Hash,
        rules: SendingRules,
        instance: InstanceID,
        jitter: @escaping @Sendable () -> Int
    ) {
        self.repository = repository
        self.processor = processor
        self.time = time
        self.hash = hash
        self.rules = rules
        self.instance = instance
        self.jitter = jitter
    }

    /// Answers in time; the work goes on behind it.
    public func refund(_ request: RefundRequest, until deadline: Duration) async -> RefundAnswer {
        guard !isStopping else { return .refused(.unavailable) }
        let desk = AnswerDesk<RefundAnswer>(meanwhile: .refused(.unavailable))
        inBackground { service in
            do throws(StoreFailure) {
                desk.end(with: try await service.admit(request, desk, until: deadline))
            } catch {
                desk.end(with: desk.meanwhile)
            }
        }
        time.call(after: max(deadline - time.now, .zero)) { [self] in
            inBackground { _ in desk.end(with: desk.meanwhile) }
        }
        return await desk.answer()
    }

    // MARK: The recovery

    public func start() {
        inBackground { await $0.keepLooking() }
    }

    public func stop() {
        isStopping = true
    }

    /// One look for what is due; how many refunds it took.
    @discardableResult
    public func lookAtDue() async -> Int {
        do throws(StoreFailure) {
            let taken = time.now
            let due = try await repository.takeDueRefunds(
                atMost: RefundService.mostTaken,
                hold: hold
            )
            for id in due {
                inBackground { await $0.look(at: id, takenAt: taken, wasSent: true) }
            }
            return due.count
        } catch {
            return 0
        }
    }

    public var looksUnderWay: Int { looks.count }

    private func keepLooking() async {
        while !isStopping {
            await lookAtDue()
            await sleep(RefundService.interval * (1536 + jitter()) / 2048)
        }
    }

    /// Works on a refund for as long as it is this instance's to work on. A refund that this very
    /// instance already works on is left to that. `wasSent`: it may have been sent before, and that
    /// may still be executed.
    func look(at id: RefundID, takenAt: Duration, wasSent: Bool) async {
        guard looks.insert(id).inserted else { return }
        defer { looks.remove(id) }
        do throws(StoreFailure) {
            var pauses = 0
            var wasSent = wasSent
            while !isStopping, time.now < takenAt + sendingWindow {
                guard try await step(id, takenAt: takenAt, &wasSent) else { return }
                await pause(&pauses)
            }
            try await repository.putOff(id, for: .seconds(2))
        } catch {
            // Due again when the hold is over.
        }
    }

    private func pause(_ pauses: inout Int) async {
        let base = Duration.milliseconds(500) * (1 << min(pauses, 5))
        pauses += 1
        await sleep(base * (1024 + jitter()) / 2048)
    }

    func sleep(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            time.call(after: duration) { continuation.resume() }
        }
    }

    private nonisolated func inBackground(
        _ work: @escaping @Sendable (isolated RefundService) async -> Void
    ) {
        Task(executorPreference: time.executor) { await work(self) }
    }
}
