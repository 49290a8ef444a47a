import Foundation
import HostStorage
import Testing
import TodayProtocol

/// Bodies as files.
@Suite(.timeLimit(.minutes(10))) struct MessageFilesTests {
    private static let body = MessageFiles.Body(
        html: Array("<p>Hello</p>".utf8),
        text: "Hellö",
        images: ["1.png": [1, 2, 3], "2.jpeg": []]
    )

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func aBodyComesBackWithItsPicturesAndIsNobodyElses() async throws {
        try await withFolder { folder in
            let files = try MessageFiles(folder: folder + "/messages")
            #expect(try await files.html(of: "m", in: "com.a") == nil)
            try await files.write(Self.body, of: "m", in: "com.a")
            #expect(try await files.html(of: "m", in: "com.a") == Self.body.html)
            #expect(try await files.text(of: "m", in: "com.a") == "Hellö")
            #expect(try await files.image("1.png", of: "m", in: "com.a") == [1, 2, 3])
            #expect(try await files.image("2.jpeg", of: "m", in: "com.a") == [])
            for name in ["3.png", "", ".", "..", "../body.html", "body.html", "/etc/passwd", "1.png\u{0}"] {
                #expect(try await files.image(name, of: "m", in: "com.a") == nil, "\(name)")
            }
            #expect(try await files.html(of: "m", in: "com.b") == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/messages/com.a/m/body.html")
            #expect(mode[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func aSecondBodyTakesThePlaceOfTheFirstWhole() async throws {
        try await withFolder { folder in
            let files = try MessageFiles(folder: folder + "/messages")
            try await files.write(Self.body, of: "m", in: "com.a")
            try await files.write(MessageFiles.Body(html: [65], text: "A"), of: "m", in: "com.a")
            #expect(try await files.html(of: "m", in: "com.a") == [65])
            #expect(try await files.image("1.png", of: "m", in: "com.a") == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/messages/com.a") == ["m"])
        }
    }

    @Test func namesThatLeaveTheFolderAreRefused() async throws {
        try await withFolder { folder in
            let files = try MessageFiles(folder: folder + "/messages")
            for (id, app) in [("..", "com.a"), ("a/b", "com.a"), ("", "com.a"), ("m", ".."), ("m", "a/b"), ("m", "")] {
                let refused = await refusal { try await files.write(Self.body, of: MessageID(id), in: AppID(app)) }
                #expect(refused == .invalid, "\(id) \(app)")
                #expect(await refusal { _ = try await files.html(of: MessageID(id), in: AppID(app)) } == .invalid)
            }
            for name in ["../x", ".x", "", "a b", String(repeating: "a", count: 65)] {
                let body = MessageFiles.Body(html: [], text: "", images: [name: [1]])
                #expect(await refusal { try await files.write(body, of: "m", in: "com.a") } == .invalid, "\(name)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["messages"])
            #expect(!exists(folder + "/messages/com.a/m"))
        }
    }

    @Test func whatIsLeftOverGoesAtTheStartAndWhatIsDeletedAfterTheCommit() async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            let files = try MessageFiles(folder: folder + "/messages")
            try await store.merge([.sample("kept"), .sample("deleted"), .sample("early")])
            for id in ["kept", "deleted", "early", "left"] as [MessageID] {
                try await files.write(Self.body, of: id, in: "com.a")
            }
            try await files.write(Self.body, of: "m", in: "com.removed")
            try await store.bodyArrived("kept")
            try await store.bodyArrived("deleted")
            // A host that was ended while it wrote leaves this behind.
            try FileManager.default.createDirectory(
                atPath: folder + "/messages/com.a/.draft-1",
                withIntermediateDirectories: false
            )
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await files.run(on: store) }
                let there = folder + "/messages/"
                while exists(there + "com.a/left") || exists(there + "com.a/.draft-1") || exists(there + "com.removed")
                {
                    await Task.yield()
                }
                _ = try? await store.apply(.delete("com.a", ["deleted"]))
                while exists(there + "com.a/deleted") { await Task.yield() }
                #expect(exists(there + "com.a/kept"))
                // On disk already, though the store has not been told.
                #expect(exists(there + "com.a/early"))
                group.cancelAll()
            }
            await store.close()
        }
    }
}
