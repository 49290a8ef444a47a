package import HTTPTypes

extension HTTPFields {
    /// The value of a cookie; the first of several with one name, as browsers send the most specific first.
    package func cookie(named name: String) -> String? {
        for header in self[values: .cookie] {
            for pair in header.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { continue }
                return String(pair[pair.index(after: equals)...])
            }
        }
        return nil
    }
}
