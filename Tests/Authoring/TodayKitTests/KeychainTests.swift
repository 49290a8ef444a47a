import Foundation
import JSON
import JSONRPC
import Testing
import TodayKit
import TodayProtocol

/// `context.keychain(_:)`, and the messages in the form that `Documentation/Protocol.md` shows.
@Suite(.timeLimit(.minutes(10))) struct KeychainTests {
    @Test func secretsAreReadWrittenListedAndDeleted() async throws {
        let widget = TestWidget(update: { context in
            let keychain = context.keychain("com.example.keys")
            #expect(try await keychain.text(service: "api", account: "me") == "s3cret")
            #expect(try await keychain.data(service: "none") == nil)
            try await keychain.set("new", service: "api", account: "me")
            try await keychain.delete(service: "api")
            #expect(try await keychain.items() == [.init(service: "api", account: "me")])
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let get = try await host.next(KeychainGetRequest.self)
            #expect(get.request.accessGroup == "com.example.keys")
            #expect(get.request.service == "api" && get.request.account == "me")
            let stored = try JSONValue(parsing: #"{"secret":{"$data":"czNjcmV0"}}"#)
            get.incoming.reply(try stored.decode(KeychainGetRequest.Reply.self))
            let none = try await host.next(KeychainGetRequest.self)
            #expect(none.request.account == "")
            none.incoming.reply(try JSONValue(parsing: "{}").decode(KeychainGetRequest.Reply.self))
            let set = try await host.next(KeychainSetRequest.self)
            #expect(set.request.secret == Data("new".utf8) && set.request.transaction == nil)
            let json = try JSONValue(encoding: set.request)
            #expect(json["secret"] == ["$data": "bmV3"])
            set.incoming.reply(EmptyReply())
            let delete = try await host.next(KeychainDeleteRequest.self)
            #expect(delete.request.service == "api" && delete.request.account == "")
            delete.incoming.reply(EmptyReply())
            let list = try await host.next(KeychainListRequest.self)
            let items = try JSONValue(parsing: #"{"items":[{"service":"api","account":"me"}]}"#)
            list.incoming.reply(try items.decode(KeychainListRequest.Reply.self))
            _ = try await reply
        }
    }

    @Test func aRefusalIsThrown() async throws {
        let widget = TestWidget(update: { context in
            let error = await #expect(throws: RequestError.self) { try await context.keychain("a").items() }
            #expect(error == RequestError(.notEntitled, "Why."))
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let asked = try await host.next(KeychainListRequest.self)
            asked.incoming.fail(RPCError(.notEntitled, "Why."))
            _ = try await reply
        }
    }
}
