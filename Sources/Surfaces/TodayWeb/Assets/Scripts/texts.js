// What the script says, in the languages of the pages. A text that a language lacks is a mistake to the type checker.

/** @typedef {typeof english} Texts */

const english = {
    today: "Today",
    edit: "Edit",
    done: "Done",
    cancel: "Cancel",
    actions: "Actions…",
    action: "Action",
    working: "Working…",
    noTextActions: "No installed app does something with text.",
    textHasChanged: "The text has changed meanwhile. This is the result:",
    undo: "Undo",
    undoHint: "Press Control-Z to undo.",
    showMore: "Show More",
    showLess: "Show Less",
    notUpdatedYet: "Not updated yet",
    unreachable: "Today cannot be reached.",
    reconnecting: "Reconnecting…",
    stillTrying: "Still trying…",
    /** @param {number} count */
    waiting: (count) => (
        count === 1 ? "1 action waits until Today can be reached" : `${count} actions wait until Today can be reached`
    ),
    waitsForConnection: "Waiting for connection",
    anAction: "An action",
    withdraw: "Withdraw",
    /** @param {string} name */
    withdrawNamed: (name) => `Withdraw “${name}”`,
    notSaved: "That could not be saved. Is Today running?",
    invalid: "This does not look right.",
    required: "This is required.",

    /** @param {string} name */
    added: (name) => `${name} added`,
    /** @param {string} name */
    addedAgain: (name) => `Another ${name} added`,
    /** @param {string} name */
    removed: (name) => `${name} removed`,
    /** @param {string} name */
    remove: (name) => `Remove ${name}`,
    whatRemovingLoses: "Its configuration is removed with it.",
    quietHoursEqual: "Quiet hours begin and end at different times of a day.",
    /**
     * @param {string} name
     * @param {number} place - 1 is the first
     * @param {number} count
     */
    moved: (name, place, count) => `${name}, ${place} of ${count}`,
    /**
     * @param {string} name
     * @param {string} size
     */
    resized: (name, size) => `${name}: ${size}`,

    notifications: "Notifications",
    settings: "Settings",
    complications: "Complications",
    outbox: "Outbox",
    topics: "Topics",
    editWidgets: "Edit Widgets",
    systemTheme: "System Appearance",
    lightTheme: "Light Appearance",
    darkTheme: "Dark Appearance",
    shortcuts: "Keyboard Shortcuts",
    palette: "Search and Commands",
    searchFor: "Search, or type a command",
    results: "Results",
    nothingFound: "Nothing was found.",
    kinds: { pages: "Page", command: "Command", app: "App", message: "Message", notification: "Notification" },
    shortcutNames: {
        search: "Search",
        palette: "Search and commands, also in a text field",
        shortcuts: "Show these shortcuts",
        newNotification: "Go to the newest notification",
        ages: "Show how old the widgets are",
        dismiss: "Dismiss the selected notification",
        rows: "Move through the list beside a message",
        textActions: "Choose what an app does with the text of a field",
        undo: "Undo, while that is offered",
        leave: "Close what is open",
    },

    justNow: "just now",
    yesterday: "yesterday",
    /** @param {number} count */
    minutesAgo: (count) => `${count} min ago`,
    /** @param {number} count */
    hoursAgo: (count) => `${count} hr ago`,
    /** @param {number} count - at least 2 */
    daysAgo: (count) => `${count} days ago`,

    goneElsewhere: "That was answered or dismissed elsewhere.",
    pressAgainToClear: "Press again to clear",
    /** @param {string} what */
    couldNotBeDone: (what) => `Could not be done: ${what}`,

    passcodeHeadings: { set: "Set a Passcode", change: "Change Passcode", remove: "Remove Passcode" },
    passcodeButtons: { set: "Set", change: "Change", remove: "Remove" },
    passcodeResults: {
        set: "The passcode is set.",
        change: "The passcode is changed.",
        remove: "The passcode is removed.",
    },
    enterPasscode: "Enter Passcode",
    giveRight: "Give This Right",
    withoutPasscode: "Actions that need a passcode are unavailable until you set a new one.",
    aboutPasscode: "At least 4 characters. It cannot be recovered, so remember it well.",
    /** @param {string} action */
    needsPasscode: (action) => `“${action}” needs a passcode, and there is none yet. Choose at least 4 characters.`,
    /**
     * @param {string} action
     * @param {string} notification
     */
    passcodeFor: (action, notification) => `For “${action}”: ${notification}`,
    whatSigningOutRemoves:
        "This browser forgets the screen that it keeps for times without a connection, and actions that still wait are not sent. To sign in again, you need a new link.",
    whatSigningOutAnotherEnds: "Pages that are open there end at once. To sign in again, it needs a new link.",
    whatSigningOutWithAPasskeyRemoves:
        "This browser forgets the screen that it keeps for times without a connection, and actions that still wait are not sent. Its passkey signs it in again.",
    whatRemovingADeviceEnds:
        "Pages that are open there end at once, and its passkeys are removed. To sign in again, it needs a new link.",
    whatRemovingAPasskeyEnds:
        "It signs nobody in any more. The browser, the phone or the key that holds it still offers it until it is deleted there.",
    addPasskey: "Add a Passkey",
    passkeyAdded: "The passkey is added.",
    passkeyExists: "This device has a passkey already.",
    passkeyFailed: "The browser could not make a passkey.",
    tryAgainNow: "You can try again now.",
    notTheSame: "The passcodes do not match.",
    /** @param {number} count */
    minutes: (count) => `${count} min`,
    /** @param {number} count */
    seconds: (count) => `${count} s`,

    locationDenied: "This browser does not share its location. Allow location access for this page in the browser's settings.",
    locationUnknown: "This browser could not determine its location.",
    pushDenied: "This browser does not allow notifications. Allow them for this page in the browser's settings.",
    pushUnavailable: "This browser could not subscribe to notifications.",
    pushStored: "This device is known to Today.",
    /** @param {number} bytes */
    pushEncrypted: (bytes) => `The message was encrypted (${bytes} bytes).`,
    /** @param {string} service */
    pushSent: (service) => `It was sent to ${service}.`,
    pushAccepted: "The push service has accepted it.",
    pushGone: "The push service says that this device is not subscribed any more. Switch notifications on again.",
    /** @param {string} answer */
    pushRefused: (answer) => `The push service did not accept it: ${answer}`,
    pushArrived: "It has arrived on this device.",
    pushMissing: "It has not arrived within a minute.",
    fileTooLarge: "This file is too large for an app.",
    imagesAreMadeSmaller: "The images are being made smaller…",
    /** @param {string} name - of an image; empty if it has none */
    cannotBeMadeSmaller: (name) => (
        name ? `This browser cannot make “${name}” smaller.` : "This browser cannot make an image smaller."
    ),
    copied: "Copied",
    selectedOnly: "This browser does not allow the page to copy. The text is selected instead.",
};

/** @type {Texts} */
const german = {
    today: "Heute",
    edit: "Bearbeiten",
    done: "Fertig",
    cancel: "Abbrechen",
    actions: "Aktionen …",
    action: "Aktion",
    working: "In Arbeit …",
    noTextActions: "Keine installierte App macht etwas mit Text.",
    textHasChanged: "Der Text hat sich inzwischen geändert. Das ist das Ergebnis:",
    undo: "Rückgängig",
    undoHint: "Strg-Z macht es rückgängig.",
    showMore: "Mehr anzeigen",
    showLess: "Weniger anzeigen",
    notUpdatedYet: "Noch nicht aktualisiert",
    unreachable: "Today ist nicht erreichbar.",
    reconnecting: "Verbindung wird wiederhergestellt …",
    stillTrying: "Wird weiter versucht …",
    waiting: (count) => (
        count === 1 ? "1 Aktion wartet, bis Today erreichbar ist" : `${count} Aktionen warten, bis Today erreichbar ist`
    ),
    waitsForConnection: "Wartet auf Verbindung",
    anAction: "Eine Aktion",
    withdraw: "Zurücknehmen",
    withdrawNamed: (name) => `„${name}“ zurücknehmen`,
    notSaved: "Das konnte nicht gesichert werden. Läuft Today?",
    invalid: "Das scheint nicht zu stimmen.",
    required: "Diese Angabe ist erforderlich.",

    added: (name) => `${name} hinzugefügt`,
    addedAgain: (name) => `${name} noch einmal hinzugefügt`,
    removed: (name) => `${name} entfernt`,
    remove: (name) => `${name} entfernen`,
    whatRemovingLoses: "Die Konfiguration wird mit entfernt.",
    quietHoursEqual: "Ruhezeiten beginnen und enden zu verschiedenen Uhrzeiten.",
    moved: (name, place, count) => `${name}, ${place} von ${count}`,
    resized: (name, size) => `${name}: ${size}`,

    notifications: "Mitteilungen",
    settings: "Einstellungen",
    complications: "Komplikationen",
    outbox: "Postausgang",
    topics: "Themen",
    editWidgets: "Widgets bearbeiten",
    systemTheme: "Erscheinungsbild des Systems",
    lightTheme: "Helles Erscheinungsbild",
    darkTheme: "Dunkles Erscheinungsbild",
    shortcuts: "Tastenkurzbefehle",
    palette: "Suche und Befehle",
    searchFor: "Suchen oder Befehl eingeben",
    results: "Ergebnisse",
    nothingFound: "Nichts gefunden.",
    kinds: { pages: "Seite", command: "Befehl", app: "App", message: "Nachricht", notification: "Mitteilung" },
    shortcutNames: {
        search: "Suchen",
        palette: "Suche und Befehle, auch in einem Textfeld",
        shortcuts: "Diese Kurzbefehle anzeigen",
        newNotification: "Zur neuesten eingeblendeten Mitteilung",
        ages: "Alter der Widgets anzeigen",
        dismiss: "Ausgewählte Mitteilung entfernen",
        rows: "Durch die Liste neben einer Nachricht",
        textActions: "Wählen, was eine App mit dem Text eines Feldes macht",
        undo: "Rückgängig machen, solange es angeboten wird",
        leave: "Schließen, was offen ist",
    },

    justNow: "gerade eben",
    yesterday: "gestern",
    minutesAgo: (count) => `vor ${count} Min.`,
    hoursAgo: (count) => `vor ${count} Std.`,
    daysAgo: (count) => `vor ${count} Tagen`,

    goneElsewhere: "Das wurde anderswo beantwortet oder entfernt.",
    pressAgainToClear: "Zum Löschen nochmals drücken",
    couldNotBeDone: (what) => `Nicht ausgeführt: ${what}`,

    passcodeHeadings: { set: "Code festlegen", change: "Code ändern", remove: "Code entfernen" },
    passcodeButtons: { set: "Festlegen", change: "Ändern", remove: "Entfernen" },
    passcodeResults: {
        set: "Der Code ist festgelegt.",
        change: "Der Code ist geändert.",
        remove: "Der Code ist entfernt.",
    },
    enterPasscode: "Code eingeben",
    giveRight: "Recht geben",
    withoutPasscode: "Was ihn erfordert, ist erst mit einem neuen Code wieder möglich.",
    aboutPasscode: "Mindestens 4 Zeichen. Niemand sonst kennt ihn, also gut merken.",
    needsPasscode: (action) =>
        `„${action}“ erfordert einen Code, und es gibt noch keinen. Mindestens 4 Zeichen wählen.`,
    passcodeFor: (action, notification) => `Für „${action}“: ${notification}`,
    whatSigningOutRemoves:
        "Dieser Browser vergisst den Bildschirm, den er für Zeiten ohne Verbindung aufbewahrt, und Aktionen, die noch warten, werden nicht gesendet. Für eine neue Anmeldung ist ein neuer Link nötig.",
    whatSigningOutAnotherEnds: "Dort geöffnete Seiten enden sofort. Für eine neue Anmeldung ist ein neuer Link nötig.",
    whatSigningOutWithAPasskeyRemoves:
        "Dieser Browser vergisst den Bildschirm, den er für Zeiten ohne Verbindung aufbewahrt, und Aktionen, die noch warten, werden nicht gesendet. Sein Passkey meldet ihn wieder an.",
    whatRemovingADeviceEnds:
        "Dort geöffnete Seiten enden sofort, und seine Passkeys werden entfernt. Für eine neue Anmeldung ist ein neuer Link nötig.",
    whatRemovingAPasskeyEnds:
        "Er meldet niemanden mehr an. Der Browser, das Handy oder der Schlüssel, auf dem er ist, bietet ihn noch an, bis er dort gelöscht wird.",
    addPasskey: "Passkey hinzufügen",
    passkeyAdded: "Der Passkey ist hinzugefügt.",
    passkeyExists: "Dieses Gerät hat schon einen Passkey.",
    passkeyFailed: "Der Browser konnte keinen Passkey erstellen.",
    tryAgainNow: "Ein neuer Versuch ist jetzt möglich.",
    notTheSame: "Die Eingaben sind nicht gleich.",
    minutes: (count) => `${count} Min.`,
    seconds: (count) => `${count} Sek.`,

    locationDenied:
        "Dieser Browser gibt seinen Standort nicht preis. Erlaube es für diese Seite in seinen Einstellungen.",
    locationUnknown: "Dieser Browser konnte seinen Standort nicht ermitteln.",
    pushDenied: "Dieser Browser erlaubt keine Mitteilungen. Erlaube sie für diese Seite in den Einstellungen des Browsers.",
    pushUnavailable: "Dieser Browser konnte keine Mitteilungen abonnieren.",
    pushStored: "Today kennt dieses Gerät.",
    pushEncrypted: (bytes) => `Die Nachricht wurde verschlüsselt (${bytes} Bytes).`,
    pushSent: (service) => `Sie wurde an ${service} gesendet.`,
    pushAccepted: "Der Push-Dienst hat sie angenommen.",
    pushGone: "Laut Push-Dienst ist dieses Gerät nicht mehr angemeldet. Schalte die Mitteilungen wieder ein.",
    pushRefused: (answer) => `Der Push-Dienst hat sie nicht angenommen: ${answer}`,
    pushArrived: "Sie ist auf diesem Gerät angekommen.",
    pushMissing: "Sie ist nicht innerhalb einer Minute angekommen.",
    fileTooLarge: "Diese Datei ist zu groß für eine App.",
    imagesAreMadeSmaller: "Die Bilder werden verkleinert …",
    cannotBeMadeSmaller: (name) => (
        name ? `Dieser Browser kann „${name}“ nicht verkleinern.` : "Dieser Browser kann ein Bild nicht verkleinern."
    ),
    copied: "Kopiert",
    selectedOnly: "Dieser Browser erlaubt der Seite kein Kopieren. Der Text ist ausgewählt.",
};

/** @type {Texts} */
const japanese = {
    today: "今日",
    edit: "編集",
    done: "完了",
    cancel: "キャンセル",
    actions: "アクション…",
    action: "アクション",
    working: "処理中…",
    noTextActions: "テキストを扱えるアプリがインストールされていません。",
    textHasChanged: "その間にテキストが変更されました。結果は次のとおりです。",
    undo: "取り消す",
    undoHint: "Control-Zで取り消せます。",
    showMore: "表示を増やす",
    showLess: "表示を減らす",
    notUpdatedYet: "まだアップデートされていません",
    unreachable: "Todayに接続できません。",
    reconnecting: "再接続中…",
    stillTrying: "再試行中…",
    waiting: (count) => `${count}件の操作が接続を待っています`,
    waitsForConnection: "接続を待っています",
    anAction: "操作",
    withdraw: "取り消す",
    withdrawNamed: (name) => `「${name}」を取り消す`,
    notSaved: "保存できませんでした。Todayは動作していますか？",
    invalid: "入力内容が正しくないようです。",
    required: "入力が必要です。",

    added: (name) => `${name}を追加しました`,
    addedAgain: (name) => `${name}をもう1つ追加しました`,
    removed: (name) => `${name}を取り除きました`,
    remove: (name) => `${name}を取り除く`,
    whatRemovingLoses: "設定も一緒に削除されます。",
    quietHoursEqual: "おやすみ時間の開始と終了には異なる時刻を指定してください。",
    moved: (name, place, count) => `${name}、${count}個中${place}番目`,
    resized: (name, size) => `${name}：${size}`,

    notifications: "通知",
    settings: "設定",
    complications: "コンプリケーション",
    outbox: "送信トレイ",
    topics: "トピック",
    editWidgets: "ウィジェットを編集",
    systemTheme: "システムの外観",
    lightTheme: "ライトの外観",
    darkTheme: "ダークの外観",
    shortcuts: "キーボードショートカット",
    palette: "検索とコマンド",
    searchFor: "検索またはコマンドを入力",
    results: "検索結果",
    nothingFound: "見つかりませんでした。",
    kinds: { pages: "ページ", command: "コマンド", app: "アプリ", message: "メッセージ", notification: "通知" },
    shortcutNames: {
        search: "検索",
        palette: "検索とコマンド（テキスト入力中も可）",
        shortcuts: "ショートカットを表示",
        newNotification: "最新の通知バナーへ移動",
        ages: "ウィジェットの更新時刻を表示",
        dismiss: "選択した通知を消去",
        rows: "メッセージの横のリストを移動",
        textActions: "入力欄のテキストに使うアプリを選ぶ",
        undo: "表示されている間、操作を取り消す",
        leave: "開いているものを閉じる",
    },

    justNow: "たった今",
    yesterday: "昨日",
    minutesAgo: (count) => `${count}分前`,
    hoursAgo: (count) => `${count}時間前`,
    daysAgo: (count) => `${count}日前`,

    goneElsewhere: "ほかの場所で対応済みか、消去されています。",
    pressAgainToClear: "もう一度押すと消去します",
    couldNotBeDone: (what) => `実行できませんでした：${what}`,

    passcodeHeadings: { set: "パスコードを設定", change: "パスコードを変更", remove: "パスコードを削除" },
    passcodeButtons: { set: "設定", change: "変更", remove: "削除" },
    passcodeResults: {
        set: "パスコードを設定しました。",
        change: "パスコードを変更しました。",
        remove: "パスコードを削除しました。",
    },
    enterPasscode: "パスコードを入力",
    giveRight: "この権限を付与",
    withoutPasscode: "新しいパスコードを設定するまで、パスコードが必要な操作は行えません。",
    aboutPasscode: "4文字以上です。あとで確認する方法はないため、忘れないでください。",
    needsPasscode: (action) => `「${action}」にはパスコードが必要ですが、まだ設定されていません。4文字以上で設定してください。`,
    passcodeFor: (action, notification) => `「${action}」のため：${notification}`,
    whatSigningOutRemoves:
        "オフライン用に保存された画面と、送信待ちの操作がこのブラウザから削除されます。再びサインインするには、新しいリンクが必要です。",
    whatSigningOutAnotherEnds: "開いているページもすぐに使えなくなります。再びサインインするには、新しいリンクが必要です。",
    whatSigningOutWithAPasskeyRemoves:
        "オフライン用に保存された画面と、送信待ちの操作がこのブラウザから削除されます。パスキーで再びサインインできます。",
    whatRemovingADeviceEnds:
        "開いているページはすぐに使えなくなり、パスキーも削除されます。再びサインインするには、新しいリンクが必要です。",
    whatRemovingAPasskeyEnds:
        "このパスキーではサインインできなくなります。保存先のブラウザ、スマートフォン、またはセキュリティキーで削除するまで、候補には表示されます。",
    addPasskey: "パスキーを追加",
    passkeyAdded: "パスキーを追加しました。",
    passkeyExists: "このデバイスにはすでにパスキーがあります。",
    passkeyFailed: "ブラウザでパスキーを作成できませんでした。",
    tryAgainNow: "もう一度お試しください。",
    notTheSame: "入力が一致しません。",
    minutes: (count) => `${count}分`,
    seconds: (count) => `${count}秒`,

    locationDenied: "このブラウザでは位置情報が許可されていません。ブラウザの設定でこのページに許可してください。",
    locationUnknown: "このブラウザの位置情報を取得できませんでした。",
    pushDenied: "このブラウザでは通知が許可されていません。ブラウザの設定でこのページに許可してください。",
    pushUnavailable: "このブラウザでは通知を登録できませんでした。",
    pushStored: "このデバイスはTodayに登録されています。",
    pushEncrypted: (bytes) => `メッセージを暗号化しました（${bytes}バイト）。`,
    pushSent: (service) => `${service}に送信しました。`,
    pushAccepted: "プッシュサービスが受け付けました。",
    pushGone: "プッシュサービスによると、このデバイスの登録は無効になっています。通知をもう一度オンにしてください。",
    pushRefused: (answer) => `プッシュサービスが受け付けませんでした：${answer}`,
    pushArrived: "このデバイスに届きました。",
    pushMissing: "1分以内に届きませんでした。",
    fileTooLarge: "このファイルはアプリとして大きすぎます。",
    imagesAreMadeSmaller: "画像を縮小しています…",
    cannotBeMadeSmaller: (name) => (
        name ? `このブラウザでは「${name}」を縮小できません。` : "このブラウザでは縮小できない画像があります。"
    ),
    copied: "コピーしました",
    selectedOnly: "このブラウザではコピーできません。テキストを選択しました。",
};

/** @type {Record<string, Texts>} */
const tables = { en: english, de: german, ja: japanese };

/** What the script says, in the language of the page. */
export const texts = tables[document.documentElement.lang] ?? english;
