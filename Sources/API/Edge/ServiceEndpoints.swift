import Payments

/// The endpoints for apps that start, and for whatever watches over the service.
struct ServiceEndpoints: Sendable {
    let settings: RouterSettings
    let readinessNow: @Sendable () async -> Readiness

    /// `GET /stripe-key`, `GET /config`. Both names: the samples do not agree.
    var publishableKey: Reply {
        var reply = Reply(status: 200)
        reply.body.set("publishableKey", to: settings.publishableKey)
        reply.body.set("publicKey", to: settings.publishableKey)
        reply.body.set("mode", to: settings.mode.rawValue)
        return reply
    }

    /// `GET /healthz`. That there is an answer is the answer: the loop turns.
    var health: Reply {
        var reply = Reply(status: 200)
        reply.body.set("status", to: "ok")
        return reply
    }

    /// `GET /readyz`.
    func readiness() async -> Reply {
        let readiness = await readinessNow()
        var reply = readiness.isReady ? Reply(status: 200) : RefusalTable.reply(to: .unavailable)
        reply.body.set("status", to: readiness.isReady ? "ready" : "not_ready")
        reply.body.set("databaseWritable", to: readiness.isDatabaseWritable)
        reply.body.set("schemaRight", to: readiness.isSchemaRight)
        reply.body.set("draining", to: readiness.isDraining)
        reply.body.set("stripe", to: readiness.stripe)
        return reply
    }
}
