/// What is asked of Refunds.
enum RefundCommand {
    case create(CreateRefund)
    case list(RefundList)
    case retrieve(String, Expansion)
    case update(String, MetadataChange, Expansion)
    case cancel(String)
}
