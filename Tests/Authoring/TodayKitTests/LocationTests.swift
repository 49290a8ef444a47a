import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayKit
import TodayProtocol

/// `context.location(maximumAge:)`, and `location/get` in the form that `Documentation/Protocol.md` shows.
@Suite(.timeLimit(.minutes(10))) struct LocationTests {
    @Test func theLocationIsHandedOver() async throws {
        let widget = TestWidget(update: { context in
            let location = try await context.location(maximumAge: .seconds(90))
            #expect(location.latitude == 52.5 && location.longitude == 13.3846 && location.accuracy == 5000)
            #expect(location.date == Date(timeIntervalSince1970: 100) && location.age == .seconds(12.5))
            #expect(location.granted == .reduced)
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let asked = try await host.next(LocationGetRequest.self)
            #expect(asked.request.maximumAge == 90)
            asked.incoming.reply(
                LocationGetRequest.Reply(
                    latitude: 52.5,
                    longitude: 13.3846,
                    accuracy: 5000,
                    date: Date(timeIntervalSince1970: 100),
                    age: 12.5,
                    granted: .reduced
                )
            )
            _ = try await reply
        }
    }

    @Test(arguments: [
        (RPCError.Code.notEntitled, LocationError.Code.notAllowed), (.locationUnknown, .unknown),
        (.limitExceeded, .failed), (.invalidParams, .failed),
    ])
    func aRefusalIsTyped(code: RPCError.Code, kind: LocationError.Code) async throws {
        let widget = TestWidget(update: { context in
            let error = await #expect(throws: LocationError.self) { try await context.location() }
            #expect(error == LocationError(kind, "Why."))
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let asked = try await host.next(LocationGetRequest.self)
            #expect(asked.request.maximumAge == nil)
            asked.incoming.fail(RPCError(code, "Why."))
            _ = try await reply
        }
    }

    @Test func messages() throws {
        #expect(try JSONValue(encoding: LocationGetRequest()).jsonText == "{}")
        #expect(try JSONValue(encoding: LocationGetRequest(maximumAge: 60)).jsonText == #"{"maximumAge":60.0}"#)
        let reply = try JSONValue(
            parsing: #"{"latitude":52,"longitude":13.4,"accuracy":20,"date":{"$date":"2026-11-21T08:00:00.000Z"},"#
                + #""age":0,"granted":"full"}"#
        ).decode(LocationGetRequest.Reply.self)
        #expect(reply.latitude == 52 && reply.granted == .full)
        #expect(try JSONValue(encoding: UpdateReason.locationChanged).stringValue == "locationChanged")
    }
}
