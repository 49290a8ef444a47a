/// An app's icon: the first letter of its name on a color that its identifier decides.
struct Icon {
    let title: String
    let id: String

    func write(to page: inout PageWriter) {
        page.markup("<span class=\"icon hue-")
        page.number(hue)
        page.markup("\" aria-hidden=\"true\">")
        page.text(letter)
        page.markup("</span>")
    }

    private var letter: String { title.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "•" }

    private var hue: Int {
        var hash: UInt32 = 0x811c_9dc5
        for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) % 8)
    }
}
