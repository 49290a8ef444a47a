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
    /// Only a page that may change settings is told of others. The most recently seen device is the first.
    static func devices(of host: any HostAccess, for rights: DeviceRights) async throws(HostError) -> [Device] {
        guard rights == .change else { return [] }
        return try await host.send(ListDevicesRequest()).filter { $0.isSilent && !$0.contact.isSilenceDismissed }
    }

    func write(to page: inout PageWriter) {
        guard let first = devices.first else { return }
        let name = first.label ?? LocalizableText.unknownBrowser.text(in: page.language)
        page.markup("<form class=\"link-state silence\" method=\"post\"\("action", Self.dismissal)>")
        page.markup("<p role=\"status\">\(devices.count == 1 ? .isSilent(name) : .areSilent(devices.count))</p>")
        page.markup("<a class=\"quiet-button\"\("href", DevicesSection.path)>\(.devices)</a>")
        page.markup("<button class=\"quiet-button\">\(.dismiss)</button></form>")
    }
}
