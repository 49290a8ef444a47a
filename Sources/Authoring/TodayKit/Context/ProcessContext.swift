public import FoundationEssentials
import JSONRPC
public import TodayProtocol

/// Something that has a ``ProcessContext``: the context of a widget or of an app, or the context itself.
///
/// A library that both use takes `some ProcessScoped`.
public protocol ProcessScoped: Sendable {
    /// What a widget and an app have in common.
    var process: ProcessContext { get }
}

extension ProcessScoped {
    /// The host's time when it asked.
    public var now: Date { process.request.now }
    /// The day on the person's calendar.
    public var today: CivilDay { process.request.day }
    /// The person's time zone, an IANA name such as `Europe/Berlin`.
    public var zone: String { process.request.zone }
    /// The language of the surface, a BCP 47 tag such as `en-US`.
    public var language: String { process.request.language }
    /// The shared defaults of the process's app groups.
    public var defaults: SharedDefaults { process.defaults }
    /// Fetches from the network.
    public var http: HTTPClient { process.http }
    /// The app's notifications.
    public var notifications: AppNotifications<Self> { AppNotifications(scope: self) }
    /// The host's log.
    public var log: Log { process.log }
    /// The app groups that the process's entitlements name, in their order.
    public var groups: [AppGroup] { process.groups }
    /// The process's bundle; read-only.
    public var bundlePath: String { process.bundlePath }
    /// A folder that only this process sees and that is gone with it.
    public var temporaryPath: String { process.temporaryPath }

    /// Opens a URL on the surface where the person is.
    ///
    /// During a perform it is opened on the page where the tap was made, and during a response on the surface where the
    /// notification was answered, after everything is committed.
    ///
    /// - Parameter url: An `https`, `http`, `mailto`, `tel`, `sms` or `geo` URL, or one of an installed app; at most 4 KiB.
    /// - Throws: ``RequestError`` if the host refuses it.
    public func open(_ url: String) async throws {
        try await process.ask { OpenRequest(url: url, transaction: $0) }
    }
}

/// What a widget and an app have in common: the moment, the shared state and the way to the host.
///
/// It belongs to one request, or to ``App/run(_:)``. Within a perform, a response or a push it carries the transaction: what is
/// written through it is committed with the answer, and seen by nobody before but by what reads shared defaults through
/// it. When the request is over, writing through it throws.
public struct ProcessContext: ProcessScoped {
    let session: HostSession
    let facts: InitializeRequest
    let request: RequestContext
    let scope: RequestScope
    let transaction: Transaction?

    /// The context itself.
    public var process: ProcessContext { self }
    /// The shared defaults of the process's app groups.
    public var defaults: SharedDefaults {
        SharedDefaults(center: session.defaults, session: session, facts: facts, scope: scope, transaction: transaction)
    }
    /// Fetches from the network.
    public var http: HTTPClient { HTTPClient(session: session) }
    /// The host's log.
    public var log: Log { Log(session: session) }
    /// The app groups that the process's entitlements name, in their order.
    public var groups: [AppGroup] { facts.groups.map { AppGroup(id: $0.id, path: $0.path) } }
    /// The process's bundle; read-only.
    public var bundlePath: String { facts.bundlePath }
    /// A folder that only this process sees and that is gone with it.
    public var temporaryPath: String { facts.temporaryPath }

    /// Asks the host for something that belongs to the transaction, if there is one.
    func ask<Request: RPCRequest>(_ request: (Int?) -> Request) async throws {
        try transaction?.requireOpen()
        _ = try await session.ask(request(transaction?.number))
    }
}

/// One app group of a process.
public struct AppGroup: Hashable, Sendable {
    /// The group's name.
    public let id: GroupID
    /// Its folder, as the process sees it; readable and writable, shared by all processes of the group.
    public let path: String
}

/// The host's log of this process.
///
/// A line is one message; at most 4 KiB of it are kept. What is printed to standard output or standard error goes
/// there too, without a level.
public struct Log: Sendable {
    let session: HostSession

    /// Writes a line that only helps while debugging.
    public func debug(_ message: String) { session.log(.debug, message) }

    /// Writes a line that helps to follow one request.
    public func info(_ message: String) { session.log(.info, message) }

    /// Writes a line on a change worth keeping.
    public func notice(_ message: String) { session.log(.notice, message) }

    /// Writes a line on something that failed.
    public func error(_ message: String) { session.log(.error, message) }
}
