import Synchronization
import TodayProtocol

/// One use of a Share or Action extension, which has a process of its own.
///
/// ``App/receive(shared:_:)`` ends the use when it returns, unless it calls ``showPage()``: then the host shows what
/// ``App/scene(_:_:)`` returns, until ``App/perform(_:_:)`` calls ``finish(_:text:)``. What the extension keeps in memory
/// in between is this use's alone.
public final class ExtensionUse: Sendable {
    private struct State {
        var showsPage = false
        var result: AppShareRequest.Reply?
    }

    /// Whether it is an Action extension, which returns text to where the content came from.
    public let returnsText: Bool
    private let state = Mutex(State())

    init(returnsText: Bool) { self.returnsText = returnsText }

    /// Whether the use goes on with a page.
    var showsPage: Bool { state.withLock(\.showsPage) }

    /// How the use ends; `nil` if it goes on.
    var result: AppShareRequest.Reply? { state.withLock(\.result) }

    /// Goes on with the extension's page, instead of ending the use when ``App/receive(shared:_:)`` returns.
    public func showPage() { state.withLock { $0.showsPage = true } }

    /// Ends the use when the function returns that the context was given to; the process ends with it.
    ///
    /// - Parameters:
    ///   - message: A sentence that says what was done, in the context's language and at most 200 characters long.
    ///   - text: The text that an Action extension returns, at most 32 KiB; that of a Share extension is ignored.
    public func finish(_ message: String? = nil, text: String? = nil) {
        state.withLock { $0.result = AppShareRequest.Reply(message: message, text: text) }
    }
}

extension HostSession {
    /// The use of the extension whose process this is, for one request; `nil` in an app's or a widget's process.
    var use: ExtensionUse? {
        switch state.withLock({ $0.initialization?.kind }) {
        case .share?: ExtensionUse(returnsText: false)
        case .action?: ExtensionUse(returnsText: true)
        case .app?, .widget?, nil: nil
        }
    }
}
