/// The program.
@main
struct PayOnce {
    static func main() {
        print("payonce")
    }
}
