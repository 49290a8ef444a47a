import HostModel
import TodayProtocol

/// The audit log as a page, the newest entry first; it works without the script.
struct AuditLogPage {
    /// Maximum number of entries on a page.
    static let limit = 100
    /// Address of the newest entries.
    static let path = "/settings/audit"

    /// Content of the page.
    struct Model: Sendable {
        /// Entries, at most ``AuditLogPage/limit``, and the result of the check that the whole log is unchanged.
        var log: AuditLogPart
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// Formats dates in the person's language and time zone.
        var dates: PageDates
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.auditLog.text(in: model.dates.language),
            nonce: nonce,
            language: model.dates.language,
            sheets: [.scene, .settings],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.auditLog, back: ("/settings", .settings))
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup("><p class=\"aside\"")
            if model.log.firstBroken != nil { page.markup(" role=\"alert\"") }
            page.markup(">")
            page.text(model.log.firstBroken.map { .auditLogWasChanged(String($0)) } ?? .aboutAuditLog)
            page.markup("</p>")
            writeEntries(to: &page)
            writeOlder(to: &page)
            page.markup("</main>")
        }
    }

    private func writeEntries(to page: inout PageWriter) {
        guard !model.log.entries.isEmpty else {
            page.markup("<p class=\"aside\">")
            page.text(.auditLogIsEmpty)
            page.markup("</p>")
            return
        }
        page.markup("<ol class=\"sheaf log\" reversed>")
        for entry in model.log.entries {
            page.markup("<li class=\"line\"><div><b>")
            page.text(entry.kind.title)
            page.markup("</b>")
            for text in [entry.appName ?? entry.app?.rawValue ?? "", entry.detail] where !text.isEmpty {
                page.markup("<p dir=\"auto\">")
                page.text(text)
                page.markup("</p>")
            }
            page.markup("</div>")
            model.dates.writeAgo(entry.date, to: &page)
            page.markup("</li>")
        }
        page.markup("</ol>")
    }

    private func writeOlder(to page: inout PageWriter) {
        guard model.log.entries.count == Self.limit, let last = model.log.entries.last, last.number > 1 else { return }
        page.markup("<div class=\"sheaf\"><a class=\"line\"")
        page.attribute("href", "\(Self.path)?before=\(last.number)")
        page.markup(">")
        page.text(.olderEntries)
        page.markup("</a></div>")
    }
}

extension AuditEvent.Kind {
    /// A short description of the event.
    fileprivate var title: LocalizableText {
        switch self {
        case .appInstalled: .auditAppInstalled
        case .appUpdated: .auditAppUpdated
        case .appRemoved: .auditAppRemoved
        case .rightRevoked: .auditRightRevoked
        case .rightRestored: .auditRightRestored
        case .hostAllowed: .auditHostAllowed
        case .hostDisallowed: .auditHostDisallowed
        case .callDenied: .auditCallDenied
        case .processKilled: .auditProcessKilled
        case .signedIn: .auditSignedIn
        case .signedOut: .auditSignedOut
        case .deviceRightsChanged: .auditDeviceRightsChanged
        case .passkeyAdded: .auditPasskeyAdded
        case .passkeyRemoved: .auditPasskeyRemoved
        case .pushesSubscribed: .auditPushesSubscribed
        case .pushesEnded: .auditPushesEnded
        case .linksRefused: .auditLinksRefused
        case .passcodeSet: .auditPasscodeSet
        case .passcodeRemoved: .auditPasscodeRemoved
        case .passcodeWrong: .auditPasscodeWrong
        case .cloudLinked: .auditCloudLinked
        case .cloudUnlinked: .auditCloudUnlinked
        case .keysRead: .auditKeysRead
        case .keychainUsed: .auditKeychainUsed
        case .linkMade: .auditLinkMade
        case .backupMade: .auditBackupMade
        case .backupRestored: .auditBackupRestored
        }
    }
}
