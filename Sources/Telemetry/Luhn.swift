/// The check digit of card numbers (ISO/IEC 7812-1, annex B).
public enum Luhn {
    public static func isValid(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let (index, digit) = place
            guard !index.isMultiple(of: 2) else { return sum + digit }
            return sum + (digit < 5 ? 2 * digit : 2 * digit - 9)
        }
        return sum.isMultiple(of: 10)
    }
}
