import JSON

/// Airship's predefined sets of buttons.
enum InteractiveType {
    private static let plain: Set<String> = [
        "shop_now", "buy_now", "follow", "unfollow", "opt_in", "opt_out", "more_info", "download", "share", "like",
        "add", "save", "rate", "search", "book",
    ]

    private static let special: [String: [String]] = [
        "remind_me_later": ["remind"], "remind_share": ["remind", "share"], "like_dislike": ["like", "dislike"],
        "more_like_less_like": ["more_like", "less_like"], "add_calendar_remind": ["add_calendar", "remind"],
        "follow_save": ["follow", "save"], "icons_happy_sad": ["happy", "sad"], "icons_up_down": ["up", "down"],
    ]

    /// The ids of buttons that never open the app, in any set.
    private static let quiet: Set<String> = ["no", "decline", "remind", "dislike", "less_like", "sad", "down"]

    /// Returns the buttons of a predefined type for hosts; `nil` for a type that the app defines.
    static func buttons(of type: String) -> JSONValue? {
        guard type.hasPrefix("ua_") else { return nil }
        let name = String(type.dropFirst(3))
        for (prefix, ids) in [("yes_no", ["yes", "no"]), ("accept_decline", ["accept", "decline"])] {
            if name == "\(prefix)_foreground" { return buttons(ids, isForeground: true) }
            if name == "\(prefix)_background" { return buttons(ids, isForeground: false) }
        }
        if let ids = special[name] { return buttons(ids, isForeground: true) }
        if plain.contains(name) { return buttons([name], isForeground: true) }
        for suffix in ["share", "remind"] where name.hasSuffix("_\(suffix)") {
            let base = String(name.dropLast(suffix.count + 1))
            if plain.contains(base) { return buttons([base, suffix], isForeground: true) }
        }
        return nil
    }

    private static func buttons(_ ids: [String], isForeground: Bool) -> JSONValue {
        .array(
            ids.map { id in
                [
                    "id": .string(id), "title": .string(title(id)),
                    "foreground": .bool(isForeground && !quiet.contains(id)),
                ]
            }
        )
    }

    private static func title(_ id: String) -> String {
        id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
