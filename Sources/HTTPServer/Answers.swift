/// Where answers come from: the two closures that a server was started with.
struct Answers: Sendable {
    let refusal: @Sendable (Refusal) -> HTTPResponse
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse
}
