import AddressLists
import CalendarFormat
import CivilTime
import TodayKit
import XMLReading

/// Reads the calendars of a CalDAV server (RFC 4791); it changes nothing there.
struct CalDAVClient: Sendable {
    /// A calendar that a server has.
    struct Found: Hashable, Sendable {
        var url: String
        var name: String?
    }

    private let fetcher: CalendarFetcher
    private let login: Login

    init(_ fetcher: CalendarFetcher, login: Login) {
        self.fetcher = fetcher
        self.login = login
    }

    // MARK: Finding calendars

    /// Finds the calendars of a person (RFC 6764): at the address itself, or by way of the person's principal.
    ///
    /// - Parameter address: The address of the server, of the person's calendars or of one calendar.
    /// - Returns: The calendars that may contain events, in the order of the server.
    /// - Throws: ``CalendarFailure``, or a `CancellationError`.
    func calendars(at address: String) async throws -> [Found] {
        let first = try await start(address)
        if let own = first.responses.first, own.isCalendar { return found(first.responses, at: first.url) }
        var home = first.responses.first?.home.map { ($0, first.url) }
        if home == nil, let href = first.responses.first?.principal {
            let principal = try resolve(href, against: first.url)
            home = try await properties(of: principal, depth: 0).first?.home.map { ($0, principal) }
        }
        // Without a principal the address may be the folder of the calendars.
        let folder = try home.map { try resolve($0.0, against: $0.1) } ?? first.url
        let calendars = found(try await properties(of: folder, depth: 1), at: folder)
        guard !calendars.isEmpty else { throw CalendarFailure.noCalDAV }
        return calendars
    }

    /// Asks the address; one without a path stands for the well-known address of its server.
    private func start(_ address: String) async throws -> (url: String, responses: [DAVResponse]) {
        let path = URL(string: address)?.path() ?? ""
        guard path.isEmpty || path == "/" else { return (address, try await properties(of: address, depth: 0)) }
        let root = address.hasSuffix("/") ? String(address.dropLast()) : address
        do {
            let wellKnown = "\(root)/.well-known/caldav"
            let responses = try await properties(of: wellKnown, depth: 0)
            if responses.contains(where: { $0.principal != nil || $0.home != nil }) { return (wellKnown, responses) }
        } catch CalendarFailure.status, CalendarFailure.noCalDAV {
            // Not every server has it.
        }
        return ("\(root)/", try await properties(of: "\(root)/", depth: 0))
    }

    private func found(_ responses: [DAVResponse], at url: String) -> [Found] {
        responses.filter { $0.isCalendar && ($0.components.isEmpty || $0.components.contains("VEVENT")) }
            .compactMap { response in
                DAVAddress.resolve(response.href, against: url).map {
                    Found(url: $0, name: response.name.map { String($0.prefix(EnteredText.nameLimit)) })
                }
            }
    }

    private func resolve(_ href: String, against base: String) throws -> String {
        guard let url = DAVAddress.resolve(href, against: base) else { throw CalendarFailure.noCalDAV }
        return url
    }

    private func properties(of url: String, depth: Int) async throws -> [DAVResponse] {
        try await send(
            .propfind,
            url,
            depth: depth,
            """
            <?xml version="1.0" encoding="utf-8"?>
            <d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:resourcetype/>\
            <d:displayname/><d:current-user-principal/><c:calendar-home-set/><c:supported-calendar-component-set/>\
            </d:prop></d:propfind>
            """
        )
    }

    // MARK: Reading events

    /// Reads the events of a calendar that touch a range of days, with all that repeats in it.
    ///
    /// - Throws: ``CalendarFailure``, or a `CancellationError`.
    func events(of url: String, in range: ClosedRange<Day>) async throws -> CalendarDocument {
        func time(_ day: Day) -> String { "\(day)".filter { $0 != "-" } + "T000000Z" }
        let responses = try await send(
            .report,
            url,
            depth: 1,
            """
            <?xml version="1.0" encoding="utf-8"?>
            <c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>\
            <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">\
            <c:time-range start="\(time(range.lowerBound))" end="\(time(range.upperBound + 1))"/>\
            </c:comp-filter></c:comp-filter></c:filter></c:calendar-query>
            """
        )
        var document = CalendarDocument()
        for data in responses.compactMap(\.data) {
            // An object that is damaged does not hide the others.
            if let part = try? CalendarDocument(Array(data.utf8)) { document.add(part) }
        }
        return document
    }

    private func send(_ method: HTTPMethod, _ url: String, depth: Int, _ body: String) async throws -> [DAVResponse] {
        guard DAVAddress.mayReceivePassword(url) else { throw CalendarFailure.notEncrypted }
        let response = try await fetcher.fetch(
            url,
            method: method,
            headers: [
                "authorization": login.authorization, "content-type": "application/xml; charset=utf-8",
                "depth": "\(depth)",
            ],
            body: body
        )
        guard response.isSuccess else { throw CalendarFailure(status: response.status) }
        do throws(XMLError) {
            return try DAVResponse.responses(Array(response.body))
        } catch {
            throw CalendarFailure.noCalDAV
        }
    }
}
