import CivilTime

/// Finds the rules of the zones that a document names.
///
/// A name of the time zone database comes first, also at the end of a longer name such as
/// `/example.org/20260101/Europe/Berlin`; then the document's own definition. A zone of any other name is taken for the
/// viewer's.
struct ZoneResolver {
    private let definitions: [String: ZoneDefinition]
    private let database: ZoneFolder
    private let viewer: ZoneRules
    private let range: ClosedRange<Day>
    private var known: [String: ZoneRules] = [:]

    init(_ document: CalendarDocument, database: ZoneFolder, viewer: ZoneRules, range: ClosedRange<Day>) {
        definitions = document.zones
        self.database = database
        self.viewer = viewer
        self.range = range
    }

    /// Returns the rules of a zone; those of the viewer for a day and a floating time.
    mutating func rules(of zone: EventTime.Zone, steps: inout Int) -> ZoneRules {
        switch zone {
        case .day, .floating: return viewer
        case .utc: return ZoneRules(offset: 0)
        case .named(let name):
            if let rules = known[name] { return rules }
            let rules =
                fromDatabase(name) ?? definitions[name]?.rules(in: range, steps: &steps) ?? viewer
            known[name] = rules
            return rules
        }
    }

    private func fromDatabase(_ name: String) -> ZoneRules? {
        let parts = name.split(separator: "/")
        for count in [parts.count, 3, 2] where count > 0 && count <= parts.count {
            // One word at the end of a path is no name: it could be anything.
            if count == 1, parts.count > 1 { continue }
            if let rules = database.rules(of: parts.suffix(count).joined(separator: "/")) { return rules }
        }
        return nil
    }
}
