import TodayProtocol

/// A page with one sentence: signing in, an error, leaving Today.
struct PlainPage {
    let title: LocalizableText
    let sentence: LocalizableText
    /// Command for the terminal.
    var command: String?
    /// A URL in full.
    var address: String?
    /// `true` if the page, which is shown while the host is away, reloads its URL once the host can be reached.
    var opensAgain = false
    /// Labels and targets of the buttons, the most likely one first.
    var buttons: [(label: LocalizableText, href: String)] = []
    /// Label and target of a button that sends a form without fields.
    var form: (label: LocalizableText, action: String)?
    /// Path to which the page redirects at once.
    var forward: String?
    /// `true` if the page offers to sign in with a passkey, if its script finds that the browser supports it.
    var offersPasskeys = false

    func html(nonce: String, language: PageLanguage) -> [UInt8] {
        PageLayout(
            title: title.text(in: language),
            nonce: nonce,
            language: language,
            sheets: [.plain],
            script: offersPasskeys ? Assets.signInScriptPath : opensAgain ? Assets.awayScriptPath : nil
        ).wrap { page in
            page.markup("<main class=\"alone\">")
            if let forward { page.markup("<meta http-equiv=\"refresh\"\("content", "0;url=" + forward)>") }
            page.markup("<h1>\(title)</h1><p>\(sentence)</p>")
            if let address { page.markup("<p class=\"address\">\(address)</p>") }
            if let command { page.markup("<span class=\"command\">\(command)</span>") }
            if let form {
                page.markup("<form method=\"post\"\("action", form.action)>")
                page.markup("<button class=\"pill strong\">\(form.label)</button></form>")
            }
            if offersPasskeys {
                page.markup("<button type=\"button\" class=\"pill strong\" id=\"passkey\"")
                page.markup("\("data-unreachable", .todayIsAway)\("data-unusable", .passkeyDidNotWork)")
                page.markup(" hidden>\(.signInWithAPasskey)</button><p id=\"problem\" role=\"alert\"></p>")
            }
            if opensAgain { page.markup("<button type=\"button\" class=\"pill\" data-again>\(.tryAgain)</button>") }
            for button in buttons {
                page.markup("<a class=\"pill\" rel=\"noopener noreferrer\"\("href", button.href)>\(button.label)</a>")
            }
            page.markup("</main>")
        }
    }
}

extension PlainPage {
    /// For a browser without a session, which may be offered to sign in with a passkey.
    static func signIn(_ offersPasskeys: Bool) -> PlainPage {
        PlainPage(
            title: .thisIsToday,
            sentence: .howToSignIn,
            command: "today link",
            offersPasskeys: offersPasskeys
        )
    }

    /// For a sign-in link that was already used, or has expired.
    static let usedLink = PlainPage(
        title: .linkWasUsed,
        sentence: .linksWorkOnce,
        command: "today link"
    )

    /// For a browser that cannot reach the host; the service worker shows it.
    static let away = PlainPage(
        title: .todayIsAway,
        sentence: .whenTodayIsAway,
        opensAgain: true,
        buttons: [(.goToToday, "/")]
    )

    /// For an unknown path.
    static let notFound = PlainPage(
        title: .notHere,
        sentence: .noSuchPage,
        buttons: [(.goToToday, "/")]
    )
}
