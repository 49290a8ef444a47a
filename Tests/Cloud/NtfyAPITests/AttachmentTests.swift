import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct AttachmentTests {
    @Test func aBodyWithANameIsAFile() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(
                .put,
                "/home?title=Photo",
                text: "GIF89a…",
                headers: ["Filename": "soup.gif", "Message": "Look"]
            ).json
            let file = try #require(message["attachment"])
            #expect(message["message"] == "Look")
            #expect(message["title"] == "Photo")
            #expect(file["name"] == "soup.gif")
            #expect(file["type"] == "image/gif")
            #expect(file["size"] == 9)
            #expect(file["expires"] == 1_795_258_800)
            let id = try #require(message["id"]?.stringValue)
            #expect(file["url"] == .string("\(TestClient.address)/file/\(id).gif"))
            let answer = try await ntfy.client.send(.get, "/file/\(id).gif")
            #expect(answer.text == "GIF89a…")
            #expect(answer.headers[.contentType] == "image/gif")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            let head = try await ntfy.client.send(.head, "/file/\(id)")
            #expect(head.headers[.contentLength] == "9")
            #expect(head.text == "")
        }
    }

    @Test func aBodyThatIsTooLongForAMessageIsAFile() async throws {
        try await withNtfy { ntfy async throws in
            let text = String(repeating: "ä", count: 2048)
            #expect(try await ntfy.publish(text)["message"] == .string(text))
            let message = try await ntfy.publish(text + "!")
            #expect(message["message"] == "You received a file: attachment.txt")
            #expect(message["attachment"]?["type"] == "text/plain; charset=utf-8")
            #expect(message["attachment"]?["size"] == 4097)
            let json = try await ntfy.client.send(.post, "/", ["topic": "home", "message": .string(text + "!")]).json
            #expect(json["attachment"]?["size"] == 4097)
        }
    }

    @Test func whatABrowserWouldCarryOutIsServedAsText() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("<script>alert(1)</script>", headers: ["Filename": "a.html"])
            let url = try #require(message["attachment"]?["url"]?.stringValue)
            let answer = try await ntfy.client.send(.get, url.replacing(TestClient.address, with: ""))
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        }
    }

    @Test func aFileIsGoneAfterThreeHours() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("x", headers: ["Filename": "x"])
            let id = try #require(message["id"]?.stringValue)
            let folder = ntfy.fixture.folder.path + "/attachments"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [id])
            ntfy.fixture.date.advance(by: 10_801)
            #expect(try await ntfy.client.send(.get, "/file/\(id)").status == 404)
            var position = ""
            try await ntfy.fixture.cloud.topicFileSweeper.step(from: &position)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            #expect(try await ntfy.texts() == ["You received a file: x"])
        }
    }

    @Test func nothingIsLeftOfAFileWhoseMessageIsRefused() async throws {
        try await withNtfy { ntfy async throws in
            let large = String(repeating: "a", count: 15 * 1024 * 1024 + 1)
            _ = try await ntfy.client.send(.put, "/home", text: large)
            let folder = ntfy.fixture.folder.path + "/attachments"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            let full = String(repeating: "a", count: 15 * 1024 * 1024)
            for _ in 0..<6 { #expect(try await ntfy.client.send(.put, "/home", text: full).status == 200) }
        }
    }

    @Test func aFileMustNotEndBeforeItsMessageComes() async throws {
        try await withNtfy { ntfy async throws in
            let late = try await ntfy.publish("x", headers: ["Filename": "x", "Delay": "4h"])
            #expect(late["code"] == 40_015)
            #expect(try await ntfy.publish("x", headers: ["Filename": "x", "Delay": "2h"])["attachment"] != nil)
        }
    }

    @Test func whereFilesAreNotTakenMessagesAre() async throws {
        try await withNtfy(takesFiles: false) { ntfy async throws in
            #expect(try await ntfy.publish("x", headers: ["Filename": "x"])["code"] == 40_014)
            #expect(try await ntfy.publish(String(repeating: "a", count: 4097))["code"] == 40_014)
            #expect(try await ntfy.publish("x")["message"] == "x")
            let message = try await ntfy.publish("", headers: ["Attach": "https://h.example/a/b.pdf"])
            #expect(message["attachment"] == ["name": "b.pdf", "url": "https://h.example/a/b.pdf"])
            #expect(message["message"] == "You received a file: b.pdf")
        }
    }

    @Test func addressesBeginWithThePublicOne() async throws {
        try await withNtfy(publicURL: "https://push.example.org") { ntfy async throws in
            let message = try await ntfy.publish("x", headers: ["Filename": "x"])
            #expect(message["attachment"]?["url"]?.stringValue?.hasPrefix("https://push.example.org/file/") == true)
        }
    }
}
