import Foundation
import HostModel
import TodayProtocol

/// The section about the cloud in Settings: its name, the state of the connection, and the form that leaves it.
///
/// The form needs no script. The cloud inside Today has no such form: a host that joined no other cloud always uses it.
struct CloudSection {
    /// The address of the section.
    static let path = "/settings#cloud"
    /// Path to which the form is sent.
    static let leavePath = "/settings/cloud/leave"

    let status: CloudStatus
    let dates: PageDates

    func write(to page: inout PageWriter) {
        page.markup("<section aria-labelledby=\"cloud\"><h2 class=\"section-title\" id=\"cloud\">\(.cloud)</h2>")
        if let url = status.url {
            page.markup("<div class=\"sheaf\">")
            writeState(of: url, to: &page)
            if !status.isLocal { writeLeave(to: &page) }
            page.markup("</div>")
            writeHint(about: url, to: &page)
        } else {
            writeAside(.joinNoCloud, to: &page)
            page.writeCommand("today link CLOUD-URL")
        }
        page.markup("</section>")
    }

    private func writeState(of url: String, to page: inout PageWriter) {
        page.markup("<div class=\"line known cloud\"><span>\(title)</span><span><bdi>")
        // A URL that is too long for a line breaks first before the server's name.
        let name = url.range(of: "://")?.upperBound ?? url.startIndex
        page.markup("\(String(url[..<name]))<wbr>\(String(url[name...]))</bdi>")
        if let since { page.markup("<small>\(.since(dates.moment(since)))</small>") }
        page.markup("</span></div>")
    }

    private var title: LocalizableText {
        switch status.state {
        case .notLinked, .connecting: .cloudConnecting
        case .connected: .cloudConnected
        case .offline: .cloudOffline
        case .unregistered: .cloudShutOut
        }
    }

    private var since: Date? {
        switch status.state {
        case .connected(let since), .offline(let since, _): since
        case .notLinked, .connecting, .unregistered: nil
        }
    }

    /// Writes the problem and its remedy, or else a description of the cloud.
    private func writeHint(about url: String, to page: inout PageWriter) {
        switch status.state {
        case .offline: if let notice = status.notice { writeAside(notice, to: &page) }
        case .unregistered:
            writeAside(.joinCloudAgain, to: &page)
            page.writeCommand("today link \(url)")
        case .notLinked, .connecting, .connected: writeAside(status.isLocal ? .cloudInside : .aboutCloud, to: &page)
        }
    }

    private func writeLeave(to page: inout PageWriter) {
        page.markup("<details class=\"leave\"><summary class=\"line\">\(.leaveCloud)</summary>")
        page.markup("<form class=\"line\" method=\"post\"\("action", Self.leavePath)><p>\(.whatLeavingACloudDoes)")
        page.markup("</p><button class=\"quiet-button\">\(.leave)</button></form></details>")
    }

    private func writeAside(_ text: LocalizableText, to page: inout PageWriter) {
        page.markup("<p class=\"aside\">\(text)</p>")
    }
}
