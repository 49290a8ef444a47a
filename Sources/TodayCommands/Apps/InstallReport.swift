import CardRendering
package import Host
package import JSON

/// An app that was installed.
package struct InstallReport: Report {
    /// The app.
    package var app: AppDescription

    /// Reports an app.
    package init(app: AppDescription) { self.app = app }

    /// One sentence, made safe for the terminal.
    package var text: String { TerminalText.safe(sentence) }

    private var sentence: String {
        let widgets = app.widgets.map(\.title)
        guard !widgets.isEmpty else { return "Installed \(app.title) \(app.version)." }
        let noun = widgets.count == 1 ? "widget" : "widgets"
        return "Installed \(app.title) \(app.version) with the \(noun) \(widgets.joined(separator: ", "))."
    }

    /// Everything about the app.
    package var json: JSONValue { AppReport.json(app) }
}
