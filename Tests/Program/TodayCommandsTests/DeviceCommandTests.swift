import Foundation
import Host
import HostModel
import HostStorage
import JSON
import SurfaceTestSupport
import Testing

@testable import TodayCommands

/// `today devices`, over the socket to a host in memory.
@Suite(.timeLimit(.minutes(10))) struct DeviceCommandTests {
    static let first = "3f2a" + String(repeating: "0", count: 60)
    static let second = "3f2b" + String(repeating: "1", count: 60)

    private func withDevices(_ body: @Sendable (LocalToday) async throws -> Void) async throws {
        try await withLocalToday { today in
            today.host.with { state in
                state.sessions = [Self.first: Samples.now, Self.second: Samples.now]
                state.devices[Self.first] = StubDevice(name: "Kitchen", rights: .act)
            }
            try await body(today)
        }
    }

    @Test func devicesAreListed() async throws {
        try await withDevices { today in
            let lines = await today.run("devices").split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines[0].hasPrefix("ID        NAME     BROWSER         MAY     LAST SEEN"))
            #expect(lines[1].hasPrefix("3f2a0000  Kitchen  Firefox, Linux  act     "))
            #expect(lines[2].hasPrefix("3f2b1111           Firefox, Linux  change  "))
            let json = try JSONValue(parsing: Array(await today.run("devices", "list", "--json").utf8))
            let devices = try #require(json["devices"]?.arrayValue)
            #expect(devices[0]["id"] == .string(Self.first) && devices[0]["rights"] == "act")
            #expect(devices[1]["name"] == .null)
        }
    }

    @Test func silentDevicesAreNamed() async throws {
        try await withDevices { today in
            today.host.with { state in
                state.devices.now = Samples.now + 2 * 86_400
                state.devices.contacts[Self.first] = DeviceContact(lastSeen: Samples.now, usualGap: 7200)
            }
            let lines = await today.run("devices").split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines[4].hasPrefix("Kitchen was not seen since ") && lines[4].hasSuffix("every 2 hours."))
            let json = try JSONValue(parsing: Array(await today.run("devices", "list", "--json").utf8))
            let devices = try #require(json["devices"]?.arrayValue)
            #expect(devices[0]["silent"] == true && devices[0]["usual_gap_seconds"] == 7200)
            #expect(devices[1]["silent"] == false && devices[1]["pushes_ended"] == .null)
        }
    }

    @Test func aDeviceIsNamedByTheBeginningOfItsIDOrItsName() async throws {
        try await withDevices { today in
            await today.run("devices", "rename", "3F2B", "Desk")
            await today.run("devices", "rights", "Desk", "view")
            #expect(today.host.with { $0.devices[Self.second] } == StubDevice(name: "Desk", rights: .view))
            await today.run("devices", "rename", "Desk", "")
            #expect(today.host.with { $0.devices[Self.second]?.name } == nil)
            await today.run("devices", "sign-out", "Kitchen")
            #expect(today.host.with { Array($0.sessions.keys) } == [Self.second])
        }
    }

    @Test func whatNamesNoDeviceOrSeveralIsRefused() async throws {
        try await withDevices { today in
            for name in ["3f2", "3f2c", "Desk"] {
                let console = RecordingConsole()
                await today.run("devices", "sign-out", name, on: console, status: .failure)
                #expect(console.error.contains("There is no device \(name)"))
            }
            today.host.with { $0.devices[Self.second] = StubDevice(name: "Kitchen") }
            let console = RecordingConsole()
            await today.run("devices", "sign-out", "Kitchen", on: console, status: .failure)
            #expect(console.error.contains("2 devices are called Kitchen"))
            #expect(today.host.with(\.sessions.count) == 2)
        }
    }

    @Test func passkeysAreListedAndRemoved() async throws {
        try await withDevices { today in
            #expect(await today.run("devices", "passkeys").contains("No device has a passkey."))
            let passkeys = [(Self.first, "k"), (Self.first, "l"), (Self.second, "m")].map { device, id in
                Passkey(
                    device: device,
                    credentialID: Data(id.utf8),
                    publicKey: Data(),
                    userHandle: Data(),
                    relyingParty: "today.example.org",
                    signCount: 0,
                    created: Samples.now,
                    lastUsed: id == "k" ? Samples.now : nil
                )
            }
            today.host.with { state in
                state.devices.passkeys = passkeys
                state.devices[Self.first]?.isSignedOut = true
            }
            let lines = await today.run("devices", "passkeys").split(separator: "\n")
            #expect(lines.count == 5 && lines[0].hasPrefix("ID        DEVICE          ADDED"))
            #expect(lines[1].hasPrefix("\(passkeys[0].id.prefix(8))  Kitchen         "))
            #expect(await today.run("devices").contains(", signed out"))
            let json = try JSONValue(parsing: Array(await today.run("devices", "--json").utf8))
            let device = try #require(json["devices"]?.arrayValue?.first)
            #expect(device["signed_out"] == true && device["passkeys"]?.arrayValue?.count == 2)
            #expect(device["passkeys"]?.arrayValue?.map { $0["last_used"] != .null } == [true, false])

            await today.run("devices", "remove-passkey", String(passkeys[1].id.prefix(6)))
            #expect(today.host.with(\.devices.passkeys) == [passkeys[0], passkeys[2]])
            for name in [String(passkeys[0].id.prefix(3)), "ffff0000"] {
                let console = RecordingConsole()
                await today.run("devices", "remove-passkey", name, on: console, status: .failure)
                #expect(console.error.contains("There is no passkey"))
            }
        }
    }
}
