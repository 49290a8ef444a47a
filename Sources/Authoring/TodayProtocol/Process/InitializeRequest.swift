import JSONRPC

/// Host to process: opens the session; the host sends no other request before the reply.
///
/// The process answers with the protocol version it speaks; the host ends a process whose version it does not know.
package struct InitializeRequest: RPCRequest {
    package static let method = "initialize"

    package struct Reply: Codable, Hashable, Sendable {
        /// The protocol version that the process speaks.
        package var protocolVersion: Int
        /// The library that the process is built with, for the log.
        package var library: String?

        package init(protocolVersion: Int = ProtocolVersion.current, library: String? = nil) {
            self.protocolVersion = protocolVersion
            self.library = library
        }
    }

    /// One app group of the process.
    package struct Group: Codable, Hashable, Sendable {
        package var id: GroupID
        /// Its folder as the process sees it; readable and writable.
        package var path: String

        package init(id: GroupID, path: String) {
            self.id = id
            self.path = path
        }
    }

    /// The protocol version that the host speaks.
    package var protocolVersion = ProtocolVersion.current
    /// The host's version, such as `0.1.0`.
    package var hostVersion: String
    /// The kind of the process.
    package var kind: ProcessKind
    /// The process's own bundle identifier.
    package var id: String
    /// The instance of the widget, such as `com.example.Weather.Widget:2`; `nil` for an app.
    ///
    /// The first instance has the same id as ``id``. For an extension the id of the use follows the colon.
    package var instance: WidgetID?
    /// The name of the widget among several in the program (`NSExtensionPrincipalClass`), or `nil`; a process without a
    /// widget of that name answers with an error that lists the names it has.
    package var principalClass: String?
    /// The containing app.
    package var app: AppID
    /// The groups that the process's entitlements name, in their order.
    package var groups: [Group]
    /// The process's bundle, as the process sees it; read-only.
    package var bundlePath: String
    /// A folder that only this process sees and that is deleted when it ends.
    package var temporaryPath: String
    /// The id of this device, which stays the same for as long as the host's state exists.
    package var deviceID: String?
    /// The current settings of the app's notifications; later changes follow as `settings/changed`.
    package var notifications: NotificationSettings?
    package var context: RequestContext

    package init(
        hostVersion: String,
        kind: ProcessKind,
        id: String,
        instance: WidgetID? = nil,
        principalClass: String? = nil,
        app: AppID,
        groups: [Group],
        bundlePath: String,
        temporaryPath: String,
        deviceID: String? = nil,
        notifications: NotificationSettings? = nil,
        context: RequestContext
    ) {
        self.hostVersion = hostVersion
        self.kind = kind
        self.id = id
        self.instance = instance
        self.principalClass = principalClass
        self.app = app
        self.groups = groups
        self.bundlePath = bundlePath
        self.temporaryPath = temporaryPath
        self.deviceID = deviceID
        self.notifications = notifications
        self.context = context
    }
}

/// The kind of a process.
package enum ProcessKind: String, Codable, Hashable, Sendable {
    /// The containing app.
    case app
    /// A Today extension.
    case widget
    /// One use of a Share extension with a program.
    case share
    /// One use of an Action extension.
    case action
}

/// The version of the process protocol.
package enum ProtocolVersion {
    /// The version that this code speaks.
    package static let current = 1
}

/// Host to process: asks the process to exit; the host closes its input after the reply.
package struct ShutdownRequest: RPCRequest {
    package static let method = "shutdown"

    package init() {}
}

/// Host to process: the day, the clock or the time zone changed.
package struct DayChangedNotification: RPCNotification {
    package static let method = "day/changed"

    /// The new day, zone and time.
    package var context: RequestContext

    package init(context: RequestContext) { self.context = context }
}
