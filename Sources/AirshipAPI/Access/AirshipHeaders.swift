import HTTPTypes

/// The headers that Airship's clients send.
enum AirshipHeaders {
    static let appKey = [HTTPField.Name("X-UA-Appkey"), HTTPField.Name("X-UA-App-Key")].compactMap { $0 }
    static let channel = HTTPField.Name("X-UA-Channel-ID")
    static let nonce = HTTPField.Name("X-UA-Nonce")
    static let timestamp = HTTPField.Name("X-UA-Timestamp")

    /// The value of a header, if it is there and not too long.
    static func value(_ name: HTTPField.Name?, in headers: HTTPFields) -> String? {
        guard let value = name.flatMap({ headers[$0] }), (1...256).contains(value.utf8.count) else { return nil }
        return value
    }

    /// The app key, under either of its names.
    static func appKey(in headers: HTTPFields) -> String? {
        appKey.lazy.compactMap { value($0, in: headers) }.first
    }

    /// Refuses what asks for another version of the API than 3.
    ///
    /// - Throws: ``AirshipError`` 406.
    static func checkVersion(_ headers: HTTPFields) throws(AirshipError) {
        guard let accept = headers[.accept]?.lowercased(), accept.contains("application/vnd.urbanairship+json") else {
            return
        }
        let parameters = accept.split { $0 == ";" || $0 == "," }.map { $0.filter { $0 != " " } }
        guard parameters.contains("version=3") else {
            throw AirshipError(
                .notAcceptable,
                0,
                "Ask for version 3: Accept: application/vnd.urbanairship+json; version=3;"
            )
        }
    }
}
