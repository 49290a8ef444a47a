import CardRendering
package import CloudStore
import Foundation
package import JSON

/// The hosts that have joined a cloud.
package struct CloudDevicesReport: Report {
    /// The hosts, the oldest first.
    package var devices: [DeviceRecord]
    /// The person whose they are; none for everyone's.
    package var person: String?

    /// Reports hosts.
    package init(devices: [DeviceRecord], person: String? = nil) {
        self.devices = devices
        self.person = person
    }

    /// A line for each host.
    package var text: String {
        guard !devices.isEmpty else {
            let person = person.map(TerminalText.safe)
            let who = person.map { "No host has joined as \($0)." } ?? "No host has joined."
            return "\(who) Let one in with: today cloud user add \(person ?? "NAME")"
        }
        var table = TextTable("USER", "HOST", "DEVICE", "JOINED", "LAST SEEN")
        for device in devices {
            table.add(
                TerminalText.safe(device.person),
                TerminalText.safe(device.name),
                device.id.text,
                device.created.formatted(.iso8601),
                device.seen.formatted(.iso8601)
            )
        }
        return table.text
    }

    /// An array of objects with `device_id`, `user`, `name`, `joined` and `seen`.
    package var json: JSONValue {
        .array(
            devices.map { device in
                [
                    "device_id": .string(device.id.text), "user": .string(device.person), "name": .string(device.name),
                    "joined": .string(device.created.formatted(.iso8601)),
                    "seen": .string(device.seen.formatted(.iso8601)),
                ]
            }
        )
    }
}
