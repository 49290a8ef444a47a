import AddressLists
public import AppLanguages

/// The texts of the pages and of the widget.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "Calendar"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    /// How the person allows a server that they named.
    var permission: ServerPermission { ServerPermission("org.today.Calendar", surface) }

    /// Why something could not be fetched.
    var fetching: AddressListsTexts { AddressListsTexts(surface) }

    /// What is said of mistakes in a form.
    var form: AddressForm { AddressForm(surface) }

    func name(of color: CalendarColor) -> String {
        switch color {
        case .blue: blue
        case .orange: orange
        case .green: green
        case .red: red
        case .purple: purple
        case .teal: teal
        case .yellow: yellow
        case .gray: gray
        }
    }

    /// Says why a calendar could not be read, in one sentence.
    public func sentence(_ failure: CalendarFailure) -> String {
        switch failure {
        case .notAllowed(let server): notAllowedYet(server)
        case .refused(let sentence): sentence
        case .unreachable: fetching.unreachable
        case .tooSlow: fetching.tooSlow
        case .tooLarge: calendarTooLarge
        case .login: loginRefused
        case .status(404), .status(410): noCalendarThere
        case .status(let status): fetching.answeredWithStatus(status)
        case .notACalendar: notACalendar
        case .incomplete: calendarIncomplete
        case .noFile(let name): noSuchFile(name)
        case .notEncrypted: notEncrypted
        case .noCalDAV: noCalDAV
        }
    }
}
