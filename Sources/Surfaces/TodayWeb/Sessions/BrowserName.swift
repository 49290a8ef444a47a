/// What a browser calls itself, in words that people know.
enum BrowserName {
    /// Later names also say that they are an earlier one.
    private static let browsers = [
        ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Macintosh", "Mac"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// The browser and the system that a `User-Agent` field names, such as `Firefox, Linux`; `nil` if it names neither.
    static func name(of userAgent: String) -> String? {
        let known = [browsers, systems].compactMap { list in list.first { userAgent.contains($0.0) }?.1 }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}
