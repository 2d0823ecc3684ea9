/// Why a control call was refused.
struct ControlError: Error, Hashable {
    let status: Int
    let message: String

    init(status: Int = 400, _ message: String) {
        self.status = status
        self.message = message
    }
}
