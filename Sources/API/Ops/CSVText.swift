/// A table as lines of text, for spreadsheets. [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
public enum CSVText {
    /// A row, without the end of its line.
    public static func line(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",")
    }

    /// What a spreadsheet would take for a formula gets an apostrophe, which it does not show:
    /// names of orders and customers come from outside.
    /// [OWASP](https://owasp.org/www-community/attacks/CSV_Injection)
    private static func cell(_ text: String) -> String {
        let first = text.unicodeScalars.first
        let isFormula = first.map { starts.contains($0) || $0.properties.isWhitespace } ?? false
        let plain = isFormula ? "'" + text : text
        guard plain.unicodeScalars.contains(where: { ",;\"\n\r".unicodeScalars.contains($0) })
        else { return plain }
        return "\"" + plain.replacing("\"", with: "\"\"") + "\""
    }

    /// Also as they are written in full width, which some spreadsheets read alike.
    private static let starts = "=+-@\t\r\n＝＋－＠".unicodeScalars
}
