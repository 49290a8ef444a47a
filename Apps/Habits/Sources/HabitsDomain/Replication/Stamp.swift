import CivilTime

/// The version of a register: a hybrid logical clock and the device that wrote it.
///
/// Versions are ordered by ``milliseconds``, then ``counter``, then ``device``. A new version is made with
/// ``next(after:now:device:)`` from the version that the person saw, and is always later than that one, even if the
/// clock of the other device was ahead. So an edit that follows another one wins on every device. Of two edits made
/// without knowledge of each other the later one wins by the devices' clocks, and the device's id decides a tie.
public struct Stamp: Hashable, Comparable, Sendable {
    /// The largest time: the end of the year 9999.
    public static let timeLimit = 253_402_300_799_999
    /// The largest counter; the next version after it has the next millisecond.
    public static let counterLimit = 999_999
    /// The largest length of a device's id in bytes.
    public static let deviceLimit = 128

    /// The device's time of the edit in milliseconds since 1970, or that of the version before if this was later.
    public let milliseconds: Int
    /// Distinguishes versions with the same time.
    public let counter: Int
    /// The id of the device that made the edit.
    public let device: String

    /// Creates a version.
    ///
    /// - Returns: `nil` if a number is negative or above its limit, or the device's id is empty or too long.
    public init?(milliseconds: Int, counter: Int = 0, device: String) {
        guard (0...Self.timeLimit).contains(milliseconds), (0...Self.counterLimit).contains(counter),
            (1...Self.deviceLimit).contains(device.utf8.count)
        else { return nil }
        self.init(unchecked: milliseconds, counter, device)
    }

    private init(unchecked milliseconds: Int, _ counter: Int, _ device: String) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    /// Makes the version of an edit.
    ///
    /// - Parameters:
    ///   - known: The version that the person saw, or `nil` if there was none.
    ///   - now: The device's time in milliseconds since 1970.
    ///   - device: The device's id.
    /// - Returns: A version later than `known`.
    public static func next(after known: Stamp?, now: Int, device: String) -> Stamp {
        let now = min(max(now, 0), timeLimit)
        let device = device.isEmpty ? "-" : String(decoding: device.utf8.prefix(deviceLimit), as: UTF8.self)
        guard let known, known.milliseconds >= now else { return Stamp(unchecked: now, 0, device) }
        if known.counter < counterLimit { return Stamp(unchecked: known.milliseconds, known.counter + 1, device) }
        return Stamp(unchecked: min(known.milliseconds + 1, timeLimit), 0, device)
    }

    /// Compares the times, then the counters, then the devices.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        (left.milliseconds, left.counter, left.device) < (right.milliseconds, right.counter, right.device)
    }
}

extension Stamp: CustomStringConvertible, Codable {
    /// The version as text, such as `1795248000000 0 DEVICE`.
    public var description: String { "\(milliseconds) \(counter) \(device)" }

    /// Parses ``description``; returns `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let milliseconds = Digits.number(limited: parts[0]),
            let counter = Digits.number(limited: parts[1])
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter, device: String(parts[2]))
    }

    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let stamp = Stamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a version has three parts")
        }
        self = stamp
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Digits {
    /// Reads a number of 1 to 15 decimal digits.
    fileprivate static func number(limited text: some StringProtocol) -> Int? {
        (1...15).contains(text.utf8.count) ? number(text.utf8) : nil
    }
}
