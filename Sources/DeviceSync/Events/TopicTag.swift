/// Tags of topic messages that stand for a symbol before the title, by the names that ntfy's clients know them by.
enum TopicTag {
    static let symbols: [String: String] = [
        "+1": "👍", "-1": "👎", "warning": "⚠️", "rotating_light": "🚨", "triangular_flag_on_post": "🚩", "skull": "💀",
        "facepalm": "🤦", "no_entry": "⛔", "no_entry_sign": "🚫", "cd": "💿", "tada": "🎉", "partying_face": "🥳",
        "loudspeaker": "📢", "computer": "💻", "x": "❌", "heavy_check_mark": "✔️", "white_check_mark": "✅",
        "bell": "🔔", "mailbox": "📫", "email": "📧", "fire": "🔥", "floppy_disk": "💾", "hourglass": "⌛", "lock": "🔒",
        "unlock": "🔓", "key": "🔑", "house": "🏠", "robot": "🤖", "sun": "☀️", "cloud": "☁️", "snowflake": "❄️",
        "rocket": "🚀", "zap": "⚡", "bulb": "💡", "heart": "❤️", "eyes": "👀", "package": "📦", "calendar": "📅",
        "information_source": "ℹ️", "question": "❓", "exclamation": "❗", "heavy_exclamation_mark": "❗", "battery": "🔋",
        "thermometer": "🌡️", "droplet": "💧", "door": "🚪", "movie_camera": "🎥", "camera": "📷", "dog": "🐶", "cat": "🐱",
        "green_circle": "🟢", "red_circle": "🔴", "yellow_circle": "🟡", "stopwatch": "⏱️", "wrench": "🔧", "bug": "🐛",
    ]
}
