import JSON
import TestKit

/// The shop's own server, which asks with an API key: it fixes what orders cost, and gives money
/// back.
struct Merchant: Sendable {
    let ports: [UInt16]
    let authorization: String

    private static let patience: Duration = .seconds(12)
    private static let longestWait: Duration = .seconds(90)
    private static let longestRefund: Duration = .seconds(20)

    static func open(_ database: ServiceDatabase, _ ports: [UInt16]) async throws -> Merchant {
        let text = try await ServiceProgram.run(
            ["keys", "create", "--role", "merchant", "--name", "torture"],
            database: database.url
        )
        return Merchant(ports: ports, authorization: "Bearer \(text.prefix { !$0.isNewline })")
    }

    // MARK: Orders

    /// Says what an order costs until it is known to stand; whether it is. The app is shown it only
    /// then.
    func fix(
        _ order: String,
        at amount: Int64,
        for customer: String?,
        _ dice: inout Dice
    ) async -> Bool {
        let end = ContinuousClock.now + Merchant.longestWait
        while ContinuousClock.now < end {
            if await say(order, amount, customer, &dice)?.status == 200 { return true }
            await rest(dice.duration(50...600))
        }
        return false
    }

    /// Says something else of an order that is fixed.
    ///
    /// - Returns: what is wrong with the answer.
    func fixOtherwise(
        _ order: String,
        at amount: Int64,
        for customer: String?,
        _ dice: inout Dice
    ) async -> String? {
        guard let answer = await say(order, amount, customer, &dice),
            ![409, 503].contains(answer.status)
        else { return nil }
        return "\(order) was fixed twice: \(answer.status) \(answer.text)"
    }

    private func say(
        _ order: String,
        _ amount: Int64,
        _ customer: String?,
        _ dice: inout Dice
    ) async -> HttpAnswer? {
        var body: JSONObject = [
            "orderId": .string(order), "amount": .number(JSONNumber(amount)), "currency": "usd",
        ]
        if let customer { body["customerRef"] = .string(customer) }
        var call = HttpCall("POST", "/orders", json: .object(body))
        call.fields.append(("Authorization", authorization))
        return await send(call, &dice)
    }

    // MARK: Refunds

    /// What the shop gives back of a payment that costs so much.
    func giveBack(
        _ payment: String,
        of purchase: Int,
        _ amount: Int64,
        _ dice: inout Dice
    ) async -> [Refund] {
        var wanted: [Refund]
        let most = amount * 2 / 3
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: wanted = [Refund("all", of: payment, purchase, nil)]
        case 1: wanted = [Refund("part", of: payment, purchase, amount / 3)]
        // Only one of the two can be.
        case 2: wanted = ["one", "other"].map { Refund($0, of: payment, purchase, most) }
        case 3: wanted = [Refund("too-much", of: payment, purchase, amount + 1)]
        default:
            wanted = [
                Refund("rest", of: payment, purchase, nil),
                Refund("part", of: payment, purchase, 1),
            ]
        }
        await withTaskGroup(of: (Int, [Refund.Answer]).self) { group in
            for place in wanted.indices {
                let (refund, dice) = (wanted[place], dice.split())
                group.addTask {
                    var dice = dice
                    return (place, await ask(refund, &dice))
                }
            }
            for await (place, answers) in group { wanted[place].heard(answers) }
        }
        return wanted
    }

    /// Once or several times at once, then until it is known, or for a while.
    private func ask(_ refund: Refund, _ dice: inout Dice) async -> [Refund.Answer] {
        let copies = Int.random(in: 1...3, using: &dice)
        var told = await withTaskGroup(of: Refund.Answer?.self) { group in
            for _ in 0..<copies {
                let dice = dice.split()
                group.addTask {
                    var dice = dice
                    return await sendOnce(refund, &dice)
                }
            }
            return await group.reduce(into: [Refund.Answer]()) { all, answer in
                if let answer { all.append(answer) }
            }
        }
        let end = ContinuousClock.now + Merchant.longestRefund
        while told.last?.isKnown != true, ContinuousClock.now < end {
            await rest(dice.duration(100...800))
            if let answer = await sendOnce(refund, &dice) { told.append(answer) }
        }
        return told
    }

    private func sendOnce(_ refund: Refund, _ dice: inout Dice) async -> Refund.Answer? {
        guard let answer = await send(refund.call(by: authorization), &dice) else { return nil }
        do {
            return try Refund.Answer(answer)
        } catch {
            return nil
        }
    }

    private func send(_ call: HttpCall, _ dice: inout Dice) async -> HttpAnswer? {
        do {
            let port = ports[Int.random(in: 0..<ports.count, using: &dice)]
            return try await call.send(to: port, within: Merchant.patience)
        } catch {
            return nil
        }
    }
}
