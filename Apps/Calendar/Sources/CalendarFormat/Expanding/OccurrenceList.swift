public import CivilTime

/// The times of the events of a document within a range of days.
public struct OccurrenceList: Hashable, Sendable {
    /// How many occurrences a list may have, and how many an event may add.
    public static let (limit, eventLimit) = (5000, 400)

    /// The occurrences in order: the whole days first, then by start.
    public internal(set) var occurrences: [Occurrence] = []
    /// Whether a limit was reached, so that some are missing.
    public internal(set) var isIncomplete = false

    init() {}

    /// Computes the list.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - range: The days in the viewer's zone.
    ///   - viewer: The viewer's zone.
    ///   - database: The time zone database.
    public init(
        _ document: CalendarDocument,
        in range: ClosedRange<Day>,
        viewer: ZoneRules,
        database: ZoneFolder = .system
    ) {
        var expander = OccurrenceExpander(document, in: range, viewer: viewer, database: database)
        for group in EventGroup.groups(document.events) { expander.add(group) }
        self = expander.list
        occurrences.sort(by: Occurrence.precedes)
    }
}
