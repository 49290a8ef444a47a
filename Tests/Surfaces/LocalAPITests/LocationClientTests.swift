import Host
import HostModel
import LocalAPI
import Notifications
import SurfaceTestSupport
import Testing
import TodayScreen

/// The routes of the location and of uploads, from the client to the host.
@Suite(.timeLimit(.minutes(5))) struct LocationClientTests {
    @Test func everyRequestArrivesAsItWasSent() async throws {
        try await withLocalHost { client, host, _ in
            try await client.send(SetLocationRequest(latitude: 52.5, longitude: -13, accuracy: 100))
            try await client.send(
                ShareLocationRequest(latitude: 1, longitude: 2, accuracy: 3, begins: true, on: .local)
            )
            #expect(try await client.send(GetLocationRequest()).location?.longitude == 2)
            try await client.send(StopSharingLocationRequest())
            try await client.send(ForgetLocationRequest())
            #expect(try await client.send(GetLocationRequest()) == LocationState())
            try await client.send(DiscardUploadRequest("a b/c"))

            #expect(
                host.sent(SetLocationRequest.self)
                    == [SetLocationRequest(latitude: 52.5, longitude: -13, accuracy: 100)]
            )
            let shared = try #require(host.sent(ShareLocationRequest.self).first)
            #expect(shared.latitude == 1 && shared.longitude == 2 && shared.accuracy == 3 && shared.begins)
            #expect(host.sent(DiscardUploadRequest.self) == [DiscardUploadRequest("a b/c")])
        }
    }
}
