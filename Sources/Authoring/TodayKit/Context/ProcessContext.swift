public import FoundationEssentials
import JSONRPC
public import TodayProtocol

/// A value with a ``ProcessContext``: the context of a widget or of an app, or the context itself.
///
/// Functions for both apps and widgets take `some ProcessScoped`.
public protocol ProcessScoped: Sendable {
    /// The part of the context that widgets and apps share.
    var process: ProcessContext { get }
}

extension ProcessScoped {
    /// The host's time when it sent the request.
    public var now: Date { process.request.now }
    /// The current day in the person's time zone.
    public var today: CivilDay { process.request.day }
    /// The person's time zone, an IANA name such as `Europe/Berlin`.
    public var zone: String { process.request.zone }
    /// The clock of the surface where the person is, if its time zone is not ``zone``.
    ///
    /// The person's entries on the surface are in its time zone.
    public var surface: SurfaceClock? { process.request.surface }
    /// The language of the surface, a BCP 47 tag such as `en-US`.
    public var language: String { process.request.language }
    /// The shared defaults of the process's app groups.
    public var defaults: SharedDefaults { SharedDefaults(process: process) }
    /// The client for HTTP requests.
    public var http: HTTPClient { HTTPClient(session: process.session) }
    /// The app's notifications.
    public var notifications: AppNotifications<Self> { AppNotifications(scope: self) }
    /// The host's log.
    public var log: Log { Log(session: process.session) }
    /// The app groups that the process's entitlements name, in their order.
    public var groups: [AppGroup] { process.initialization.groups.map { AppGroup(id: $0.id, path: $0.path) } }
    /// The folder of the process's bundle; read-only.
    public var bundlePath: String { process.initialization.bundlePath }
    /// The path of a folder that only this process sees and that is deleted when it ends.
    public var temporaryPath: String { process.initialization.temporaryPath }

    /// Opens a URL on the surface that the person uses.
    ///
    /// In an action it is opened on the page where the person tapped, and in a response on the surface where the
    /// notification was answered, after the commit.
    ///
    /// - Parameters:
    ///   - url: An `https`, `http`, `mailto`, `tel`, `sms` or `geo` URL, or one of an app; at most 4 KiB.
    ///   - finished: Receives `true` if the app took the URL or the person's browser got it, once a surface has opened
    ///     it. It is called at most once, only while the process runs, and not within the request; it must not block.
    ///     Only the last 16 openings of a process are followed; the same URL may be opened several times.
    /// - Returns: `true` if an installed app or the person's browser opens such a URL. If none does, the surface of an
    ///   action tells the person, unless the action opens something else.
    /// - Throws: ``RequestError`` if the host refuses it.
    @discardableResult
    public func open(_ url: String, finished: (@Sendable (Bool) -> Void)? = nil) async throws -> Bool {
        let ask = { try await process.reply { OpenRequest(url: url, transaction: $0) } }
        guard let finished else { return try await ask().taken }
        return try await process.session.openings.follow(finished, ask).taken
    }
}

/// The part of a context that widgets and apps share: the request's values, the shared state and the connection to the
/// host.
///
/// It belongs to one request, or to ``App/run(_:)``. Within an action, a response, a push, ``App/process(_:_:)`` and
/// ``App/recordsFailed(_:_:)`` it belongs to a transaction: what is written through it is committed with the answer,
/// and until then it is visible only to reads of shared defaults through this context. Writing after the end of the
/// request throws an error. In ``App/run(_:)`` each write is committed by itself.
public struct ProcessContext: ProcessScoped {
    let session: HostSession
    let initialization: InitializeRequest
    let request: RequestContext
    var scope: RequestScope
    var transaction: Transaction?

    /// The context itself.
    public var process: ProcessContext { self }

    /// Sends a request that is part of the transaction, if there is one.
    func ask<Request: RPCRequest>(_ request: (Int?) -> Request) async throws {
        _ = try await reply(to: request)
    }

    /// Sends a request that is part of the transaction, if there is one, and returns its reply.
    func reply<Request: RPCRequest>(to request: (Int?) -> Request) async throws -> Request.Reply {
        try transaction?.requireOpen()
        return try await session.ask(request(transaction?.number))
    }
}

/// An app group of a process.
public struct AppGroup: Hashable, Sendable {
    /// The group's name.
    public let id: GroupID
    /// The path of its folder for this process; readable and writable by all processes of the group.
    public let path: String
}

/// The host's log of this process.
///
/// A message is one line, cut after 4 KiB. Text printed to standard output or standard error also appears in it,
/// without a level. A message of a cancelled task that ends with `CancellationError()` is left out: it only says that
/// the host ends the process or no longer needs an answer.
public struct Log: Sendable {
    let session: HostSession

    /// Logs a message that is only useful while debugging.
    public func debug(_ message: String) { session.log(.debug, message) }

    /// Logs a message that helps to follow one request.
    public func info(_ message: String) { session.log(.info, message) }

    /// Logs an important change.
    public func notice(_ message: String) { session.log(.notice, message) }

    /// Logs a failure.
    public func error(_ message: String) { session.log(.error, message) }
}
