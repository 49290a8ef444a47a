import Foundation
import JSON
import Synchronization
import TodayProtocol

@testable import DeviceSync

/// The record routes of a cloud for one person, as the wire format describes them; a test can make requests fail.
final class FakeRecordCloud: CloudTransport {
    /// What happens to a request.
    enum Fault: Sendable {
        /// It does not arrive.
        case unreachable
        /// It is performed, but its answer is lost.
        case lostAnswer
        /// It is performed, and something happens before its answer arrives.
        case meanwhile(@Sendable () async throws -> Void)
        /// It is not performed, and has this answer.
        case answer(Int, String)
        /// Its answer is larger than the limit.
        case tooLarge
        /// It is not answered until its task is cancelled.
        case hangs
    }

    struct Request: Sendable {
        /// The operation, such as `records/modify`.
        var operation: String
        var process: String?
        var token: String?
        var body: JSONValue

        /// The operations of a modification, as `TYPE NAME`.
        var changes: [String] {
            (body["operations"]?.arrayValue ?? []).map { operation in
                let type = operation["operationType"]?.stringValue ?? ""
                return "\(type) \(operation["record"]?["recordName"]?.stringValue ?? "")"
            }
        }
    }

    private struct State {
        var records: [String: [String: JSONValue]] = ["_defaultZone": [:]]
        var history: [(zone: String, name: String)] = []
        var subscriptions: [String: JSONValue] = [:]
        var requests: [Request] = []
        var faults: [(operation: String, fault: Fault)] = []
        var writes = 0
        var isOffline = false
        /// The errors of records by name.
        var errors: [String: JSONValue] = [:]
        /// The most records of a page whose answer has no fault.
        var largestPage = Int.max
        /// The most names of a lookup that is not refused.
        var largestLookup = Int.max
        /// The error of a lookup of more.
        var lookupRefusal = ""
    }

    private let state = Mutex(State())

    var requests: [Request] { state.withLock(\.requests) }
    /// How many records were written.
    var writes: Int { state.withLock(\.writes) }
    var subscriptions: [String: JSONValue] { state.withLock(\.subscriptions) }
    var zones: [String] { state.withLock { $0.records.keys.sorted() } }

    func forgetRequests() { state.withLock { $0.requests = [] } }
    func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }
    func fail(_ operation: String, _ fault: Fault) { state.withLock { $0.faults.append((operation, fault)) } }
    func setError(_ code: String?, of name: String) {
        state.withLock { $0.errors[name] = code.map { ["serverErrorCode": .string($0), "reason": "no"] } }
    }
    func setLargestPage(_ count: Int) { state.withLock { $0.largestPage = count } }
    func setLargestLookup(_ count: Int, else refusal: String) {
        state.withLock { ($0.largestLookup, $0.lookupRefusal) = (count, refusal) }
    }
    func record(_ name: String, in zone: String = "_defaultZone") -> JSONValue? {
        state.withLock { $0.records[zone]?[name] }
    }

    /// Writes as another device.
    func write(
        _ name: String,
        _ fields: [String: JSONValue],
        in zone: String = "_defaultZone",
        device: String = "other"
    ) {
        state.withLock { state in
            _ = Self.put(name, "Note", fields, replacing: true, in: zone, device: device, &state)
        }
    }

    func addSubscription(_ json: JSONValue) {
        state.withLock { $0.subscriptions[json["subscriptionID"]?.stringValue ?? ""] = json }
    }

    // MARK: - Requests

    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
        let path = request.url.split(separator: "/").suffix(2).joined(separator: "/")
        let body = (try? JSONValue(parsing: request.body)) ?? [:]
        let (answer, fault) = state.withLock { state -> (JSONValue?, Fault?) in
            state.requests.append(
                Request(
                    operation: path,
                    process: request.headers["X-Today-Process"],
                    token: request.headers["Authorization"],
                    body: body
                )
            )
            if state.isOffline { return (nil, .unreachable) }
            var fault: Fault?
            if let index = state.faults.firstIndex(where: { $0.operation == path }) {
                fault = state.faults.remove(at: index).fault
            }
            switch fault {
            case nil, .lostAnswer, .meanwhile: return (Self.perform(path, body, &state), fault)
            default: return (nil, fault)
            }
        }
        switch fault {
        case .unreachable, .lostAnswer: throw CloudFailure(.unreachable, "the cloud cannot be reached.")
        case .tooLarge: throw CloudFailure(.tooLarge, "the cloud's answer is too large.")
        case .answer(let status, let text): return CloudResponse(status: status, body: Array(text.utf8))
        case .hangs:
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            continuation.finish()
            throw CloudFailure(.cancelled, "the request was cancelled.")
        case .meanwhile(let body):
            do { try await body() } catch {
                throw CloudFailure(.unreachable, "what happens meanwhile failed: \(error)")
            }
        case nil: break
        }
        let json = answer ?? [:]
        let status = json["serverErrorCode"] == nil ? 200 : 400
        let isTooLarge = (json["records"]?.arrayValue?.count ?? 0) > state.withLock(\.largestPage)
        if isTooLarge, path != "records/modify" { throw CloudFailure(.tooLarge, "the cloud's answer is too large.") }
        return CloudResponse(status: status, body: json.jsonBytes())
    }

    func stream(_ request: CloudRequest, _ receive: ([UInt8]) async throws -> Void) async throws -> CloudResponse? {
        nil
    }

    func close() async {}

    private static func perform(_ path: String, _ body: JSONValue, _ state: inout State) -> JSONValue {
        let zone = body["zoneID"]?["zoneName"]?.stringValue ?? "_defaultZone"
        switch path {
        case "zones/list":
            return ["zones": .array(state.records.keys.sorted().map { ["zoneID": ["zoneName": .string($0)]] })]
        case "zones/modify":
            let operation = body["operations"]?.arrayValue?.first
            let name = operation?["zone"]?["zoneID"]?["zoneName"]?.stringValue ?? ""
            if operation?["operationType"] == "delete" {
                state.records[name] = nil
            } else {
                state.records[name] = state.records[name] ?? [:]
            }
            return ["zones": [["zoneID": ["zoneName": .string(name)]]]]
        case "subscriptions/list": return ["subscriptions": .array(Array(state.subscriptions.values))]
        case "subscriptions/modify": return ["subscriptions": [subscription(body, &state)]]
        default: break
        }
        guard state.records[zone] != nil else { return ["serverErrorCode": "ZONE_NOT_FOUND", "reason": "no zone"] }
        switch path {
        case "records/modify": return modify(body, zone, &state)
        case "records/lookup":
            let names = (body["records"]?.arrayValue ?? []).compactMap { $0["recordName"]?.stringValue }
            guard names.count <= state.largestLookup else {
                return ["serverErrorCode": .string(state.lookupRefusal), "reason": "too many records"]
            }
            return ["records": .array(names.map { state.records[zone]?[$0] ?? error("NOT_FOUND", $0) })]
        case "records/query":
            let limit = body["resultsLimit"]?.integerValue ?? 200
            let begin = body["continuationMarker"]?.stringValue.flatMap { Int($0) } ?? 0
            let all = (state.records[zone] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            var answer: [String: JSONValue] = ["records": .array(Array(all.dropFirst(begin).prefix(limit)))]
            if begin + limit < all.count { answer["continuationMarker"] = .string(String(begin + limit)) }
            return .object(answer)
        case "records/changes":
            guard let begin = Int(body["syncToken"]?.stringValue ?? "0"), begin <= state.history.count else {
                return ["serverErrorCode": "BAD_REQUEST", "reason": "an unknown token"]
            }
            let limit = body["resultsLimit"]?.integerValue ?? 200
            let end = min(begin + limit, state.history.count)
            let names = state.history[begin..<end].filter { $0.zone == zone }.map(\.name)
            let records = names.map { state.records[zone]?[$0] ?? ["recordName": .string($0), "deleted": true] }
            return [
                "records": .array(records), "syncToken": .string(String(end)),
                "moreComing": .bool(end < state.history.count),
            ]
        default: return ["serverErrorCode": "BAD_REQUEST", "reason": "no such operation"]
        }
    }

    private static func error(_ code: String, _ name: String) -> JSONValue {
        ["recordName": .string(name), "serverErrorCode": .string(code), "reason": "no"]
    }

    private static func modify(_ body: JSONValue, _ zone: String, _ state: inout State) -> JSONValue {
        let before = state
        let operations = body["operations"]?.arrayValue ?? []
        var results = operations.map { one($0, zone, &state) }
        let isAtomic = body["atomic"] == true
        if isAtomic, results.contains(where: { $0["serverErrorCode"] != nil }) {
            state = before
            for (index, result) in results.enumerated() where result["serverErrorCode"] == nil {
                results[index] = error("ATOMIC_ERROR", result["recordName"]?.stringValue ?? "")
            }
        }
        return ["records": .array(results)]
    }

    private static func one(_ operation: JSONValue, _ zone: String, _ state: inout State) -> JSONValue {
        let record = operation["record"] ?? [:]
        let name = record["recordName"]?.stringValue ?? ""
        if let code = state.errors[name]?["serverErrorCode"]?.stringValue { return error(code, name) }
        let old = state.records[zone]?[name]
        let fields = record["fields"]?.objectValue ?? [:]
        let type = record["recordType"]?.stringValue ?? ""
        switch operation["operationType"]?.stringValue {
        case "create": if old != nil { return error("EXISTS", name) }
        case "update":
            guard let old else { return error("NOT_FOUND", name) }
            guard old["recordChangeTag"] == record["recordChangeTag"] else { return error("CONFLICT", name) }
            return put(name, type, fields, replacing: false, in: zone, device: "device", &state)
        case "forceUpdate": return put(name, type, fields, replacing: false, in: zone, device: "device", &state)
        case "forceDelete":
            if old != nil { state.history.append((zone, name)) }
            state.records[zone]?[name] = nil
            return ["recordName": .string(name), "deleted": true]
        case "forceReplace": break
        default: return error("BAD_REQUEST", name)
        }
        return put(name, type, fields, replacing: true, in: zone, device: "device", &state)
    }

    private static func put(
        _ name: String,
        _ type: String,
        _ fields: [String: JSONValue],
        replacing: Bool,
        in zone: String,
        device: String,
        _ state: inout State
    ) -> JSONValue {
        state.writes += 1
        var all = replacing ? [:] : state.records[zone]?[name]?["fields"]?.objectValue ?? [:]
        for (field, value) in fields {
            let isRemoved = value["value"]?.isNull ?? true
            if isRemoved { all.removeValue(forKey: field) } else { all[field] = value }
        }
        let stamp: JSONValue = ["timestamp": 1_795_248_000_000, "userRecordName": "_u", "deviceID": .string(device)]
        let record: JSONValue = [
            "recordName": .string(name), "recordType": .string(type), "fields": .object(all),
            "recordChangeTag": .string("t\(state.writes)"), "created": stamp, "modified": stamp, "deleted": false,
        ]
        state.records[zone]?[name] = record
        state.history.append((zone, name))
        return record
    }

    private static func subscription(_ body: JSONValue, _ state: inout State) -> JSONValue {
        let operation = body["operations"]?.arrayValue?.first
        let json = operation?["subscription"] ?? [:]
        let id = json["subscriptionID"]?.stringValue ?? ""
        if let error = state.errors[id] { return error }
        if operation?["operationType"] == "delete" {
            guard state.subscriptions.removeValue(forKey: id) != nil else {
                return ["subscriptionID": .string(id), "serverErrorCode": "NOT_FOUND", "reason": "no"]
            }
            return ["subscriptionID": .string(id), "deleted": true]
        }
        if let zone = json["zoneID"]?["zoneName"]?.stringValue, state.records[zone] == nil {
            return ["subscriptionID": .string(id), "serverErrorCode": "ZONE_NOT_FOUND", "reason": "no zone"]
        }
        if let known = state.subscriptions[id] { return known }
        let changes = ["query", "firesOn", "zoneID"]
        let same = state.subscriptions.values.first { known in changes.allSatisfy { known[$0] == json[$0] } }
        if let same { return json["query"] == nil ? same : error("INTERNAL_ERROR", id) }
        state.subscriptions[id] = json
        return json
    }
}
