/// What a bank says with its "no".
struct DeclineFacts: Hashable {
    var declineCode: String?
    var adviceCode: String?
    var networkAdviceCode: String?
    var networkDeclineCode: String?
}
