import AppLanguages

/// The cities after which time zones are called, in the languages of the app.
enum ZoneCities {
    /// A line for each zone whose city has another name in German or Japanese: the zone and both names, with bars between.
    static let table = america + "\n" + elsewhere

    private static let names: [Substring: [Substring]] = table.split(separator: "\n").reduce(into: [:]) { names, line in
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        names[columns[0]] = Array(columns.dropFirst())
    }

    /// Returns the city of a zone, an IANA name; its English name if the table has none in the language.
    static func city(of zone: String, in language: AppLanguage) -> String {
        let column: Int? =
            switch language {
            case .english: nil
            case .german: 0
            case .japanese: 1
            }
        let name = column.flatMap { names[zone[...]]?[$0] } ?? ""
        return name.isEmpty ? ZoneList.city(of: zone) : String(name)
    }
}
