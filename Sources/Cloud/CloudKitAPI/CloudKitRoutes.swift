import AsyncPrimitives
package import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
package import Hummingbird
import JSON
import NIOCore

/// CloudKit Web Services for web clients and servers, and the records of devices; see
/// Documentation/CompatibleRoutes.md.
package struct CloudKitRoutes: CloudRoutes {
    private let cloud: Cloud
    private let access: CallerAuthenticator
    private let couriers: CourierController

    /// `clock` measures the time limit for notification polls; `requests` are the numbers of concurrent and of waiting
    /// requests of each login, device or address.
    package init(
        cloud: Cloud,
        clock: any Clock<Duration> = ContinuousClock(),
        requests: (running: Int, waiting: Int) = (4, 32)
    ) {
        self.cloud = cloud
        access = CallerAuthenticator(
            cloud: cloud,
            permits: KeyedSemaphore(permits: requests.running, waitingLimit: requests.waiting)
        )
        couriers = CourierController(cloud: cloud, clock: clock)
    }

    package var requestProtocol: RequestProtocol { .cloudkit }

    package func owns(_ path: String) -> Bool { path.hasPrefix("/database/") || path.hasPrefix("/device/") }

    package func addRoutes(to router: Router<CloudContext>) {
        for beginning in ["database", "device"] {
            let routes = router.group(RouterPath(beginning)).add(middleware: ErrorMiddleware.cloudKit)
            for method in [HTTPRequest.Method.get, .post, .put, .delete, .options] {
                routes.on("", method: method, use: answer)
                routes.on("**", method: method, use: answer)
            }
        }
    }

    package func refusal(_ failure: CloudError) -> Response { CloudKitError(failure).response }

    package func hasSecret(_ request: Request) -> Bool {
        request.headers[.authorization] != nil || RequestSignature(request.headers) != nil
            || request.queryParameter("ckWebAuthToken") != nil
            || request.uri.path.hasPrefix(CourierController.path)
    }

    @Sendable @concurrent private func answer(_ request: Request, _ context: CloudContext) async throws -> Response {
        if request.method == .options { return Self.preflight }
        if request.method == .get {
            if request.uri.path == SignInPage.path { return SignInPage.response }
            if request.uri.path.hasPrefix(CourierController.path) { return try await couriers.poll(request, context) }
        }
        let path = try DatabasePath(request.uri.path)
        guard let operation = CloudKitOperation(rawValue: path.operation) else {
            throw CloudKitError(.notFound, "This cloud has no operation \(path.operation.debugDescription).")
        }
        guard request.method == .post || (request.method == .get && operation.mayBeGet) else {
            throw CloudKitError.invalid("Send this request with POST.")
        }
        guard path.scope != nil || operation.concernsNoDatabase else {
            throw CloudKitError(.notFound, "The path names no database: public or private.")
        }
        let authenticated = try await access.authenticate(request, context, path: path, operation: operation)
        defer { authenticated.permit.release() }
        var response: Response
        do {
            response = try await perform(operation, authenticated).readableByScripts
        } catch {
            response = try CloudKitError.response(to: error, context.logger)
        }
        if case .login(let login) = authenticated.caller {
            let next = WebAuthToken(login: login.id, secret: login.secret, now: cloud.now())
            CloudKitHeader.webAuthToken.set(next.text, in: &response.headers)
        }
        return response
    }

    private func perform(_ operation: CloudKitOperation, _ request: AuthenticatedRequest) async throws -> Response {
        switch operation {
        case .modifyRecords: return try await RecordController.modify(request)
        case .lookUpRecords: return try await RecordController.lookup(request)
        case .queryRecords: return try await RecordController.query(request)
        case .recordChanges: return try await ChangeController.records(request)
        case .zoneChanges: return try await ChangeController.zones(request)
        case .databaseChanges, .changedZones: return try await ChangeController.database(request)
        case .listZones: return try await ZoneController.list(request)
        case .lookUpZones: return try await ZoneController.lookup(request)
        case .modifyZones: return try await ZoneController.modify(request)
        case .listSubscriptions: return try await SubscriptionController.list(request)
        case .lookUpSubscriptions: return try await SubscriptionController.lookup(request)
        case .modifySubscriptions: return try await SubscriptionController.modify(request)
        case .currentUser: return JSONResponse.make(["userRecordName": .string(try await request.userID)])
        case .createToken: return try await couriers.create(request)
        case .registerToken: return try await couriers.register(request)
        }
    }

    private static var preflight: Response {
        Response(
            status: .ok,
            headers: [
                .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, POST, OPTIONS",
                .accessControlAllowHeaders: "*", .contentLength: "0",
            ]
        )
    }
}

enum CloudKitOperation: String {
    case modifyRecords = "records/modify"
    case lookUpRecords = "records/lookup"
    case queryRecords = "records/query"
    case recordChanges = "records/changes"
    case zoneChanges = "changes/zone"
    case databaseChanges = "changes/database"
    case changedZones = "zones/changes"
    case listZones = "zones/list"
    case lookUpZones = "zones/lookup"
    case modifyZones = "zones/modify"
    case listSubscriptions = "subscriptions/list"
    case lookUpSubscriptions = "subscriptions/lookup"
    case modifySubscriptions = "subscriptions/modify"
    case currentUser = "users/current"
    case createToken = "tokens/create"
    case registerToken = "tokens/register"

    var mayBeGet: Bool { [.listZones, .listSubscriptions, .currentUser].contains(self) }

    var concernsNoDatabase: Bool { [.createToken, .registerToken].contains(self) }

    /// `true` if a device's first request for a container adds the container.
    var beginsContainer: Bool {
        [.modifyRecords, .modifyZones, .modifySubscriptions, .currentUser].contains(self)
    }
}

extension ErrorMiddleware<CloudContext> {
    static var cloudKit: ErrorMiddleware { ErrorMiddleware { try CloudKitError.response(to: $0, $1) } }
}

/// The page for a person without a login: the cloud has no passwords, so its operator creates the first token.
enum SignInPage {
    static let path = "/database/1/sign-in"

    static var response: Response {
        let text = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Log in</title>
            <p>This cloud has no page to log in. Ask its operator for a web auth token, which this command prints:</p>
            <pre>today cloud container token NAME --user USER</pre>
            <p>Then give the token to the app or the program that sent you here.</p></html>
            """
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentLength: String(text.utf8.count),
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
