package import FoundationEssentials

package enum AttributeValue: Hashable, Sendable {
    case text(String)
    /// A finite number.
    case number(Double)
    /// A date, rounded to milliseconds.
    case date(Date)

    /// The number, or the number that the text contains, such as 5 for `"5"`; `nil` for anything else.
    package var numericValue: Double? {
        switch self {
        case .number(let number): return number
        case .date: return nil
        case .text(let text):
            // `Double` also reads "nan" and hexadecimal numbers, which are not meant here.
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

package struct AttributeChange: Hashable, Sendable {
    /// The name of the attribute, which is case-sensitive.
    package var key: String
    /// The new value; `nil` to remove the attribute.
    package var value: AttributeValue?
    /// The time of the change according to the client, where the future counts as now; `nil` if it sent none.
    package var date: Date?

    package init(key: String, value: AttributeValue?, date: Date? = nil) {
        self.key = key
        self.value = value
        self.date = date
    }
}

/// The channels or named users whose attributes were not changed, or not completely; all others were changed.
package struct AttributeOutcome: Hashable, Sendable {
    package var unknown: [String] = []
    /// The channels or named users at ``CloudStore/attributeLimit``, for which some new attributes were not stored.
    package var full: [String] = []
}

/// An attribute that is derived from the registration of a channel's device and cannot be set.
package enum DeviceAttribute: String, CaseIterable, Sendable {
    package static let prefix = "ua_"

    case language = "ua_language"
    case country = "ua_country"
    case appVersion = "ua_app_version"
    case sdkVersion = "ua_sdk_version"
    case deviceModel = "ua_device_model"
    case deviceOS = "ua_device_os"
    case carrier = "ua_carrier"
    case timeZone = "ua_local_tz"

    /// The member of ``ChannelRecord/properties`` with the value; `nil` for the time zone, ``ChannelRecord/zone``.
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
