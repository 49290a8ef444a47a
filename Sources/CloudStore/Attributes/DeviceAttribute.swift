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
