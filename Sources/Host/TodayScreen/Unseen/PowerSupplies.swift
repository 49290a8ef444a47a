import Foundation

/// The machine's batteries, as listed by the kernel.
package struct PowerSupplies: Sendable {
    /// The folder in which Linux lists the power supplies.
    package static let systemFolder = "/sys/class/power_supply"
    /// Charge in percent below which a battery is low.
    package static let lowCharge = 20
    /// Largest number of power supplies examined.
    private static let countLimit = 64
    /// Longest value read from the kernel, in bytes.
    private static let valueLimit = 64

    private let folder: String

    /// Creates the power supplies that a folder lists.
    package init(folder: String = systemFolder) { self.folder = folder }

    /// `true` if the machine runs on a low battery: one discharges, and none has ``lowCharge`` percent.
    ///
    /// Batteries of mice and other devices do not count. The value is `false` for a machine without a battery or whose
    /// batteries cannot be read.
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
