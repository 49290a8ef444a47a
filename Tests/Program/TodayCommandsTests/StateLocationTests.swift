import Testing

@testable import HostDaemon
@testable import TodayCommands

@Suite struct StateLocationTests {
    @Test(
        arguments: [
            (nil, [:], "/home/person/.local/share/today", "/home/person/.config/today/config.json"),
            (nil, ["XDG_DATA_HOME": "/data/"], "/data/today", "/home/person/.config/today/config.json"),
            (nil, ["XDG_CONFIG_HOME": "/conf"], "/home/person/.local/share/today", "/conf/today/config.json"),
            (
                nil, ["XDG_DATA_HOME": "relative", "XDG_CONFIG_HOME": ""], "/home/person/.local/share/today",
                "/home/person/.config/today/config.json"
            ),
            (
                "trial", ["XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/conf"], "/work/trial",
                "/work/trial/config.json"
            ),
            (nil, ["TODAY_STATE": "trial", "XDG_DATA_HOME": "/data"], "/work/trial", "/work/trial/config.json"),
            (nil, ["TODAY_STATE": ""], "/home/person/.local/share/today", "/home/person/.config/today/config.json"),
            ("/other", ["TODAY_STATE": "/trial"], "/other", "/other/config.json"),
            ("../trial/./x/", [:], "/trial/x", "/trial/x/config.json"),
            ("/tmp//trial/..", [:], "/tmp", "/tmp/config.json"),
        ] as [(String?, [String: String], String, String)]
    )
    func optionMovesAllAndTheEnvironmentMovesEach(
        option: String?,
        environment: [String: String],
        state: String,
        configuration: String
    ) throws {
        let all = environment.merging(["HOME": "/home/person"]) { first, _ in first }

        let location = try StateLocation(option: option, context: RecordingConsole().context(environment: all))

        #expect(location.stateDirectory == state)
        #expect(location.configurationFile == configuration)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func withoutAHomeThereIsAnError(environment: [String: String]) {
        #expect(throws: CommandError.self) {
            try StateLocation(option: nil, context: RecordingConsole().context(environment: environment))
        }
    }
}
