import HostModel
import TodayProtocol

/// The audit log as a page, the newest entry first; it works without the script.
struct AuditLogPage: Page {
    /// Maximum number of entries on a page.
    static let limit = 100
    /// Address of the newest entries.
    static let path = "/settings/audit"

    /// Entries, at most ``AuditLogPage/limit``, and the result of the check that the whole log is unchanged.
    var log: AuditLogPart
    let context: PageContext

    var title: LocalizableText { .auditLog }
    var sheets: [PageStyleSheet] { [.scene, .settings] }

    func write(to page: inout PageWriter) {
        page.writeBar(.auditLog, back: ("/settings", .settings))
        page.markup("<main class=\"column settings\"\(context.place)>")
        page.markup("<p class=\"aside\"\(if: log.firstBroken != nil, " role=\"alert\"")")
        page.markup(">\(log.firstBroken.map { .auditLogWasChanged(String($0)) } ?? .aboutAuditLog)</p>")
        writeEntries(to: &page)
        writeOlder(to: &page)
        page.markup("</main>")
    }

    private func writeEntries(to page: inout PageWriter) {
        guard !log.entries.isEmpty else {
            page.markup("<p class=\"aside\">\(.auditLogIsEmpty)</p>")
            return
        }
        page.markup("<ol class=\"sheaf log\" reversed>")
        for entry in log.entries {
            page.markup("<li class=\"line\"><div><b>\(entry.kind.title)</b>")
            for text in [entry.appName ?? entry.app?.rawValue ?? "", entry.detail] where !text.isEmpty {
                page.markup("<p dir=\"auto\">\(text)</p>")
            }
            page.markup("</div>\(context.dates.age(of: entry.date))</li>")
        }
        page.markup("</ol>")
    }

    private func writeOlder(to page: inout PageWriter) {
        guard log.entries.count == Self.limit, let last = log.entries.last, last.number > 1 else { return }
        page.markup("<div class=\"sheaf\">")
        page.markup("<a class=\"line\"\("href", "\(Self.path)?before=\(last.number)")>\(.olderEntries)</a></div>")
    }
}
