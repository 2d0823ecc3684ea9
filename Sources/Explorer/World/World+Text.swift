// A state in words, for the end of a trace.

extension PaymentModel {
    public func describe(_ state: PackedState) -> String {
        let world = World(state)
        var lines: [String] = []
        for index in 0..<2 where world.rows[index].exists {
            lines.append("attempt \(index + 1): \(text(world.rows[index]))")
            lines.append("    at Stripe: \(world.intents[index].status)")
        }
        for index in 0..<3 where world.workers[index].isAtWork {
            let name = index == World.recoverer ? "recoverer" : "worker \(index + 1)"
            lines.append("\(name): \(text(world.workers[index]))")
        }
        return lines.joined(separator: "\n")
    }

    private func text(_ row: Row) -> String {
        "\(row.state), key \(row.key + 1), method \(row.method + 1), owner \(row.owner), "
            + "step \(row.step.name)-\(row.step.number), age \(row.age)"
    }

    private func text(_ worker: Worker) -> String {
        "\(worker.phase) on attempt \(worker.payment + 1)"
            + (worker.isLeaseLive ? "" : ", its lease lapsed")
            + (worker.isCurrent ? "" : ", its copy old")
    }
}
