// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add Service
    package var addAService: String { text("addAService") }
    /// This service is in the list already.
    package var addressKnown: String { text("addressKnown") }
    /// Enter an address such as https://example.org/.
    package var addressWrong: String { text("addressWrong") }
    /// Problems: %1$lld of %2$lld
    package func attention(_ count: Int, all: Int) -> String {
        text("attention", count.localizable, all.localizable)
    }
    /// Check Now
    package var check: String { text("check") }
    /// Down since %1$@: %2$@
    package func down(_ since: some LocalizableArgument, reason: some LocalizableArgument) -> String {
        text("down", since.localizable, reason.localizable)
    }
    /// Move %@ down
    package func moveDown(_ title: some LocalizableArgument) -> String {
        text("moveDown", title.localizable)
    }
    /// Move %@ up
    package func moveUp(_ title: some LocalizableArgument) -> String {
        text("moveUp", title.localizable)
    }
    /// The server's, if left empty
    package var nameHint: String { text("nameHint") }
    /// Services may not use its app group; allow it in Settings.
    package var noGroup: String { text("noGroup") }
    /// Services has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// There are no services yet. Add the address of one.
    package var noServices: String { text("noServices") }
    /// Services may not fetch from %@ yet.
    package func notAllowedYet(_ server: some LocalizableArgument) -> String {
        text("notAllowedYet", server.localizable)
    }
    /// Not checked yet
    package var notChecked: String { text("notChecked") }
    /// Open %@
    package func open(_ title: some LocalizableArgument) -> String {
        text("open", title.localizable)
    }
    /// Open Services
    package var openServices: String { text("openServices") }
    /// Remove
    package var remove: String { text("remove") }
    /// Remove %@
    package func removeService(_ title: some LocalizableArgument) -> String {
        text("removeService", title.localizable)
    }
    /// %@ was removed.
    package func removed(_ title: some LocalizableArgument) -> String {
        text("removed", title.localizable)
    }
    /// The service is up
    package var serviceUp: String { text("serviceUp") }
    /// Services
    package var services: String { text("services") }
    /// All %lld services are up
    package func servicesUp(_ count: Int) -> String {
        text("servicesUp", count.localizable)
    }
    /// status %lld
    package func statusPhrase(_ status: Int) -> String {
        text("statusPhrase", status.localizable)
    }
    /// You have %lld services already; remove one first.
    package func tooMany(_ limit: Int) -> String {
        text("tooMany", limit.localizable)
    }
    /// no answer in time
    package var tooSlowPhrase: String { text("tooSlowPhrase") }
    /// cannot be reached
    package var unreachablePhrase: String { text("unreachablePhrase") }
    /// Up since %@
    package func up(_ since: some LocalizableArgument) -> String {
        text("up", since.localizable)
    }
}
