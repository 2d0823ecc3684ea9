/// A parameter's value: a text, or more parameters in brackets.
enum FormValue: Hashable, Sendable {
    case text(String)
    /// `name[]=first&name[]=second`
    case list([FormValue])
    /// `name[key]=value`, in the order given.
    case fields([FormField])

    static let yes = FormValue.text("true")
}

/// A named parameter.
struct FormField: Hashable, Sendable {
    /// Ours, never a caller's: letters, digits and underscores.
    let name: String
    let value: FormValue

    init(_ name: String, _ value: FormValue) {
        precondition(FormField.isPlain(name), "a parameter's name has no brackets or escapes")
        self.name = name
        self.value = value
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                FormEncoder.isAlphanumeric(byte) || byte == UInt8(ascii: "_")
            }
    }
}
