import HostModel
import TodayProtocol

/// The page of a pairing link: the rights that the device will get, its name, and the button that uses the link.
struct PairPage {
    let token: Token
    let grant: DeviceGrant
    /// Name in the field.
    let name: String?
    /// `true` if the name that was sent is not valid for a device.
    var hasBadName = false

    /// Returns the address of the page.
    static func path(of token: Token) -> String { "/pair/\(token.text)" }

    func html(nonce: String, language: PageLanguage) -> [UInt8] {
        PageLayout(
            title: LocalizableText.pairThisDevice.text(in: language),
            nonce: nonce,
            language: language,
            sheets: [.plain]
        ).wrap { page in
            page.markup("<main class=\"alone\"><h1>\(.pairThisDeviceTitle)</h1><p>\(grant.rights.pairingSentence)")
            page.markup("</p><form method=\"post\" autocomplete=\"off\"\("action", Self.path(of: token))><label>")
            page.markup("<span>\(.deviceName)</span><input name=\"name\" maxlength=\"64\" autocomplete=\"off\"")
            page.markup("\("value", name ?? "")></label>\(if: hasBadName, "<p role=\"alert\">\(.nameIsTooLong)</p>")")
            page.markup("<button class=\"pill strong\">\(.pairThisDevice)</button></form></main>")
        }
    }
}

extension PlainPage {
    /// For a pairing link that was already used, or has expired.
    static let usedPairingLink = PlainPage(
        title: .linkWasUsed,
        sentence: .pairingLinksWorkOnce,
        command: "today pair"
    )
}

extension DeviceRights {
    /// A sentence that says what a device with these rights will do.
    fileprivate var pairingSentence: LocalizableText {
        switch self {
        case .view: .pairingGivesView
        case .act: .pairingGivesAct
        case .change: .pairingGivesChange
        }
    }
}
