/// The number of sockets that libcurl holds open. A box of its own, because connections outlive the
/// transfers that opened them and report here when they close.
final class SocketCount {
    var open = 0
}
