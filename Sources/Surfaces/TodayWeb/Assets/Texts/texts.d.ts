// Made by script/make-texts.py from Localizable.xcstrings; change that instead.

interface Texts {
    /** At least 4 characters. It cannot be recovered, so remember it well. */
    readonly aboutPasscode: string;
    /** Action */
    readonly action: string;
    /** Actions… */
    readonly actions: string;
    /** Add a Passkey */
    readonly addPasskey: string;
    /** %@ added */
    added(name: string): string;
    /** Another %@ added */
    addedAgain(name: string): string;
    /** An action */
    readonly anAction: string;
    /** Cancel */
    readonly cancel: string;
    /** This browser cannot make “%@” smaller. */
    cannotBeMadeSmaller(name: string): string;
    /** Complications */
    readonly complications: string;
    /** Copied */
    readonly copied: string;
    /** Could not be done: %@ */
    couldNotBeDone(what: string): string;
    /** Dark Appearance */
    readonly darkTheme: string;
    /** %lld days ago */
    daysAgo(count: number): string;
    /** Done */
    readonly done: string;
    /** Edit */
    readonly edit: string;
    /** Edit Widgets */
    readonly editWidgets: string;
    /** Enter Passcode */
    readonly enterPasscode: string;
    /** This file is too large for an app. */
    readonly fileTooLarge: string;
    /** Give This Right */
    readonly giveRight: string;
    /** That was answered or dismissed elsewhere. */
    readonly goneElsewhere: string;
    /** %lld hr ago */
    hoursAgo(count: number): string;
    /** This browser cannot make an image smaller. */
    readonly imageCannotBeMadeSmaller: string;
    /** The images are being made smaller… */
    readonly imagesAreMadeSmaller: string;
    /** This does not look right. */
    readonly invalid: string;
    /** just now */
    readonly justNow: string;
    readonly kinds: {
        /** App */
        readonly app: string;
        /** Command */
        readonly command: string;
        /** Message */
        readonly message: string;
        /** Notification */
        readonly notification: string;
        /** Page */
        readonly pages: string;
        /** Setting */
        readonly settings: string;
        /** Widget */
        readonly widget: string;
    };
    /** Light Appearance */
    readonly lightTheme: string;
    /** This browser does not share its location. Allow location access for this page in the browser's settings. */
    readonly locationDenied: string;
    /** This browser could not determine its location. */
    readonly locationUnknown: string;
    /** %lld min */
    minutes(count: number): string;
    /** %lld min ago */
    minutesAgo(count: number): string;
    /** %1$@, %2$lld of %3$lld */
    moved(name: string, place: number, count: number): string;
    /** “%@” needs a passcode, and there is none yet. Choose at least 4 characters. */
    needsPasscode(action: string): string;
    /** No installed app does something with text. */
    readonly noTextActions: string;
    /** That could not be saved. Is Today running? */
    readonly notSaved: string;
    /** The passcodes do not match. */
    readonly notTheSame: string;
    /** Not updated yet */
    readonly notUpdatedYet: string;
    /** Nothing was found. */
    readonly nothingFound: string;
    /** Notifications */
    readonly notifications: string;
    /** Outbox */
    readonly outbox: string;
    /** Search and Commands */
    readonly palette: string;
    readonly passcodeButtons: {
        /** Change */
        readonly change: string;
        /** Remove */
        readonly remove: string;
        /** Set */
        readonly set: string;
    };
    /** For “%1$@”: %2$@ */
    passcodeFor(action: string, notification: string): string;
    readonly passcodeHeadings: {
        /** Change Passcode */
        readonly change: string;
        /** Remove Passcode */
        readonly remove: string;
        /** Set a Passcode */
        readonly set: string;
    };
    readonly passcodeResults: {
        /** The passcode is changed. */
        readonly change: string;
        /** The passcode is removed. */
        readonly remove: string;
        /** The passcode is set. */
        readonly set: string;
    };
    /** The passkey is added. */
    readonly passkeyAdded: string;
    /** This device has a passkey already. */
    readonly passkeyExists: string;
    /** The browser could not make a passkey. */
    readonly passkeyFailed: string;
    /** Press again to clear */
    readonly pressAgainToClear: string;
    /** The push service has accepted it. */
    readonly pushAccepted: string;
    /** It has arrived on this device. */
    readonly pushArrived: string;
    /** This browser does not allow notifications. Allow them for this page in the browser's settings. */
    readonly pushDenied: string;
    /** The message was encrypted (%lld bytes). */
    pushEncrypted(bytes: number): string;
    /** The push service says that this device is not subscribed any more. Switch notifications on again. */
    readonly pushGone: string;
    /** It has not arrived within a minute. */
    readonly pushMissing: string;
    /** The push service did not accept it: %@ */
    pushRefused(answer: string): string;
    /** It was sent to %@. */
    pushSent(service: string): string;
    /** This device is known to Today. */
    readonly pushStored: string;
    /** This browser could not subscribe to notifications. */
    readonly pushUnavailable: string;
    /** Quiet hours begin and end at different times of a day. */
    readonly quietHoursEqual: string;
    /** Reconnecting… */
    readonly reconnecting: string;
    /** Remove %@ */
    remove(name: string): string;
    /** %@ removed */
    removed(name: string): string;
    /** This is required. */
    readonly required: string;
    /** %1$@: %2$@ */
    resized(name: string, size: string): string;
    /** Results */
    readonly results: string;
    /** Search, or type a command */
    readonly searchFor: string;
    /** %lld s */
    seconds(count: number): string;
    /** This browser does not allow the page to copy. The text is selected instead. */
    readonly selectedOnly: string;
    /** Send a Message */
    readonly sendMessage: string;
    /** Settings */
    readonly settings: string;
    readonly shortcutNames: {
        /** Show how old the widgets are */
        readonly ages: string;
        /** Dismiss the selected notification */
        readonly dismiss: string;
        /** Close what is open */
        readonly leave: string;
        /** Go to the newest notification */
        readonly newNotification: string;
        /** Search and commands, also in a text field */
        readonly palette: string;
        /** Move through the list beside a message */
        readonly rows: string;
        /** Search */
        readonly search: string;
        /** Show these shortcuts */
        readonly shortcuts: string;
        /** Choose what an app does with the text of a field */
        readonly textActions: string;
        /** Undo, while that is offered */
        readonly undo: string;
    };
    /** Keyboard Shortcuts */
    readonly shortcuts: string;
    /** Show Less */
    readonly showLess: string;
    /** Show More */
    readonly showMore: string;
    /** Still trying… */
    readonly stillTrying: string;
    /** System Appearance */
    readonly systemTheme: string;
    /** The text has changed meanwhile. This is the result: */
    readonly textHasChanged: string;
    /** Today */
    readonly today: string;
    /** Topics */
    readonly topics: string;
    /** You can try again now. */
    readonly tryAgainNow: string;
    /** Undo */
    readonly undo: string;
    /** Press Control-Z to undo. */
    readonly undoHint: string;
    /** Today cannot be reached. */
    readonly unreachable: string;
    /** %lld actions wait until Today can be reached */
    waiting(count: number): string;
    /** Waiting for connection */
    readonly waitsForConnection: string;
    /** Pages that are open there end at once, and its passkeys are removed. To sign in again, it needs a new link. */
    readonly whatRemovingADeviceEnds: string;
    /** It signs nobody in any more. The browser, the phone or the key that holds it still offers it until it is deleted there. */
    readonly whatRemovingAPasskeyEnds: string;
    /** Its configuration is removed with it. */
    readonly whatRemovingLoses: string;
    /** Pages that are open there end at once. To sign in again, it needs a new link. */
    readonly whatSigningOutAnotherEnds: string;
    /** This browser forgets the screen that it keeps for times without a connection, and actions that still wait are not sent. To sign in again, you need a new link. */
    readonly whatSigningOutRemoves: string;
    /** This browser forgets the screen that it keeps for times without a connection, and actions that still wait are not sent. Its passkey signs it in again. */
    readonly whatSigningOutWithAPasskeyRemoves: string;
    /** Withdraw */
    readonly withdraw: string;
    /** Withdraw “%@” */
    withdrawNamed(name: string): string;
    /** Actions that need a passcode are unavailable until you set a new one. */
    readonly withoutPasscode: string;
    /** Working… */
    readonly working: string;
    /** yesterday */
    readonly yesterday: string;
}
