import HostModel
import HostStorage
import Testing
import TodayProtocol

@testable import Host
@testable import ProcessHost

@Suite struct ClaimTests {
    @Test func anAppClaimsEveryNameThatItsBundleAsksFor() {
        let manifest = AppManifest(
            id: AppID("com.example.weather"),
            folder: "Weather.app",
            name: LocalizedName("Weather"),
            version: "1",
            executable: "weather",
            urlSchemes: ["weather"],
            entitlements: Entitlements(
                groups: [GroupID("group.com.example.weather")],
                recordContainers: ["records"]
            )
        )
        #expect(
            manifest.claims == [
                Claim(.group, "group.com.example.weather"), Claim(.container, "records"), Claim(.urlScheme, "weather"),
            ]
        )
    }
}
