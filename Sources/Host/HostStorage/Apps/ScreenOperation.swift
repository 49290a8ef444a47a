import GRDB
import SQLiteSupport
package import TodayProtocol

/// The placement of an installed widget on the screen.
package struct ScreenWidget: Hashable, Sendable {
    package let widget: WidgetID
    package let app: AppID
    /// Whether the person shows it on the screen.
    package let isShown: Bool
    /// Whether it has content; a shown widget without content is hidden.
    package let hasContent: Bool
}

/// Changes which widgets are on the screen, and their order.
///
/// Every installed widget has a position, shown or not. Operations on other widgets are refused with code `notFound`.
package enum ScreenOperation: Hashable, Sendable {
    /// Shows a widget at the bottom of the screen.
    case add(WidgetID)
    /// Removes a widget from the screen; it stays installed.
    case remove(WidgetID)
    /// Reorders widgets; those that are not named follow in their present order.
    case reorder([WidgetID])
    /// Records whether a widget has content.
    ///
    /// If an app says so of a shown widget that has content already, the change feed reports
    /// ``StoreChange/newContent(_:)``, so that the widget is updated. A widget that says so of itself is being updated.
    case setHasContent(Bool, WidgetID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        let placements = try context.reader.screenWidgets()
        switch self {
        case .add(let widget):
            guard try !ScreenOperation.find(widget, in: placements).isShown else { return .unchanged }
            try context.run("UPDATE screenWidget SET isShown = 1 WHERE widgetID = ?", [widget.rawValue])
            try ScreenOperation.write(placements.map(\.widget).filter { $0 != widget } + [widget], in: context)
        case .remove(let widget):
            guard try ScreenOperation.find(widget, in: placements).isShown else { return .unchanged }
            try context.run("UPDATE screenWidget SET isShown = 0 WHERE widgetID = ?", [widget.rawValue])
        case .reorder(let widgets):
            for widget in widgets { _ = try ScreenOperation.find(widget, in: placements) }
            guard Set(widgets).count == widgets.count else {
                throw StoreError(.invalid, "The new order names a widget twice.")
            }
            let order = widgets + placements.map(\.widget).filter { !widgets.contains($0) }
            guard order != placements.map(\.widget) else { return .unchanged }
            try ScreenOperation.write(order, in: context)
        case .setHasContent(let hasContent, let widget):
            let placement = try ScreenOperation.find(widget, in: placements)
            guard placement.hasContent != hasContent else {
                guard hasContent, placement.isShown, case .app = context.origin else { return .unchanged }
                return context.record(.newContent(widget))
            }
            try context.run(
                "UPDATE screenWidget SET hasContent = ? WHERE widgetID = ?",
                [hasContent ? 1 : 0, widget.rawValue]
            )
        }
        return context.record(.screen)
    }

    /// Adds an app's new widgets at the bottom, and deletes those that it no longer has.
    static func update(_ widgets: [WidgetID], of app: AppID, in context: TransactionContext) throws {
        let placements = try context.reader.screenWidgets()
        let old = placements.filter { $0.app == app }.map(\.widget)
        let new = widgets.filter { !old.contains($0) }
        let gone = old.filter { !widgets.contains($0) }
        for widget in gone { try context.run("DELETE FROM screenWidget WHERE widgetID = ?", [widget.rawValue]) }
        for widget in new {
            if let other = placements.first(where: { $0.widget == widget }) {
                throw StoreError(.claimed, "The widget \(widget) belongs to \(other.app) already.")
            }
            try context.run(
                """
                INSERT INTO screenWidget (widgetID, appID, position, isShown, hasContent)
                SELECT ?, ?, coalesce(max(position), -1) + 1, 1, 1 FROM screenWidget
                """,
                [widget.rawValue, app.rawValue]
            )
        }
        if !new.isEmpty || !gone.isEmpty { _ = context.record(.screen) }
    }

    private static func find(_ widget: WidgetID, in placements: [ScreenWidget]) throws -> ScreenWidget {
        guard let placement = placements.first(where: { $0.widget == widget }) else {
            throw StoreError(.notFound, "No installed app has the widget \(widget).")
        }
        return placement
    }

    private static func write(_ order: [WidgetID], in context: TransactionContext) throws {
        for (position, widget) in order.enumerated() {
            try context.run(
                "UPDATE screenWidget SET position = ? WHERE widgetID = ?",
                [position, widget.rawValue]
            )
        }
    }
}

extension DurableReader {
    /// Reads the placements of all installed widgets, from the top.
    package func screenWidgets() throws -> [ScreenWidget] {
        try database.rows(
            "SELECT widgetID, appID, isShown, hasContent FROM screenWidget ORDER BY position, widgetID"
        ).map { row in
            ScreenWidget(widget: WidgetID(row[0]), app: AppID(row[1]), isShown: row[2], hasContent: row[3])
        }
    }

    /// Reads the placements of one app's widgets, from the top.
    package func screenWidgets(of app: AppID) throws -> [ScreenWidget] {
        try screenWidgets().filter { $0.app == app }
    }
}
