import AddressLists

extension Texts {
    /// Says why a feed could not be fetched, in one sentence.
    func sentence(_ failure: FeedFailure) -> String {
        switch failure {
        case .notAllowed(let server):
            say(
                "Feeds may not fetch from \(server) yet.",
                "フィードは\(server)からの取得を許可されていません。",
                "Feeds darf noch nicht von \(server) laden."
            )
        case .refused(let sentence): sentence
        case .unreachable: fetching.unreachable
        case .tooSlow: fetching.tooSlow
        case .tooLarge:
            say("The feed is larger than 512 KiB.", "フィードが512KiBを超えています。", "Der Feed ist größer als 512 KiB.")
        case .status(404), .status(410):
            say("There is no feed at this address.", "このアドレスにフィードはありません。", "Unter dieser Adresse gibt es keinen Feed.")
        case .status(let status): fetching.status(status)
        case .repeated(let title):
            say(
                "This is the feed “\(title)”, which is in the list already.",
                "これはリストにある「\(title)」と同じフィードです。",
                "Das ist der Feed „\(title)“, der schon in der Liste steht."
            )
        case .notAFeed:
            say(
                "There is no RSS or Atom feed at this address.",
                "このアドレスはRSSでもAtomでもありません。",
                "Diese Adresse führt zu keinem RSS- oder Atom-Feed."
            )
        case .unknownEncoding:
            say(
                "Feeds does not support the encoding of this feed.",
                "フィードの文字コードに対応していません。",
                "Der Feed hat eine Zeichenkodierung, die Feeds nicht kennt."
            )
        case .malformed(let line):
            say(
                "The feed has an error in line \(line).",
                "フィードの\(line)行目に誤りがあります。",
                "Der Feed hat in Zeile \(line) einen Fehler."
            )
        }
    }

    /// Says what to do about a server that may not speak `https`, which is assumed if no scheme is entered.
    func triedHTTPS(_ server: String) -> String {
        say(
            "Feeds tried https. If the server has only http, add the address with http://\(server).",
            "httpsで接続を試みました。サーバーがhttpのみの場合は、http://\(server)で始まるアドレスを追加してください。",
            "Feeds hat https versucht. Wenn der Server nur http kennt, füge die Adresse mit http://\(server) hinzu."
        )
    }

    /// Says how many feeds could not be fetched.
    func failures(_ count: Int) -> String {
        say(
            "\(count) feeds could not be updated",
            "\(count)個のフィードを更新できませんでした",
            "\(count) Feeds konnten nicht aktualisiert werden"
        )
    }
}
