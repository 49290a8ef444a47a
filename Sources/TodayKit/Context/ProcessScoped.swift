public import FoundationEssentials
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
