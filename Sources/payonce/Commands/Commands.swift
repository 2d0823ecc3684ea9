/// The subcommands by name. Each takes the words after its name and returns the exit code.
enum Commands {
    typealias Command = @Sendable ([String]) async throws -> Int32

    static let all: [String: Command] = [
        "dev": DevCommand.run,
        "serve": ServeCommand.run,
        "migrate": MigrateCommand.run,
        "simulator": SimulatorCommand.run,
        "catalog": CatalogCommand.run,
        "keys": KeysCommand.run,
        "token": TokenCommand.run,
        "audit": AuditCommand.run,
        "recover": RecoverCommand.run,
        "payments": PaymentsCommand.run,
        "explore": ExploreCommand.run,
        "campaign": CampaignCommand.run,
    ]
}
