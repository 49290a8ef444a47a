package import TodayProtocol

/// How an update ended.
package enum WidgetAnswer: Sendable {
    /// With content that passed every check.
    case content(WidgetContent)
    /// Without new data.
    case noData
    /// Early, since something newer had overtaken it.
    case recalled
    /// Not; with a sentence for the person.
    case failed(String)
}
