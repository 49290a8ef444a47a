import Foundation
import HostStorage
import Testing
import TodayProtocol

/// Kills a process that writes, again and again, and looks for everything it acknowledged.
@Suite struct CrashTests {
    @Test(.timeLimit(.minutes(10))) func whatWasAcknowledgedSurvivesKill() async throws {
        try await withFolder { folder in
            let path = folder + "/state"
            for acknowledgements in [1, 40, 300, .random(in: 2...1500), .random(in: 2...1500)] {
                let last = try await killHelper(writing: "defaults", after: acknowledgements, on: path)
                try await expectEverything(upTo: last, in: path)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func whatWasScheduledAndAnsweredSurvivesKill() async throws {
        try await withFolder { folder in
            let path = folder + "/state"
            for acknowledgements in [1, 40, 300, .random(in: 2...900), .random(in: 2...900)] {
                let last = try await killHelper(writing: "notifications", after: acknowledgements, on: path)
                try await expectNotifications(upTo: last, in: path)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func whatCameFromTheCloudSurvivesKillAndCountsOnce() async throws {
        try await withFolder { folder in
            let path = folder + "/state"
            for acknowledgements in [1, 40, .random(in: 2...400)] {
                let last = try await killHelper(writing: "messages", after: acknowledgements, on: path)
                try await expectMessages(upTo: last, in: path)
            }
        }
    }

    /// Starts the helper and kills it once it acknowledged so many writes.
    ///
    /// - Returns: Each writer's last acknowledged number.
    private func killHelper(
        writing what: String,
        after count: Int,
        on path: String
    ) async throws -> [Int: Int] {
        let helper = Process()
        helper.executableURL = try helperLocation()
        helper.arguments = [path, what]
        let output = Pipe()
        helper.standardOutput = output
        try helper.run()
        let text: String = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var bytes = Data()
                var lines = 0
                while lines < count {
                    let more = output.fileHandleForReading.availableData
                    if more.isEmpty { break }
                    lines += more.count { $0 == UInt8(ascii: "\n") }
                    bytes += more
                }
                kill(helper.processIdentifier, SIGKILL)
                // What it acknowledged before the signal reached it counts too.
                bytes += output.fileHandleForReading.readDataToEndOfFile()
                helper.waitUntilExit()
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
        #expect(helper.terminationReason == .uncaughtSignal, "the helper ended by itself")
        var last: [Int: Int] = [:]
        // A last line that was cut off acknowledges nothing.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            try #require(numbers.count == 2, "\(line)")
            last[numbers[0]] = numbers[1]
        }
        #expect(!last.isEmpty)
        return last
    }

    private func expectEverything(upTo acknowledged: [Int: Int], in path: String) async throws {
        let store = try HostStore(folder: path, logger: .silent)
        for (writer, number) in acknowledged {
            let group = GroupID("group.writer\(writer)")
            let entries = try await store.durable.read { try $0.defaults(of: group).entries }
            let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
            guard case .integer(let last) = values["last"] else {
                Issue.record("writer \(writer) lost everything")
                continue
            }
            #expect(last >= number, "writer \(writer) was told \(number) and finds \(last)")
            // Both keys of each transaction are there: nothing is half-written.
            for earlier in max(1, last - 99)...last {
                #expect(values["slot\(earlier % 100)"] == .integer(earlier), "writer \(writer)")
            }
        }
        await store.close()
    }

    private func expectNotifications(upTo acknowledged: [Int: Int], in path: String) async throws {
        let store = try HostStore(folder: path, logger: .silent)
        for (writer, number) in acknowledged {
            let app = AppID("com.writer\(writer)")
            let kept = try await store.durable.read { reader in
                try (1...number).filter { try Self.isKept($0, of: app, in: reader) }.count
            }
            #expect(kept == number, "writer \(writer) was told \(number) and finds \(kept) of them")
            // The badge moved with the acknowledgement, not without it: no fourth one is pending after that.
            let badge = try await store.durable.read { try $0.badge(of: app) }
            #expect(badge >= number - number % 4)
            let pending = try await store.durable.read { reader in
                try reader.pendingResponses().filter { $0.app == app }.map(\.response.text)
            }
            let numbers = pending.compactMap { $0.flatMap { Int($0) } }
            #expect(numbers.allSatisfy { $0 % 4 != 0 || $0 > badge }, "writer \(writer)")
        }
        await store.close()
    }

    private func expectMessages(upTo acknowledged: [Int: Int], in path: String) async throws {
        let store = try HostStore(folder: path, logger: .silent)
        let sequence = try await store.durable.read { try $0.cloudLink()?.sequence } ?? 0
        for (writer, number) in acknowledged {
            let app = AppID("com.writer\(writer)")
            #expect(sequence >= Int64(number))
            #expect(try await store.durable.number(of: app) != nil, "writer \(writer)")
            try await store.durable.read { reader in
                let listed = try reader.messages(of: app, limit: 100).messages
                let ids = listed.compactMap { Int($0.id.rawValue) }
                #expect(ids == ids.first.map { Array((max(1, $0 - 49)...$0).reversed()) }, "writer \(writer)")
                let shown = try reader.pendingNotifications(of: app, soonest: 1000).map(\.request.identifier)
                #expect(Set(shown).count == shown.count)
                for message in listed {
                    guard let id = Int(message.id.rawValue), id <= number else { continue }
                    #expect(message.hasBody, "\(id) of writer \(writer)")
                    #expect(message.isRead == id.isMultiple(of: 3), "\(id) of writer \(writer)")
                    #expect(shown.contains("\(id)") == !message.isRead, "\(id) of writer \(writer)")
                }
                let waiting = try reader.pendingPushes().filter { $0.app == app }.compactMap { Int($0.push.id) }
                #expect(waiting == waiting.last.map { Array(max(1, $0 - CloudOperation.pushLimit + 1)...$0) })
                #expect(waiting.last ?? 0 >= number)
            }
        }
        await store.close()
    }

    /// Whether a number is where its last acknowledged step put it, and nowhere else.
    private static func isKept(_ number: Int, of app: AppID, in reader: DurableReader) throws -> Bool {
        let identifier = String(number)
        let scheduled = try reader.scheduled(app, identifier: identifier)
        let delivered = try reader.delivered(of: app, identifier: identifier)
        let response = try reader.response("\(app) \(number)")
        let title = LocalizableText.text("Number \(number)")
        guard number % 2 == 0 else {
            return scheduled?.request.content.title == title
                && scheduled?.due == Date(timeIntervalSince1970: 1_800_000_000 + Double(number))
                && delivered == nil && response == nil
        }
        guard let response, response.response.notification.request.content.title == title else { return false }
        let isPending = response.state == .pending
        return scheduled == nil && delivered == nil && response.response.text == identifier
            && isPending == (number % 4 != 0)
    }

    /// The helper is built beside the tests.
    private func helperLocation() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 {
            let location = folder.appendingPathComponent("StoreCrashHelper")
            if FileManager.default.isExecutableFile(atPath: location.path) { return location }
            folder.deleteLastPathComponent()
        }
        throw StoreError(.notFound, "StoreCrashHelper does not lie beside \(CommandLine.arguments[0]).")
    }
}
