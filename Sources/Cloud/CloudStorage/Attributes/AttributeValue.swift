package import FoundationEssentials

/// The value of an attribute.
package enum AttributeValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number, which is finite.
    case number(Double)
    /// A date, to the millisecond.
    case date(Date)

    /// The number that this is, or that its text writes: `5` and `"5"` are both five.
    package var numericValue: Double? {
        switch self {
        case .number(let number): return number
        case .date: return nil
        case .text(let text):
            // `Double` also reads "nan" and hexadecimal numbers, which nobody means.
            guard text.utf8.allSatisfy(Self.writesNumbers), let number = Double(text) else { return nil }
            return number.isFinite ? number : nil
        }
    }

    private static func writesNumbers(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

/// How one attribute of channels or named users is to change.
package struct AttributeChange: Hashable, Sendable {
    /// The name of the attribute; its case counts.
    package var key: String
    /// What it then is; none to take it away.
    package var value: AttributeValue?
    /// When it changed, where that was told; a date in the future counts as now.
    package var date: Date?

    /// Describes a change.
    package init(key: String, value: AttributeValue?, date: Date? = nil) {
        self.key = key
        self.value = value
        self.date = date
    }
}

/// What of a change of attributes could not be done; the rest was.
package struct AttributeOutcome: Hashable, Sendable {
    /// The channels or named users that the app does not have.
    package var unknown: [String] = []
    /// Those that have ``CloudStorage/attributeLimit`` attributes, so that not all of the new ones were kept.
    package var full: [String] = []

    /// Describes an outcome.
    package init(unknown: [String] = [], full: [String] = []) {
        self.unknown = unknown
        self.full = full
    }
}

/// An attribute that nobody sets: a channel has it because its device told so.
package enum DeviceAttribute: String, CaseIterable, Sendable {
    /// What the keys of all of them begin with.
    package static let prefix = "ua_"

    /// The language, such as `de`.
    case language = "ua_language"
    /// The country, such as `DE`.
    case country = "ua_country"
    /// The version of the app.
    case appVersion = "ua_app_version"
    /// The version of the SDK.
    case sdkVersion = "ua_sdk_version"
    /// The model of the device.
    case deviceModel = "ua_device_model"
    /// The version of its operating system.
    case deviceOS = "ua_device_os"
    /// Its mobile carrier.
    case carrier = "ua_carrier"
    /// The IANA name of its time zone.
    case timeZone = "ua_local_tz"

    /// The member of ``ChannelRecord/properties`` that says it; none for the time zone, which is ``ChannelRecord/zone``.
    package var property: String? {
        switch self {
        case .language: "locale_language"
        case .country: "locale_country"
        case .appVersion: "app_version"
        case .sdkVersion: "sdk_version"
        case .deviceModel: "device_model"
        case .deviceOS: "device_os"
        case .carrier: "carrier"
        case .timeZone: nil
        }
    }
}
