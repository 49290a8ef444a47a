// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add %@ again
    package func addAgain(_ title: some LocalizableArgument) -> String {
        text("addAgain", title.localizable)
    }
    /// Add Items
    package var addItems: String { text("addItems") }
    /// All %lld Bought Items
    package func allBought(_ count: Int) -> String {
        text("allBought", count.localizable)
    }
    /// All done
    package var allDone: String { text("allDone") }
    /// Bought Before
    package var boughtBefore: String { text("boughtBefore") }
    /// The bought items were deleted.
    package var boughtCleared: String { text("boughtCleared") }
    /// Bought: %lld
    package func boughtItems(_ count: Int) -> String {
        text("boughtItems", count.localizable)
    }
    /// These items can no longer be put back.
    package var cannotBeReturned: String { text("cannotBeReturned") }
    /// %1$@ cannot be read: %2$@.
    package func cannotRead(_ name: some LocalizableArgument, reason: some LocalizableArgument) -> String {
        text("cannotRead", name.localizable, reason.localizable)
    }
    /// %1$@ cannot be written: %2$@. Nothing was changed.
    package func cannotWrite(_ name: some LocalizableArgument, reason: some LocalizableArgument) -> String {
        text("cannotWrite", name.localizable, reason.localizable)
    }
    /// Clear List
    package var clear: String { text("clear") }
    /// Delete Bought Items
    package var clearBought: String { text("clearBought") }
    /// Every day
    package var daily: String { text("daily") }
    /// Every day at %@
    package func dailyAt(_ time: some LocalizableArgument) -> String {
        text("dailyAt", time.localizable)
    }
    /// %1$@, %3$lld %2$@ %4$lld, at %5$@
    package func dateAt(_ weekday: some LocalizableArgument, month: some LocalizableArgument, day: Int, year: Int, time: some LocalizableArgument) -> String {
        text("dateAt", weekday.localizable, month.localizable, day.localizable, year.localizable, time.localizable)
    }
    /// %1$@, %2$@ %3$lld, %4$lld, at %5$@
    package func dateMonthFirstAt(_ weekday: some LocalizableArgument, month: some LocalizableArgument, day: Int, year: Int, time: some LocalizableArgument) -> String {
        text("dateMonthFirstAt", weekday.localizable, month.localizable, day.localizable, year.localizable, time.localizable)
    }
    /// Day
    package var day: String { text("day") }
    /// A daily reminder needs no day.
    package var dayHint: String { text("dayHint") }
    /// Choose a day.
    package var dayMissing: String { text("dayMissing") }
    /// Delete
    package var delete: String { text("delete") }
    /// Delete %@
    package func deleteItem(_ title: some LocalizableArgument) -> String {
        text("deleteItem", title.localizable)
    }
    /// “%@” was added.
    package func itemAdded(_ title: some LocalizableArgument) -> String {
        text("itemAdded", title.localizable)
    }
    /// “%@” was deleted.
    package func itemDeleted(_ title: some LocalizableArgument) -> String {
        text("itemDeleted", title.localizable)
    }
    /// This item is no longer on the list.
    package var itemIsGone: String { text("itemIsGone") }
    /// %1$@ of %2$lld
    package func itemRange(_ shown: some LocalizableArgument, count: Int) -> String {
        text("itemRange", shown.localizable, count.localizable)
    }
    /// “%1$@” and %2$lld more items were added.
    package func itemsAdded(_ title: some LocalizableArgument, more: Int) -> String {
        text("itemsAdded", title.localizable, more.localizable)
    }
    /// Items to Buy
    package var itemsToBuy: String { text("itemsToBuy") }
    /// %lld to buy
    package func left(_ count: Int) -> String {
        text("left", count.localizable)
    }
    /// The list was cleared.
    package var listCleared: String { text("listCleared") }
    /// There are %lld items on the list already; delete one first.
    package func listIsFull(_ limit: Int) -> String {
        text("listIsFull", limit.localizable)
    }
    /// January February March April May June July August September October November December
    package var months: String { text("months") }
    /// , 
    package var nameSeparator: String { text("nameSeparator") }
    /// New item
    package var newItem: String { text("newItem") }
    /// Milk
    package var newItemExample: String { text("newItemExample") }
    /// a newer Shopping List wrote it
    package var newerPhrase: String { text("newerPhrase") }
    /// Next Items
    package var next: String { text("next") }
    /// Shopping List has no folder for its list: its entitlements do not include group.today.shopping.
    package var noGroup: String { text("noGroup") }
    /// it does not contain a list
    package var noListPhrase: String { text("noListPhrase") }
    /// Shopping List has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// It will not appear, because notifications from Shopping List are off. You can turn them on in Settings.
    package var notAllowed: String { text("notAllowed") }
    /// it is not valid JSON
    package var notJSONPhrase: String { text("notJSONPhrase") }
    /// What you tick is listed here, so that you can add it again.
    package var nothingBoughtBefore: String { text("nothingBoughtBefore") }
    /// Nothing is on the list.
    package var nothingNow: String { text("nothingNow") }
    /// There is nothing in it that could be bought.
    package var nothingShared: String { text("nothingShared") }
    /// There is nothing left to buy.
    package var nothingToBuy: String { text("nothingToBuy") }
    /// Nothing is on the list yet.
    package var nothingYet: String { text("nothingYet") }
    /// Never
    package var once: String { text("once") }
    /// Open Shopping List
    package var openList: String { text("openList") }
    /// Previous Items
    package var previous: String { text("previous") }
    /// Put Back %lld Items
    package func putBack(_ count: Int) -> String {
        text("putBack", count.localizable)
    }
    /// A list that could not be read is kept in the folder of group.today.shopping as %@.
    package func quarantinedFiles(_ names: some LocalizableArgument) -> String {
        text("quarantinedFiles", names.localizable)
    }
    /// Reminder
    package var reminder: String { text("reminder") }
    /// The reminder was removed.
    package var reminderRemoved: String { text("reminderRemoved") }
    /// Repeat
    package var repetition: String { text("repetition") }
    /// Choose how often it repeats.
    package var repetitionUnknown: String { text("repetitionUnknown") }
    ///  The rest was too much.
    package var restLeftOut: String { text("restLeftOut") }
    /// Set Reminder
    package var setReminder: String { text("setReminder") }
    /// Shopping List
    package var shoppingList: String { text("shoppingList") }
    /// Remove Reminder
    package var stopReminding: String { text("stopReminding") }
    /// Mark %@ as bought
    package func tick(_ title: some LocalizableArgument) -> String {
        text("tick", title.localizable)
    }
    /// Time
    package var time: String { text("time") }
    /// %1$@ (%2$@)
    package func timeInZone(_ time: some LocalizableArgument, zone: some LocalizableArgument) -> String {
        text("timeInZone", time.localizable, zone.localizable)
    }
    /// That time has passed. Choose a later one.
    package var timeIsOver: String { text("timeIsOver") }
    /// Choose a time.
    package var timeMissing: String { text("timeMissing") }
    /// Bought %lld times
    package func timesBought(_ count: Int) -> String {
        text("timesBought", count.localizable)
    }
    /// Enter what to buy.
    package var titleMissing: String { text("titleMissing") }
    /// Use letters that can be shown on one line.
    package var titleNotPlain: String { text("titleNotPlain") }
    /// Use at most %lld characters.
    package func titleTooLong(_ limit: Int) -> String {
        text("titleTooLong", limit.localizable)
    }
    /// %lld things to buy
    package func toBuy(_ count: Int) -> String {
        text("toBuy", count.localizable)
    }
    /// it is larger than 4 MB
    package var tooLarge: String { text("tooLarge") }
    /// There are %lld lists that could not be read; move some of them out of the folder of group.today.shopping.
    package func tooManyKept(_ count: Int) -> String {
        text("tooManyKept", count.localizable)
    }
    /// The list in %1$@ cannot be read: %2$@. It stays as it is until you change something; then a new list begins, and this file is kept beside it.
    package func unreadable(_ name: some LocalizableArgument, reason: some LocalizableArgument) -> String {
        text("unreadable", name.localizable, reason.localizable)
    }
    /// Mark %@ as still to buy
    package func untick(_ title: some LocalizableArgument) -> String {
        text("untick", title.localizable)
    }
    /// It appears once you allow Shopping List to send you notifications.
    package var waitsForAnswer: String { text("waitsForAnswer") }
    /// Sunday Monday Tuesday Wednesday Thursday Friday Saturday
    package var weekdays: String { text("weekdays") }
    /// Every week, on that weekday
    package var weekly: String { text("weekly") }
    /// Every %1$@ at %2$@
    package func weeklyAt(_ weekday: some LocalizableArgument, time: some LocalizableArgument) -> String {
        text("weeklyAt", weekday.localizable, time.localizable)
    }
    /// Enter the day and time in your time zone, %1$@. Today runs in %2$@.
    package func zoneHint(_ zone: some LocalizableArgument, host: some LocalizableArgument) -> String {
        text("zoneHint", zone.localizable, host.localizable)
    }
}
