public import AdaptiveCards

extension Action {
    /// Returns a button that asks the person to allow the app a server, for use after a ``FetchError`` that names one.
    ///
    /// It opens a page of Today that names the app and the server. Nothing is allowed before the person agrees there;
    /// then the app's widgets and its page are drawn again. Only browsers have this page: in a terminal the person runs
    /// `today allow`.
    ///
    /// - Returns: The button.
    public static func allowHost(_ title: String, server: String) -> Action {
        .openURL(title, url: "today://hosts/\(server.escapedForURLs)")
    }
}
