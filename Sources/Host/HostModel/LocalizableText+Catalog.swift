// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
package import TodayProtocol

extension HostTexts {
    /// The languages of the catalog.
    package static let languages = ["en", "de", "fr", "ja"]
}

extension LocalizableText {
    /// The app is processing the action %@.
    package static func actionBeingProcessed(_ action: some LocalizableArgument) -> LocalizableText {
        .key("actionBeingProcessed", arguments: [action.localizable])
    }
    /// %1$@ (Action extension, %2$@)
    package static func actionExtension(_ name: some LocalizableArgument, identifier: some LocalizableArgument) -> LocalizableText {
        .key("actionExtension", arguments: [name.localizable, identifier.localizable])
    }
    /// The action "%@" needs a text.
    package static func actionNeedsText(_ action: some LocalizableArgument) -> LocalizableText {
        .key("actionNeedsText", arguments: [action.localizable])
    }
    /// The action "%@" takes no text.
    package static func actionTakesNoText(_ action: some LocalizableArgument) -> LocalizableText {
        .key("actionTakesNoText", arguments: [action.localizable])
    }
    /// The action “%1$@” wants %2$@, which Today does not send.
    package static func actionWantsUnsupported(_ action: some LocalizableArgument, feature: some LocalizableArgument) -> LocalizableText {
        .key("actionWantsUnsupported", arguments: [action.localizable, feature.localizable])
    }
    /// Today does not open addresses like this one.
    package static var addressNotOpened: LocalizableText { .key("addressNotOpened") }
    /// %1$@ does not take the address "%2$@".
    package static func addressNotTaken(_ app: some LocalizableArgument, address: some LocalizableArgument) -> LocalizableText {
        .key("addressNotTaken", arguments: [app.localizable, address.localizable])
    }
    /// Today could not look up which hosts are allowed.
    package static var allowedHostsUnknown: LocalizableText { .key("allowedHostsUnknown") }
    /// Its answer cannot be shown.
    package static var answerCannotBeShown: LocalizableText { .key("answerCannotBeShown") }
    /// the answer to %1$@ has not the shape that it should have: %2$@
    package static func answerMisshapenPhrase(_ method: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("answerMisshapenPhrase", arguments: [method.localizable, reason.localizable])
    }
    /// the answer cannot be read: %@
    package static func answerUnreadablePhrase(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("answerUnreadablePhrase", arguments: [reason.localizable])
    }
    /// %1$@ answered %2$@ with an error: %3$@
    package static func answeredWithError(_ process: some LocalizableArgument, method: some LocalizableArgument, message: some LocalizableArgument) -> LocalizableText {
        .key("answeredWithError", arguments: [process.localizable, method.localizable, message.localizable])
    }
    /// %1$@ answered wrongly: %2$@
    package static func answeredWrongly(_ process: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("answeredWrongly", arguments: [process.localizable, reason.localizable])
    }
    /// The app was changed in the meantime. Try again.
    package static var appChangedMeanwhile: LocalizableText { .key("appChangedMeanwhile") }
    /// The app is no longer installed.
    package static var appNoLongerInstalled: LocalizableText { .key("appNoLongerInstalled") }
    /// %1$@ was ended: all of its app ran %2$@ processes; the limit is %3$@.
    package static func appRanTooManyProcesses(_ process: some LocalizableArgument, count: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("appRanTooManyProcesses", arguments: [process.localizable, count.localizable, limit.localizable])
    }
    /// %1$@ was ended: all of its app used %2$@ MiB of memory; the limit is %3$@ MiB.
    package static func appUsedTooMuchMemory(_ process: some LocalizableArgument, used: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("appUsedTooMuchMemory", arguments: [process.localizable, used.localizable, limit.localizable])
    }
    /// Apps
    package static var appsName: LocalizableText { .key("appsName") }
    /// The archive is damaged, or its end is missing.
    package static var archiveDamaged: LocalizableText { .key("archiveDamaged") }
    /// The archive is empty.
    package static var archiveEmpty: LocalizableText { .key("archiveEmpty") }
    /// %@ is neither a file nor a folder nor a symbolic link; leave it out.
    package static func archiveEntryNotAllowed(_ path: some LocalizableArgument) -> LocalizableText {
        .key("archiveEntryNotAllowed", arguments: [path.localizable])
    }
    /// The archive holds more than %@ files.
    package static func archiveHasTooManyFiles(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("archiveHasTooManyFiles", arguments: [limit.localizable])
    }
    /// The archive holds %@ twice.
    package static func archiveHoldsTwice(_ path: some LocalizableArgument) -> LocalizableText {
        .key("archiveHoldsTwice", arguments: [path.localizable])
    }
    /// The link %@ leads out of the bundle.
    package static func archiveLinkLeadsOut(_ link: some LocalizableArgument) -> LocalizableText {
        .key("archiveLinkLeadsOut", arguments: [link.localizable])
    }
    /// %@ is not a valid name inside a bundle.
    package static func archiveNameInvalid(_ name: some LocalizableArgument) -> LocalizableText {
        .key("archiveNameInvalid", arguments: [name.localizable])
    }
    /// Folders nest deeper than %@.
    package static func archiveNestedTooDeep(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("archiveNestedTooDeep", arguments: [limit.localizable])
    }
    /// An archive holds one folder Name.app and nothing beside it, but this one has %@.
    package static func archiveNotOneFolder(_ found: some LocalizableArgument) -> LocalizableText {
        .key("archiveNotOneFolder", arguments: [found.localizable])
    }
    /// The archive is larger than %@ MiB when unpacked.
    package static func archiveTooLarge(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("archiveTooLarge", arguments: [limit.localizable])
    }
    /// App installed
    package static var auditAppInstalled: LocalizableText { .key("auditAppInstalled") }
    /// App removed
    package static var auditAppRemoved: LocalizableText { .key("auditAppRemoved") }
    /// App updated
    package static var auditAppUpdated: LocalizableText { .key("auditAppUpdated") }
    /// Backup made
    package static var auditBackupMade: LocalizableText { .key("auditBackupMade") }
    /// Backup restored
    package static var auditBackupRestored: LocalizableText { .key("auditBackupRestored") }
    /// Refused: not allowed to do this
    package static var auditCallDenied: LocalizableText { .key("auditCallDenied") }
    /// Linked to a cloud
    package static var auditCloudLinked: LocalizableText { .key("auditCloudLinked") }
    /// No longer linked to the cloud
    package static var auditCloudUnlinked: LocalizableText { .key("auditCloudUnlinked") }
    /// Rights of a device changed
    package static var auditDeviceRightsChanged: LocalizableText { .key("auditDeviceRightsChanged") }
    /// Server allowed
    package static var auditHostAllowed: LocalizableText { .key("auditHostAllowed") }
    /// Server no longer allowed
    package static var auditHostDisallowed: LocalizableText { .key("auditHostDisallowed") }
    /// Passwords and keys used
    package static var auditKeychainUsed: LocalizableText { .key("auditKeychainUsed") }
    /// Keys for sending shown
    package static var auditKeysRead: LocalizableText { .key("auditKeysRead") }
    /// Link for signing in made
    package static var auditLinkMade: LocalizableText { .key("auditLinkMade") }
    /// Wrong links or passkeys refused
    package static var auditLinksRefused: LocalizableText { .key("auditLinksRefused") }
    /// Audit Log
    package static var auditLogName: LocalizableText { .key("auditLogName") }
    /// Passcode removed
    package static var auditPasscodeRemoved: LocalizableText { .key("auditPasscodeRemoved") }
    /// Passcode set
    package static var auditPasscodeSet: LocalizableText { .key("auditPasscodeSet") }
    /// Wrong passcode
    package static var auditPasscodeWrong: LocalizableText { .key("auditPasscodeWrong") }
    /// Passkey added
    package static var auditPasskeyAdded: LocalizableText { .key("auditPasskeyAdded") }
    /// Passkey removed
    package static var auditPasskeyRemoved: LocalizableText { .key("auditPasskeyRemoved") }
    /// Stopped by Today
    package static var auditProcessKilled: LocalizableText { .key("auditProcessKilled") }
    /// A device no longer gets notifications
    package static var auditPushesEnded: LocalizableText { .key("auditPushesEnded") }
    /// A device gets notifications
    package static var auditPushesSubscribed: LocalizableText { .key("auditPushesSubscribed") }
    /// Permission given again
    package static var auditRightRestored: LocalizableText { .key("auditRightRestored") }
    /// Permission taken back
    package static var auditRightRevoked: LocalizableText { .key("auditRightRevoked") }
    /// Browser signed in
    package static var auditSignedIn: LocalizableText { .key("auditSignedIn") }
    /// Browser signed out
    package static var auditSignedOut: LocalizableText { .key("auditSignedOut") }
    /// The file of the body is gone.
    package static var bodyFileGone: LocalizableText { .key("bodyFileGone") }
    /// The body of “%@” is not on this device yet; open the message again in a moment.
    package static func bodyNotHereYet(_ message: some LocalizableArgument) -> LocalizableText {
        .key("bodyNotHereYet", arguments: [message.localizable])
    }
    /// %1$@ broke the process protocol and was killed: %2$@.
    package static func brokeProcessProtocol(_ process: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("brokeProcessProtocol", arguments: [process.localizable, reason.localizable])
    }
    /// Late
    package static var bubbleLate: LocalizableText { .key("bubbleLate") }
    /// Open
    package static var bubbleOpen: LocalizableText { .key("bubbleOpen") }
    /// bubblewrap fails without an error message
    package static var bubblewrapFailsSilentlyPhrase: LocalizableText { .key("bubblewrapFailsSilentlyPhrase") }
    /// bubblewrap is gone
    package static var bubblewrapGonePhrase: LocalizableText { .key("bubblewrapGonePhrase") }
    /// bubblewrap does not answer
    package static var bubblewrapNotAnsweringPhrase: LocalizableText { .key("bubblewrapNotAnsweringPhrase") }
    /// bubblewrap is not installed
    package static var bubblewrapNotInstalledPhrase: LocalizableText { .key("bubblewrapNotInstalledPhrase") }
    /// bubblewrap cannot be started
    package static var bubblewrapNotStartingPhrase: LocalizableText { .key("bubblewrapNotStartingPhrase") }
    /// its bundle is gone; install it again
    package static var bundleGonePhrase: LocalizableText { .key("bundleGonePhrase") }
    /// %@ has a problem.
    package static func bundleHasProblem(_ bundle: some LocalizableArgument) -> LocalizableText {
        .key("bundleHasProblem", arguments: [bundle.localizable])
    }
    /// %1$@ has %2$@ problems.
    package static func bundleHasProblems(_ bundle: some LocalizableArgument, count: some LocalizableArgument) -> LocalizableText {
        .key("bundleHasProblems", arguments: [bundle.localizable, count.localizable])
    }
    /// %1$@ holds more than %2$@ files.
    package static func bundleHasTooManyFiles(_ bundle: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("bundleHasTooManyFiles", arguments: [bundle.localizable, limit.localizable])
    }
    /// %1$@ %2$@
    package static func bundleMistakes(_ sentence: some LocalizableArgument, mistakes: some LocalizableArgument) -> LocalizableText {
        .key("bundleMistakes", arguments: [sentence.localizable, mistakes.localizable])
    }
    /// Folders in %1$@ nest deeper than %2$@.
    package static func bundleNestedTooDeep(_ bundle: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("bundleNestedTooDeep", arguments: [bundle.localizable, limit.localizable])
    }
    /// It is not signed: nothing shows who made it.
    package static var bundleNotSigned: LocalizableText { .key("bundleNotSigned") }
    /// %1$@ is larger than %2$@ MiB.
    package static func bundleTooLarge(_ bundle: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("bundleTooLarge", arguments: [bundle.localizable, limit.localizable])
    }
    /// %1$@ cannot be read; install %2$@ again.
    package static func bundleUnreadable(_ bundle: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("bundleUnreadable", arguments: [bundle.localizable, app.localizable])
    }
    /// the first line of its program begins with a byte-order mark; save the file as UTF-8 without one
    package static var byteOrderMarkPhrase: LocalizableText { .key("byteOrderMarkPhrase") }
    /// The call to %@ was cancelled.
    package static func callCancelled(_ method: some LocalizableArgument) -> LocalizableText {
        .key("callCancelled", arguments: [method.localizable])
    }
    /// This cannot be revoked alone; remove the app with “%@”.
    package static func cannotRevokeAlone(_ command: some LocalizableArgument) -> LocalizableText {
        .key("cannotRevokeAlone", arguments: [command.localizable])
    }
    /// Its card cannot be shown: %@
    package static func cardCannotBeShown(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("cardCannotBeShown", arguments: [reason.localizable])
    }
    /// the first line of its program ends with a carriage return; save the file with line feeds alone
    package static var carriageReturnPhrase: LocalizableText { .key("carriageReturnPhrase") }
    /// %@ closed its standard output.
    package static func closedStandardOutput(_ process: some LocalizableArgument) -> LocalizableText {
        .key("closedStandardOutput", arguments: [process.localizable])
    }
    /// The answer of the cloud at %@ cannot be understood; is it a cloud?
    package static func cloudAnswerNotUnderstood(_ cloud: some LocalizableArgument) -> LocalizableText {
        .key("cloudAnswerNotUnderstood", arguments: [cloud.localizable])
    }
    /// The cloud's answer is too large.
    package static var cloudAnswerTooLarge: LocalizableText { .key("cloudAnswerTooLarge") }
    /// the cloud's answer is too large.
    package static var cloudAnswerTooLargePhrase: LocalizableText { .key("cloudAnswerTooLargePhrase") }
    /// The cloud at %1$@ answers with the status %2$@.
    package static func cloudAnsweredWithStatus(_ cloud: some LocalizableArgument, status: some LocalizableArgument) -> LocalizableText {
        .key("cloudAnsweredWithStatus", arguments: [cloud.localizable, status.localizable])
    }
    /// The cloud did not answer in time.
    package static var cloudDidNotAnswer: LocalizableText { .key("cloudDidNotAnswer") }
    /// The cloud ended the connection.
    package static var cloudEndedConnection: LocalizableText { .key("cloudEndedConnection") }
    /// the cloud ended the connection.
    package static var cloudEndedConnectionPhrase: LocalizableText { .key("cloudEndedConnectionPhrase") }
    /// The cloud sent an event that is too large.
    package static var cloudEventTooLarge: LocalizableText { .key("cloudEventTooLarge") }
    /// the cloud sent an event that is too large.
    package static var cloudEventTooLargePhrase: LocalizableText { .key("cloudEventTooLargePhrase") }
    /// The cloud has no inbox for %@.
    package static func cloudHasNoInbox(_ app: some LocalizableArgument) -> LocalizableText {
        .key("cloudHasNoInbox", arguments: [app.localizable])
    }
    /// The message was not sent: the cloud knows no person "%@" who uses this app.
    package static func cloudKnowsNoPerson(_ person: some LocalizableArgument) -> LocalizableText {
        .key("cloudKnowsNoPerson", arguments: [person.localizable])
    }
    /// The link to the cloud cannot be read: %@
    package static func cloudLinkUnreadable(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("cloudLinkUnreadable", arguments: [reason.localizable])
    }
    /// The cloud does not answer.
    package static var cloudNotAnswering: LocalizableText { .key("cloudNotAnswering") }
    /// the cloud does not answer.
    package static var cloudNotAnsweringPhrase: LocalizableText { .key("cloudNotAnsweringPhrase") }
    /// The cloud at %@ does not know this app key with this master secret.
    package static func cloudRefusedAppKey(_ cloud: some LocalizableArgument) -> LocalizableText {
        .key("cloudRefusedAppKey", arguments: [cloud.localizable])
    }
    /// The cloud does not open the inbox of %@.
    package static func cloudRefusedInbox(_ app: some LocalizableArgument) -> LocalizableText {
        .key("cloudRefusedInbox", arguments: [app.localizable])
    }
    /// the cloud does not open the inbox of %@.
    package static func cloudRefusedInboxPhrase(_ app: some LocalizableArgument) -> LocalizableText {
        .key("cloudRefusedInboxPhrase", arguments: [app.localizable])
    }
    /// The cloud refuses the message: %@
    package static func cloudRefusedMessage(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("cloudRefusedMessage", arguments: [reason.localizable])
    }
    /// The cloud has shut this host out; join it again with: today link CLOUD-URL
    package static var cloudShutHostOut: LocalizableText { .key("cloudShutHostOut") }
    /// The cloud stopped responding.
    package static var cloudStoppedResponding: LocalizableText { .key("cloudStoppedResponding") }
    /// the cloud stopped responding.
    package static var cloudStoppedRespondingPhrase: LocalizableText { .key("cloudStoppedRespondingPhrase") }
    /// The cloud at %@ did not answer in time; the message was not sent.
    package static func cloudTimedOutUnsent(_ cloud: some LocalizableArgument) -> LocalizableText {
        .key("cloudTimedOutUnsent", arguments: [cloud.localizable])
    }
    /// The cloud cannot be reached.
    package static var cloudUnreachable: LocalizableText { .key("cloudUnreachable") }
    /// The cloud at %@ cannot be reached; is it running there?
    package static func cloudUnreachableAt(_ cloud: some LocalizableArgument) -> LocalizableText {
        .key("cloudUnreachableAt", arguments: [cloud.localizable])
    }
    /// the cloud cannot be reached.
    package static var cloudUnreachablePhrase: LocalizableText { .key("cloudUnreachablePhrase") }
    /// Complications
    package static var complicationsName: LocalizableText { .key("complicationsName") }
    /// A configuration may have %@ bytes.
    package static func configurationTooLarge(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("configurationTooLarge", arguments: [limit.localizable])
    }
    /// The connection to %@ failed.
    package static func connectionFailed(_ host: some LocalizableArgument) -> LocalizableText {
        .key("connectionFailed", arguments: [host.localizable])
    }
    /// The record container %1$@ belongs to %2$@, which then shares it.
    package static func containerOwnedByAnother(_ container: some LocalizableArgument, owner: some LocalizableArgument) -> LocalizableText {
        .key("containerOwnedByAnother", arguments: [container.localizable, owner.localizable])
    }
    /// The kernel limits apps and widgets with control groups: %@.
    package static func controlGroupsLimitApps(_ limits: some LocalizableArgument) -> LocalizableText {
        .key("controlGroupsLimitApps", arguments: [limits.localizable])
    }
    /// the control groups of this machine cannot be changed: %@
    package static func controlGroupsUnchangeablePhrase(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("controlGroupsUnchangeablePhrase", arguments: [reason.localizable])
    }
    /// %1$@ could not be started: %2$@.
    package static func couldNotBeStarted(_ process: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("couldNotBeStarted", arguments: [process.localizable, reason.localizable])
    }
    /// Could not %1$@: %2$@.
    package static func couldNotDo(_ task: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("couldNotDo", arguments: [task.localizable, reason.localizable])
    }
    /// %1$@ (Custom Keyboard, %2$@)
    package static func customKeyboardExtension(_ name: some LocalizableArgument, identifier: some LocalizableArgument) -> LocalizableText {
        .key("customKeyboardExtension", arguments: [name.localizable, identifier.localizable])
    }
    /// %1$@'s database failed %2$@.
    package static func databaseFailed(_ app: some LocalizableArgument, task: some LocalizableArgument) -> LocalizableText {
        .key("databaseFailed", arguments: [app.localizable, task.localizable])
    }
    /// The database holds %@ that cannot be read.
    package static func databaseHoldsUnreadable(_ content: some LocalizableArgument) -> LocalizableText {
        .key("databaseHoldsUnreadable", arguments: [content.localizable])
    }
    /// %1$@ would have %2$@ bytes in the host's database; at most %3$@ are allowed: remove notifications, shared defaults, secrets, records or actions first.
    package static func databaseQuotaExceeded(_ app: some LocalizableArgument, bytes: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("databaseQuotaExceeded", arguments: [app.localizable, bytes.localizable, limit.localizable])
    }
    /// The app may have %1$@ MiB in the host's database; it has %2$@ MiB.
    package static func databaseSpace(_ limit: some LocalizableArgument, used: some LocalizableArgument) -> LocalizableText {
        .key("databaseSpace", arguments: [limit.localizable, used.localizable])
    }
    /// This device cannot store what arrives: %@
    package static func deviceCannotStore(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("deviceCannotStore", arguments: [reason.localizable])
    }
    /// this device cannot store what arrives: %@
    package static func deviceCannotStorePhrase(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("deviceCannotStorePhrase", arguments: [reason.localizable])
    }
    /// A device has at most %@ passkeys; remove one first.
    package static func deviceHasTooManyPasskeys(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("deviceHasTooManyPasskeys", arguments: [limit.localizable])
    }
    /// The name of a device has 1 to %@ bytes, without control characters.
    package static func deviceNameInvalid(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("deviceNameInvalid", arguments: [limit.localizable])
    }
    /// This device is not signed in any more.
    package static var deviceNotSignedIn: LocalizableText { .key("deviceNotSignedIn") }
    /// Devices
    package static var devicesName: LocalizableText { .key("devicesName") }
    /// %1$@ did not start: %2$@.
    package static func didNotStart(_ process: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("didNotStart", arguments: [process.localizable, reason.localizable])
    }
    /// %1$@ did not wait for programs that it started, which used at least %2$@ of processor time.
    package static func didNotWaitForPrograms(_ process: some LocalizableArgument, used: some LocalizableArgument) -> LocalizableText {
        .key("didNotWaitForPrograms", arguments: [process.localizable, used.localizable])
    }
    /// %1$@ (Document Provider, %2$@)
    package static func documentProviderExtension(_ name: some LocalizableArgument, identifier: some LocalizableArgument) -> LocalizableText {
        .key("documentProviderExtension", arguments: [name.localizable, identifier.localizable])
    }
    /// %@ does not take all of this.
    package static func doesNotTakeAll(_ name: some LocalizableArgument) -> LocalizableText {
        .key("doesNotTakeAll", arguments: [name.localizable])
    }
    /// %@ ended before it was done.
    package static func endedBeforeDone(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedBeforeDone", arguments: [process.localizable])
    }
    /// %@ ended before it answered initialize: it must read its standard input, and answer, until that ends.
    package static func endedBeforeInitialize(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedBeforeInitialize", arguments: [process.localizable])
    }
    /// %@ was ended because its app was changed.
    package static func endedByAppChange(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedByAppChange", arguments: [process.localizable])
    }
    /// %1$@ was ended by signal %2$@.
    package static func endedBySignal(_ process: some LocalizableArgument, signal: some LocalizableArgument) -> LocalizableText {
        .key("endedBySignal", arguments: [process.localizable, signal.localizable])
    }
    /// %@ was ended because Today is stopping.
    package static func endedByStopping(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedByStopping", arguments: [process.localizable])
    }
    /// %@ ended with status 126: the program cannot be executed.
    package static func endedNotExecutable(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedNotExecutable", arguments: [process.localizable])
    }
    /// %@ ended with status 127: the program, its interpreter or one of its libraries is missing.
    package static func endedProgramMissing(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedProgramMissing", arguments: [process.localizable])
    }
    /// %@ was ended because nobody used it.
    package static func endedUnused(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedUnused", arguments: [process.localizable])
    }
    /// %1$@ ended by itself with status %2$@.
    package static func endedWithStatus(_ process: some LocalizableArgument, status: some LocalizableArgument) -> LocalizableText {
        .key("endedWithStatus", arguments: [process.localizable, status.localizable])
    }
    /// %1$@ ended with status %2$@ before it answered initialize: its standard error may say why.
    package static func endedWithStatusBeforeInitialize(_ process: some LocalizableArgument, status: some LocalizableArgument) -> LocalizableText {
        .key("endedWithStatusBeforeInitialize", arguments: [process.localizable, status.localizable])
    }
    /// %@ ended by itself with status 0: it must go on reading its standard input, and answer, until that ends.
    package static func endedWithStatusZero(_ process: some LocalizableArgument) -> LocalizableText {
        .key("endedWithStatusZero", arguments: [process.localizable])
    }
    /// Enter the current passcode as well.
    package static var enterCurrentPasscode: LocalizableText { .key("enterCurrentPasscode") }
    /// Enter the passcode first.
    package static var enterPasscodeFirst: LocalizableText { .key("enterPasscodeFirst") }
    /// Done.
    package static var extensionDone: LocalizableText { .key("extensionDone") }
    /// This use of the extension has ended. Share it again.
    package static var extensionUseEnded: LocalizableText { .key("extensionUseEnded") }
    /// Fetch from %@, which you allowed.
    package static func fetchFromAllowedHost(_ host: some LocalizableArgument) -> LocalizableText {
        .key("fetchFromAllowedHost", arguments: [host.localizable])
    }
    /// Fetch from %@.
    package static func fetchFromHost(_ host: some LocalizableArgument) -> LocalizableText {
        .key("fetchFromHost", arguments: [host.localizable])
    }
    /// Fetch from the network, only from hosts that you allow.
    package static var fetchFromHostsAllowed: LocalizableText { .key("fetchFromHostsAllowed") }
    /// Fetch from the network, only from the hosts below and hosts that you allow.
    package static var fetchFromListedHosts: LocalizableText { .key("fetchFromListedHosts") }
    /// %1$@ may not fetch from %2$@; allow it with “%3$@”.
    package static func fetchNotAllowed(_ app: some LocalizableArgument, host: some LocalizableArgument, command: some LocalizableArgument) -> LocalizableText {
        .key("fetchNotAllowed", arguments: [app.localizable, host.localizable, command.localizable])
    }
    /// %1$@ was ended: the files of %2$@ take %3$@ MiB; their limit is %4$@ MiB.
    package static func filesTooLarge(_ process: some LocalizableArgument, folder: some LocalizableArgument, used: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("filesTooLarge", arguments: [process.localizable, folder.localizable, used.localizable, limit.localizable])
    }
    /// Open %1$@ to finish %2$lld changes
    package static func finishChanges(_ app: some LocalizableArgument, changes: Int) -> LocalizableText {
        .key("finishChanges", arguments: [app.localizable, changes.localizable])
    }
    /// %1$@ was ended: folders in %2$@ are nested deeper than %3$@ levels.
    package static func foldersNestedTooDeep(_ process: some LocalizableArgument, folder: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("foldersNestedTooDeep", arguments: [process.localizable, folder.localizable, limit.localizable])
    }
    /// It gets the data that you kept of a removed app with this identifier, signed by %@.
    package static func getsDataKeptFrom(_ signer: some LocalizableArgument) -> LocalizableText {
        .key("getsDataKeptFrom", arguments: [signer.localizable])
    }
    /// The group %1$@ belongs to %2$@, which then shares it.
    package static func groupOwnedByAnother(_ group: some LocalizableArgument, owner: some LocalizableArgument) -> LocalizableText {
        .key("groupOwnedByAnother", arguments: [group.localizable, owner.localizable])
    }
    /// %1$@ was ended: it hid descriptors for %2$@.
    package static func hidDescriptors(_ process: some LocalizableArgument, duration: some LocalizableArgument) -> LocalizableText {
        .key("hidDescriptors", arguments: [process.localizable, duration.localizable])
    }
    /// %@ sent a compressed answer that cannot be decompressed.
    package static func hostAnswerNotDecompressed(_ host: some LocalizableArgument) -> LocalizableText {
        .key("hostAnswerNotDecompressed", arguments: [host.localizable])
    }
    /// %@ answered with something that is not HTTP.
    package static func hostAnswerNotHTTP(_ host: some LocalizableArgument) -> LocalizableText {
        .key("hostAnswerNotHTTP", arguments: [host.localizable])
    }
    /// %1$@ answered with more than %2$@ bytes.
    package static func hostAnswerTooLarge(_ host: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("hostAnswerTooLarge", arguments: [host.localizable, limit.localizable])
    }
    /// %@ closed the connection in the middle of its answer.
    package static func hostClosedConnection(_ host: some LocalizableArgument) -> LocalizableText {
        .key("hostClosedConnection", arguments: [host.localizable])
    }
    /// %1$@ did not answer in %2$@ s.
    package static func hostDidNotAnswer(_ host: some LocalizableArgument, seconds: some LocalizableArgument) -> LocalizableText {
        .key("hostDidNotAnswer", arguments: [host.localizable, seconds.localizable])
    }
    /// %1$@ answered with more than %2$@ bytes of headers.
    package static func hostHeadersTooLarge(_ host: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("hostHeadersTooLarge", arguments: [host.localizable, limit.localizable])
    }
    /// %@ cannot be found; is this machine online?
    package static func hostNotFound(_ host: some LocalizableArgument) -> LocalizableText {
        .key("hostNotFound", arguments: [host.localizable])
    }
    /// %1$@ is not on the internet but on this machine or its network; if you trust %2$@ with it, allow it with “%3$@”.
    package static func hostNotOnInternet(_ host: some LocalizableArgument, app: some LocalizableArgument, command: some LocalizableArgument) -> LocalizableText {
        .key("hostNotOnInternet", arguments: [host.localizable, app.localizable, command.localizable])
    }
    /// This host was shut out of its cloud; join it again.
    package static var hostShutOut: LocalizableText { .key("hostShutOut") }
    /// This host was shut out of its cloud; join it again with “today link”.
    package static var hostShutOutJoinAgain: LocalizableText { .key("hostShutOutJoinAgain") }
    /// The host is shutting down.
    package static var hostShuttingDown: LocalizableText { .key("hostShuttingDown") }
    /// the host stops
    package static var hostStopsPhrase: LocalizableText { .key("hostStopsPhrase") }
    /// %@ cannot be reached.
    package static func hostUnreachable(_ host: some LocalizableArgument) -> LocalizableText {
        .key("hostUnreachable", arguments: [host.localizable])
    }
    /// %1$@ used %2$@ of processor time between requests; its limit is %3$@.
    package static func idleUsedTooMuchTime(_ process: some LocalizableArgument, used: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("idleUsedTooMuchTime", arguments: [process.localizable, used.localizable, limit.localizable])
    }
    /// it answered initialize with an error: %@
    package static func initializeFailedPhrase(_ message: some LocalizableArgument) -> LocalizableText {
        .key("initializeFailedPhrase", arguments: [message.localizable])
    }
    /// The inputs cannot be read.
    package static var inputsUnreadable: LocalizableText { .key("inputsUnreadable") }
    /// Install an App
    package static var installAppName: LocalizableText { .key("installAppName") }
    /// Keep data in the app group %@ and share it with other apps in that group.
    package static func keepDataInGroup(_ group: some LocalizableArgument) -> LocalizableText {
        .key("keepDataInGroup", arguments: [group.localizable])
    }
    /// Keep records in %@, on all of your devices.
    package static func keepRecordsInContainer(_ container: some LocalizableArgument) -> LocalizableText {
        .key("keepRecordsInContainer", arguments: [container.localizable])
    }
    /// Keep secrets in the keychain group %@ and share them with other apps in that group.
    package static func keepSecretsInGroup(_ group: some LocalizableArgument) -> LocalizableText {
        .key("keepSecretsInGroup", arguments: [group.localizable])
    }
    /// The keychain group %1$@ belongs to %2$@, which then shares it.
    package static func keychainGroupOwnedByAnother(_ group: some LocalizableArgument, owner: some LocalizableArgument) -> LocalizableText {
        .key("keychainGroupOwnedByAnother", arguments: [group.localizable, owner.localizable])
    }
    /// %1$@ did not answer %2$@ within %3$@ and was killed: a line on its standard output was no message, and is in the log.
    package static func killedAfterStrayLine(_ process: some LocalizableArgument, method: some LocalizableArgument, duration: some LocalizableArgument) -> LocalizableText {
        .key("killedAfterStrayLine", arguments: [process.localizable, method.localizable, duration.localizable])
    }
    /// %1$@ did not answer %2$@ within %3$@ and was killed: an answer with the id %4$@ came, which was not asked for.
    package static func killedAfterUnaskedAnswer(_ process: some LocalizableArgument, method: some LocalizableArgument, duration: some LocalizableArgument, id: some LocalizableArgument) -> LocalizableText {
        .key("killedAfterUnaskedAnswer", arguments: [process.localizable, method.localizable, duration.localizable, id.localizable])
    }
    /// %1$@ did not answer %2$@ within %3$@ and was killed.
    package static func killedWithoutAnswer(_ process: some LocalizableArgument, method: some LocalizableArgument, duration: some LocalizableArgument) -> LocalizableText {
        .key("killedWithoutAnswer", arguments: [process.localizable, method.localizable, duration.localizable])
    }
    /// %1$@ did not answer %2$@ within %3$@ and was killed: no line came from its standard output; it took too long, or its answer did not end with a line feed or was not flushed.
    package static func killedWithoutOutput(_ process: some LocalizableArgument, method: some LocalizableArgument, duration: some LocalizableArgument) -> LocalizableText {
        .key("killedWithoutOutput", arguments: [process.localizable, method.localizable, duration.localizable])
    }
    /// Know where you are, to about 5 km.
    package static var knowApproximateLocation: LocalizableText { .key("knowApproximateLocation") }
    /// Know exactly where you are.
    package static var knowExactLocation: LocalizableText { .key("knowExactLocation") }
    /// Know the load, the memory and the disk of this computer.
    package static var knowSystemLoad: LocalizableText { .key("knowSystemLoad") }
    /// %1$@ leads to a page that is not its own: %2$@
    package static func leadsToForeignPage(_ app: some LocalizableArgument, address: some LocalizableArgument) -> LocalizableText {
        .key("leadsToForeignPage", arguments: [app.localizable, address.localizable])
    }
    /// The link broke.
    package static var linkBroke: LocalizableText { .key("linkBroke") }
    /// the link broke.
    package static var linkBrokePhrase: LocalizableText { .key("linkBrokePhrase") }
    /// The link %@ leads out of the bundle or nowhere; put the file itself there.
    package static func linkLeadsOutOrNowhere(_ link: some LocalizableArgument) -> LocalizableText {
        .key("linkLeadsOutOrNowhere", arguments: [link.localizable])
    }
    /// Link
    package static var linkName: LocalizableText { .key("linkName") }
    /// This device may only look. Give it more rights in Settings on another device, or with the command today devices.
    package static var mayNotAct: LocalizableText { .key("mayNotAct") }
    /// %1$@ may not be started: %2$@.
    package static func mayNotBeStarted(_ process: some LocalizableArgument, reason: some LocalizableArgument) -> LocalizableText {
        .key("mayNotBeStarted", arguments: [process.localizable, reason.localizable])
    }
    /// This device may not change settings. Give it more rights in Settings on another device, or with the command today devices.
    package static var mayNotChange: LocalizableText { .key("mayNotChange") }
    /// A widget may use %1$@ MiB of memory, and the app with all its widgets %2$@ MiB.
    package static func memoryLimits(_ widget: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("memoryLimits", arguments: [widget.localizable, app.localizable])
    }
    /// the control groups of this machine do not limit memory
    package static var memoryNotLimitedPhrase: LocalizableText { .key("memoryNotLimitedPhrase") }
    /// This message was deleted or has expired.
    package static var messageGone: LocalizableText { .key("messageGone") }
    /// Messages may be out of date: %@
    package static func messagesOutOfDate(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("messagesOutOfDate", arguments: [reason.localizable])
    }
    /// %@ is neither a file nor a folder; leave it out of the bundle.
    package static func neitherFileNorFolder(_ path: some LocalizableArgument) -> LocalizableText {
        .key("neitherFileNorFolder", arguments: [path.localizable])
    }
    /// No installed app opens "%@".
    package static func noAppOpensAddress(_ address: some LocalizableArgument) -> LocalizableText {
        .key("noAppOpensAddress", arguments: [address.localizable])
    }
    /// There is no bundle at %@.
    package static func noBundleAtPath(_ path: some LocalizableArgument) -> LocalizableText {
        .key("noBundleAtPath", arguments: [path.localizable])
    }
    /// This host has joined no cloud; join one with: today link CLOUD-URL
    package static var noCloudJoined: LocalizableText { .key("noCloudJoined") }
    /// this machine has no control groups of version 2
    package static var noControlGroupsPhrase: LocalizableText { .key("noControlGroupsPhrase") }
    /// Without effect: %1$@ (%2$@). Did you mean %3$@?
    package static func noEffectSuggesting(_ setting: some LocalizableArgument, place: some LocalizableArgument, suggestion: some LocalizableArgument) -> LocalizableText {
        .key("noEffectSuggesting", arguments: [setting.localizable, place.localizable, suggestion.localizable])
    }
    /// the first line of its program names no interpreter; begin it with one, such as #!/usr/bin/python3
    package static var noInterpreterPhrase: LocalizableText { .key("noInterpreterPhrase") }
    /// It is no longer installed.
    package static var noLongerInstalled: LocalizableText { .key("noLongerInstalled") }
    /// Today has no control group of its own
    package static var noOwnControlGroupPhrase: LocalizableText { .key("noOwnControlGroupPhrase") }
    /// There is no passcode yet; set one in Settings or with "today passcode".
    package static var noPasscodeYet: LocalizableText { .key("noPasscodeYet") }
    /// no pipe can be made: %@
    package static func noPipePhrase(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("noPipePhrase", arguments: [reason.localizable])
    }
    /// There is no sandbox on this machine (%@), so only apps that you trust by name are started.
    package static func noSandboxOnMachine(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("noSandboxOnMachine", arguments: [reason.localizable])
    }
    /// there is no sandbox
    package static var noSandboxPhrase: LocalizableText { .key("noSandboxPhrase") }
    /// There is no space left for %@; free some space and try again.
    package static func noSpaceLeft(_ purpose: some LocalizableArgument) -> LocalizableText {
        .key("noSpaceLeft", arguments: [purpose.localizable])
    }
    /// There is no action %@; it was processed, withdrawn or discarded.
    package static func noSuchAction(_ action: some LocalizableArgument) -> LocalizableText {
        .key("noSuchAction", arguments: [action.localizable])
    }
    /// There is no app %@.
    package static func noSuchApp(_ app: some LocalizableArgument) -> LocalizableText {
        .key("noSuchApp", arguments: [app.localizable])
    }
    /// There is no such picture in this message.
    package static var noSuchPicture: LocalizableText { .key("noSuchPicture") }
    /// There is no response %@; it was never recorded, or has been discarded.
    package static func noSuchResponse(_ response: some LocalizableArgument) -> LocalizableText {
        .key("noSuchResponse", arguments: [response.localizable])
    }
    /// There is no subscription to the topic %@.
    package static func noSuchSubscription(_ topic: some LocalizableArgument) -> LocalizableText {
        .key("noSuchSubscription", arguments: [topic.localizable])
    }
    /// There is no time zone “%@”; write one such as Europe/Berlin.
    package static func noSuchTimeZone(_ zone: some LocalizableArgument) -> LocalizableText {
        .key("noSuchTimeZone", arguments: [zone.localizable])
    }
    /// There is no widget %@.
    package static func noSuchWidget(_ widget: some LocalizableArgument) -> LocalizableText {
        .key("noSuchWidget", arguments: [widget.localizable])
    }
    /// Nobody is waiting for an answer to this notification any more.
    package static var nobodyAwaitsAnswer: LocalizableText { .key("nobodyAwaitsAnswer") }
    /// Nobody is waiting any more.
    package static var nobodyWaits: LocalizableText { .key("nobodyWaits") }
    /// This is not a tar archive; pack the bundle with “%@”.
    package static func notATarArchive(_ command: some LocalizableArgument) -> LocalizableText {
        .key("notATarArchive", arguments: [command.localizable])
    }
    /// Not supported by this version of Today, and without effect: %@.
    package static func notSupportedHere(_ features: some LocalizableArgument) -> LocalizableText {
        .key("notSupportedHere", arguments: [features.localizable])
    }
    /// Not supported by this version of Today, and without effect: %1$@, and %2$@ more.
    package static func notSupportedHereAndMore(_ features: some LocalizableArgument, more: some LocalizableArgument) -> LocalizableText {
        .key("notSupportedHereAndMore", arguments: [features.localizable, more.localizable])
    }
    /// there is no sandbox (%1$@), and you do not trust %2$@ by name
    package static func notTrustedWithoutSandboxPhrase(_ reason: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("notTrustedWithoutSandboxPhrase", arguments: [reason.localizable, app.localizable])
    }
    /// %@ has nothing to configure.
    package static func nothingToConfigure(_ widget: some LocalizableArgument) -> LocalizableText {
        .key("nothingToConfigure", arguments: [widget.localizable])
    }
    /// There is nothing to share: no text, no link and no image.
    package static var nothingToShare: LocalizableText { .key("nothingToShare") }
    /// It has nothing to show.
    package static var nothingToShow: LocalizableText { .key("nothingToShow") }
    /// Notifications
    package static var notificationsName: LocalizableText { .key("notificationsName") }
    /// Open links that begin with %@:.
    package static func openLinksWithScheme(_ scheme: some LocalizableArgument) -> LocalizableText {
        .key("openLinksWithScheme", arguments: [scheme.localizable])
    }
    /// Outbox
    package static var outboxName: LocalizableText { .key("outboxName") }
    /// The address of the page is missing, or too long.
    package static var pageAddressInvalid: LocalizableText { .key("pageAddressInvalid") }
    /// It is not shown: a page would need more than %@ KiB for the cards of its app.
    package static func pageNotShown(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("pageNotShown", arguments: [limit.localizable])
    }
    /// "%@" is a page of Today itself, which the cards of apps open.
    package static func pageOfTodayItself(_ address: some LocalizableArgument) -> LocalizableText {
        .key("pageOfTodayItself", arguments: [address.localizable])
    }
    /// A passcode has %1$@ to %2$@ characters.
    package static func passcodeLength(_ least: some LocalizableArgument, most: some LocalizableArgument) -> LocalizableText {
        .key("passcodeLength", arguments: [least.localizable, most.localizable])
    }
    /// Passcode
    package static var passcodeName: LocalizableText { .key("passcodeName") }
    /// The passcode cannot be read or stored. The log says why.
    package static var passcodeStorageFailed: LocalizableText { .key("passcodeStorageFailed") }
    /// This passkey was added before.
    package static var passkeyAddedBefore: LocalizableText { .key("passkeyAddedBefore") }
    /// This passkey was removed.
    package static var passkeyRemoved: LocalizableText { .key("passkeyRemoved") }
    /// This passkey was used meanwhile.
    package static var passkeyUsedMeanwhile: LocalizableText { .key("passkeyUsedMeanwhile") }
    /// Passkeys
    package static var passkeysName: LocalizableText { .key("passkeysName") }
    /// %1$@ (Photo Editing extension, %2$@)
    package static func photoEditingExtension(_ name: some LocalizableArgument, identifier: some LocalizableArgument) -> LocalizableText {
        .key("photoEditingExtension", arguments: [name.localizable, identifier.localizable])
    }
    /// This picture was deleted or has expired.
    package static var pictureGone: LocalizableText { .key("pictureGone") }
    /// prlimit is not installed
    package static var prlimitNotInstalledPhrase: LocalizableText { .key("prlimitNotInstalledPhrase") }
    /// %@ was cancelled.
    package static func processCancelled(_ process: some LocalizableArgument) -> LocalizableText {
        .key("processCancelled", arguments: [process.localizable])
    }
    /// The process cannot be asked.
    package static var processCannotBeAsked: LocalizableText { .key("processCannotBeAsked") }
    /// This device does not get notifications; switch them on first.
    package static var pushAbsence: LocalizableText { .key("pushAbsence") }
    /// This browser cannot be sent notifications: its subscription is malformed, or its push service is not on a public host over https.
    package static var pushRefusal: LocalizableText { .key("pushRefusal") }
    /// The push service is not on a public host.
    package static var pushServiceNotPublic: LocalizableText { .key("pushServiceNotPublic") }
    /// The push service cannot be reached.
    package static var pushServiceUnreachable: LocalizableText { .key("pushServiceUnreachable") }
    /// A test is being sent to this device already.
    package static var pushTestRuns: LocalizableText { .key("pushTestRuns") }
    /// Quiet hours begin and end at different times of a day.
    package static var quietHoursNeedDifferentTimes: LocalizableText { .key("quietHoursNeedDifferentTimes") }
    /// Receive pushes, and messages in an inbox.
    package static var receivePushesAndMessages: LocalizableText { .key("receivePushesAndMessages") }
    /// %1$@ redirected the request to %2$@, which Today does not follow.
    package static func redirectNotFollowed(_ host: some LocalizableArgument, target: some LocalizableArgument) -> LocalizableText {
        .key("redirectNotFollowed", arguments: [host.localizable, target.localizable])
    }
    /// %1$@, installed from %2$@. The bundle gets its rights and its data.
    package static func replacesAppFrom(_ app: some LocalizableArgument, source: some LocalizableArgument) -> LocalizableText {
        .key("replacesAppFrom", arguments: [app.localizable, source.localizable])
    }
    /// %@, installed from elsewhere. The bundle gets its rights and its data.
    package static func replacesAppFromElsewhere(_ app: some LocalizableArgument) -> LocalizableText {
        .key("replacesAppFromElsewhere", arguments: [app.localizable])
    }
    /// The request was cancelled.
    package static var requestCancelled: LocalizableText { .key("requestCancelled") }
    /// the request was cancelled.
    package static var requestCancelledPhrase: LocalizableText { .key("requestCancelledPhrase") }
    /// %1$@ used %2$@ of processor time for one request; its limit is %3$@.
    package static func requestUsedTooMuchTime(_ process: some LocalizableArgument, used: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("requestUsedTooMuchTime", arguments: [process.localizable, used.localizable, limit.localizable])
    }
    /// a sandbox is required, and there is none: %@
    package static func requiredSandboxMissingPhrase(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("requiredSandboxMissingPhrase", arguments: [reason.localizable])
    }
    /// A sandbox is required but not available (%@), so no apps or widgets are started.
    package static func requiredSandboxUnavailable(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("requiredSandboxUnavailable", arguments: [reason.localizable])
    }
    /// The result cannot be stored.
    package static var resultCannotBeStored: LocalizableText { .key("resultCannotBeStored") }
    /// %1$@ returned more than %2$@ KiB of text.
    package static func returnedTooMuchText(_ name: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("returnedTooMuchText", arguments: [name.localizable, limit.localizable])
    }
    /// You have revoked the right %1$@ of this app; give it back in Settings or with “%2$@”.
    package static func rightRevoked(_ right: some LocalizableArgument, command: some LocalizableArgument) -> LocalizableText {
        .key("rightRevoked", arguments: [right.localizable, command.localizable])
    }
    /// Run a program of %1$@ (%2$@) in the background.
    package static func runProgramInBackground(_ program: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("runProgramInBackground", arguments: [program.localizable, app.localizable])
    }
    /// The sandbox is off: apps and widgets can read and change everything that you can.
    package static var sandboxOff: LocalizableText { .key("sandboxOff") }
    /// Links that begin with %1$@: belong to %2$@; %3$@ opens them only once that is removed.
    package static func schemeOwnedByAnother(_ scheme: some LocalizableArgument, owner: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("schemeOwnedByAnother", arguments: [scheme.localizable, owner.localizable, app.localizable])
    }
    /// Scripts
    package static var scriptsName: LocalizableText { .key("scriptsName") }
    /// Send a Message
    package static var sendMessageName: LocalizableText { .key("sendMessageName") }
    /// Send
    package static var sendName: LocalizableText { .key("sendName") }
    /// Send you notifications.
    package static var sendNotifications: LocalizableText { .key("sendNotifications") }
    /// The cloud at %@ did not answer in time; whether it took the message is not known.
    package static func sendingOutcomeUnknown(_ cloud: some LocalizableArgument) -> LocalizableText {
        .key("sendingOutcomeUnknown", arguments: [cloud.localizable])
    }
    /// The server at %@ is not a cloud that this host understands.
    package static func serverNotACloud(_ address: some LocalizableArgument) -> LocalizableText {
        .key("serverNotACloud", arguments: [address.localizable])
    }
    /// The server there does not speak HTTP.
    package static var serverNotHTTP: LocalizableText { .key("serverNotHTTP") }
    /// the server there does not speak HTTP.
    package static var serverNotHTTPPhrase: LocalizableText { .key("serverNotHTTPPhrase") }
    /// The server answered “%1$@” with %2$@.
    package static func serverRefusedAction(_ action: some LocalizableArgument, status: some LocalizableArgument) -> LocalizableText {
        .key("serverRefusedAction", arguments: [action.localizable, status.localizable])
    }
    /// Settings
    package static var settingsName: LocalizableText { .key("settingsName") }
    /// %1$@ (Share extension, %2$@)
    package static func shareExtension(_ name: some LocalizableArgument, identifier: some LocalizableArgument) -> LocalizableText {
        .key("shareExtension", arguments: [name.localizable, identifier.localizable])
    }
    /// Share
    package static var shareName: LocalizableText { .key("shareName") }
    /// At most %@ MiB are shared at a time.
    package static func sharedContentTooLarge(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedContentTooLarge", arguments: [limit.localizable])
    }
    /// What was shared cannot be read.
    package static var sharedContentUnreadable: LocalizableText { .key("sharedContentUnreadable") }
    /// A shared image is a PNG, JPEG, GIF or WebP.
    package static var sharedImageFormatUnknown: LocalizableText { .key("sharedImageFormatUnknown") }
    /// The name of a shared image has at most %@ bytes.
    package static func sharedImageNameTooLong(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedImageNameTooLong", arguments: [limit.localizable])
    }
    /// Shared images have at most %@ KiB together.
    package static func sharedImagesTooLarge(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedImagesTooLarge", arguments: [limit.localizable])
    }
    /// A shared link begins with https:// or http:// and has at most %@ bytes.
    package static func sharedLinkInvalid(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedLinkInvalid", arguments: [limit.localizable])
    }
    /// A shared text has at most %@ KiB.
    package static func sharedTextTooLong(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedTextTooLong", arguments: [limit.localizable])
    }
    /// A shared title has at most %@ characters.
    package static func sharedTitleTooLong(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("sharedTitleTooLong", arguments: [limit.localizable])
    }
    /// Show images of any public host, which learns what their addresses say.
    package static var showPublicImages: LocalizableText { .key("showPublicImages") }
    /// Show the widget %1$@ (%2$@) on the Today screen.
    package static func showWidgetOnToday(_ widget: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("showWidgetOnToday", arguments: [widget.localizable, app.localizable])
    }
    /// Shown as a notification of the system
    package static var shownBySystem: LocalizableText { .key("shownBySystem") }
    /// Shown on the desktop
    package static var shownOnDesktop: LocalizableText { .key("shownOnDesktop") }
    /// Shown on an open page
    package static var shownOnPage: LocalizableText { .key("shownOnPage") }
    /// Sign In
    package static var signInName: LocalizableText { .key("signInName") }
    /// Signed by %1$@, which signed %2$@ too.
    package static func signedByKnownSigner(_ signer: some LocalizableArgument, apps: some LocalizableArgument) -> LocalizableText {
        .key("signedByKnownSigner", arguments: [signer.localizable, apps.localizable])
    }
    /// Signed by %@.
    package static func signedBySigner(_ signer: some LocalizableArgument) -> LocalizableText {
        .key("signedBySigner", arguments: [signer.localizable])
    }
    /// Signed by %@, which has signed no installed app.
    package static func signedByUnknownSigner(_ signer: some LocalizableArgument) -> LocalizableText {
        .key("signedByUnknownSigner", arguments: [signer.localizable])
    }
    /// Signed by %@, as the installed version is.
    package static func signedLikeInstalledVersion(_ signer: some LocalizableArgument) -> LocalizableText {
        .key("signedLikeInstalledVersion", arguments: [signer.localizable])
    }
    /// Something went wrong in the host. Its log has the details.
    package static var somethingWentWrong: LocalizableText { .key("somethingWentWrong") }
    /// Be started in the background when a day begins, when the clock changes, and at times that it sets.
    package static var startedAtTimes: LocalizableText { .key("startedAtTimes") }
    /// Be started in the background by pushes.
    package static var startedByPushes: LocalizableText { .key("startedByPushes") }
    /// Be started in the background by pushes, and when its records change on another device.
    package static var startedByPushesAndRecords: LocalizableText { .key("startedByPushesAndRecords") }
    /// Be started in the background when its records change on another device.
    package static var startedByRecordChanges: LocalizableText { .key("startedByRecordChanges") }
    /// %@ stopped working and is tried again by itself.
    package static func stoppedAndTriedAgain(_ process: some LocalizableArgument) -> LocalizableText {
        .key("stoppedAndTriedAgain", arguments: [process.localizable])
    }
    /// Today stopped while it was reading it.
    package static var stoppedWhileReading: LocalizableText { .key("stoppedWhileReading") }
    /// Today is stopping. It performs the tap after it restarts.
    package static var stoppingPerformsTapLater: LocalizableText { .key("stoppingPerformsTapLater") }
    /// Today is stopping. It tells the app after it restarts.
    package static var stoppingTellsAppLater: LocalizableText { .key("stoppingTellsAppLater") }
    /// system calls cannot be filtered
    package static var systemCallsNotFilteredPhrase: LocalizableText { .key("systemCallsNotFilteredPhrase") }
    /// the system refuses
    package static var systemRefusesPhrase: LocalizableText { .key("systemRefusesPhrase") }
    /// System Settings
    package static var systemSettingsName: LocalizableText { .key("systemSettingsName") }
    /// %@ takes nothing that is shared.
    package static func takesNothingShared(_ name: some LocalizableArgument) -> LocalizableText {
        .key("takesNothingShared", arguments: [name.localizable])
    }
    /// The result of the tap cannot be read.
    package static var tapResultUnreadable: LocalizableText { .key("tapResultUnreadable") }
    /// A text has at most %@ bytes.
    package static func textTooLong(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("textTooLong", arguments: [limit.localizable])
    }
    /// today-launch is not installed
    package static var todayLaunchNotInstalledPhrase: LocalizableText { .key("todayLaunchNotInstalledPhrase") }
    /// Today measures what apps and widgets use, without control groups: %@.
    package static func todayMeasuresApps(_ reason: some LocalizableArgument) -> LocalizableText {
        .key("todayMeasuresApps", arguments: [reason.localizable])
    }
    /// Today
    package static var todayName: LocalizableText { .key("todayName") }
    /// Today is stopping.
    package static var todayStopping: LocalizableText { .key("todayStopping") }
    /// It returned more than %@ entries.
    package static func tooManyEntries(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyEntries", arguments: [limit.localizable])
    }
    /// %1$@ had %2$@ locks of files; its limit is %3$@.
    package static func tooManyFileLocks(_ process: some LocalizableArgument, count: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyFileLocks", arguments: [process.localizable, count.localizable, limit.localizable])
    }
    /// %1$@ was ended: there are %2$@ files in %3$@; the limit is %4$@.
    package static func tooManyFiles(_ process: some LocalizableArgument, count: some LocalizableArgument, folder: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyFiles", arguments: [process.localizable, count.localizable, folder.localizable, limit.localizable])
    }
    /// the host has too many files open
    package static var tooManyOpenFilesPhrase: LocalizableText { .key("tooManyOpenFilesPhrase") }
    /// Too many passcodes are being checked. Try again in a moment.
    package static var tooManyPasscodeChecks: LocalizableText { .key("tooManyPasscodeChecks") }
    /// There are %@ passkeys already; remove one first.
    package static func tooManyPasskeys(_ count: some LocalizableArgument) -> LocalizableText {
        .key("tooManyPasskeys", arguments: [count.localizable])
    }
    /// %1$@ ran %2$@ processes; its limit is %3$@.
    package static func tooManyProcesses(_ process: some LocalizableArgument, count: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyProcesses", arguments: [process.localizable, count.localizable, limit.localizable])
    }
    /// %1$@ redirected the request more than %2$@ times.
    package static func tooManyRedirects(_ host: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyRedirects", arguments: [host.localizable, limit.localizable])
    }
    /// More than %@ requests of this app wait already.
    package static func tooManyRequestsWaiting(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyRequestsWaiting", arguments: [limit.localizable])
    }
    /// At most %@ images are shared at a time.
    package static func tooManySharedImages(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManySharedImages", arguments: [limit.localizable])
    }
    /// At most %@ links are shared at a time.
    package static func tooManySharedLinks(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManySharedLinks", arguments: [limit.localizable])
    }
    /// %1$@ had %2$@ sockets and watches of descriptors; its limit is %3$@.
    package static func tooManySockets(_ process: some LocalizableArgument, count: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManySockets", arguments: [process.localizable, count.localizable, limit.localizable])
    }
    /// %1$@ made %2$@ temporary files; its limit is %3$@.
    package static func tooManyTemporaryFiles(_ process: some LocalizableArgument, count: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("tooManyTemporaryFiles", arguments: [process.localizable, count.localizable, limit.localizable])
    }
    /// Too many wrong passcodes. Try again in %@.
    package static func tooManyWrongPasscodes(_ duration: some LocalizableArgument) -> LocalizableText {
        .key("tooManyWrongPasscodes", arguments: [duration.localizable])
    }
    /// Too much waits to be shared already.
    package static var tooMuchWaitsForSharing: LocalizableText { .key("tooMuchWaitsForSharing") }
    /// Topics
    package static var topicsName: LocalizableText { .key("topicsName") }
    /// Accepted by the cloud
    package static var traceAccepted: LocalizableText { .key("traceAccepted") }
    /// Answered
    package static var traceActedOn: LocalizableText { .key("traceActedOn") }
    /// Answered on another device
    package static var traceAnsweredElsewhere: LocalizableText { .key("traceAnsweredElsewhere") }
    /// Text of the message fetched
    package static var traceBodyFetched: LocalizableText { .key("traceBodyFetched") }
    /// Dismissed
    package static var traceDismissed: LocalizableText { .key("traceDismissed") }
    /// Came too late to be shown
    package static var traceExpired: LocalizableText { .key("traceExpired") }
    /// The push service no longer knows the browser
    package static var traceGone: LocalizableText { .key("traceGone") }
    /// Refused by the push service
    package static var traceRefused: LocalizableText { .key("traceRefused") }
    /// Refused by the push service (%@)
    package static func traceRefusedWith(_ status: some LocalizableArgument) -> LocalizableText {
        .key("traceRefusedWith", arguments: [status.localizable])
    }
    /// Removed, since the app has too many
    package static var traceRemovedByLimit: LocalizableText { .key("traceRemovedByLimit") }
    /// Replaced by a newer one
    package static var traceReplaced: LocalizableText { .key("traceReplaced") }
    /// Sent to the push service
    package static var traceSent: LocalizableText { .key("traceSent") }
    /// The push service has not accepted it yet; it is sent again
    package static var traceSentAgain: LocalizableText { .key("traceSentAgain") }
    /// Delivered as an alert
    package static var traceStoredAsAlert: LocalizableText { .key("traceStoredAsAlert") }
    /// Delivered as a banner
    package static var traceStoredAsBanner: LocalizableText { .key("traceStoredAsBanner") }
    /// Added to the list
    package static var traceStoredInList: LocalizableText { .key("traceStoredInList") }
    /// Taken by this device
    package static var traceTaken: LocalizableText { .key("traceTaken") }
    /// Too large for the push service
    package static var traceTooLarge: LocalizableText { .key("traceTooLarge") }
    /// Withdrawn
    package static var traceWithdrawn: LocalizableText { .key("traceWithdrawn") }
    /// Withdrawn by the app
    package static var traceWithdrawnByApp: LocalizableText { .key("traceWithdrawnByApp") }
    /// Withdrawn by you
    package static var traceWithdrawnByPerson: LocalizableText { .key("traceWithdrawnByPerson") }
    /// Withdrawn by the sender
    package static var traceWithdrawnBySender: LocalizableText { .key("traceWithdrawnBySender") }
    /// %@ It is tried again by itself.
    package static func triedAgain(_ failure: some LocalizableArgument) -> LocalizableText {
        .key("triedAgain", arguments: [failure.localizable])
    }
    /// %1$@ may not fetch from %2$@ without encryption; allow it with “%3$@”.
    package static func unencryptedFetchNotAllowed(_ app: some LocalizableArgument, host: some LocalizableArgument, command: some LocalizableArgument) -> LocalizableText {
        .key("unencryptedFetchNotAllowed", arguments: [app.localizable, host.localizable, command.localizable])
    }
    /// %1$@ (unknown extension point, %2$@)
    package static func unknownExtensionPoint(_ name: some LocalizableArgument, point: some LocalizableArgument) -> LocalizableText {
        .key("unknownExtensionPoint", arguments: [name.localizable, point.localizable])
    }
    /// The bundle is larger than %@ MiB.
    package static func unpackedBundleTooLarge(_ limit: some LocalizableArgument) -> LocalizableText {
        .key("unpackedBundleTooLarge", arguments: [limit.localizable])
    }
    /// The browser made a passkey that Today cannot use. Try it again.
    package static var unusablePasskey: LocalizableText { .key("unusablePasskey") }
    /// %1$@ is installed and signed by %2$@, and this bundle is not signed. Only its signer can update it; remove it first if you want this one instead.
    package static func updateNotSigned(_ app: some LocalizableArgument, signer: some LocalizableArgument) -> LocalizableText {
        .key("updateNotSigned", arguments: [app.localizable, signer.localizable])
    }
    /// %1$@ is installed and signed by %2$@, and this bundle by %3$@. Only its signer can update it; remove it first if you want this one instead.
    package static func updateSignedByAnother(_ app: some LocalizableArgument, signer: some LocalizableArgument, other: some LocalizableArgument) -> LocalizableText {
        .key("updateSignedByAnother", arguments: [app.localizable, signer.localizable, other.localizable])
    }
    /// %1$@ used %2$@ MiB of memory; its limit is %3$@ MiB.
    package static func usedTooMuchMemory(_ process: some LocalizableArgument, used: some LocalizableArgument, limit: some LocalizableArgument) -> LocalizableText {
        .key("usedTooMuchMemory", arguments: [process.localizable, used.localizable, limit.localizable])
    }
    /// %lld minutes
    package static func waitMinutes(_ count: Int) -> LocalizableText {
        .key("waitMinutes", arguments: [count.localizable])
    }
    /// %lld seconds
    package static func waitSeconds(_ count: Int) -> LocalizableText {
        .key("waitSeconds", arguments: [count.localizable])
    }
    /// It is being updated.
    package static var widgetBeingUpdated: LocalizableText { .key("widgetBeingUpdated") }
    /// The widget is no longer installed.
    package static var widgetNoLongerInstalled: LocalizableText { .key("widgetNoLongerInstalled") }
    /// %@'s widget
    package static func widgetOfApp(_ app: some LocalizableArgument) -> LocalizableText {
        .key("widgetOfApp", arguments: [app.localizable])
    }
    /// The widget %@
    package static func widgetSubject(_ widget: some LocalizableArgument) -> LocalizableText {
        .key("widgetSubject", arguments: [widget.localizable])
    }
    /// Will not run: %@.
    package static func willNotRun(_ part: some LocalizableArgument) -> LocalizableText {
        .key("willNotRun", arguments: [part.localizable])
    }
    /// Will not run: %1$@. Did you mean %2$@?
    package static func willNotRunSuggesting(_ part: some LocalizableArgument, suggestion: some LocalizableArgument) -> LocalizableText {
        .key("willNotRunSuggesting", arguments: [part.localizable, suggestion.localizable])
    }
    /// It will read the data of %@.
    package static func willReadDataOf(_ app: some LocalizableArgument) -> LocalizableText {
        .key("willReadDataOf", arguments: [app.localizable])
    }
    /// It will read the data of %1$@, which %2$@ uses too.
    package static func willReadSharedData(_ group: some LocalizableArgument, app: some LocalizableArgument) -> LocalizableText {
        .key("willReadSharedData", arguments: [group.localizable, app.localizable])
    }
    /// Not shown: answered on another device
    package static var withheldAnswered: LocalizableText { .key("withheldAnswered") }
    /// No banner: the app is open
    package static var withheldAppInFront: LocalizableText { .key("withheldAppInFront") }
    /// Not shown: it only changes the number on the icon
    package static var withheldBadgeOnly: LocalizableText { .key("withheldBadgeOnly") }
    /// Not shown: the app has too many
    package static var withheldLimit: LocalizableText { .key("withheldLimit") }
    /// Not shown: the topic is muted
    package static var withheldMuted: LocalizableText { .key("withheldMuted") }
    /// No banner: turned off
    package static var withheldNoBanners: LocalizableText { .key("withheldNoBanners") }
    /// Not shown: not allowed
    package static var withheldNotAllowed: LocalizableText { .key("withheldNotAllowed") }
    /// Not sent: a page is open there
    package static var withheldPageOpen: LocalizableText { .key("withheldPageOpen") }
    /// No banner: not important enough
    package static var withheldPassive: LocalizableText { .key("withheldPassive") }
    /// No banner: the app delivers quietly
    package static var withheldQuiet: LocalizableText { .key("withheldQuiet") }
    /// No banner: quiet hours
    package static var withheldQuietHours: LocalizableText { .key("withheldQuietHours") }
    /// Not shown: the message was read before
    package static var withheldRead: LocalizableText { .key("withheldRead") }
    /// No banner: not decided about the app yet
    package static var withheldUndecided: LocalizableText { .key("withheldUndecided") }
    /// That is not the passcode.
    package static var wrongPasscode: LocalizableText { .key("wrongPasscode") }
    /// That is not the passcode. Try again in %@.
    package static func wrongPasscodeWait(_ duration: some LocalizableArgument) -> LocalizableText {
        .key("wrongPasscodeWait", arguments: [duration.localizable])
    }
    /// This passkey does not sign in here. Its device may have been removed; a new link pairs it again.
    package static var wrongPasskey: LocalizableText { .key("wrongPasskey") }
}
