import FoundationEssentials
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct SharedDefaultsTests {
    @Test func theFirstRequestWaitsForEveryPage() async throws {
        let widget = TestWidget.text { context in "\(context.defaults[.name]) \(context.defaults[.count])" }
        try await withHost(of: widget, stored: nil) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let first = try await host.next(DefaultsAllRequest.self)
            #expect(first.request.group == ScriptedHost.group)
            #expect(first.request.after == nil)
            first.incoming.reply(
                DefaultsAllRequest.Reply(values: ["count": .integer(4)], next: "count", revision: Revision(1))
            )
            let second = try await host.next(DefaultsAllRequest.self)
            #expect(second.request.after == "count")
            second.incoming.reply(
                DefaultsAllRequest.Reply(values: ["name": .string("Ada")], next: nil, revision: Revision(2))
            )
            #expect(try await reply.content?.compact.firstText == "Ada 4")
        }
    }

    @Test func groupsAreLoadedAtOnce() async throws {
        let other = GroupID("group.other")
        try await withHost(of: TestWidget(), stored: nil) { host in
            _ = try await host.initialize(groups: [ScriptedHost.group, other])
            let first = try await host.next(DefaultsAllRequest.self)
            let second = try await host.next(DefaultsAllRequest.self)
            #expect(Set([first.request.group, second.request.group]) == [ScriptedHost.group, other])
            for (_, incoming) in [first, second] {
                incoming.reply(DefaultsAllRequest.Reply(values: [:], next: nil, revision: Revision(1)))
            }
            try await host.update()
        }
    }

    @Test func aChangeThatComesBeforeItsPageIsNotUndoneByIt() async throws {
        let widget = TestWidget.text { context in context.defaults[.name] }
        try await withHost(of: widget, stored: nil) { host in
            _ = try await host.initialize()
            let page = try await host.next(DefaultsAllRequest.self)
            host.change(["name": .string("new")], revision: 5)
            page.incoming.reply(
                DefaultsAllRequest.Reply(values: ["name": .string("old")], next: nil, revision: Revision(4))
            )
            #expect(try await host.update().content?.compact.firstText == "new")
        }
    }

    @Test func aChangeIsSeenByTheNextRequest() async throws {
        let widget = TestWidget.text { context in context.defaults[.name] }
        try await withHost(of: widget, stored: ["name": .string("a")]) { host in
            _ = try await host.initialize()
            #expect(try await host.update().content?.compact.firstText == "a")
            host.change(["name": .string("b")], revision: 2)
            #expect(try await host.update().content?.compact.firstText == "b")
            host.change([:], removed: ["name"], revision: 3)
            #expect(try await host.update().content?.compact.firstText == "nobody")
        }
    }

    @Test func whatAPerformWritesItSeesAtOnceAndNobodyElse() async throws {
        let widget = TestWidget(
            update: { context in WidgetContent(compact: Card { TextBlock(context.defaults[.name]) }) },
            perform: { action, context in
                try await context.defaults.set("mine", for: .name)
                #expect(context.defaults[.name] == "mine")
                try await context.defaults.remove(.name)
                #expect(context.defaults[.name] == "nobody")
                try await context.defaults.set("kept", for: .name)
                #expect(context.defaults[.name] == "kept")
                if action == .go { throw Failure("No.") }
            }
        )
        try await withHost(of: widget, stored: ["name": .string("a")]) { host in
            _ = try await host.initialize()
            for (action, transaction) in [(TestAction.go, 3), (.set("x", done: true), 4)] {
                async let outcome = Outcome { try await host.perform(action, transaction: transaction) }
                let first = try await host.next(DefaultsSetRequest.self)
                #expect(first.request.transaction == transaction)
                #expect(first.request.value == .string("mine"))
                first.incoming.reply(EmptyReply())
                let removal = try await host.next(DefaultsRemoveRequest.self)
                #expect(removal.request.transaction == transaction)
                removal.incoming.reply(EmptyReply())
                try await host.next(DefaultsSetRequest.self).incoming.reply(EmptyReply())
                #expect(await outcome.isSuccess == (action != .go))
                // The host did not commit it, so nobody sees it.
                #expect(try await host.update().content?.compact.firstText == "a")
            }
            host.change(["name": .string("kept")], revision: 9)
            #expect(try await host.update().content?.compact.firstText == "kept")
        }
    }

    @Test func aWriteThatTheHostRefusesIsNotSeen() async throws {
        let widget = TestWidget(perform: { _, context in
            try await context.defaults.set("first", for: .name)
            let error = await #expect(throws: RequestError.self) {
                try await context.defaults.set("second", for: .name)
            }
            #expect(error == RequestError(.limitExceeded, "Too large."))
            #expect(context.defaults[.name] == "first")
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let done: Void = host.perform(TestAction.go)
            try await host.next(DefaultsSetRequest.self).incoming.reply(EmptyReply())
            try await host.next(DefaultsSetRequest.self).incoming.fail(RPCError(.limitExceeded, "Too large."))
            try await done
        }
    }

    @Test func aContextWritesNothingAfterItsPerform() async throws {
        let kept = Mutex<WidgetContext?>(nil)
        let widget = TestWidget(
            update: { _ in
                let last = kept.withLock(\.self)
                let context = try #require(last)
                let error = await #expect(throws: RequestError.self) {
                    try await context.defaults.set("late", for: .name)
                }
                #expect(error?.code == .transactionOver)
                await #expect(throws: RequestError.self) { try await context.reload() }
                return nil
            },
            perform: { _, context in kept.withLock { $0 = context } }
        )
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            try await host.perform(TestAction.go)
            try await host.update()
        }
    }

    @Test func aWriteOutsideAPerformIsSeenWhenItIsAnswered() async throws {
        let widget = TestWidget.text { context in
            try await context.defaults.set(7, for: .count)
            return "\(context.defaults[.count])"
        }
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let write = try await host.next(DefaultsSetRequest.self)
            #expect(write.request.transaction == nil)
            host.change(["count": .integer(7)], revision: 2)
            write.incoming.reply(EmptyReply())
            #expect(try await reply.content?.compact.firstText == "7")
        }
    }

    struct Habit: Codable, Hashable, Sendable {
        var id: String
        var days: [Date]
        var note: String?
    }

    @Test func everyTypeOfValueGoesToTheHostAndComesBack() async throws {
        func check<Value: Codable & Hashable & Sendable>(_ value: Value, _ stored: PropertyValue) async throws {
            let key = DefaultsKey<Value?>("k", in: ScriptedHost.group)
            let widget = TestWidget(update: { context in
                #expect(context.defaults[key] == value)
                try await context.defaults.set(value, for: key)
                return nil
            })
            try await withHost(of: widget, stored: ["k": stored]) { host in
                _ = try await host.initialize()
                async let reply = host.update()
                let write = try await host.next(DefaultsSetRequest.self)
                #expect(write.request.value == stored)
                write.incoming.reply(EmptyReply())
                _ = try await reply
            }
        }
        let date = Date(timeIntervalSince1970: 1_795_248_000.25)
        try await check(true, .bool(true))
        try await check(3, .integer(3))
        try await check(3.0, .real(3))
        try await check("x", .string("x"))
        try await check(date, .date(date))
        try await check(Data([1, 2]), .data(Data([1, 2])))
        try await check([1, 2], .array([.integer(1), .integer(2)]))
        try await check(["a": [1.5]], .dictionary(["a": .array([.real(1.5)])]))
        try await check(
            [Habit(id: "h", days: [date], note: nil)],
            .array([.dictionary(["id": .string("h"), "days": .array([.date(date)])])])
        )
        try await check(TestAction.go, .dictionary(["go": .dictionary([:])]))
    }

    @Test func settingNothingRemoves() async throws {
        let key = DefaultsKey<String?>("k", in: ScriptedHost.group)
        let widget = TestWidget(update: { context in
            try await context.defaults.set(nil, for: key)
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            try await host.next(DefaultsRemoveRequest.self).incoming.reply(EmptyReply())
            _ = try await reply
        }
    }

    @Test func whatIsNoPropertyListIsNotSent() async throws {
        let numbers = DefaultsKey<[Double]>("n", in: ScriptedHost.group, default: [])
        let holes = DefaultsKey<[Int?]>("h", in: ScriptedHost.group, default: [])
        let tags = DefaultsKey<[String: Int]>("t", in: ScriptedHost.group, default: [:])
        let widget = TestWidget(update: { context in
            for attempt in [
                { try await context.defaults.set([.nan], for: numbers) },
                { try await context.defaults.set([1, nil], for: holes) },
                { try await context.defaults.set(["$date": 1], for: tags) },
            ] as [@Sendable () async throws -> Void] {
                let error = await #expect(throws: RequestError.self) { try await attempt() }
                #expect(error?.code == .invalidValue)
            }
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            try await host.update()
        }
    }

    @Test func aValueOfAnotherTypeGivesTheDefaultAndOneLine() async throws {
        let widget = TestWidget.text { context in
            context.log.info("read")
            return "\(context.defaults[.count]) \(context.defaults[.count])"
        }
        try await withHost(of: widget, stored: ["count": .string("many")]) { host in
            _ = try await host.initialize()
            #expect(try await host.update().content?.compact.firstText == "0 0")
            try await host.update()
            #expect(try await host.nextLog().message == "read")
            let complaint = try await host.nextLog()
            #expect(complaint.level == .error)
            #expect(complaint.message.contains("group.test count"))
            #expect(try await host.nextLog().message == "read")
        }
    }

    @Test func aGroupThatIsNotTheProcessesFailsTheRequestWithTheHostsSentence() async throws {
        let widget = TestWidget.text { context in context.defaults[.name] }
        try await withHost(of: widget) { host in
            _ = try await host.initialize(groups: [GroupID("group.other")])
            for _ in 0..<2 {
                async let outcome = Outcome { try await host.update() }
                let get = try await host.next(DefaultsGetRequest.self)
                #expect(get.request.group == ScriptedHost.group)
                get.incoming.fail(RPCError(.notEntitled, "The host's own sentence."))
                let result = await outcome
                #expect(throws: RPCError(.failed, "The host's own sentence.")) { try result.get() }
            }
            #expect(try await host.nextLog().message.contains("group.test"))
        }
    }

    @Test func aGroupThatCannotBeReadFailsTheRequest() async throws {
        let widget = TestWidget.text { context in context.defaults[.name] }
        try await withHost(of: widget, stored: nil) { host in
            _ = try await host.initialize()
            try await host.next(DefaultsAllRequest.self).incoming.fail(RPCError(.internalError, "no disk"))
            let error = await #expect(throws: RPCError.self) { try await host.update() }
            #expect(error?.code == .failed)
            #expect(error?.message == "The shared defaults of group.test could not be read: no disk")
        }
    }

    @Test func changesAreToldOnceTheyAreCommitted() async throws {
        let app = TestApp(work: { context in
            let changes = context.defaults.changes(of: .name)
            context.log.info("ready")
            for await name in changes { context.log.info(name) }
            context.log.info("end")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.nextLog().message == "ready")
            host.change(["count": .integer(1)], revision: 2)
            host.change(["name": .string("a")], revision: 3)
            #expect(try await host.nextLog().message == "a")
            host.change(["name": .string("a"), "count": .integer(2)], revision: 4)
            host.change([:], removed: ["name"], revision: 5)
            #expect(try await host.nextLog().message == "nobody")
        }
    }

    @Test func ofChangesThatWaitTheNewestIsTold() async throws {
        let app = TestApp(
            perform: { _, context in
                let changes = context.defaults.changes(of: .count)
                context.log.info("ready")
                try await context.open("https://example.org")
                for await count in changes {
                    context.log.info("\(count)")
                    break
                }
            }
        )
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go)
            #expect(try await host.nextLog().message == "ready")
            for number in 1...50 { host.change(["count": .integer(number)], revision: Int64(number + 1)) }
            try await host.next(OpenRequest.self).incoming.reply(OpenRequest.Reply(taken: true))
            #expect(try await host.nextLog().message == "50")
            _ = try await done
        }
    }
}
