import GRDB
import SQLiteSupport
package import TodayProtocol

/// An installed widget's place on the screen.
package struct ScreenWidget: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetID
    /// Its app.
    package let app: AppID
    /// Whether the person has it on the screen.
    package let isShown: Bool
    /// Whether it has something to show; it hides itself while not.
    package let hasContent: Bool
}

/// Changes which widgets stand on the screen.
///
/// Every installed widget has a place in one order, shown or not. A widget that is not installed is refused with code
/// `notFound`.
package enum ScreenOperation: Hashable, Sendable {
    /// Shows a widget, below all others.
    case add(WidgetID)
    /// Takes a widget off the screen; it stays installed.
    case remove(WidgetID)
    /// Puts widgets in an order; those that are not named follow in the order they had.
    case reorder([WidgetID])
    /// Notes whether a widget has something to show.
    case setHasContent(Bool, WidgetID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        let places = try context.reader.screenWidgets()
        switch self {
        case .add(let widget):
            guard try !ScreenOperation.find(widget, in: places).isShown else { return .unchanged }
            try context.run("UPDATE screenWidget SET isShown = 1 WHERE widgetID = ?", [widget.rawValue])
            try ScreenOperation.write(places.map(\.widget).filter { $0 != widget } + [widget], in: context)
        case .remove(let widget):
            guard try ScreenOperation.find(widget, in: places).isShown else { return .unchanged }
            try context.run("UPDATE screenWidget SET isShown = 0 WHERE widgetID = ?", [widget.rawValue])
        case .reorder(let widgets):
            for widget in widgets { _ = try ScreenOperation.find(widget, in: places) }
            guard Set(widgets).count == widgets.count else {
                throw StoreError(.invalid, "The new order names a widget twice.")
            }
            let order = widgets + places.map(\.widget).filter { !widgets.contains($0) }
            guard order != places.map(\.widget) else { return .unchanged }
            try ScreenOperation.write(order, in: context)
        case .setHasContent(let hasContent, let widget):
            guard try ScreenOperation.find(widget, in: places).hasContent != hasContent else { return .unchanged }
            try context.run(
                "UPDATE screenWidget SET hasContent = ? WHERE widgetID = ?",
                [hasContent ? 1 : 0, widget.rawValue]
            )
        }
        return context.note(.screen)
    }

    /// Gives an app's new widgets a place below all others, and takes away those it no longer has.
    static func keep(_ widgets: [WidgetID], of app: AppID, in context: TransactionContext) throws {
        let places = try context.reader.screenWidgets()
        let old = places.filter { $0.app == app }.map(\.widget)
        let new = widgets.filter { !old.contains($0) }
        let gone = old.filter { !widgets.contains($0) }
        for widget in gone { try context.run("DELETE FROM screenWidget WHERE widgetID = ?", [widget.rawValue]) }
        for widget in new {
            if let other = places.first(where: { $0.widget == widget }) {
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
        if !new.isEmpty || !gone.isEmpty { _ = context.note(.screen) }
    }

    private static func find(_ widget: WidgetID, in places: [ScreenWidget]) throws -> ScreenWidget {
        guard let place = places.first(where: { $0.widget == widget }) else {
            throw StoreError(.notFound, "No installed app has the widget \(widget).")
        }
        return place
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
    /// Reads every installed widget's place, from the top.
    package func screenWidgets() throws -> [ScreenWidget] {
        try database.rows(
            "SELECT widgetID, appID, isShown, hasContent FROM screenWidget ORDER BY position, widgetID"
        ).map { row in
            ScreenWidget(widget: WidgetID(row[0]), app: AppID(row[1]), isShown: row[2], hasContent: row[3])
        }
    }

    /// Reads the places of one app's widgets, from the top.
    package func screenWidgets(of app: AppID) throws -> [ScreenWidget] {
        try screenWidgets().filter { $0.app == app }
    }
}
