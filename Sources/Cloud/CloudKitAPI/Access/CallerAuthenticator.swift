import AsyncPrimitives
import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON
import NIOCore

enum Caller: Hashable, Sendable {
    case anonymous
    case login(CloudRecordLogin)
    /// A process on a person's device.
    case device(DeviceRecord, process: String)
    /// A server, with the id of its key.
    case key(String)

    var person: String? {
        switch self {
        case .anonymous, .key: nil
        case .login(let login): login.person
        case .device(let device, _): device.person
        }
    }

    /// The key under which concurrent requests are counted; `nil` to count them under the address.
    var slot: String? {
        switch self {
        // Until the signature is verified, the request may be from anyone.
        case .anonymous, .key: nil
        case .login(let login): "login \(login.number.value)"
        case .device(let device, _): "device \(device.number.value)"
        }
    }
}

/// A request whose sender is authenticated.
struct AuthenticatedRequest: Sendable {
    let cloud: Cloud
    let path: DatabasePath
    let container: CloudContainer
    let caller: Caller
    let body: ByteBuffer
    /// The permit for the request, which must be released after the response.
    let permit: SemaphorePermit
    let baseURL: String

    var store: CloudStore { cloud.store }

    func json() throws(CloudKitError) -> JSONValue { try RequestBodyReader.json(body) }
}

/// Authenticates the sender of a request: a web client by its tokens, a server by its signature, a device by its token.
struct CallerAuthenticator: Sendable {
    /// The interval after which another use of a login is recorded, in seconds.
    private static let touchInterval = 86_400.0

    private let cloud: Cloud
    /// Limits concurrent requests for each login, device or address, since each has a body in memory.
    private let permits: KeyedSemaphore<String>

    init(cloud: Cloud, permits: KeyedSemaphore<String>) {
        self.cloud = cloud
        self.permits = permits
    }

    /// The sender of a request whose body has not been read yet.
    private struct Sender {
        let container: CloudContainer
        let caller: Caller
        /// The signature, which is verified with the body, and the public key.
        var signature: (signature: RequestSignature, publicKey: Data)?
    }

    /// Authenticates a request, and then reads its body; an operation that reads does not create a container.
    func authenticate(
        _ request: Request,
        _ context: CloudContext,
        path: DatabasePath,
        operation: CloudKitOperation
    ) async throws -> AuthenticatedRequest {
        let sender = try await sender(of: request, context, path, operation)
        let permit = try await permit(sender.caller.slot ?? "address \(context.address)")
        do {
            let limit = operation == .modifyRecords ? RequestBodyReader.modifyLimit : RequestBodyReader.limit
            let body = try await BodyReader.bytes(of: request, limit: limit)
            if let (signature, publicKey) = sender.signature {
                guard signature.isValid(publicKey: publicKey, body: body, path: request.uri.path) else {
                    throw try refused("The signature is wrong.", context)
                }
                try context.checkRate(key: "record key \(sender.container.number.value) \(signature.key)")
            }
            return AuthenticatedRequest(
                cloud: cloud,
                path: path,
                container: sender.container,
                caller: sender.caller,
                body: body,
                permit: permit,
                baseURL: BaseURL.of(request, cloud.configuration)
            )
        } catch {
            permit.release()
            throw error
        }
    }

    private func sender(
        of request: Request,
        _ context: CloudContext,
        _ path: DatabasePath,
        _ operation: CloudKitOperation
    ) async throws -> Sender {
        if let signature = RequestSignature(request.headers) {
            let known = try await cloud.store.container(path.container)
            guard let known, let key = try await cloud.store.recordKey(signature.key, of: known.number) else {
                throw try refused("The key is not one of this container.", context)
            }
            guard signature.isCurrent(at: cloud.now()) else {
                throw CloudKitError(
                    .authenticationFailed,
                    "The date of the signature is no ISO 8601 date within 10 minutes of now."
                )
            }
            return Sender(container: known, caller: .key(signature.key), signature: (signature, key))
        }
        if Credentials(request.headers).bearer != nil {
            let device = try await cloud.device(of: request, context)
            let process = CloudKitHeader.process.value(in: request.headers) ?? ""
            guard CloudRecordLimits.isName(process) else {
                throw CloudKitError.invalid("X-Today-Process is the bundle identifier of the app or widget.")
            }
            guard path.environment == .production else {
                throw CloudKitError(.accessDenied, "Devices use the production environment.")
            }
            return Sender(
                container: try await container(path.container, of: device, begins: operation.beginsContainer),
                caller: .device(device, process: process)
            )
        }
        let container = try await container(of: request, context, path)
        return Sender(container: container, caller: try await webCaller(request, context, container))
    }

    private func permit(_ slot: String) async throws -> SemaphorePermit {
        do throws(SemaphoreError) {
            return try await permits.acquire(slot)
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .tooManyWaiting:
                throw CloudKitError(.throttled, "Too many requests at a time; wait for answers.", retryAfter: 1)
            }
        }
    }

    /// Returns a device's container; if it is missing, adds it, or returns a placeholder if `begins` is `false`.
    private func container(_ name: String, of device: DeviceRecord, begins: Bool) async throws -> CloudContainer {
        if begins { return try await cloud.store.addContainer(name, for: device.person) }
        if let known = try await cloud.store.container(name) { return known }
        return try await cloud.store.placeholder(for: name)
    }

    // MARK: - Web clients

    private func container(
        of request: Request,
        _ context: CloudContext,
        _ path: DatabasePath
    ) async throws -> CloudContainer {
        guard let token = request.queryParameter("ckAPIToken"), !token.isEmpty else {
            throw CloudKitError(
                .authenticationFailed,
                "Send ckAPIToken; the cloud's operator can make one: today cloud container add NAME"
            )
        }
        guard let container = try await cloud.store.container(path.container), let own = container.apiToken,
            Secret.equal(Secret.hash(own), Secret.hash(token))
        else { throw try refused("The API token is not the one of this container.", context) }
        return container
    }

    private func webCaller(
        _ request: Request,
        _ context: CloudContext,
        _ container: CloudContainer
    ) async throws -> Caller {
        guard let text = request.queryParameter("ckWebAuthToken"), !text.isEmpty else {
            // The API token ships in apps, so the request counts against its address too.
            try context.checkRate(key: "container \(container.number.value)", isSecret: false)
            return .anonymous
        }
        guard let token = WebAuthToken(sent: text), let login = try await cloud.store.login(token.login),
            login.container == container.number, token.isGenuine(login.secret)
        else { throw try refused("The web auth token is wrong or was revoked.", context) }
        let now = cloud.now()
        guard Double(token.expires) > now.timeIntervalSince1970 else {
            throw CloudKitError(.authenticationFailed, "The web auth token has expired; log in again.")
        }
        try context.checkRate(key: "login \(login.number.value)")
        if now.timeIntervalSince(login.seen) > Self.touchInterval { try await cloud.store.touch(login.number) }
        return .login(login)
    }

    private func refused(_ reason: String, _ context: CloudContext) throws -> CloudKitError {
        try context.recordWrongSecret()
        return CloudKitError(.authenticationFailed, reason)
    }
}

extension Request {
    /// Returns a parameter of the query, percent-decoded once; a `+` stays a `+`.
    func queryParameter(_ name: String) -> String? {
        let item = (uri.query ?? "").split(separator: "&").first { $0.hasPrefix(name + "=") }
        return item.map { $0.dropFirst(name.count + 1) }.map { $0.removingPercentEncoding ?? String($0) }
    }
}

/// The path of a request: `/database/1/{container}/{environment}/{database}/{operation}` or
/// `/device/1/{container}/{environment}/{operation}`.
struct DatabasePath: Hashable, Sendable {
    enum Scope: String, Hashable, Sendable {
        case `public`
        case `private`
        case shared
    }

    let container: String
    let environment: CloudEnvironment
    /// The database; `nil` for operations that do not concern one.
    let scope: Scope?
    /// The operation, such as `records/query`.
    let operation: String

    /// Parses a percent-encoded path; ``CloudKitError`` `NOT_FOUND` or `BAD_REQUEST` for any other.
    init(_ path: String) throws(CloudKitError) {
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.count >= 5, parts[0] == "database" || parts[0] == "device", parts[1] == "1" else {
            throw CloudKitError(.notFound, "There is no such path.")
        }
        container = parts[2]
        guard CloudRecordLimits.isContainer(container) else {
            throw .invalid("The name of a container has 1 to 255 letters, digits, dots, hyphens and underscores.")
        }
        guard let environment = CloudEnvironment(rawValue: parts[3]) else {
            throw .invalid("The environment is development or production.")
        }
        self.environment = environment
        scope = parts[0] == "database" ? Scope(rawValue: parts[4]) : nil
        operation = parts.dropFirst(scope == nil ? 4 : 5).joined(separator: "/")
    }
}
