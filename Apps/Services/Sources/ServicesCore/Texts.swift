import AddressLists
public import AppLanguages

/// The texts of the page and of the widget.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "Services"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    /// How the person allows a server that they named.
    var permission: ServerPermission { ServerPermission("org.today.Services", surface) }

    /// The form that adds an address.
    var form: AddressForm { AddressForm(surface) }

    func allUp(_ count: Int) -> String { count == 1 ? serviceUp : servicesUp(count) }

    func reason(_ failure: ServiceFailure) -> String {
        switch failure {
        case .unreachable: unreachablePhrase
        case .tooSlow: tooSlowPhrase
        case .status(let status): statusPhrase(status)
        }
    }

    func sentence(_ failure: CheckFailure) -> String {
        switch failure {
        case .notAllowed(let server): notAllowedYet(server)
        case .refused(let sentence): sentence
        }
    }
}
