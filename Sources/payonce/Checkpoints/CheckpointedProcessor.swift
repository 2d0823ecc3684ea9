#if DEBUG
    import Payments

    /// A card processor that tells the checkpoints when it is called.
    struct CheckpointedProcessor: CardProcessor {
        let inner: any CardProcessor
        let checkpoints: Checkpoints

        func stripeSeconds() async -> Int64? { await inner.stripeSeconds() }
        func refusesNewPayments() async -> Bool { await inner.refusesNewPayments() }
        func newPaymentDoesNotBegin() async { await inner.newPaymentDoesNotBegin() }
        func setShare(of instances: Int) async { await inner.setShare(of: instances) }

        func createRequest(for draft: PaymentDraft) -> FrozenRequest {
            inner.createRequest(for: draft)
        }

        func confirmRequest(
            for intent: PaymentIntentID,
            charging method: PaymentMethodID?,
            _ presentation: Presentation,
            showsCharge: Bool
        ) -> FrozenRequest {
            inner.confirmRequest(
                for: intent,
                charging: method,
                presentation,
                showsCharge: showsCharge
            )
        }

        func captureRequest(for intent: PaymentIntentID, minorUnits: Int64) -> FrozenRequest {
            inner.captureRequest(for: intent, minorUnits: minorUnits)
        }

        func cancelRequest(for intent: PaymentIntentID) -> FrozenRequest {
            inner.cancelRequest(for: intent)
        }

        func post(
            _ request: FrozenRequest,
            key: String,
            deadline: Duration,
            permit: @escaping @Sendable () -> Bool
        ) async -> PostReply {
            let call = "post \(CheckpointedProcessor.step(in: request.path))"
            checkpoints.before(call)
            let reply = await inner.post(request, key: key, deadline: deadline) { [checkpoints] in
                guard permit() else { return false }
                checkpoints.sending(call)
                return true
            }
            checkpoints.after(call)
            return reply
        }

        func retrieve(
            _ intent: PaymentIntentID,
            showsCharge: Bool,
            deadline: Duration
        ) async -> ReadReply<IntentSnapshot> {
            checkpoints.before("retrieve")
            let reply = await inner.retrieve(
                intent,
                showsCharge: showsCharge,
                deadline: deadline
            )
            checkpoints.after("retrieve")
            return reply
        }

        func intents(
            createdSince seconds: Int64,
            after last: PaymentIntentID?,
            deadline: Duration
        ) async -> ReadReply<IntentPage> {
            checkpoints.before("list")
            let reply = await inner.intents(createdSince: seconds, after: last, deadline: deadline)
            checkpoints.after("list")
            return reply
        }

        func cardFingerprint(
            of method: PaymentMethodID,
            deadline: Duration
        ) async -> ReadReply<String> {
            checkpoints.before("fingerprint")
            let reply = await inner.cardFingerprint(of: method, deadline: deadline)
            checkpoints.after("fingerprint")
            return reply
        }

        /// `/v1/payment_intents` creates; the others end with what they do.
        private static func step(in path: String) -> Substring {
            let last = path.split(separator: "/").last ?? ""
            return last == "payment_intents" ? "create" : last
        }
    }
#endif
