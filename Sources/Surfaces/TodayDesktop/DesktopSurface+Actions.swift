package import HostModel
import LocalAPI
import Logging
package import TodayProtocol

extension DesktopSurface {
    /// Performs an action that the person chose on a bubble, at the host or on the page that asks for more; logs
    /// errors.
    func perform(_ action: DesktopAction) async {
        do throws(HostError) {
            switch action {
            case .answer(let id, let action, let text, let activation):
                try await answer(id, action, text, activation)
            case .ask(let id, let action, let activation):
                open(.answer(id, action: action), activation)
            case .dismiss(let id):
                try await host.send(DismissNotificationsRequest.notifications(ids: [id]))
            case .trace(let id):
                try await host.send(AddTraceRequest(.shown(on: .desktop), of: id))
            }
        } catch {
            logger.error(
                "What was chosen on a bubble could not be done",
                metadata: ["error": "\(error.message)", "work": "\(action.name)"]
            )
        }
    }

    private func answer(_ id: DeliveredID, _ action: String, _ text: String?, _ activation: String?)
        async throws(HostError)
    {
        do throws(HostError) {
            let answer = NotificationAnswer(notification: id, action: action, text: text)
            switch try await host.send(AnswerNotificationRequest(answer, on: .desktop, viewer: viewer)) {
            case .done, .gone: break
            case .open(let url, let opening): open(.address(url, as: opening), activation)
            case .failed(let reason):
                logger.notice(
                    "An app did not do what was chosen on a bubble",
                    metadata: ["notification": "\(id)", "reason": "\(reason.english)"]
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
    /// The action for the log, without the person's text.
    fileprivate var name: String {
        switch self {
        case .answer(let id, let action, _, _): "answer \(id) \(action)"
        case .ask(let id, let action, _): "ask \(id) \(action)"
        case .dismiss(let id): "dismiss \(id)"
        case .trace(let id): "trace \(id)"
        }
    }
}

/// A page of the web surface that the desktop opens.
package enum DesktopPage: Hashable, Sendable {
    /// The page that a URL leads to, usually a page of an app.
    case address(String, as: OpeningID? = nil)
    /// The list of notifications, which asks for the passcode or text that an action needs and a bubble cannot ask for.
    case answer(DeliveredID, action: String)

    /// The path and query on the web surface, which checks the URL like any other.
    package var path: String {
        switch self {
        case .address(let url, let opening): OpenURLRequest.page(url, as: opening)
        case .answer(let id, let action): "/notifications?answer=\(id)&action=\(PercentCoding.encode(action))"
        }
    }
}
