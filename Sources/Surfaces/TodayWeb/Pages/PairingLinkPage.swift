import HostModel
import LocalAPI
import QRCodes
import TodayProtocol

/// The page in Settings that makes a link for another device, and shows it as a QR code.
///
/// Without a public address no other device could open it: the page says so and shows no code, and its link is for
/// another browser on this machine.
struct PairingLinkPage: Page {
    /// Address of the page.
    static let path = "/settings/devices/pair"

    /// The link; `nil` before it is made.
    var link: PairingLink?
    /// `true` if other machines reach the pages.
    var reachesOtherMachines = true
    /// The most rights that a device gets by the link.
    var mostRights = DeviceRights.change
    /// Values of the fields.
    var grant = DeviceGrant()
    /// `true` if making a link needs the passcode.
    var needsPasscode = false
    /// Reason for which the form was refused; `nil` if it was not.
    var problem: LocalizableText?
    let context: PageContext

    var title: LocalizableText { .pairADevice }
    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(.pairADevice, back: (DevicesSection.path, .settings))
        page.markup("<main class=\"column settings\"\(context.place)>")
        if !reachesOtherMachines {
            page.markup("<p class=\"warning\" role=\"note\">\(Symbol.warning)")
            page.markup("<span>\(.pairingReachesThisMachineAlone)</span></p>")
        }
        if let link { write(link, to: &page) } else { writeForm(to: &page) }
        page.markup("</main>")
    }

    private func write(_ link: PairingLink, to page: inout PageWriter) {
        page.markup("<div class=\"pairing\">")
        if reachesOtherMachines, let code = QRCode(link.link) {
            page.markup("<svg class=\"qr\" role=\"img\"")
            page.markup("\("aria-label", .pairingCode)\("viewBox", "0 0 \(code.fullWidth) \(code.fullWidth)")>")
            page.markup("<path\("d", code.path)></path></svg>")
        }
        let minutes = link.seconds / 60
        page.markup("<p class=\"aside\">\(reachesOtherMachines ? .howToPair(minutes) : .howToPairHere(minutes))</p>")
        page.markup("<p class=\"address\"><bdi>\(link.link)</bdi> ")
        page.markup("<button type=\"button\" class=\"quiet-button\" data-copy>\(.copy)</button></p>")
        if link.isUnencrypted { page.markup("<p class=\"aside\" role=\"note\">\(.pairingNotEncrypted)</p>") }
        page.markup("</div>")
    }

    private func writeForm(to page: inout PageWriter) {
        page.markup("<form method=\"post\" autocomplete=\"off\"><div class=\"sheaf spaced\">")
        DeviceFields(name: grant.name ?? "", placeholder: nil).write(to: &page)
        DeviceFields.writeRights(grant.rights, upTo: mostRights, to: &page)
        if needsPasscode { DeviceFields.writePasscode(to: &page) }
        page.markup("</div>")
        page.writeProblem(problem)
        page.markup("<p class=\"aside\">\(.aboutDeviceRights)</p>")
        page.markup("<p class=\"choices\"><button class=\"pill strong\">")
        page.markup("\(reachesOtherMachines ? .showPairingCode : .makePairingLink)</button></p></form>")
    }
}
