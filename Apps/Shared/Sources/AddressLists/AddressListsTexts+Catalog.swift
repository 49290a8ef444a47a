// Made by script/make-texts.py from AddressLists.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension AddressListsTexts {
    /// Address
    package var address: String { text("address") }
    /// Allow %@
    package func allow(_ server: some LocalizableArgument) -> String {
        text("allow", server.localizable)
    }
    /// The server answered with status %lld.
    package func answeredWithStatus(_ status: Int) -> String {
        text("answeredWithStatus", status.localizable)
    }
    /// In a terminal, use this command:
    package var commandHint: String { text("commandHint") }
    /// Name
    package var name: String { text("name") }
    /// If you trust this server, allow it.
    package var permissionHint: String { text("permissionHint") }
    /// The server did not answer in time.
    package var tooSlow: String { text("tooSlow") }
    /// The server cannot be reached.
    package var unreachable: String { text("unreachable") }
    /// Use at most %lld characters.
    package func useAtMost(_ limit: Int) -> String {
        text("useAtMost", limit.localizable)
    }
}
