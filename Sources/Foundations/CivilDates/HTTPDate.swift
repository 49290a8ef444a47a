/// Parses the date format of HTTP (RFC 9110, IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970 of a date; `nil` for other text.
    package static func secondsSince1970(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: words[2]), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let start = GregorianDay(year: year, month: month + 1, day: day).firstSecond
        return start + time[0] * 3600 + time[1] * 60 + time[2]
    }
}
