import AsyncHTTPClient
package import CloudStorage
import Crypto
package import Foundation
import JSON
import NIOCore
import NIOHTTP1
import OutgoingHTTP
import PushEncoding

/// The files of topics as objects of a server that speaks S3, in one bucket; ``shutdown()`` must be called in the end.
///
/// The answers of the server are not trusted: they have a largest size, and no more of them is read than a status, the
/// code of an error, and the bytes that were asked for.
package final class ObjectStore: AttachmentStore {
    /// The number of bytes of a file that one request reads.
    private static let partSize = 256 * 1024
    /// The time limits of a request that sends a file, and of others.
    private static let uploadLimit = Duration.seconds(60)
    private static let limit = Duration.seconds(15)
    /// The largest time after which a request that failed is made once more.
    private static let retryLimit = Duration.seconds(2)
    /// The number of bytes that are read of an answer which is no file.
    private static let answerLimit = 4096
    private static let connectionLimit = 16

    private let address: ObjectStoreAddress
    private let signature: AWSSignature
    private let client: OutgoingClient
    private let now: @Sendable () -> Date

    package init(
        _ address: ObjectStoreAddress,
        key: ObjectStoreKey,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.address = address
        self.now = now
        signature = AWSSignature(key: key, region: address.region)
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(5)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connectionLimit
        client = OutgoingClient(configuration)
    }

    /// Closes the connections; must not be called during a request.
    package func shutdown() async throws { try await client.shutdown() }

    /// Stores, reads and removes an object, and returns what failed as a sentence; `nil` if nothing did.
    package func check() async -> String? {
        let id = "check" + Secret.alphanumeric(length: 20)
        let bytes = Array(id.utf8)
        do {
            try await put(Payload(hash: SHA256.hash(data: bytes).hexadecimalDigits, body: { .bytes(bytes) }), as: id)
            let isRead = try await part(of: id, at: 0, count: bytes.count) == bytes
            try await remove(id)
            return isRead ? nil : "\(address) does not return what was stored there."
        } catch {
            return error.message
        }
    }

    package func put(_ upload: AttachmentWriter) async throws(CloudStoreError) {
        let file = try upload.reader()
        var hash = SHA256()
        for offset in stride(from: 0, to: file.size, by: Self.partSize) {
            hash.update(data: try file.read(at: offset, count: Self.partSize))
        }
        let payload = Payload(hash: hash.finalize().hexadecimalDigits) {
            .stream(FileParts(file: file), length: .known(Int64(file.size)))
        }
        try await put(payload, as: upload.id)
    }

    private func put(_ payload: Payload, as id: String) async throws(CloudStoreError) {
        let answer = try await send(.PUT, id, payload, within: Self.uploadLimit)
        guard answer.status == 200 else { throw refusal("store a file", answer) }
    }

    package func content(of file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        let (id, size) = (file.id, file.size)
        @Sendable func read(_ offset: Int) async throws(CloudStoreError) -> [UInt8]? {
            try await part(of: id, at: offset, count: min(Self.partSize, size - offset))
        }
        // The first part says whether the file is here, before the head of a response is written.
        guard size > 0 else { return AttachmentContent(size: 0) { _ in [] } }
        guard let first = try await read(0) else { return nil }
        return AttachmentContent(size: size) { offset in offset == 0 ? first : try await read(offset) ?? [] }
    }

    /// Reads bytes of an object; `nil` if it does not exist.
    private func part(of id: String, at offset: Int, count: Int) async throws(CloudStoreError) -> [UInt8]? {
        // One more byte would show that the server has sent more.
        let answer = try await send(.GET, id, range: offset..<offset + count, limit: count + 1)
        if answer.isMissing { return nil }
        guard answer.status == 206 || answer.status == 200 && offset == 0, answer.body.count == count else {
            throw refusal("return a file", answer)
        }
        return answer.body
    }

    package func remove(_ id: String) async throws(CloudStoreError) {
        let answer = try await send(.DELETE, id)
        guard answer.isMissing || [200, 202, 204].contains(answer.status) else {
            throw refusal("remove a file", answer)
        }
    }

    // MARK: - Requests

    private struct Payload: Sendable {
        static let none = Payload(hash: SHA256.hash(data: Data()).hexadecimalDigits, body: { nil })

        let hash: String
        /// Makes the body of each attempt.
        let body: @Sendable () -> HTTPClientRequest.Body?
    }

    private struct Answer {
        let status: Int
        let body: [UInt8]

        /// The code of an error, from the XML of the body.
        var code: String? {
            let text = String(decoding: body.prefix(answerLimit), as: UTF8.self)
            guard let start = text.firstRange(of: "<Code>")?.upperBound,
                let end = text[start...].firstRange(of: "</Code>")?.lowerBound
            else { return nil }
            let code = text[start..<end]
            return code.isASCIIName(limit: 64, with: ".") ? String(code) : nil
        }

        var isMissing: Bool { status == 404 && code ?? "NoSuchKey" == "NoSuchKey" }
    }

    /// Sends a request, and once more if it soon fails; no request does anything else if it is repeated.
    private func send(
        _ method: HTTPMethod,
        _ id: String,
        _ payload: Payload = .none,
        range: Range<Int>? = nil,
        limit: Int = answerLimit,
        within time: Duration = ObjectStore.limit
    ) async throws(CloudStoreError) -> Answer {
        guard id.isASCIIName(limit: 64) else { throw CloudStoreError(.notFound, "\"\(id)\" is no id of a file.") }
        let start = ContinuousClock.now
        var isLast = false
        while true {
            do {
                let request = makeRequest(method, "\(address.path)/\(id)", payload, range)
                let answer = try await client.send(request, to: address.policy, within: time) { response in
                    guard
                        let body = try await response.beginningOfBody(limit: max(limit, Self.answerLimit), within: time)
                    else { throw Interruption() }
                    return Answer(status: Int(response.status.code), body: body)
                }
                let isFailure = answer.status >= 500
                guard isFailure, !isLast, ContinuousClock.now - start < Self.retryLimit else { return answer }
            } catch {
                guard !Task.isCancelled, !isLast, ContinuousClock.now - start < Self.retryLimit else {
                    throw CloudStoreError(
                        .attachmentsUnavailable,
                        "\(address) cannot be reached: \(error.loggedText).",
                        cause: error
                    )
                }
            }
            isLast = true
        }
    }

    /// The connection ended, or the time was over, before the end of an answer.
    private struct Interruption: Error {}

    private func makeRequest(
        _ method: HTTPMethod,
        _ path: String,
        _ payload: Payload,
        _ range: Range<Int>?
    ) -> HTTPClientRequest {
        var headers = [
            "host": address.host, "x-amz-content-sha256": payload.hash, "x-amz-date": AWSSignature.timestamp(now()),
        ]
        if let token = signature.key.sessionToken { headers["x-amz-security-token"] = token }
        if let range { headers["range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)" }
        headers["authorization"] = signature.authorization(method.rawValue, path, headers: headers)
        var request = HTTPClientRequest(url: address.description + path.dropFirst(address.path.count))
        request.method = method
        request.headers = HTTPHeaders(headers.map { ($0.key, $0.value) })
        request.body = payload.body()
        return request
    }

    private func refusal(_ action: String, _ answer: Answer) -> CloudStoreError {
        let advice =
            switch (answer.code, answer.status) {
            case ("NoSuchBucket", _): "create the bucket, or correct the address"
            case ("SignatureDoesNotMatch", _), ("InvalidAccessKeyId", _), ("InvalidToken", _), ("ExpiredToken", _):
                "correct the key or the region, and start the cloud again"
            case ("RequestTimeTooSkewed", _): "set the clock of this machine"
            case ("AuthorizationHeaderMalformed", _), ("PermanentRedirect", _), (_, 300..<400): "correct its region"
            case (_, 401), (_, 403): "its key must be right, and may store, read and remove objects"
            case (_, 507): "it is full"
            default: "its own log may say more"
            }
        let code = answer.code.map { "\($0), " } ?? ""
        return CloudStoreError(
            .attachmentsUnavailable,
            "\(address) did not \(action) (\(code)status \(answer.status)): \(advice)."
        )
    }
}

/// The bytes of a file in parts, which are read when they are asked for.
private struct FileParts: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        let file: AttachmentReader
        var offset = 0

        mutating func next() async throws -> ByteBuffer? {
            let bytes = try file.read(at: offset, count: 65_536)
            offset += bytes.count
            return bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
        }
    }

    let file: AttachmentReader

    func makeAsyncIterator() -> Iterator { Iterator(file: file) }
}
