/// The names of browsers and systems in `User-Agent` headers, as people know them.
enum BrowserName {
    /// Ordered by precedence: most browsers also claim to be Safari, and Edge and Opera also to be Chrome.
    private static let browsers = [
        ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Macintosh", "Mac"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// Returns the browser and the system in a `User-Agent` header, such as `Firefox, Linux`; `nil` if it names
    /// neither.
    static func name(of userAgent: String) -> String? {
        let known = [browsers, systems].compactMap { list in list.first { userAgent.contains($0.0) }?.1 }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}
