import Foundation
import JSON

/// The body of a request with which a device registers an app.
package struct DeviceChannelRequest: Hashable, Sendable {
    package static let tagLimit = 1000

    /// `true` if the person wants the app's notifications on this device.
    package var optIn: Bool
    /// The IANA name of the device's time zone.
    package var zone: String?
    package var tags: [String]
    /// The language and the country, as a JSON object.
    package var properties: String

    package init(optIn: Bool = true, zone: String? = nil, tags: [String] = [], properties: String = "{}") {
        self.optIn = optIn
        self.zone = zone
        self.tags = tags
        self.properties = properties
    }

    init(json: JSONValue) throws(CloudError) {
        guard let members = json.objectValue else { throw CloudError(.invalid, "The body is no object.") }
        self.init()
        for (name, value) in members {
            switch name {
            case "opt_in":
                guard let optIn = value.boolValue else { throw CloudError(.invalid, "\"opt_in\" is a boolean.") }
                self.optIn = optIn
            case "timezone":
                guard let zone = value.stringValue, !zone.utf8.contains(0), TimeZone(identifier: zone) != nil else {
                    throw CloudError(
                        .invalid,
                        "\"timezone\" is the IANA name of a time zone, such as \"Europe/Berlin\"."
                    )
                }
                self.zone = zone
            case "tags":
                let tags = value.arrayValue?.compactMap(\.stringValue) ?? []
                guard tags.count == value.arrayValue?.count, tags.count <= Self.tagLimit,
                    tags.allSatisfy({ (1...128).contains($0.utf8.count) && !$0.utf8.contains(0) })
                else {
                    throw CloudError(
                        .invalid,
                        "\"tags\" are at most \(Self.tagLimit) strings of 1 to 128 bytes without U+0000."
                    )
                }
                self.tags = tags
            case "locale_language", "locale_country":
                guard let text = value.stringValue, text.utf8.count <= 35 else {
                    throw CloudError(.invalid, "\"\(name)\" is a short string.")
                }
            default: continue
            }
        }
        let locale = members.filter { $0.key == "locale_language" || $0.key == "locale_country" }
        properties = JSONValue.object(locale).jsonText
    }
}
