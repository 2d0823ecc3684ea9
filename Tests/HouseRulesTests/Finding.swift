/// A place where a house rule is broken.
struct Finding: Hashable, CustomStringConvertible {
    let path: String
    let line: Int?
    let problem: String

    init(_ path: String, line: Int? = nil, _ problem: String) {
        self.path = path
        self.line = line
        self.problem = problem
    }

    var description: String {
        guard let line else { return "\(path): \(problem)" }
        return "\(path):\(line): \(problem)"
    }
}
