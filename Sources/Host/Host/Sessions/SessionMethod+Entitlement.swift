import HostModel
import JSONRPC
import ProcessHost
import TodayProtocol

extension SessionMethod {
    enum Entitlement<Request>: Sendable {
        case none
        /// The group that the request names.
        case group(@Sendable (Request) -> GroupID)
        /// `com.apple.security.network.client`.
        case network
        /// `com.apple.security.personal-information.location`.
        case location
        /// `org.today.system-status`.
        case systemStatus
        /// `aps-environment`.
        case inbox
        /// The background mode `fetch`.
        case backgroundRefresh
        /// The container of records that the request names.
        case container(@Sendable (Request) -> String)
        /// The access group of the keychain that the request names.
        case keychain(@Sendable (Request) -> String)

        func check(_ request: Request, _ session: ProcessSession) throws(RPCError) {
            let rights = session.rights
            func require(_ isHeld: Bool, _ right: AppRightID, _ message: @autoclosure () -> String) throws(RPCError) {
                guard isHeld else { throw session.refusal(of: right, otherwise: message()) }
            }
            func lack(_ entitlement: String, so consequence: String) -> String {
                "\(rights.id) \(consequence): its Entitlements.plist lacks \(entitlement)."
            }
            func lack(_ noun: String, _ name: Substring, under key: String) -> String {
                "\(rights.id) may not use the \(noun) \"\(name.filter { !$0.isNewline })\": name it under \(key) in its "
                    + "Entitlements.plist, and install the app again."
            }
            switch self {
            case .none: return
            case .group(let group):
                let group = group(request)
                try require(rights.groups.contains(group), .group(group), GroupAccessMessage.missing(group))
            case .network:
                let key = "com.apple.security.network.client"
                try require(rights.mayFetch, .network, lack(key, so: "may not fetch"))
            case .location:
                let key = "com.apple.security.personal-information.location"
                try require(rights.location != nil, .location, lack(key, so: "may not know the location"))
            case .systemStatus:
                let (key, consequence) = ("org.today.system-status", "may not know the state of the computer")
                try require(rights.maySeeSystemStatus, .systemStatus, lack(key, so: consequence))
            case .inbox:
                try require(rights.mayReceivePushes, .push, lack("aps-environment", so: "has no inbox"))
            case .backgroundRefresh:
                try require(
                    rights.refreshesInBackground,
                    .backgroundFetch,
                    "\(rights.id) is not started at a time: its Info.plist lacks fetch among UIBackgroundModes."
                )
            case .container(let container):
                let container = container(request)
                let key = "com.apple.developer.icloud-container-identifiers"
                try require(
                    rights.containers.contains(container),
                    .container(container),
                    lack("record container", container.prefix(255), under: key)
                )
            case .keychain(let accessGroup):
                let accessGroup = accessGroup(request)
                try require(
                    rights.keychainGroups.contains(accessGroup),
                    .keychain(accessGroup),
                    lack("keychain group", accessGroup.prefix(128), under: "keychain-access-groups")
                )
            }
        }
    }
}

extension ProcessSession {
    /// Returns the error for a right that the process lacks: the person has revoked it, or it has never had it.
    func refusal(of right: AppRightID, otherwise message: String) -> RPCError {
        let rights = rights
        guard rights.revoked.contains(right) else { return RPCError(.notEntitled, message) }
        let text = RevokedRightMessage.text(right, of: rights.app)
        rememberError(text)
        return RPCError(.notEntitled, text.english)
    }
}
