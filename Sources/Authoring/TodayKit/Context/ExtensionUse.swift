import Synchronization
import TodayProtocol

/// One use of a Share or Action extension, which has a process of its own.
///
/// ``App/receive(shared:_:)`` ends the use when it returns, unless it calls ``showPage()``: then the host shows the
/// page that ``App/scene(_:_:)`` returns, until ``App/perform(_:_:)`` calls ``finish(_:text:)``. Values that the
/// extension keeps in memory in between belong to this use only.
public final class ExtensionUse: Sendable {
    private struct State {
        var showsPage = false
        var result: AppShareRequest.Reply?
    }

    /// `true` if it is an Action extension, which returns text to where the content came from.
    public let returnsText: Bool
    private let state = Mutex(State())

    init(returnsText: Bool) { self.returnsText = returnsText }

    /// `true` if the use continues with a page.
    var showsPage: Bool { state.withLock(\.showsPage) }

    /// The result with which the use ends; `nil` while it continues.
    var result: AppShareRequest.Reply? { state.withLock(\.result) }

    /// Continues with the extension's page, instead of ending the use when ``App/receive(shared:_:)`` returns.
    public func showPage() { state.withLock { $0.showsPage = true } }

    /// Ends the use, and with it the process, when the function that received the context returns.
    ///
    /// The message says what was done, in the context's language and in at most 200 characters. The text, of at most 32
    /// KiB, is what an Action extension returns; a Share extension returns none.
    public func finish(_ message: String? = nil, text: String? = nil) {
        state.withLock { $0.result = AppShareRequest.Reply(message: message, text: text) }
    }
}

extension HostSession {
    /// The use of the extension that this process runs, for one request; `nil` in an app's or a widget's process.
    var use: ExtensionUse? {
        switch state.withLock({ $0.initialization?.kind }) {
        case .share?: ExtensionUse(returnsText: false)
        case .action?: ExtensionUse(returnsText: true)
        case .app?, .widget?, nil: nil
        }
    }
}
