import TodayDesktop

/// The person's browser, for commands that open pages.
package struct DefaultBrowser: Sendable {
    private let opener: PageOpener

    package init(environment: [String: String]) { opener = PageOpener(environment: environment) }

    /// Opens an address; returns a sentence about a problem.
    @Sendable package func open(_ address: String) -> String? {
        do throws(PageOpener.Failure) { try opener.open(address, activationToken: nil) } catch { return error.message }
        return nil
    }
}
