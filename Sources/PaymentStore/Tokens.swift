/// Draws the mark that a writer leaves in a payment's row. After a lost answer it tells the writer
/// whether what it finds is its own work; 64 bits, since two equal ones would be taken for one.
public typealias TokenSource = @Sendable () -> Int64

/// The system's generator.
public let randomToken: TokenSource = { Int64.random(in: .min ... .max) }
