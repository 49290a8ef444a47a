import Host
import HostAPI
package import HostStorage
import Logging
import Notifications
import TodayProtocol
import TodayScreen

/// Does what the person chose on bubbles: by the host, or on the page that can ask for more.
struct DesktopActionHandler: Sendable {
    /// The desktop, as the host tells surfaces apart.
    static let surface = SurfaceID("desktop")

    let host: any HostFacade
    let viewer: Viewer
    let opener: PageOpener
    let makeLink: @Sendable (DesktopPage) -> String
    let logger: Logger

    /// Does one thing; what goes wrong is logged.
    func perform(_ work: DesktopAction) async {
        do throws(HostError) {
            switch work {
            case .answer(let id, let action, let text, let activation):
                try await answer(id, action, text, activation)
            case .ask(let id, let action, let activation):
                open(.answer(id, action: action), activation)
            case .dismiss(let id):
                try await host.dismiss([id])
            }
        } catch {
            logger.error(
                "What was chosen on a bubble could not be done",
                metadata: ["error": "\(error.message)", "work": "\(work.name)"]
            )
        }
    }

    private func answer(_ id: DeliveredID, _ action: String, _ text: String?, _ activation: String?)
        async throws(HostError)
    {
        do throws(HostError) {
            let answer = NotificationAnswer(notification: id, action: action, text: text)
            switch try await host.answer(answer, on: Self.surface, viewer: viewer) {
            case .done, .gone: break
            case .open(let url): open(.address(url), activation)
            case .failed(let reason):
                logger.notice(
                    "An app did not do what was chosen on a bubble",
                    metadata: ["notification": "\(id)", "reason": "\(reason)"]
                )
            }
        } catch  where error.code == .passcodeRequired || error.code == .passcodeNotSet {
            // The action has come to need the passcode since the bubble was shown.
            open(.answer(id, action: action), activation)
        }
    }

    private func open(_ page: DesktopPage, _ activation: String?) {
        do throws(PageOpener.Failure) {
            try opener.open(makeLink(page), activationToken: activation)
        } catch {
            logger.warning("A page could not be opened", metadata: ["reason": "\(error.message)"])
        }
    }
}

extension DesktopAction {
    /// What it is, without what the person wrote.
    fileprivate var name: String {
        switch self {
        case .answer(let id, let action, _, _): "answer \(id) \(action)"
        case .ask(let id, let action, _): "ask \(id) \(action)"
        case .dismiss(let id): "dismiss \(id)"
        }
    }
}

/// A page of the web surface that something on the desktop leads to.
package enum DesktopPage: Hashable, Sendable {
    /// The page that an address leads to, most often a page of an app.
    case address(String)
    /// The list of notifications, where an action waits for what a bubble cannot ask for: the passcode, or text.
    case answer(DeliveredID, action: String)

    /// Its path and query on the web surface, which checks the address as any other.
    package var path: String {
        switch self {
        case .address(let url): "/open?url=\(PercentCoding.encode(url))"
        case .answer(let id, let action): "/notifications?answer=\(id)&action=\(PercentCoding.encode(action))"
        }
    }
}
