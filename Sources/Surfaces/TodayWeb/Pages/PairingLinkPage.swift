import HostModel
import LocalAPI
import QRCodes
import TodayProtocol

/// The page in Settings that makes a link for another device, and shows it as a QR code.
struct PairingLinkPage {
    /// Content of the page.
    struct Model: Sendable {
        /// The link; `nil` before it is made.
        var link: PairingLink?
        /// Values of the fields.
        var grant = DeviceGrant()
        /// `true` if making a link needs the passcode.
        var needsPasscode = false
        /// Reason for which the form was refused; `nil` if it was not.
        var problem: LocalizableText?
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
        /// The language of the texts.
        var language = PageLanguage.english
    }

    /// Address of the page.
    static let path = "/settings/devices/pair"

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.pairADevice.text(in: model.language),
            nonce: nonce,
            language: model.language,
            sheets: [.scene, .settings, .install],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.pairADevice, back: (DevicesSection.path, .settings))
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup(">")
            if let link = model.link { write(link, to: &page) } else { writeForm(to: &page) }
            page.markup("</main>")
        }
    }

    private func write(_ link: PairingLink, to page: inout PageWriter) {
        page.markup("<div class=\"pairing\">")
        if let code = QRCode(link.link) {
            page.markup("<svg class=\"qr\" role=\"img\"")
            page.attribute("aria-label", .pairingCode)
            page.attribute("viewBox", "0 0 \(code.fullWidth) \(code.fullWidth)")
            page.markup("><path")
            page.attribute("d", code.path)
            page.markup("></path></svg>")
        }
        page.markup("<p class=\"aside\">")
        page.text(.howToPair(link.seconds / 60))
        page.markup("</p><p class=\"address\"><bdi>")
        page.text(link.link)
        page.markup("</bdi></p>")
        if !link.reachesOtherMachines {
            page.markup("<p class=\"aside\" role=\"note\">")
            page.text(.pairingReachesThisMachineAlone)
            page.markup("</p>")
        }
        page.markup("</div>")
    }

    private func writeForm(to page: inout PageWriter) {
        page.markup("<form method=\"post\" autocomplete=\"off\"><div class=\"sheaf spaced\">")
        DeviceFields(name: model.grant.name ?? "", placeholder: nil).write(to: &page)
        DeviceFields.writeRights(model.grant.rights, to: &page)
        if model.needsPasscode { DeviceFields.writePasscode(to: &page) }
        page.markup("</div>")
        if let problem = model.problem {
            page.markup("<p class=\"problem\" role=\"alert\">")
            page.text(problem)
            page.markup("</p>")
        }
        page.markup("<p class=\"aside\">")
        page.text(.aboutDeviceRights)
        page.markup("</p><p class=\"choices\"><button class=\"pill strong\">")
        page.text(.showPairingCode)
        page.markup("</button></p></form>")
    }
}
