import Foundation

/// The machine's batteries, as the kernel lists them.
package struct PowerSupplies: Sendable {
    /// Where Linux lists the power supplies.
    package static let systemFolder = "/sys/class/power_supply"
    /// Below how many percent a battery is low.
    package static let lowCharge = 20
    /// How many power supplies are looked at.
    private static let countLimit = 64
    /// How long a value of the kernel may be, in bytes.
    private static let valueLimit = 64

    private let folder: String

    /// Makes the power supplies that a folder lists.
    package init(folder: String = systemFolder) { self.folder = folder }

    /// Whether the machine runs on a battery that is low: one discharges, and none has ``lowCharge`` percent.
    ///
    /// Batteries of mice and other devices do not count. A machine without a battery, or whose batteries cannot be read, is
    /// never low.
    package var isLow: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let batteries = names.sorted().prefix(Self.countLimit).filter { name in
            value("type", of: name) == "Battery" && value("scope", of: name) != "Device"
        }
        let charges = batteries.compactMap { value("capacity", of: $0).flatMap { Int($0) } }
        guard let greatest = charges.max(), greatest < Self.lowCharge else { return false }
        return batteries.contains { value("status", of: $0) == "Discharging" }
    }

    private func value(_ attribute: String, of name: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: "\(folder)/\(name)/\(attribute)") else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.valueLimit) else { return nil }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
