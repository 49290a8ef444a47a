import HostModel

/// The passkeys of a device, each with the button that removes it, without a script.
struct PasskeyList {
    let passkeys: [DevicePasskey]
    let dates: PageDates

    func write(to page: inout PageWriter) {
        guard !passkeys.isEmpty else { return }
        page.markup("<ul class=\"sheaf\"")
        page.attribute("aria-label", .passkeys)
        page.markup(">")
        for passkey in passkeys { write(passkey, to: &page) }
        page.markup("</ul>")
    }

    private func write(_ passkey: DevicePasskey, to page: inout PageWriter) {
        page.markup("<li class=\"line session\"><div><b>")
        page.text(.passkey)
        page.markup("</b><p>")
        page.text(.passkeyAdded)
        dates.writeAgo(passkey.created, to: &page)
        page.markup("</p><p>")
        if let lastUsed = passkey.lastUsed {
            page.text(.passkeyLastUsed)
            dates.writeAgo(lastUsed, to: &page)
        } else {
            page.text(.passkeyNeverUsed)
        }
        page.markup("</p></div><div class=\"tools\"><form method=\"post\"")
        page.attribute("action", "/settings/passkeys/\(passkey.id)/remove")
        page.markup("><button class=\"quiet-button\"")
        page.attribute("aria-label", .removePasskey(dates.moment(passkey.created)))
        page.markup(">")
        page.text(.removeDevice)
        page.markup("</button></form></div></li>")
    }
}
