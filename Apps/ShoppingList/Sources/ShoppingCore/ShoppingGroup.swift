public import TodayKit

extension GroupID {
    /// The app group that Shopping List and its widget share.
    public static let shopping = GroupID("group.today.shopping")
}

/// The addresses of the app's pages.
public enum ShoppingURL {
    /// The list.
    public static let list = "today-shopping://"
    /// The list, with the cursor in the field for a new item.
    public static let edit = "today-shopping://edit"
}
