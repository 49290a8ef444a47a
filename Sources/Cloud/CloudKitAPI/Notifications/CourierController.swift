import AsyncPrimitives
import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Synchronization

/// Serves `tokens/create`, `tokens/register`, and the address that a web client polls for its notifications.
struct CourierController: Sendable {
    /// The path of a courier, without its secret.
    static let path = "/device/1/courier/"
    static let pollTimeout = Duration.seconds(45)

    let cloud: Cloud
    let clock: any Clock<Duration>

    func create(_ request: AuthenticatedRequest) async throws -> Response {
        let login = try login(of: request)
        let json = try request.json()
        let environment = try Self.environment(json)
        if let client = try json.text("clientId"), !CloudRecordLimits.isName(client) {
            throw CloudKitError.invalid("\"clientId\" has 1 to 255 bytes and no control characters.")
        }
        let token = Secret.hash(Secret.random(length: 43)).hexadecimalDigits
        let secret = Secret.random(length: 43)
        let hash = Secret.hash(secret)
        try await cloud.store.addCourier(of: login, request.path.environment, token: token, secretHash: hash)
        return JSONResponse.make([
            "apnsEnvironment": .string(environment), "apnsToken": .string(token),
            "webcourierURL": .string("\(request.baseURL)\(Self.path)\(secret)"),
        ])
    }

    /// Confirms that a token receives notifications, which it does from its creation.
    func register(_ request: AuthenticatedRequest) async throws -> Response {
        let login = try login(of: request)
        let json = try request.json()
        _ = try Self.environment(json)
        guard let token = try json.text("apnsToken"), CloudRecordLimits.isName(token) else {
            throw CloudKitError.invalid("\"apnsToken\" is the token that tokens/create returned.")
        }
        guard try await cloud.store.hasCourier(token: token, of: login.number) else {
            throw CloudKitError(.notFound, "This cloud delivers to tokens that it created; create one first.")
        }
        return JSONResponse.make([:])
    }

    /// Waits for one notification; the body is empty after ``pollTimeout``, or when the client polls again.
    ///
    /// The notification is removed before its last byte is written; if the connection ends before that, it is sent again.
    func poll(_ request: Request, _ context: CloudContext) async throws -> Response {
        let secret = request.uri.path.dropFirst(Self.path.count)
        guard let courier = try await cloud.store.courier(secretHash: Secret.hash(String(secret))) else {
            try context.recordWrongSecret()
            throw CloudKitError(.notFound, "There is no such courier; create another token.")
        }
        try context.checkRate(key: "courier \(courier.value)")
        let poll = cloud.courierHub.open(courier)
        defer { cloud.courierHub.close(poll) }
        let isGone = Atomic(false)
        // Cancelled and awaited at the end of this scope.
        async let _ = context.waitForDisconnect(of: request) {
            isGone.store(true, ordering: .releasing)
            poll.signal.raise()
        }
        var frame = try await cloud.store.nextFrame(of: courier)
        if frame == nil {
            try await clock.pause(for: Self.pollTimeout, or: poll.signal)
            // The client is gone and would not receive it.
            if !isGone.load(ordering: .acquiring) { frame = try await cloud.store.nextFrame(of: courier) }
        }
        return response(cloud.courierHub.isLatest(poll) ? frame : nil, to: poll)
    }

    private func response(_ frame: (number: Int64, body: String)?, to poll: CourierPoll) -> Response {
        let buffer = ByteBuffer(string: frame?.body ?? "")
        var headers: HTTPFields = [.cacheControl: "no-store", .contentLength: String(buffer.readableBytes)]
        if frame != nil { headers[.contentType] = "application/json; charset=utf-8" }
        let body = ResponseBody(contentLength: buffer.readableBytes) { writer in
            var rest = buffer
            if let frame {
                // The client may poll again, at any node, as soon as it has the last byte.
                if let start = rest.readSlice(length: rest.readableBytes - 1) { try await writer.write(start) }
                // If a later poll has begun, that one gets it.
                if cloud.courierHub.isLatest(poll) { try await cloud.store.removeFrame(frame.number, of: poll.courier) }
            }
            try await writer.write(rest)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body).readableByScripts
    }

    private func login(of request: AuthenticatedRequest) throws -> CloudRecordLogin {
        switch request.caller {
        case .login(let login): return login
        case .anonymous: throw request.loginNeeded
        case .device: throw CloudKitError(.accessDenied, "A device receives its notifications in its event stream.")
        case .key: throw CloudKitError(.accessDenied, "A server has no notifications; log in as a person.")
        }
    }

    private static func environment(_ json: JSONValue) throws -> String {
        guard let name = try json.text("apnsEnvironment"), CloudEnvironment(rawValue: name) != nil
        else { throw CloudKitError.invalid("\"apnsEnvironment\" is development or production.") }
        return name
    }
}
