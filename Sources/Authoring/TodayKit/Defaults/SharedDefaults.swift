import JSON
import JSONRPC
public import TodayProtocol

/// The shared defaults of a process's app groups: read from a local mirror, written by the host.
///
/// Reading never waits: the mirror is complete before the first request is handled and follows every change in the
/// order of the commits, whoever made it. Within a perform, reads see the perform's own writes before they are committed.
public struct SharedDefaults: Sendable {
    let center: DefaultsCenter
    let session: HostSession
    let facts: InitializeRequest
    let scope: RequestScope
    let transaction: Transaction?

    /// The value of a key.
    ///
    /// Where nothing is stored it is the key's default; so it is, with a line in the log, where something of another
    /// type is stored. The group of a key that is not among the process's entitlements fails the request in which it
    /// is read, with a sentence that says so.
    public subscript<Value>(key: DefaultsKey<Value>) -> Value {
        guard let stored = stored(key.name, in: key.group) else { return key.defaultValue }
        do {
            return try stored.json.decode(Value.self)
        } catch {
            let place = "\(key.group) \(key.name)"
            if center.isFirstReport(place) {
                let reason = (error as? DecodingError)?.sentence ?? "\(error)"
                session.log(.error, "The default \(place) holds another type than \(Value.self): \(reason)")
            }
            return key.defaultValue
        }
    }

    /// Sets a key.
    ///
    /// Outside a perform this returns when the write is on disk and this process's mirror shows it. Within a perform
    /// it returns when the host has taken the write, which is committed with the perform.
    ///
    /// - Parameters:
    ///   - value: The new value, at most 256 KiB; `nil` removes the key.
    ///   - key: The key.
    /// - Throws: ``RequestError`` if the host refuses the write or the value is no property list.
    public func set<Value>(_ value: Value, for key: DefaultsKey<Value>) async throws {
        let json: JSONValue
        let property: PropertyValue
        do {
            json = try JSONValue(encoding: value)
            if json.isNull { return try await remove(key) }
            property = try PropertyValue(json: json)
        } catch let error as PropertyValueError {
            throw RequestError(.invalidValue, "The default \(key.name) cannot be set: \(error.reason).")
        } catch let error as EncodingError {
            throw RequestError(.invalidValue, "The default \(key.name) cannot be set: \(error.phrase).")
        }
        try await write(property, key.name, key.group) { [group = key.group, name = key.name] in
            DefaultsSetRequest(group: group, key: name, value: property, transaction: $0)
        }
    }

    /// Removes a key, as ``set(_:for:)`` sets it; one that has no value is no error.
    ///
    /// - Throws: ``RequestError`` if the host refuses the removal.
    public func remove<Value>(_ key: DefaultsKey<Value>) async throws {
        try await write(nil, key.name, key.group) { [group = key.group, name = key.name] in
            DefaultsRemoveRequest(group: group, key: name, transaction: $0)
        }
    }

    /// The new values of a key from now on, as they are committed.
    ///
    /// Begin to watch before you read the present value, and nothing is missed. Of changes that wait only the newest is
    /// kept. The sequence ends with the process.
    public func changes<Value>(of key: DefaultsKey<Value>) -> some AsyncSequence<Value, Never> & Sendable {
        let committed = SharedDefaults(
            center: center,
            session: session,
            facts: facts,
            scope: RequestScope(),
            transaction: nil
        )
        // The value is read by whoever takes it: that is the newest, and the center is not locked then.
        return changes(in: key.group, key: key.name).map { committed[key] }
    }

    /// Tells each time something in a group changed, as it is committed.
    ///
    /// Begin to watch before you read, and nothing is missed. Several changes may be told as one. The sequence ends with
    /// the process.
    public func changes(in group: GroupID) -> AsyncStream<Void> { changes(in: group, key: nil) }

    private func changes(in group: GroupID, key: String?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = center.watch(
            group,
            changed: { keys in
                if key.map(keys.contains) ?? true { continuation.yield() }
            },
            ended: { continuation.finish() }
        )
        if let number {
            continuation.onTermination = { [center] _ in center.unwatch(number) }
        }
        return stream
    }
}

extension SharedDefaults {
    private func stored(_ key: String, in group: GroupID) -> PropertyValue? {
        switch transaction?.lookup(key, in: group) ?? .untouched {
        case .set(let value): return value
        case .removed: return nil
        case .untouched: break
        }
        switch center.read(key, in: group) {
        case .value(let value): return value
        case .notEntitled:
            scope.note(.notEntitled(group))
            complain(group, RequestScope.Problem.sentence(group, facts))
        case .failed(let sentence):
            scope.note(.failed(sentence))
            complain(group, sentence)
        }
        return nil
    }

    private func complain(_ group: GroupID, _ sentence: String) {
        if center.isFirstReport(group.rawValue) { session.log(.error, sentence) }
    }

    private func write(
        _ value: PropertyValue?,
        _ key: String,
        _ group: GroupID,
        _ request: (Int?) -> some RPCRequest
    ) async throws {
        guard let transaction else {
            _ = try await session.ask(request(nil))
            return
        }
        try transaction.requireOpen()
        let number = transaction.note(value, for: key, in: group)
        do {
            _ = try await session.ask(request(transaction.number))
        } catch {
            transaction.withdraw(number, for: key, in: group)
            throw error
        }
    }
}

extension EncodingError {
    /// What is wrong with the value.
    fileprivate var phrase: String {
        switch self {
        case .invalidValue(_, let context): context.debugDescription
        @unknown default: "it cannot be encoded"
        }
    }
}
