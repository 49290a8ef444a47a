import HostModel
import JSONRPC
import ProcessHost
import TodayProtocol

extension SessionMethod {
    /// The entitlement that a method requires.
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
            switch self {
            case .none: return
            case .group(let group):
                let group = group(request)
                guard rights.groups.contains(group) else {
                    throw session.refusal(of: .group(group), otherwise: GroupAccessMessage.missing(group))
                }
            case .network:
                guard rights.mayFetch else {
                    throw session.refusal(
                        of: .network,
                        otherwise: "\(rights.id) may not fetch: its Entitlements.plist lacks "
                            + "com.apple.security.network.client."
                    )
                }
            case .location:
                guard rights.location != nil else {
                    throw session.refusal(
                        of: .location,
                        otherwise: "\(rights.id) may not know the location: its Entitlements.plist lacks "
                            + "com.apple.security.personal-information.location."
                    )
                }
            case .systemStatus:
                guard rights.maySeeSystemStatus else {
                    throw session.refusal(
                        of: .systemStatus,
                        otherwise: "\(rights.id) may not know the state of the computer: its Entitlements.plist lacks "
                            + "org.today.system-status."
                    )
                }
            case .inbox:
                guard rights.mayReceivePushes else {
                    throw session.refusal(
                        of: .push,
                        otherwise: "\(rights.id) has no inbox: its Entitlements.plist lacks aps-environment."
                    )
                }
            case .backgroundRefresh:
                guard rights.refreshesInBackground else {
                    throw session.refusal(
                        of: .backgroundFetch,
                        otherwise: "\(rights.id) is not started at a time: its Info.plist lacks fetch among "
                            + "UIBackgroundModes."
                    )
                }
            case .container(let container):
                let container = container(request)
                guard rights.containers.contains(container) else {
                    throw session.refusal(
                        of: .container(container),
                        otherwise: ContainerAccessMessage.missing(container, rights.id)
                    )
                }
            case .keychain(let accessGroup):
                let accessGroup = accessGroup(request)
                guard rights.keychainGroups.contains(accessGroup) else {
                    throw session.refusal(
                        of: .keychain(accessGroup),
                        otherwise: KeychainAccessMessage.missing(accessGroup, rights.id)
                    )
                }
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
