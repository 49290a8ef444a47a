import HostModel
import TodayProtocol

/// A notice on the screen about devices that have been silent for longer than expected, until the person dismisses it.
struct SilenceNotice {
    /// Path of the request that dismisses it.
    private static let dismissal = "/silence/dismiss"

    /// The devices; if there are none, nothing is written.
    let devices: [Device]

    /// Returns the devices to report on a page.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - rights: The rights of the page's device; only one that may change settings is told of others.
    /// - Returns: The devices, the most recently seen first.
    /// - Throws: The error of the host's database.
    static func devices(of host: any HostAccess, for rights: DeviceRights) async throws(HostError) -> [Device] {
        guard rights == .change else { return [] }
        return try await host.send(ListDevicesRequest()).filter { $0.isSilent && !$0.contact.isSilenceDismissed }
    }

    func write(to page: inout PageWriter) {
        guard let first = devices.first else { return }
        let name = first.label ?? LocalizableText.unknownBrowser.text(in: page.language)
        page.markup("<form class=\"link-state silence\" method=\"post\"")
        page.attribute("action", Self.dismissal)
        page.markup("><p role=\"status\">")
        page.text(devices.count == 1 ? .isSilent(name) : .areSilent(devices.count))
        page.markup("</p><a class=\"quiet-button\"")
        page.attribute("href", DevicesSection.path)
        page.markup(">")
        page.text(.devices)
        page.markup("</a><button class=\"quiet-button\">")
        page.text(.dismiss)
        page.markup("</button></form>")
    }
}
