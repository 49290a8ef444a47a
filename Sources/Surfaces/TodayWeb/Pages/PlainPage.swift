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
            if let forward {
                page.markup("<meta http-equiv=\"refresh\"")
                page.attribute("content", "0;url=" + forward)
                page.markup(">")
            }
            page.markup("<h1>")
            page.text(title)
            page.markup("</h1><p>")
            page.text(sentence)
            page.markup("</p>")
            if let address {
                page.markup("<p class=\"address\">")
                page.text(address)
                page.markup("</p>")
            }
            if let command {
                page.markup("<span class=\"command\">")
                page.text(command)
                page.markup("</span>")
            }
            if let form {
                page.markup("<form method=\"post\"")
                page.attribute("action", form.action)
                page.markup("><button class=\"pill strong\">")
                page.text(form.label)
                page.markup("</button></form>")
            }
            if offersPasskeys {
                page.markup("<button type=\"button\" class=\"pill strong\" id=\"passkey\"")
                page.attribute("data-unreachable", .todayIsAway)
                page.attribute("data-unusable", .passkeyDidNotWork)
                page.markup(" hidden>")
                page.text(.signInWithAPasskey)
                page.markup("</button><p id=\"problem\" role=\"alert\"></p>")
            }
            if opensAgain {
                page.markup("<button type=\"button\" class=\"pill\" data-again>")
                page.text(.tryAgain)
                page.markup("</button>")
            }
            for button in buttons {
                page.markup("<a class=\"pill\" rel=\"noopener noreferrer\"")
                page.attribute("href", button.href)
                page.markup(">")
                page.text(button.label)
                page.markup("</a>")
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
