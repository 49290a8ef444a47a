import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// The placement of an instance of an installed widget on the screen.
package struct ScreenWidget: Hashable, Sendable {
    package let widget: WidgetID
    package let app: AppID
    package let isShown: Bool
    /// `true` if it has content; a shown widget without content is hidden.
    package let hasContent: Bool
    /// The values that the person entered, by the ids of the inputs of its configuration; `nil` if there are none.
    package let configuration: [String: String]?
    /// The size that the person chose; `nil` for the default.
    package let family: WidgetFamily?
}

/// Changes the widgets on the screen and their order.
///
/// The first instance of every installed widget has a position, shown or not; a further instance has one while it is
/// shown. Operations on other widgets are refused with code `notFound`.
package enum ScreenOperation: Hashable, Sendable {
    /// Shows a widget at the bottom of the screen; creates a further instance, or is refused with code `invalid`.
    case add(WidgetID)
    /// Removes a widget from the screen; it stays installed, and a further instance is deleted with its configuration.
    case remove(WidgetID)
    /// Sets the values of an instance's configuration; an empty dictionary removes it.
    case configure(WidgetID, [String: String])
    /// Sets the size of an instance in the grid of a wide screen.
    case resize(WidgetID, WidgetFamily)
    /// Reorders widgets; those that are not named follow in their current order.
    case reorder([WidgetID])
    /// Records that a widget has content or has none.
    ///
    /// If an app reports this for a shown widget that already has content, the change feed reports
    /// ``StoreChange/newContent(_:)``, so that the widget is updated. A widget that reports it for itself is already
    /// being updated.
    case setHasContent(Bool, WidgetID)
}

extension TransactionContext {
    func apply(_ operation: ScreenOperation) throws -> OperationOutcome {
        let placements = try reader.screenWidgets()
        switch operation {
        case .add(let widget):
            if placements.contains(where: { $0.widget == widget && $0.isShown }) { return .unchanged }
            if placements.contains(where: { $0.widget == widget }) || widget == widget.bundle {
                _ = try find(widget, in: placements)
                try run("UPDATE screenWidget SET isShown = 1 WHERE widgetID = ?", [widget])
            } else {
                try create(widget, beside: placements)
            }
            try write(placements.map(\.widget).filter { $0 != widget } + [widget])
        case .remove(let widget):
            guard try find(widget, in: placements).isShown else { return .unchanged }
            if widget == widget.bundle {
                try run("UPDATE screenWidget SET isShown = 0 WHERE widgetID = ?", [widget])
            } else {
                try run("DELETE FROM screenWidget WHERE widgetID = ?", [widget])
            }
        case .configure(let widget, let values):
            let placement = try find(widget, in: placements)
            guard placement.configuration ?? [:] != values else { return .unchanged }
            let text = values.isEmpty ? nil : try JSONValue(encoding: values).jsonText
            try run("UPDATE screenWidget SET configuration = ? WHERE widgetID = ?", [text, widget])
        case .resize(let widget, let family):
            guard try find(widget, in: placements).family != family else { return .unchanged }
            try run("UPDATE screenWidget SET family = ? WHERE widgetID = ?", [family.rawValue, widget])
        case .reorder(let widgets):
            for widget in widgets { _ = try find(widget, in: placements) }
            guard Set(widgets).count == widgets.count else {
                throw StoreError(.invalid, "The new order names a widget twice.")
            }
            let order = widgets + placements.map(\.widget).filter { !widgets.contains($0) }
            guard order != placements.map(\.widget) else { return .unchanged }
            try write(order)
        case .setHasContent(let hasContent, let widget):
            let placement = try find(widget, in: placements)
            guard placement.hasContent != hasContent else {
                guard hasContent, placement.isShown, case .app = origin else { return .unchanged }
                return record(.newContent(widget))
            }
            try run("UPDATE screenWidget SET hasContent = ? WHERE widgetID = ?", [hasContent, widget])
        }
        return record(.screen)
    }

    /// Adds an app's new widgets, and deletes those that it no longer has.
    ///
    /// A new widget is added before the first one that follows it in `order`, if the person has not changed that order,
    /// and otherwise at the bottom.
    func updateWidgets(_ widgets: [WidgetID], of app: AppID, in order: [WidgetID]) throws {
        let placements = try reader.screenWidgets()
        let old = placements.filter { $0.app == app }.map(\.widget)
        let new = widgets.filter { !old.contains($0) }
        let gone = old.filter { !widgets.contains($0.bundle) }
        for widget in gone { try run("DELETE FROM screenWidget WHERE widgetID = ?", [widget]) }
        var places = placements.map(\.widget).filter { !gone.contains($0) }
        let isInOrder = places.filter(order.contains) == order.filter(places.contains)
        for widget in new {
            if let other = placements.first(where: { $0.widget == widget }) {
                throw StoreError(.claimed, "The widget \(widget) belongs to \(other.app) already.")
            }
            try run(
                """
                INSERT INTO screenWidget (widgetID, appID, position, isShown, hasContent)
                SELECT ?, ?, coalesce(max(position), -1) + 1, 1, 1 FROM screenWidget
                """,
                [widget, app]
            )
            let followers = order.drop { $0 != widget }.dropFirst()
            let next = isInOrder ? places.firstIndex(where: followers.contains) : nil
            places.insert(widget, at: next ?? places.endIndex)
        }
        if !new.isEmpty { try write(places) }
        if !new.isEmpty || !gone.isEmpty { record(.screen) }
    }

    private func create(_ widget: WidgetID, beside placements: [ScreenWidget]) throws {
        let first = try find(widget.bundle, in: placements)
        guard widget.instance != nil else {
            throw StoreError(
                .invalid,
                "\(widget) is no instance of \(widget.bundle): after the colon comes a number from 2 to \(WidgetID.instanceLimit)."
            )
        }
        try run(
            "INSERT INTO screenWidget (widgetID, appID, position, isShown, hasContent) VALUES (?, ?, ?, 1, ?)",
            [widget, first.app, placements.count, first.hasContent]
        )
    }

    private func write(_ order: [WidgetID]) throws {
        for (position, widget) in order.enumerated() {
            try run("UPDATE screenWidget SET position = ? WHERE widgetID = ?", [position, widget])
        }
    }

    private func find(_ widget: WidgetID, in placements: [ScreenWidget]) throws -> ScreenWidget {
        guard let placement = placements.first(where: { $0.widget == widget }) else {
            throw StoreError(.notFound, "No installed app has the widget \(widget).")
        }
        return placement
    }
}

extension DurableReader {
    /// Reads the placements of all installed widgets, from the top.
    package func screenWidgets() throws -> [ScreenWidget] {
        try all(
            """
            SELECT widgetID, appID, isShown, hasContent, configuration, family FROM screenWidget
            ORDER BY position, widgetID
            """
        ).map { row in
            let family: String? = row[5]
            let configuration: String? = row[4]
            return ScreenWidget(
                widget: WidgetID(row[0]),
                app: AppID(row[1]),
                isShown: row[2],
                hasContent: row[3],
                // A host of a later version may have written a value in another form.
                configuration: configuration.flatMap { try? JSONValue(parsing: $0).decode() },
                family: family.flatMap(WidgetFamily.init)
            )
        }
    }

    package func screenWidgets(of app: AppID) throws -> [ScreenWidget] {
        try screenWidgets().filter { $0.app == app }
    }
}
