// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import TodayProtocol

extension PageTexts {
    /// The languages of the catalog.
    static let languages = ["en", "de", "fr", "ja"]
}

extension LocalizableText {
    /// About
    static var about: LocalizableText { .key("about") }
    /// %@ can then send this host anything it knows, and read what the host answers, also if the host is in your network or this machine. You can revoke this in Settings.
    static func aboutAllowingHost(_ app: some LocalizableArgument) -> LocalizableText {
        .key("aboutAllowingHost", arguments: [app.localizable])
    }
    /// Accent color and density apply to all your devices, the other settings only to this browser. Apps such as Weather follow the units.
    static var aboutAppearance: LocalizableText { .key("aboutAppearance") }
    /// What matters for safety, newest first: who signed in, what apps were allowed, and what Today refused or stopped. The lines below a title are technical and in English.
    static var aboutAuditLog: LocalizableText { .key("aboutAuditLog") }
    /// Messages, topics, and what apps share between your devices come through the cloud.
    static var aboutCloud: LocalizableText { .key("aboutCloud") }
    /// A device that may act taps widgets and answers notifications. Only a device that may change settings arranges the screen, installs apps and decides about devices.
    static var aboutDeviceRights: LocalizableText { .key("aboutDeviceRights") }
    /// Only apps that you allow receive it. They can send it to the servers that they may reach.
    static var aboutLocation: LocalizableText { .key("aboutLocation") }
    /// They appear while Today is closed too. They reach this device through the push service of its browser, which cannot read them.
    static var aboutNotificationsOnThisDevice: LocalizableText { .key("aboutNotificationsOnThisDevice") }
    /// With a passkey this device signs in again without a link, by a finger, a face or a PIN. It gets the same name and rights.
    static var aboutPasskeys: LocalizableText { .key("aboutPasskeys") }
    /// During these hours, notifications are only listed, except time-sensitive ones.
    static var aboutQuietHours: LocalizableText { .key("aboutQuietHours") }
    /// Its widgets and its data are removed too. Data that another app uses stays.
    static var aboutRemoval: LocalizableText { .key("aboutRemoval") }
    /// Widgets, reminders and quiet hours are in %@.
    static func aboutTimeZone(_ zone: some LocalizableArgument) -> LocalizableText {
        .key("aboutTimeZone", arguments: [zone.localizable])
    }
    /// Your widgets, notifications and messages
    static var aboutToday: LocalizableText { .key("aboutToday") }
    /// Whoever may publish to a topic of your cloud notifies all its subscribers. Topics of other servers cannot be subscribed to. Subscriptions apply to all your devices; muting applies only to this one.
    static var aboutTopics: LocalizableText { .key("aboutTopics") }
    /// Where this notification has been, hop by hop. No text of it is kept here.
    static var aboutTrace: LocalizableText { .key("aboutTrace") }
    /// Accent Color
    static var accentColor: LocalizableText { .key("accentColor") }
    /// %1$@: %2$@
    static func action(_ title: some LocalizableArgument, topic: some LocalizableArgument) -> LocalizableText {
        .key("action", arguments: [title.localizable, topic.localizable])
    }
    /// “%@” was sent.
    static func actionWasSent(_ action: some LocalizableArgument) -> LocalizableText {
        .key("actionWasSent", arguments: [action.localizable])
    }
    /// Add %@
    static func add(_ name: some LocalizableArgument) -> LocalizableText {
        .key("add", arguments: [name.localizable])
    }
    /// Add a Passkey…
    static var addAPasskey: LocalizableText { .key("addAPasskey") }
    /// Add Another
    static var addAnother: LocalizableText { .key("addAnother") }
    /// Add Widgets
    static var addWidgets: LocalizableText { .key("addWidgets") }
    /// Alert Style
    static var alertStyle: LocalizableText { .key("alertStyle") }
    /// Alerts
    static var alerts: LocalizableText { .key("alerts") }
    /// alerts
    static var alertsPhrase: LocalizableText { .key("alertsPhrase") }
    /// Alerts
    static var alertsThatStay: LocalizableText { .key("alertsThatStay") }
    /// All switched off
    static var allOff: LocalizableText { .key("allOff") }
    /// Allow
    static var allow: LocalizableText { .key("allow") }
    /// Allow “%2$@” to Fetch from %1$@?
    static func allowHost(_ host: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("allowHost", arguments: [host.localizable, app.localizable])
    }
    /// Allow Notifications
    static var allowNotifications: LocalizableText { .key("allowNotifications") }
    /// Allow %@
    static func allowServer(_ server: some LocalizableArgument) -> LocalizableText {
        .key("allowServer", arguments: [server.localizable])
    }
    /// Another host: example.com
    static var anotherHost: LocalizableText { .key("anotherHost") }
    /// Appearance
    static var appearance: LocalizableText { .key("appearance") }
    /// Apps
    static var apps: LocalizableText { .key("apps") }
    /// %lld devices were not seen for longer than usual. They may miss notifications.
    static func areSilent(_ count: Int) -> LocalizableText {
        .key("areSilent", arguments: [count.localizable])
    }
    /// Asks for %@
    static func asksFor(_ options: some LocalizableArgument) -> LocalizableText {
        .key("asksFor", arguments: [options.localizable])
    }
    /// %@ asks for no new rights.
    static func asksForNothingNew(_ app: some LocalizableArgument) -> LocalizableText {
        .key("asksForNothingNew", arguments: [app.localizable])
    }
    /// %@ Asks for This
    static func asksForThis(_ app: some LocalizableArgument) -> LocalizableText {
        .key("asksForThis", arguments: [app.localizable])
    }
    /// %lld attempts
    static func attempts(_ count: Int) -> LocalizableText {
        .key("attempts", arguments: [count.localizable])
    }
    /// %1$@, the next at %2$@
    static func attemptsAndNext(_ attempts: some LocalizableArgument, moment: some LocalizableArgument) -> LocalizableText {
        .key("attemptsAndNext", arguments: [attempts.localizable, moment.localizable])
    }
    /// Audit Log
    static var auditLog: LocalizableText { .key("auditLog") }
    /// There are no entries.
    static var auditLogIsEmpty: LocalizableText { .key("auditLogIsEmpty") }
    /// Somebody changed this log: entry %@ does not follow from the one before it.
    static func auditLogWasChanged(_ number: some LocalizableArgument) -> LocalizableText {
        .key("auditLogWasChanged", arguments: [number.localizable])
    }
    /// Automatic
    static var automatic: LocalizableText { .key("automatic") }
    /// Badges
    static var badges: LocalizableText { .key("badges") }
    /// icon badges
    static var badgesPhrase: LocalizableText { .key("badgesPhrase") }
    /// Banners
    static var banners: LocalizableText { .key("banners") }
    /// Bar chart
    static var barChart: LocalizableText { .key("barChart") }
    /// Being done now
    static var beingDone: LocalizableText { .key("beingDone") }
    /// Being Retried
    static var beingRetried: LocalizableText { .key("beingRetried") }
    /// Belongs to Another App
    static var belongsToAnotherApp: LocalizableText { .key("belongsToAnotherApp") }
    /// Blue
    static var blueAccent: LocalizableText { .key("blueAccent") }
    /// Cancel
    static var cancel: LocalizableText { .key("cancel") }
    /// %@
    static func cannotBeDoneLikeThis(_ message: some LocalizableArgument) -> LocalizableText {
        .key("cannotBeDoneLikeThis", arguments: [message.localizable])
    }
    /// Change Passcode…
    static var changePasscode: LocalizableText { .key("changePasscode") }
    /// Change
    static var changeVerb: LocalizableText { .key("changeVerb") }
    /// Choose Edit to put widgets on this screen.
    static var chooseEdit: LocalizableText { .key("chooseEdit") }
    /// Clear
    static var clear: LocalizableText { .key("clear") }
    /// Clear All
    static var clearAll: LocalizableText { .key("clearAll") }
    /// Clear Everything
    static var clearEverything: LocalizableText { .key("clearEverything") }
    /// Clear %@
    static func clearNotificationsOf(_ name: some LocalizableArgument) -> LocalizableText {
        .key("clearNotificationsOf", arguments: [name.localizable])
    }
    /// Clock
    static var clock: LocalizableText { .key("clock") }
    /// Close
    static var close: LocalizableText { .key("close") }
    /// Cloud
    static var cloud: LocalizableText { .key("cloud") }
    /// Connected
    static var cloudConnected: LocalizableText { .key("cloudConnected") }
    /// Connecting…
    static var cloudConnecting: LocalizableText { .key("cloudConnecting") }
    /// %@
    static func cloudFailed(_ message: some LocalizableArgument) -> LocalizableText {
        .key("cloudFailed", arguments: [message.localizable])
    }
    /// This cloud runs inside Today, on this computer.
    static var cloudInside: LocalizableText { .key("cloudInside") }
    /// Not Connected
    static var cloudOffline: LocalizableText { .key("cloudOffline") }
    /// No Longer Accepted
    static var cloudShutOut: LocalizableText { .key("cloudShutOut") }
    /// Comfortable
    static var comfortableDensity: LocalizableText { .key("comfortableDensity") }
    /// Compact
    static var compactDensity: LocalizableText { .key("compactDensity") }
    /// Complications
    static var complications: LocalizableText { .key("complications") }
    /// Configure
    static var configure: LocalizableText { .key("configure") }
    /// Copy
    static var copy: LocalizableText { .key("copy") }
    /// Could Not Be Done
    static var couldNotBeDone: LocalizableText { .key("couldNotBeDone") }
    /// %1$lld notifications of %2$@
    static func countOfNotifications(_ count: Int, name: some LocalizableArgument) -> LocalizableText {
        .key("countOfNotifications", arguments: [count.localizable, name.localizable])
    }
    /// Dark
    static var dark: LocalizableText { .key("dark") }
    /// %lld days ago
    static func daysAgo(_ count: Int) -> LocalizableText {
        .key("daysAgo", arguments: [count.localizable])
    }
    /// %lld d later
    static func daysLater(_ count: Int) -> LocalizableText {
        .key("daysLater", arguments: [count.localizable])
    }
    /// Deliver Quietly
    static var deliverQuietly: LocalizableText { .key("deliverQuietly") }
    /// Delivery
    static var delivery: LocalizableText { .key("delivery") }
    /// Density
    static var density: LocalizableText { .key("density") }
    /// Signed out
    static var deviceIsSignedOut: LocalizableText { .key("deviceIsSignedOut") }
    /// Name
    static var deviceName: LocalizableText { .key("deviceName") }
    /// May
    static var deviceRights: LocalizableText { .key("deviceRights") }
    /// Devices
    static var devices: LocalizableText { .key("devices") }
    /// That Did Not Work
    static var didNotWork: LocalizableText { .key("didNotWork") }
    /// Discard
    static var discard: LocalizableText { .key("discard") }
    /// Dismiss
    static var dismiss: LocalizableText { .key("dismiss") }
    /// Don’t Allow
    static var doNotAllow: LocalizableText { .key("doNotAllow") }
    /// Done
    static var done: LocalizableText { .key("done") }
    /// Donut chart
    static var donutChart: LocalizableText { .key("donutChart") }
    /// Edit
    static var edit: LocalizableText { .key("edit") }
    /// Edit %@
    static func editDevice(_ device: some LocalizableArgument) -> LocalizableText {
        .key("editDevice", arguments: [device.localizable])
    }
    /// %1$@ and %2$@
    static func enumerationOfTwo(_ first: some LocalizableArgument, last: some LocalizableArgument) -> LocalizableText {
        .key("enumerationOfTwo", arguments: [first.localizable, last.localizable])
    }
    /// Error Output
    static var errorOutput: LocalizableText { .key("errorOutput") }
    /// Every Day
    static var everyDay: LocalizableText { .key("everyDay") }
    /// Every installed widget is on the screen.
    static var everyWidgetIsShown: LocalizableText { .key("everyWidgetIsShown") }
    /// Everybody, or the name of one person
    static var everybody: LocalizableText { .key("everybody") }
    /// Every change has reached its app. There is nothing for you to do.
    static var everythingArrived: LocalizableText { .key("everythingArrived") }
    /// %@ is no longer stored.
    static func fileExpired(_ name: some LocalizableArgument) -> LocalizableText {
        .key("fileExpired", arguments: [name.localizable])
    }
    /// 1 of %lld
    static func firstOf(_ count: Int) -> LocalizableText {
        .key("firstOf", arguments: [count.localizable])
    }
    /// Forget Location
    static var forgetLocation: LocalizableText { .key("forgetLocation") }
    /// From
    static var from: LocalizableText { .key("from") }
    /// %@.
    static func fullStop(_ sentence: some LocalizableArgument) -> LocalizableText {
        .key("fullStop", arguments: [sentence.localizable])
    }
    /// Gauge
    static var gauge: LocalizableText { .key("gauge") }
    /// Go to Today
    static var goToToday: LocalizableText { .key("goToToday") }
    /// Graphite
    static var graphiteAccent: LocalizableText { .key("graphiteAccent") }
    /// Green
    static var greenAccent: LocalizableText { .key("greenAccent") }
    /// %1$lld notifications of %2$@ are held back until you allow them.
    static func heldBack(_ count: Int, name: some LocalizableArgument) -> LocalizableText {
        .key("heldBack", arguments: [count.localizable, name.localizable])
    }
    /// Nothing to Show Now
    static var hiddenWhileEmpty: LocalizableText { .key("hiddenWhileEmpty") }
    /// High priority
    static var highPriority: LocalizableText { .key("highPriority") }
    /// highest
    static var highestValue: LocalizableText { .key("highestValue") }
    /// How far the test came
    static var hopsOfTheTest: LocalizableText { .key("hopsOfTheTest") }
    /// %@
    static func hostFailed(_ message: some LocalizableArgument) -> LocalizableText {
        .key("hostFailed", arguments: [message.localizable])
    }
    /// You have allowed this already.
    static var hostIsAllowed: LocalizableText { .key("hostIsAllowed") }
    /// %lld hr ago
    static func hoursAgo(_ count: Int) -> LocalizableText {
        .key("hoursAgo", arguments: [count.localizable])
    }
    /// %lld h later
    static func hoursLater(_ count: Int) -> LocalizableText {
        .key("hoursLater", arguments: [count.localizable])
    }
    /// Scan the code with the camera of the device, or open the link there. It works once, for %lld minutes.
    static func howToPair(_ minutes: Int) -> LocalizableText {
        .key("howToPair", arguments: [minutes.localizable])
    }
    /// Open the link in another browser on this machine. It works once, for %lld minutes.
    static func howToPairHere(_ count: Int) -> LocalizableText {
        .key("howToPairHere", arguments: [count.localizable])
    }
    /// To see your screen in this browser, create a link on the machine where Today runs and open it here.
    static var howToSignIn: LocalizableText { .key("howToSignIn") }
    /// Image not loaded
    static var imageNotLoaded: LocalizableText { .key("imageNotLoaded") }
    /// The images are too large to be shared. With JavaScript, this page makes them smaller.
    static var imagesAreTooLarge: LocalizableText { .key("imagesAreTooLarge") }
    /// Install an app on this machine, and its widgets appear here.
    static var installAnApp: LocalizableText { .key("installAnApp") }
    /// Install an App
    static var installApp: LocalizableText { .key("installApp") }
    /// Install
    static var installButton: LocalizableText { .key("installButton") }
    /// Install from a File…
    static var installFromFile: LocalizableText { .key("installFromFile") }
    /// Install %@?
    static func installQuestion(_ app: some LocalizableArgument) -> LocalizableText {
        .key("installQuestion", arguments: [app.localizable])
    }
    /// “%@” was not seen for longer than usual. It may miss notifications.
    static func isSilent(_ device: some LocalizableArgument) -> LocalizableText {
        .key("isSilent", arguments: [device.localizable])
    }
    /// The cloud no longer knows this host. With a new one-time token, join it again:
    static var joinCloudAgain: LocalizableText { .key("joinCloudAgain") }
    /// Today is not linked to a cloud. Whoever runs one can give you a one-time token; with it, link to the cloud in a terminal:
    static var joinNoCloud: LocalizableText { .key("joinNoCloud") }
    /// just now
    static var justNow: LocalizableText { .key("justNow") }
    /// Keep its data
    static var keepData: LocalizableText { .key("keepData") }
    /// Keyboard Shortcuts
    static var keyboardShortcuts: LocalizableText { .key("keyboardShortcuts") }
    /// Language
    static var languageAndRegion: LocalizableText { .key("languageAndRegion") }
    /// English
    static var languageName: LocalizableText { .key("languageName") }
    /// Large
    static var largeSize: LocalizableText { .key("largeSize") }
    /// Last Known
    static var lastKnown: LocalizableText { .key("lastKnown") }
    /// Last seen 
    static var lastSeen: LocalizableText { .key("lastSeen") }
    /// Last updated: 
    static var lastUpdated: LocalizableText { .key("lastUpdated") }
    /// Late: was due %@
    static func late(_ due: some LocalizableArgument) -> LocalizableText {
        .key("late", arguments: [due.localizable])
    }
    /// Later
    static var later: LocalizableText { .key("later") }
    /// Leave
    static var leave: LocalizableText { .key("leave") }
    /// Leave Cloud…
    static var leaveCloud: LocalizableText { .key("leaveCloud") }
    /// Unsubscribe
    static var leaveTopic: LocalizableText { .key("leaveTopic") }
    /// Leaving Today
    static var leavingToday: LocalizableText { .key("leavingToday") }
    /// Light
    static var light: LocalizableText { .key("light") }
    /// Line chart
    static var lineChart: LocalizableText { .key("lineChart") }
    /// This link signs this browser in. It works only once.
    static var linkSignsIn: LocalizableText { .key("linkSignsIn") }
    /// This Link Has Been Used
    static var linkWasUsed: LocalizableText { .key("linkWasUsed") }
    /// A link works only once and expires after ten minutes. Create another on the machine where Today runs.
    static var linksWorkOnce: LocalizableText { .key("linksWorkOnce") }
    /// %1$@, %2$@
    static func listOfTwo(_ first: some LocalizableArgument, second: some LocalizableArgument) -> LocalizableText {
        .key("listOfTwo", arguments: [first.localizable, second.localizable])
    }
    /// Location
    static var location: LocalizableText { .key("location") }
    /// Another browser shares its location. Switch it on here to share this one's instead.
    static var locationIsSharedElsewhere: LocalizableText { .key("locationIsSharedElsewhere") }
    /// Something went wrong. Today's log has the details.
    static var logHasTheRest: LocalizableText { .key("logHasTheRest") }
    /// Low priority
    static var lowPriority: LocalizableText { .key("lowPriority") }
    /// Lowest priority
    static var lowestPriority: LocalizableText { .key("lowestPriority") }
    /// lowest
    static var lowestValue: LocalizableText { .key("lowestValue") }
    /// Make a Link
    static var makePairingLink: LocalizableText { .key("makePairingLink") }
    /// Look and act
    static var mayAct: LocalizableText { .key("mayAct") }
    /// Look, act and change settings
    static var mayChange: LocalizableText { .key("mayChange") }
    /// This App May
    static var mayDo: LocalizableText { .key("mayDo") }
    /// “%1$@” May Fetch from %2$@
    static func mayFetch(_ app: some LocalizableArgument, host: some LocalizableArgument) -> LocalizableText {
        .key("mayFetch", arguments: [app.localizable, host.localizable])
    }
    /// Notifications may include %@. You can change this in Settings.
    static func mayInclude(_ options: some LocalizableArgument) -> LocalizableText {
        .key("mayInclude", arguments: [options.localizable])
    }
    /// Look
    static var mayView: LocalizableText { .key("mayView") }
    /// Medium
    static var mediumSize: LocalizableText { .key("mediumSize") }
    /// The message was sent.
    static var messageIsSent: LocalizableText { .key("messageIsSent") }
    /// Enter a text of at most %lld characters.
    static func messageNeedsText(_ limit: Int) -> LocalizableText {
        .key("messageNeedsText", arguments: [limit.localizable])
    }
    /// Enter a title of at most %lld characters.
    static func messageNeedsTitle(_ limit: Int) -> LocalizableText {
        .key("messageNeedsTitle", arguments: [limit.localizable])
    }
    /// To
    static var messageRecipient: LocalizableText { .key("messageRecipient") }
    /// Text
    static var messageText: LocalizableText { .key("messageText") }
    /// Title
    static var messageTitle: LocalizableText { .key("messageTitle") }
    /// °C, m/s, km
    static var metricUnits: LocalizableText { .key("metricUnits") }
    /// %lld ms later
    static func millisecondsLater(_ count: Int) -> LocalizableText {
        .key("millisecondsLater", arguments: [count.localizable])
    }
    /// %lld min ago
    static func minutesAgo(_ count: Int) -> LocalizableText {
        .key("minutesAgo", arguments: [count.localizable])
    }
    /// %lld min later
    static func minutesLater(_ count: Int) -> LocalizableText {
        .key("minutesLater", arguments: [count.localizable])
    }
    /// For the developer of the app:
    static var mistakesForTheDeveloper: LocalizableText { .key("mistakesForTheDeveloper") }
    /// %1$@ %2$@ %3$@
    static func mistakesInBundle(_ summary: some LocalizableArgument, label: some LocalizableArgument, mistakes: some LocalizableArgument) -> LocalizableText {
        .key("mistakesInBundle", arguments: [summary.localizable, label.localizable, mistakes.localizable])
    }
    /// %lld mistakes in its cards
    static func mistakesInCards(_ count: Int) -> LocalizableText {
        .key("mistakesInCards", arguments: [count.localizable])
    }
    /// More
    static var moreActions: LocalizableText { .key("moreActions") }
    /// Move %@
    static func move(_ name: some LocalizableArgument) -> LocalizableText {
        .key("move", arguments: [name.localizable])
    }
    /// Move Earlier
    static var moveEarlier: LocalizableText { .key("moveEarlier") }
    /// Move Later
    static var moveLater: LocalizableText { .key("moveLater") }
    /// Move it with the arrow keys or by dragging.
    static var moveWithArrowKeys: LocalizableText { .key("moveWithArrowKeys") }
    /// Mute
    static var muteTopic: LocalizableText { .key("muteTopic") }
    /// Muted
    static var muted: LocalizableText { .key("muted") }
    /// This name is too long.
    static var nameIsTooLong: LocalizableText { .key("nameIsTooLong") }
    /// Network
    static var network: LocalizableText { .key("network") }
    /// New Notifications
    static var newNotifications: LocalizableText { .key("newNotifications") }
    /// New Passcode
    static var newPasscode: LocalizableText { .key("newPasscode") }
    /// New Passcode, Again
    static var newPasscodeAgain: LocalizableText { .key("newPasscodeAgain") }
    /// Newest Messages
    static var newestMessages: LocalizableText { .key("newestMessages") }
    ///  · next attempt about 
    static var nextAttempt: LocalizableText { .key("nextAttempt") }
    ///  · next update about 
    static var nextUpdate: LocalizableText { .key("nextUpdate") }
    /// None
    static var noAlerts: LocalizableText { .key("noAlerts") }
    /// No app has asked to send you notifications yet.
    static var noAppAsked: LocalizableText { .key("noAppAsked") }
    /// No installed app takes this.
    static var noAppTakesThis: LocalizableText { .key("noAppTakesThis") }
    /// No Apps Yet
    static var noApps: LocalizableText { .key("noApps") }
    /// No Complications
    static var noComplications: LocalizableText { .key("noComplications") }
    /// No Messages Yet
    static var noMessagesOfTopic: LocalizableText { .key("noMessagesOfTopic") }
    /// No Notifications
    static var noNotifications: LocalizableText { .key("noNotifications") }
    /// nothing yet
    static var noOption: LocalizableText { .key("noOption") }
    /// There is no page at this address.
    static var noSuchPage: LocalizableText { .key("noSuchPage") }
    /// %@
    static func noSuchThing(_ message: some LocalizableArgument) -> LocalizableText {
        .key("noSuchThing", arguments: [message.localizable])
    }
    /// No Topics
    static var noTopics: LocalizableText { .key("noTopics") }
    /// No Widgets
    static var noWidgets: LocalizableText { .key("noWidgets") }
    /// “%1$@” is not a topic. %2$@
    static func notATopicName(_ name: some LocalizableArgument, rule: some LocalizableArgument) -> LocalizableText {
        .key("notATopicName", arguments: [name.localizable, rule.localizable])
    }
    /// Not on This Device
    static var notAllowedHere: LocalizableText { .key("notAllowedHere") }
    /// This connection is not encrypted: others in the network can read along. Offline use and notifications while Today is closed need HTTPS, which “today run --listen” sets up.
    static var notEncrypted: LocalizableText { .key("notEncrypted") }
    /// Not Here
    static var notHere: LocalizableText { .key("notHere") }
    /// This notification no longer offers that action.
    static var notOfferedAnyMore: LocalizableText { .key("notOfferedAnyMore") }
    /// %1$lld notifications of %2$@ were held back in the last day and not kept: it may not notify you.
    static func notShown(_ count: Int, name: some LocalizableArgument) -> LocalizableText {
        .key("notShown", arguments: [count.localizable, name.localizable])
    }
    /// Not updated yet
    static var notUpdatedYet: LocalizableText { .key("notUpdatedYet") }
    /// Nothing Now
    static var nothingNow: LocalizableText { .key("nothingNow") }
    /// Nothing to show yet
    static var nothingYet: LocalizableText { .key("nothingYet") }
    /// Notifications
    static var notifications: LocalizableText { .key("notifications") }
    /// Notifications of %@
    static func notificationsOf(_ name: some LocalizableArgument) -> LocalizableText {
        .key("notificationsOf", arguments: [name.localizable])
    }
    /// Notifications on this device
    static var notificationsOnThisDevice: LocalizableText { .key("notificationsOnThisDevice") }
    /// %@ Now Asks for This Too
    static func nowAsksForThis(_ app: some LocalizableArgument) -> LocalizableText {
        .key("nowAsksForThis", arguments: [app.localizable])
    }
    /// %lld passkeys
    static func numberOfPasskeys(_ count: Int) -> LocalizableText {
        .key("numberOfPasskeys", arguments: [count.localizable])
    }
    /// Off
    static var off: LocalizableText { .key("off") }
    /// Older Entries
    static var olderEntries: LocalizableText { .key("olderEntries") }
    /// Older Messages
    static var olderMessages: LocalizableText { .key("olderMessages") }
    /// %lld older ones are not shown.
    static func olderNotShown(_ count: Int) -> LocalizableText {
        .key("olderNotShown", arguments: [count.localizable])
    }
    /// Over this connection you can look and act. To change settings, use HTTPS or the machine on which Today runs.
    static var onlyEncrypted: LocalizableText { .key("onlyEncrypted") }
    /// Open
    static var open: LocalizableText { .key("open") }
    /// Open %@
    static func openApp(_ app: some LocalizableArgument) -> LocalizableText {
        .key("openApp", arguments: [app.localizable])
    }
    /// Open %@
    static func openServer(_ server: some LocalizableArgument) -> LocalizableText {
        .key("openServer", arguments: [server.localizable])
    }
    /// Open This Address?
    static var openThisAddress: LocalizableText { .key("openThisAddress") }
    /// This address was opened while Today could not be reached. Today opens it when you press Open.
    static var openedWhileAway: LocalizableText { .key("openedWhileAway") }
    /// Options of %1$@, %2$@
    static func optionsOf(_ name: some LocalizableArgument, size: some LocalizableArgument) -> LocalizableText {
        .key("optionsOf", arguments: [name.localizable, size.localizable])
    }
    /// Orange
    static var orangeAccent: LocalizableText { .key("orangeAccent") }
    /// Another site linked to this address. Today opens it when you press Open.
    static var otherSiteLedHere: LocalizableText { .key("otherSiteLedHere") }
    /// %1$@ of %2$@
    static func outOf(_ value: some LocalizableArgument, greatest: some LocalizableArgument) -> LocalizableText {
        .key("outOf", arguments: [value.localizable, greatest.localizable])
    }
    /// Outbox
    static var outbox: LocalizableText { .key("outbox") }
    /// Outbox, %lld changes
    static func outboxChanges(_ count: Int) -> LocalizableText {
        .key("outboxChanges", arguments: [count.localizable])
    }
    /// Nothing Here
    static var outboxIsEmpty: LocalizableText { .key("outboxIsEmpty") }
    /// Outbox, %@ changes
    static func outboxManyChanges(_ number: some LocalizableArgument) -> LocalizableText {
        .key("outboxManyChanges", arguments: [number.localizable])
    }
    /// This address is outside of Today.
    static var outsideOfToday: LocalizableText { .key("outsideOfToday") }
    /// What this device may do is changed on another device, or with the command today devices.
    static var ownRightsAreChangedElsewhere: LocalizableText { .key("ownRightsAreChangedElsewhere") }
    /// Pair a Device
    static var pairADevice: LocalizableText { .key("pairADevice") }
    /// Pair a Device…
    static var pairADeviceLink: LocalizableText { .key("pairADeviceLink") }
    /// Pair This Device
    static var pairThisDevice: LocalizableText { .key("pairThisDevice") }
    /// Open Today on This Device
    static var pairThisDeviceTitle: LocalizableText { .key("pairThisDeviceTitle") }
    /// QR code with the link
    static var pairingCode: LocalizableText { .key("pairingCode") }
    /// It will show your screen, tap widgets and answer notifications.
    static var pairingGivesAct: LocalizableText { .key("pairingGivesAct") }
    /// It will show your screen, act on it, and change settings.
    static var pairingGivesChange: LocalizableText { .key("pairingGivesChange") }
    /// It will show your screen and your notifications, and change nothing.
    static var pairingGivesView: LocalizableText { .key("pairingGivesView") }
    /// A link pairs one device, within ten minutes. Get a new one in Settings on another device, or in the terminal:
    static var pairingLinksWorkOnce: LocalizableText { .key("pairingLinksWorkOnce") }
    /// This link is not encrypted: the device may look and act, and others in the network can read along.
    static var pairingNotEncrypted: LocalizableText { .key("pairingNotEncrypted") }
    /// Phones and other computers cannot open Today yet: it has no public address. Start it with --listen and --public-url first. A link that you make now is for another browser on this machine.
    static var pairingReachesThisMachineAlone: LocalizableText { .key("pairingReachesThisMachineAlone") }
    /// Passcode
    static var passcode: LocalizableText { .key("passcode") }
    /// %@
    static func passcodeProblem(_ message: some LocalizableArgument) -> LocalizableText {
        .key("passcodeProblem", arguments: [message.localizable])
    }
    /// Passkey
    static var passkey: LocalizableText { .key("passkey") }
    /// Added 
    static var passkeyAdded: LocalizableText { .key("passkeyAdded") }
    /// The browser could not use a passkey.
    static var passkeyDidNotWork: LocalizableText { .key("passkeyDidNotWork") }
    /// Last used 
    static var passkeyLastUsed: LocalizableText { .key("passkeyLastUsed") }
    /// Not used yet
    static var passkeyNeverUsed: LocalizableText { .key("passkeyNeverUsed") }
    /// Passkeys
    static var passkeys: LocalizableText { .key("passkeys") }
    /// Pending
    static var pending: LocalizableText { .key("pending") }
    /// Pink
    static var pinkAccent: LocalizableText { .key("pinkAccent") }
    /// Progress
    static var progress: LocalizableText { .key("progress") }
    /// Publish the first one from a terminal:
    static var publishToTopic: LocalizableText { .key("publishToTopic") }
    /// Notifications reach this device.
    static var pushTestBody: LocalizableText { .key("pushTestBody") }
    /// Test
    static var pushTestTitle: LocalizableText { .key("pushTestTitle") }
    /// On an iPhone or iPad, first add Today to the Home Screen, and open it from there.
    static var pushesNeedInstallation: LocalizableText { .key("pushesNeedInstallation") }
    /// Quiet Hours
    static var quietHours: LocalizableText { .key("quietHours") }
    /// The name of a person has at most %lld characters.
    static func recipientIsTooLong(_ limit: Int) -> LocalizableText {
        .key("recipientIsTooLong", arguments: [limit.localizable])
    }
    /// Remove %@
    static func remove(_ name: some LocalizableArgument) -> LocalizableText {
        .key("remove", arguments: [name.localizable])
    }
    /// Remove App…
    static var removeApp: LocalizableText { .key("removeApp") }
    /// Remove
    static var removeButton: LocalizableText { .key("removeButton") }
    /// Remove
    static var removeDevice: LocalizableText { .key("removeDevice") }
    /// Remove %@
    static func removeNamedDevice(_ device: some LocalizableArgument) -> LocalizableText {
        .key("removeNamedDevice", arguments: [device.localizable])
    }
    /// Remove Passcode…
    static var removePasscode: LocalizableText { .key("removePasscode") }
    /// Remove the passkey of %@
    static func removePasskey(_ date: some LocalizableArgument) -> LocalizableText {
        .key("removePasskey", arguments: [date.localizable])
    }
    /// Remove %@?
    static func removeQuestion(_ app: some LocalizableArgument) -> LocalizableText {
        .key("removeQuestion", arguments: [app.localizable])
    }
    /// Replace
    static var replaceButton: LocalizableText { .key("replaceButton") }
    /// Replace %1$@ %2$@?
    static func replaceQuestion(_ app: some LocalizableArgument, version: some LocalizableArgument) -> LocalizableText {
        .key("replaceQuestion", arguments: [app.localizable, version.localizable])
    }
    /// Replace %1$@ %2$@ with %3$@?
    static func replaceVersionQuestion(_ app: some LocalizableArgument, installed: some LocalizableArgument, version: some LocalizableArgument) -> LocalizableText {
        .key("replaceVersionQuestion", arguments: [app.localizable, installed.localizable, version.localizable])
    }
    /// Today tries again automatically.
    static var retriesByItself: LocalizableText { .key("retriesByItself") }
    /// Retry
    static var retry: LocalizableText { .key("retry") }
    /// Save
    static var save: LocalizableText { .key("save") }
    /// Search
    static var search: LocalizableText { .key("search") }
    /// Second Screen
    static var secondScreen: LocalizableText { .key("secondScreen") }
    /// %lld s later
    static func secondsLater(_ count: Int) -> LocalizableText {
        .key("secondsLater", arguments: [count.localizable])
    }
    /// Send
    static var send: LocalizableText { .key("send") }
    /// Send a Message
    static var sendMessage: LocalizableText { .key("sendMessage") }
    /// Send a Test
    static var sendTest: LocalizableText { .key("sendTest") }
    /// This page sends through the cloud inside Today, but this host uses another one. There, use a terminal:
    static var sendsElsewhere: LocalizableText { .key("sendsElsewhere") }
    /// Set Passcode…
    static var setPasscode: LocalizableText { .key("setPasscode") }
    /// Set up %@
    static func setUp(_ name: some LocalizableArgument) -> LocalizableText {
        .key("setUp", arguments: [name.localizable])
    }
    /// Set Up More
    static var setUpMore: LocalizableText { .key("setUpMore") }
    /// Set Up
    static var setUpVerb: LocalizableText { .key("setUpVerb") }
    /// Settings
    static var settings: LocalizableText { .key("settings") }
    /// This notification was answered or dismissed already.
    static var settledAlready: LocalizableText { .key("settledAlready") }
    /// Share
    static var share: LocalizableText { .key("share") }
    /// What was to be shared is no longer kept. Share it again.
    static var shareIsGone: LocalizableText { .key("shareIsGone") }
    /// Share This Browser's Location
    static var shareLocation: LocalizableText { .key("shareLocation") }
    /// Share with %@
    static func shareWith(_ app: some LocalizableArgument) -> LocalizableText {
        .key("shareWith", arguments: [app.localizable])
    }
    /// Image, %lld KiB
    static func sharedImage(_ kibibytes: Int) -> LocalizableText {
        .key("sharedImage", arguments: [kibibytes.localizable])
    }
    /// Image “%1$@”, %2$lld KiB
    static func sharedNamedImage(_ name: some LocalizableArgument, kibibytes: Int) -> LocalizableText {
        .key("sharedNamedImage", arguments: [name.localizable, kibibytes.localizable])
    }
    /// Shared with %@
    static func sharedWith(_ app: some LocalizableArgument) -> LocalizableText {
        .key("sharedWith", arguments: [app.localizable])
    }
    /// Show Less
    static var showLess: LocalizableText { .key("showLess") }
    /// Show More
    static var showMore: LocalizableText { .key("showMore") }
    /// Show %lld More
    static func showMoreOf(_ count: Int) -> LocalizableText {
        .key("showMoreOf", arguments: [count.localizable])
    }
    /// Show Code
    static var showPairingCode: LocalizableText { .key("showPairingCode") }
    /// Show the picture from %@
    static func showPicture(_ server: some LocalizableArgument) -> LocalizableText {
        .key("showPicture", arguments: [server.localizable])
    }
    /// Sign In
    static var signIn: LocalizableText { .key("signIn") }
    /// Sign In with a Passkey
    static var signInWithAPasskey: LocalizableText { .key("signInWithAPasskey") }
    /// Sign Out
    static var signOut: LocalizableText { .key("signOut") }
    /// Sign out %@
    static func signOutDevice(_ browser: some LocalizableArgument) -> LocalizableText {
        .key("signOutDevice", arguments: [browser.localizable])
    }
    /// You are signed in.
    static var signedIn: LocalizableText { .key("signedIn") }
    /// Not seen since %1$@; %2$@. Open Today there, or sign it out.
    static func silenceOfDevice(_ moment: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("silenceOfDevice", arguments: [moment.localizable, reason.localizable])
    }
    /// Silent: it appears in the inbox without a notification
    static var silentMessage: LocalizableText { .key("silentMessage") }
    /// since %@
    static func since(_ moment: some LocalizableArgument) -> LocalizableText {
        .key("since", arguments: [moment.localizable])
    }
    /// Size
    static var size: LocalizableText { .key("size") }
    /// Skip to notifications
    static var skipToNotifications: LocalizableText { .key("skipToNotifications") }
    /// Skip to widgets
    static var skipToWidgets: LocalizableText { .key("skipToWidgets") }
    /// Small
    static var smallSize: LocalizableText { .key("smallSize") }
    /// Sounds
    static var sounds: LocalizableText { .key("sounds") }
    /// sounds
    static var soundsPhrase: LocalizableText { .key("soundsPhrase") }
    /// Storage Used
    static var storageUsed: LocalizableText { .key("storageUsed") }
    /// Subscribe
    static var subscribe: LocalizableText { .key("subscribe") }
    /// Subscribe in Settings
    static var subscribeInSettings: LocalizableText { .key("subscribeInSettings") }
    /// its push service has ended its notifications
    static var subscriptionEnded: LocalizableText { .key("subscriptionEnded") }
    /// A switch takes effect at once. Version %@.
    static func switchTakesEffect(_ version: some LocalizableArgument) -> LocalizableText {
        .key("switchTakesEffect", arguments: [version.localizable])
    }
    /// Tabs
    static var tabs: LocalizableText { .key("tabs") }
    /// Replaces an App
    static var takesThePlace: LocalizableText { .key("takesThePlace") }
    /// Text
    static var textField: LocalizableText { .key("textField") }
    /// The app says: “%@”
    static func theAppSays(_ purpose: some LocalizableArgument) -> LocalizableText {
        .key("theAppSays", arguments: [purpose.localizable])
    }
    /// Theme
    static var theme: LocalizableText { .key("theme") }
    /// More will appear when these are done.
    static var thereAreMore: LocalizableText { .key("thereAreMore") }
    /// This browser
    static var thisBrowser: LocalizableText { .key("thisBrowser") }
    /// This Is Shared
    static var thisIsShared: LocalizableText { .key("thisIsShared") }
    /// This is Today
    static var thisIsToday: LocalizableText { .key("thisIsToday") }
    /// Time Zone
    static var timeZone: LocalizableText { .key("timeZone") }
    /// To
    static var to: LocalizableText { .key("to") }
    /// Today
    static var today: LocalizableText { .key("today") }
    /// Today cannot be reached
    static var todayIsAway: LocalizableText { .key("todayIsAway") }
    /// Too Many Wrong Links
    static var tooManyLinks: LocalizableText { .key("tooManyLinks") }
    /// There were too many wrong attempts. Wait a minute.
    static var tooManyPasskeyAttempts: LocalizableText { .key("tooManyPasskeyAttempts") }
    /// Topic
    static var topicName: LocalizableText { .key("topicName") }
    /// Topics in Settings
    static var topicSettings: LocalizableText { .key("topicSettings") }
    /// Topics
    static var topics: LocalizableText { .key("topics") }
    /// There is no trace of this notification. Traces are kept for 30 days.
    static var traceIsMissing: LocalizableText { .key("traceIsMissing") }
    /// Try Again
    static var tryAgain: LocalizableText { .key("tryAgain") }
    /// 12-hour, 9:41 PM
    static var twelveHourClock: LocalizableText { .key("twelveHourClock") }
    /// 24-hour, 21:41
    static var twentyFourHourClock: LocalizableText { .key("twentyFourHourClock") }
    /// %1$@ %2$@
    static func twoSentences(_ first: some LocalizableArgument, second: some LocalizableArgument) -> LocalizableText {
        .key("twoSentences", arguments: [first.localizable, second.localizable])
    }
    /// Undo
    static var undo: LocalizableText { .key("undo") }
    /// Undone
    static var undone: LocalizableText { .key("undone") }
    /// Units
    static var units: LocalizableText { .key("units") }
    /// A browser
    static var unknownBrowser: LocalizableText { .key("unknownBrowser") }
    /// Unmute
    static var unmuteTopic: LocalizableText { .key("unmuteTopic") }
    /// Updated 
    static var updated: LocalizableText { .key("updated") }
    /// Urgent
    static var urgent: LocalizableText { .key("urgent") }
    /// °F, mph, miles
    static var usUnits: LocalizableText { .key("usUnits") }
    /// Use %@
    static func useTimeZone(_ zone: some LocalizableArgument) -> LocalizableText {
        .key("useTimeZone", arguments: [zone.localizable])
    }
    /// usually seen every %lld days
    static func usuallySeenDays(_ count: Int) -> LocalizableText {
        .key("usuallySeenDays", arguments: [count.localizable])
    }
    /// usually seen every %lld hours
    static func usuallySeenHours(_ count: Int) -> LocalizableText {
        .key("usuallySeenHours", arguments: [count.localizable])
    }
    /// Version
    static var version: LocalizableText { .key("version") }
    /// Violet
    static var violetAccent: LocalizableText { .key("violetAccent") }
    /// Wait a minute. A new link works at once; the terminal prints one:
    static var waitAMinute: LocalizableText { .key("waitAMinute") }
    /// Waiting for the first update…
    static var waitingForUpdate: LocalizableText { .key("waitingForUpdate") }
    /// Welcome
    static var welcome: LocalizableText { .key("welcome") }
    /// A topic has 1 to 64 letters from A to Z, digits, hyphens and underscores.
    static var whatATopicHas: LocalizableText { .key("whatATopicHas") }
    /// An app that has something for a status bar shows it here. This lists what your status bar can show:
    static var whatComplicationsAre: LocalizableText { .key("whatComplicationsAre") }
    /// What apps show in your status bar, in large type.
    static var whatComplicationsAreFor: LocalizableText { .key("whatComplicationsAreFor") }
    /// What each app may do.
    static var whatEachAppMayDo: LocalizableText { .key("whatEachAppMayDo") }
    /// Nothing of this cloud reaches this host any more. To join again takes a new one-time token.
    static var whatLeavingACloudDoes: LocalizableText { .key("whatLeavingACloudDoes") }
    /// What your apps tell you appears here. Send yourself a notification from a terminal:
    static var whatNotificationsAre: LocalizableText { .key("whatNotificationsAre") }
    /// Some actions of notifications need the passcode, and so do installing and removing apps and giving them rights. Once you enter it, it is valid for a minute, in this browser only.
    static var whatThePasscodeIsFor: LocalizableText { .key("whatThePasscodeIsFor") }
    /// Check that this device is online and that Today is running. This page then opens by itself. Until then you can open the last screen you saw.
    static var whenTodayIsAway: LocalizableText { .key("whenTodayIsAway") }
    /// Wide
    static var wideSize: LocalizableText { .key("wideSize") }
    /// The widgets on this screen have nothing to show at the moment.
    static var widgetsHaveNothing: LocalizableText { .key("widgetsHaveNothing") }
    /// within %1$lld m, %2$@
    static func within(_ metres: Int, age: some LocalizableArgument) -> LocalizableText {
        .key("within", arguments: [metres.localizable, age.localizable])
    }
    /// Without Effect
    static var withoutEffect: LocalizableText { .key("withoutEffect") }
    /// “%@” Would Like to Send You Notifications
    static func wouldLikeToNotify(_ app: some LocalizableArgument) -> LocalizableText {
        .key("wouldLikeToNotify", arguments: [app.localizable])
    }
    /// yesterday
    static var yesterday: LocalizableText { .key("yesterday") }
}
