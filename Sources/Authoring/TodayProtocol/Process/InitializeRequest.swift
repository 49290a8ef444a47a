package import JSONRPC

/// Host to process: begins the conversation; nothing else is asked before its answer.
///
/// The process answers with the protocol version it speaks; the host ends a process whose version it does not know.
package struct InitializeRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "initialize"

    /// What the process answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The protocol version that the process speaks.
        package var protocolVersion: Int
        /// The library the process is built with, for the log.
        package var library: String?

        /// Makes an answer.
        package init(protocolVersion: Int = ProtocolVersion.current, library: String? = nil) {
            self.protocolVersion = protocolVersion
            self.library = library
        }
    }

    /// One app group of the process.
    package struct Group: Codable, Hashable, Sendable {
        /// The group's name.
        package var id: GroupID
        /// Its folder, as the process sees it; readable and writable.
        package var path: String

        /// Describes a group.
        package init(id: GroupID, path: String) {
            self.id = id
            self.path = path
        }
    }

    /// The protocol version that the host speaks.
    package var protocolVersion = ProtocolVersion.current
    /// The host's version, such as `0.1.0`.
    package var hostVersion: String
    /// What the process is.
    package var kind: ProcessKind
    /// The process's own bundle identifier.
    package var id: String
    /// The containing app.
    package var app: AppID
    /// The groups that the process's entitlements name, in their order.
    package var groups: [Group]
    /// The process's bundle, as the process sees it; read-only.
    package var bundlePath: String
    /// A folder that only this process sees and that is gone with it.
    package var temporaryPath: String
    /// What the process cannot know.
    package var context: RequestContext

    /// Describes the process to itself.
    package init(
        hostVersion: String,
        kind: ProcessKind,
        id: String,
        app: AppID,
        groups: [Group],
        bundlePath: String,
        temporaryPath: String,
        context: RequestContext
    ) {
        self.hostVersion = hostVersion
        self.kind = kind
        self.id = id
        self.app = app
        self.groups = groups
        self.bundlePath = bundlePath
        self.temporaryPath = temporaryPath
        self.context = context
    }
}

/// What a process is.
package enum ProcessKind: String, Codable, Hashable, Sendable {
    /// The containing app.
    case app
    /// A Today extension.
    case widget
}

/// The version of the process protocol.
package enum ProtocolVersion {
    /// The version that this code speaks.
    package static let current = 1
}

/// Host to process: asks the process to finish; the end of its input follows the answer.
package struct ShutdownRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "shutdown"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// Makes the request.
    package init() {}
}
