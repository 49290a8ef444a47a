import Host
import HostStorage

/// The line on the screen that devices have been silent for longer than expected, until the person dismisses it.
struct SilenceNotice {
    /// The address of what dismisses it.
    private static let dismissal = "/silence/dismiss"

    /// The devices; without any, nothing is written.
    let devices: [Device]

    /// The devices that a page reports.
    ///
    /// - Parameters:
    ///   - host: The host, which knows the devices.
    ///   - rights: What the device of the page may do; it is told of others only if it may change settings.
    /// - Returns: The devices, the one that was seen last first.
    /// - Throws: What the host's database throws.
    static func devices(of host: any HostAccess, for rights: DeviceRights) async throws(HostError) -> [Device] {
        guard rights == .change else { return [] }
        return try await host.send(ListDevicesRequest()).filter { $0.isSilent && !$0.contact.isSilenceDismissed }
    }

    func write(to page: inout PageWriter) {
        guard let first = devices.first else { return }
        let name = first.label ?? PageText.unknownBrowser.text(in: page.language)
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
