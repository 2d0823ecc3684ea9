/// What `--help` prints.
enum Help {
    private static let lines: [(name: String, usage: String, meaning: String)] = [
        (
            "dev", "[--stripe] [--listen A:P]",
            "the whole thing on this machine: PostgreSQL, simulator, service"
        ),
        ("serve", "[--loops N] [--listen A:P]", "the service"),
        ("migrate", "[--check]", "brings the database up to date, or says whether it is"),
        (
            "simulator", "[--listen A:P] [--state DIR] [--allow-remote]",
            "the Stripe simulator, on 127.0.0.1:12111; goes on from what is in DIR"
        ),
        (
            "catalog", "import FILE.csv [--replace] | list",
            "prices, as item_id,currency,unit_amount[,name] in minor units"
        ),
        (
            "keys", "create --role ops|merchant --name N | list | revoke ID",
            "API keys; a new one is shown once"
        ),
        (
            "token", "--customer-ref REF [--ttl 1h]",
            "a customer token, signed with PAYONCE_CUSTOMER_TOKEN_SECRET"
        ),
        (
            "audit", "[--from T --to T | --since 24h] [--local] [--format table|json|csv]",
            "proves that nobody was charged twice; 0 clean, 1 findings, 2 not complete"
        ),
        ("recover", "[--watch]", "resolves unfinished payments now"),
        (
            "payments",
            "list [--state S] [--order O] [--limit N] | show ID "
                + "| resolve ID adopt|refund|close --reason R [--intent PI]",
            "what happened to payments; resolve ends one that is stuck, by what Stripe shows"
        ),
        (
            "explore", "[--bound small|standard|large] [--shape S] [--without RULE]",
            "goes through every state of the model; 1 and the shortest way there if a rule breaks"
        ),
        (
            "campaign", "[--payments N] [--seed S] [--workers W] [--world K]",
            "simulated payments with faults: the proof, the same for the same seed"
        ),
    ]

    static var all: String {
        let rows = lines.map { "  payonce \($0.name) \($0.usage)\n      \($0.meaning)" }
        return "PayOnce charges a card exactly once.\n\n" + rows.joined(separator: "\n")
            + "\n\n`payonce serve --help` lists the settings."
    }

    static func text(of name: String) -> String {
        let row = lines.first { $0.name == name }
        let head = row.map { "payonce \($0.name) \($0.usage)\n  \($0.meaning)" } ?? ""
        guard name == "serve" else { return head }
        return head + "\n\nSettings, from the environment (DATABASE_URL, STRIPE_SECRET_KEY and "
            + "PAYONCE_CUSTOMER_TOKEN_SECRET also from the file that NAME_FILE names):\n"
            + settings
    }

    private static var settings: String {
        SettingsReader.catalogue.map { setting in
            let fallback = setting.fallback.isEmpty ? "" : " (\(setting.fallback))"
            return "  \(setting.name)\(fallback)\n      \(setting.meaning)"
        }
        .joined(separator: "\n")
    }
}
