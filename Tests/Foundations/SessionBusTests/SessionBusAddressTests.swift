import Testing

@testable import SessionBus

/// Where the session bus is looked for.
@Suite struct SessionBusAddressTests {
    @Test(arguments: [
        (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"], "unix:path=/run/bus"),
        (["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x;tcp:host=::1"], "unix:abstract=x;tcp:host=::1"),
        (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/a"),
        (["XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/run/user/1/bus"),
        (["XDG_RUNTIME_DIR": "/run/user/1/", "DBUS_SESSION_BUS_ADDRESS": ""], "unix:path=/run/user/1/bus"),
        (["XDG_RUNTIME_DIR": "/a b,c=%;ü"], "unix:path=/a%20b%2cc%3d%25%3b%c3%bc/bus"),
    ])
    func itIsWhereTheSessionSays(environment: [String: String], wanted: String) {
        #expect(SessionBusAddress(environment: environment) { _ in true }?.text == wanted)
    }

    @Test(
        arguments: [
            [:], ["XDG_RUNTIME_DIR": "run"], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
            ["DBUS_SESSION_BUS_ADDRESS": "unixexec:path=/bin/sh"], ["DBUS_SESSION_BUS_ADDRESS": "disabled:"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;autolaunch:"], ["DBUS_SESSION_BUS_ADDRESS": ";"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/" + String(repeating: "a", count: 5000)],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a\u{0}"],
        ] as [[String: String]]
    )
    func withoutASessionThereIsNone(environment: [String: String]) {
        #expect(SessionBusAddress(environment: environment) { _ in true } == nil)
    }

    @Test func withoutASocketThereIsNone() {
        #expect(SessionBusAddress(environment: ["XDG_RUNTIME_DIR": "/run/user/1"]) { _ in false } == nil)
    }
}
