import GRDB
import StoreSupport
package import TodayProtocol

extension PromiseReader {
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
