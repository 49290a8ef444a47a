import HostModel

/// The passkeys of a device, each with the button that removes it, without a script.
struct PasskeyList {
    let passkeys: [DevicePasskey]
    let dates: PageDates

    func write(to page: inout PageWriter) {
        guard !passkeys.isEmpty else { return }
        page.markup("<ul class=\"sheaf\"\("aria-label", .passkeys)>")
        for passkey in passkeys { write(passkey, to: &page) }
        page.markup("</ul>")
    }

    private func write(_ passkey: DevicePasskey, to page: inout PageWriter) {
        page.markup("<li class=\"line session\">")
        page.markup("<div><b>\(.passkey)</b><p>\(.passkeyAdded)\(dates.age(of: passkey.created))</p><p>")
        if let lastUsed = passkey.lastUsed {
            page.markup("\(.passkeyLastUsed)\(dates.age(of: lastUsed))")
        } else {
            page.text(.passkeyNeverUsed)
        }
        page.markup("</p></div><div class=\"tools\">")
        page.markup("<form method=\"post\"\("action", "/settings/passkeys/\(passkey.id)/remove")>")
        page.markup("<button class=\"quiet-button\"\("aria-label", .removePasskey(dates.moment(passkey.created)))")
        page.markup(">\(.removeDevice)</button></form></div></li>")
    }
}
