/// Why a body is no form.
enum FormError: Error, Hashable {
    /// A `%` without two hexadecimal digits, or bytes that are not UTF-8.
    case badEncoding
    /// A name such as `a[b`, or one that is a text here and a map there.
    case badName(String)
    case tooManyFields(limit: Int)
    case tooDeep(limit: Int)
}
