import CalendarFormat
import CivilTime
public import TodayKit

/// Reads the calendars that are due, and keeps what it read.
///
/// A server is asked no more often than the calendar says, and for a document only whether it has changed, if the server
/// supports that. A file is read each time.
public struct CalendarLoader: Sendable {
    /// How many calendars are read at a time.
    private static let concurrency = 4
    /// How long the events of a CalDAV server are fresh, in seconds.
    private static let calDAVInterval = 900.0
    /// How many days before and after the current day events are kept.
    static let (daysBefore, daysAfter) = (40, 120)

    private let process: ProcessContext
    private let store: CalendarStore

    /// Creates a loader for the context of a request.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    public init(_ context: some ProcessScoped) throws {
        process = context.process
        store = try CalendarStore(context)
    }

    /// The names of the iCalendar files that the person has put into the folder of the app group.
    public var files: [String] { store.files }

    /// Returns the calendars with what is known of them, after reading those that are on and due, and all files.
    ///
    /// - Parameters:
    ///   - calendars: The calendars.
    ///   - limit: The time limit, which must be below that of the host. What takes longer counts as too slow.
    ///   - isForced: Whether those that are fresh are read too.
    /// - Returns: The calendars in their order.
    /// - Throws: A `CancellationError`.
    public func load(
        _ calendars: [SavedCalendar],
        within limit: Duration,
        isForced: Bool = false
    ) async throws -> [CalendarStatus] {
        let fetcher = CalendarFetcher(http: process.http, end: .now + limit)
        var statuses: [Int: CalendarStatus] = [:]
        try await withThrowingTaskGroup(of: (Int, CalendarStatus).self) { group in
            for (index, calendar) in calendars.enumerated() {
                if index >= Self.concurrency, let (index, status) = try await group.next() { statuses[index] = status }
                group.addTask { (index, try await load(calendar, fetcher, isForced)) }
            }
            for try await (index, status) in group { statuses[index] = status }
        }
        store.removeContents(except: calendars.map(\.id))
        return calendars.indices.compactMap { statuses[$0] }
    }

    /// Reads one calendar if it is due, without waiting for the servers of others.
    ///
    /// - Parameters:
    ///   - calendar: The calendar, which need not be in the person's list yet.
    ///   - limit: The time limit, which must be below that of the host.
    /// - Returns: The calendar with what is known of it.
    /// - Throws: A `CancellationError`.
    public func load(_ calendar: SavedCalendar, within limit: Duration) async throws -> CalendarStatus {
        try await load(calendar, CalendarFetcher(http: process.http, end: .now + limit), false)
    }

    /// Reads the name of a calendar that was read before, without reading it again.
    public func title(of calendar: SavedCalendar) -> String {
        CalendarStatus(calendar, content: store.content(of: calendar.id)).title
    }

    /// Finds the calendars of a person on a CalDAV server.
    ///
    /// - Parameters:
    ///   - address: The address of the server, of the person's calendars or of one calendar.
    ///   - login: The person's name and password there.
    ///   - limit: The time limit.
    /// - Returns: The calendars.
    /// - Throws: ``CalendarFailure``, or a `CancellationError`.
    public func findCalendars(
        at address: String,
        login: Login,
        within limit: Duration
    ) async throws -> [SavedCalendar] {
        let client = CalDAVClient(CalendarFetcher(http: process.http, end: .now + limit), login: login)
        return try await client.calendars(at: address).map { found in
            SavedCalendar(.calDAV(url: found.url, login: login), name: found.name)
        }
    }

    /// Returns `true` if the person has allowed a server since it was refused, which a request to it shows.
    public func mayFetch(_ refused: CalendarURL.RefusedAccount) async -> Bool {
        let scheme = refused.address.prefix { $0 != ":" }
        let fetcher = CalendarFetcher(http: process.http, end: .now + .seconds(2))
        do {
            _ = try await fetcher.fetch("\(scheme)://\(refused.server)/", headers: [:])
        } catch CalendarFailure.notAllowed {
            return false
        } catch {
            // What else is wrong is said when the calendars are looked for.
        }
        return true
    }

    private func load(
        _ calendar: SavedCalendar,
        _ fetcher: CalendarFetcher,
        _ isForced: Bool
    ) async throws -> CalendarStatus {
        if case .file(let name) = calendar.source {
            do throws(CalendarFailure) {
                // The name of a calendar that is hidden is in the file too.
                let content = CalendarContent(try store.document(inFile: name), fetched: process.now)
                return CalendarStatus(calendar, content: content)
            } catch {
                return CalendarStatus(calendar, failure: calendar.isOn ? error : nil)
            }
        }
        let old = store.content(of: calendar.id)
        guard calendar.isOn else { return CalendarStatus(calendar, content: old) }
        if !isForced, let old, old.isFresh(at: process.now) { return CalendarStatus(calendar, content: old) }
        do {
            var content = try await fetch(calendar, fetcher)
            content.document.removeEvents(before: today - Self.daysBefore)
            do { try store.save(content, of: calendar.id) } catch {
                process.log.error("A calendar is not kept: \(error)")
            }
            return CalendarStatus(calendar, content: content)
        } catch let failure as CalendarFailure {
            return CalendarStatus(calendar, content: old, failure: failure)
        }
    }

    private func fetch(_ calendar: SavedCalendar, _ fetcher: CalendarFetcher) async throws -> CalendarContent {
        switch calendar.source {
        case .file(let name): throw CalendarFailure.noFile(name)
        case .address(let url):
            let response = try await fetcher.fetch(url, headers: ["accept": "text/calendar, */*;q=0.5"])
            guard response.isSuccess else { throw CalendarFailure(status: response.status) }
            let fetched = process.now.addingTimeInterval(-(response.age / .seconds(1)))
            return CalendarContent(try CalendarDocument.read(response.body), fetched: fetched)
        case .calDAV(let url, let login):
            let range = (today - Self.daysBefore)...(today + Self.daysAfter)
            let document = try await CalDAVClient(fetcher, login: login).events(of: url, in: range)
            return CalendarContent(document, fetched: process.now, interval: Self.calDAVInterval)
        }
    }

    private var today: Day {
        Day(year: process.today.year, month: process.today.month, day: process.today.day) ?? .first
    }
}

extension CalendarDocument {
    /// Removes the events that are over before a day, so that less is stored.
    mutating func removeEvents(before day: Day) {
        events.removeAll { event in
            guard event.rule == nil, event.additions.isEmpty, event.recurrenceID?.day ?? event.start.day < day else {
                return false
            }
            switch event.length {
            case .unknown: return event.start.day < day
            case .duration(let days, let seconds): return event.start.day + days + seconds / 86_400 + 1 < day
            case .end(let end): return end.day < day && event.start.day < day
            }
        }
    }
}
