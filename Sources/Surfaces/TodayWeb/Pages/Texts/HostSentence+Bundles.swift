/// The reasons for which a bundle cannot be installed; the errors in its files, listed below them, are in English, for
/// its author.
extension HostSentence {
    static let bundles: [HostSentence] = [
        HostSentence(
            en: "There is no bundle at {1}.",
            de: "Unter {1} gibt es kein Paket.",
            ja: "{1}にバンドルがありません。"
        ),
        HostSentence(
            en: "{1} is installed and signed by {2}, and this bundle is not signed. "
                + "Only its signer can update it; remove it first if you want this one instead.",
            de: "{1} ist installiert und von {2} signiert, dieses Paket ist nicht signiert. Nur wer sie signiert hat, "
                + "kann sie aktualisieren; entferne sie zuerst, wenn du stattdessen diese willst.",
            ja: "インストール済みの{1}は{2}が署名していますが、このバンドルには署名がありません。更新できるのは同じ署名者だけです。"
                + "こちらを使うには先に削除してください。"
        ),
        HostSentence(
            en: "{1} is installed and signed by {2}, and this bundle by {3}. "
                + "Only its signer can update it; remove it first if you want this one instead.",
            de: "{1} ist installiert und von {2} signiert, dieses Paket von {3}. Nur wer sie signiert hat, kann sie "
                + "aktualisieren; entferne sie zuerst, wenn du stattdessen diese willst.",
            ja: "インストール済みの{1}は{2}が署名していますが、このバンドルの署名者は{3}です。更新できるのは同じ署名者だけです。"
                + "こちらを使うには先に削除してください。"
        ),
        HostSentence(en: "{1} has a problem.", de: "{1} hat einen Fehler.", ja: "{1}に問題があります。"),
        HostSentence(en: "{1} has {2} problems.", de: "{1} hat {2} Fehler.", ja: "{1}に{2}件の問題があります。"),
        HostSentence(
            en: "Folders in {1} nest deeper than {2}.",
            de: "Ordner in {1} sind tiefer als {2} Ebenen verschachtelt.",
            ja: "{1}のフォルダの階層が{2}段を超えています。"
        ),
        HostSentence(
            en: "{1} holds more than {2} files.",
            de: "{1} enthält mehr als {2} Dateien.",
            ja: "{1}のファイルが{2}個を超えています。"
        ),
        HostSentence(
            en: "{1} is neither a file nor a folder; leave it out of the bundle.",
            de: "{1} ist weder Datei noch Ordner; bitte aus dem Paket weglassen.",
            ja: "{1}はファイルでもフォルダでもありません。バンドルから除いてください。"
        ),
        HostSentence(
            en: "{1} is larger than {2} MiB.",
            de: "{1} ist größer als {2} MiB.",
            ja: "{1}が{2}MiBを超えています。"
        ),
        HostSentence(
            en: "The link {1} leads out of the bundle or nowhere; put the file itself there.",
            de: "Der Link {1} führt aus dem Paket heraus oder ins Leere; bitte die Datei selbst dorthin legen.",
            ja: "リンク{1}の先がバンドルの外にあるか、存在しません。ファイルそのものを置いてください。"
        ),
        HostSentence(
            en: "Could not {1}: {2}.",
            de: "Das Paket konnte nicht kopiert werden: {2}.",
            ja: "バンドルをコピーできませんでした：{2}。"
        ),
        HostSentence(
            en: "The archive is larger than {1} MiB when unpacked.",
            de: "Das Archiv ist entpackt größer als {1} MiB.",
            ja: "アーカイブを展開すると{1}MiBを超えます。"
        ),
        HostSentence(
            en: "The archive is damaged, or its end is missing.",
            de: "Das Archiv ist beschädigt, oder das Ende fehlt.",
            ja: "アーカイブが壊れているか、途中で切れています。"
        ),
        HostSentence(
            en: "The archive holds more than {1} files.",
            de: "Das Archiv enthält mehr als {1} Dateien.",
            ja: "アーカイブのファイルが{1}個を超えています。"
        ),
        HostSentence(en: "The archive is empty.", de: "Das Archiv ist leer.", ja: "アーカイブが空です。"),
        HostSentence(
            en: "The archive holds {1} twice.",
            de: "Das Archiv enthält {1} zweimal.",
            ja: "アーカイブに{1}が二つあります。"
        ),
        HostSentence(
            en: "The link {1} leads out of the bundle.",
            de: "Der Link {1} führt aus dem Paket heraus.",
            ja: "リンク{1}の先がバンドルの外にあります。"
        ),
        HostSentence(
            en: "{1} is neither a file nor a folder nor a symbolic link; leave it out.",
            de: "{1} ist weder Datei noch Ordner noch symbolischer Link; bitte weglassen.",
            ja: "{1}はファイル、フォルダ、シンボリックリンクのいずれでもありません。除いてください。"
        ),
        HostSentence(
            en: "{1} is not a valid name inside a bundle.",
            de: "{1} ist kein Name innerhalb eines Pakets.",
            ja: "{1}はバンドル内の名前ではありません。"
        ),
        HostSentence(
            en: "An archive holds one folder Name.app and nothing beside it, but this one has {1}.",
            de: "Ein Archiv enthält nur einen Ordner Name.app, dieses aber {1}.",
            ja: "アーカイブに入れるのはフォルダName.app一つだけですが、{1}が含まれています。"
        ),
        HostSentence(
            en: "Folders nest deeper than {1}.",
            de: "Ordner sind tiefer als {1} Ebenen verschachtelt.",
            ja: "フォルダの階層が{1}段を超えています。"
        ),
        HostSentence(
            en: "The bundle is larger than {1} MiB.",
            de: "Das Paket ist größer als {1} MiB.",
            ja: "バンドルが{1}MiBを超えています。"
        ),
        HostSentence(
            en: "This is not a tar archive; pack the bundle with “{1}”.",
            de: "Das ist kein tar-Archiv; das Paket packen mit „{1}“.",
            ja: "tarアーカイブではありません。次のコマンドでまとめてください：「{1}」"
        ),
    ]

    /// Warnings above the screen.
    static let sandbox: [HostSentence] = [
        HostSentence(
            en: "A widget may use {1} MiB of memory, and the app with all its widgets {2} MiB.",
            de: "Ein Widget darf {1} MiB Speicher belegen, die App mit allen Widgets {2} MiB.",
            ja: "ウィジェットは{1} MiBまで、アプリとそのすべてのウィジェットは合計{2} MiBまでメモリを使用できます。"
        ),
        HostSentence(
            en: "The app may have {1} MiB in the host's database; it has {2} MiB.",
            de: "Die App darf in der Datenbank von Today {1} MiB belegen; sie belegt {2} MiB.",
            ja: "アプリはTodayのデータベースで{1} MiBまで使用できます。現在の使用量は{2} MiBです。"
        ),
        HostSentence(
            en: "The kernel limits apps and widgets with control groups: {1}.",
            de: "Der Kernel begrenzt Apps und Widgets mit Control Groups: {1}.",
            ja: "カーネルがコントロールグループ（{1}）でアプリとウィジェットを制限しています。"
        ),
        HostSentence(
            en: "Today measures what apps and widgets use, without control groups: {1}.",
            de: "Today misst, was Apps und Widgets belegen, ohne Control Groups: {1}.",
            ja: "Todayはコントロールグループを使わずに、アプリとウィジェットの使用量を測定しています：{1}。"
        ),
        HostSentence(en: "there is no sandbox", de: "es gibt keine Sandbox", ja: "サンドボックスがありません"),
        HostSentence(
            en: "this machine has no control groups of version 2",
            de: "dieser Rechner hat keine Control Groups der Version 2",
            ja: "このコンピュータにはバージョン2のコントロールグループがありません"
        ),
        HostSentence(
            en: "Today has no control group of its own",
            de: "Today hat keine eigene Control Group",
            ja: "Todayには専用のコントロールグループがありません"
        ),
        HostSentence(
            en: "the control groups of this machine do not limit memory",
            de: "die Control Groups dieses Rechners begrenzen den Speicher nicht",
            ja: "このコンピュータのコントロールグループはメモリを制限しません"
        ),
        HostSentence(
            en: "the control groups of this machine cannot be changed: {1}",
            de: "die Control Groups dieses Rechners lassen sich nicht ändern: {1}",
            ja: "このコンピュータのコントロールグループは変更できません：{1}"
        ),
        HostSentence(
            en: "The sandbox is off: apps and widgets can read and change everything that you can.",
            de: "Die Sandbox ist ausgeschaltet: Apps und Widgets können alles lesen und ändern, was du selbst kannst.",
            ja: "サンドボックスがオフです：アプリとウィジェットは、あなたがアクセスできるすべてのものを読み書きできます。"
        ),
        HostSentence(
            en: "There is no sandbox on this machine ({1}), so only apps that you trust by name are started.",
            de:
                "Auf diesem Rechner gibt es keine Sandbox ({1}), daher starten nur Apps, denen du ausdrücklich vertraust.",
            ja: "このコンピュータにはサンドボックスがないため（{1}）、信頼済みに指定したアプリだけが起動します。"
        ),
        HostSentence(
            en: "A sandbox is required but not available ({1}), so no apps or widgets are started.",
            de: "Eine Sandbox ist vorgeschrieben, aber nicht vorhanden ({1}), daher startet weder App noch Widget.",
            ja: "サンドボックスが必須ですが利用できないため（{1}）、アプリもウィジェットも起動しません。"
        ),
        HostSentence(
            en: "bubblewrap is not installed",
            de: "bubblewrap ist nicht installiert",
            ja: "bubblewrapがインストールされていません"
        ),
        HostSentence(
            en: "prlimit is not installed",
            de: "prlimit ist nicht installiert",
            ja: "prlimitがインストールされていません"
        ),
        HostSentence(
            en: "today-launch is not installed",
            de: "today-launch ist nicht installiert",
            ja: "today-launchがインストールされていません"
        ),
        HostSentence(
            en: "system calls cannot be filtered",
            de: "Systemaufrufe lassen sich nicht filtern",
            ja: "システムコールを制限できません"
        ),
        HostSentence(en: "bubblewrap does not answer", de: "bubblewrap antwortet nicht", ja: "bubblewrapが応答しません"),
        HostSentence(
            en: "bubblewrap cannot be started",
            de: "bubblewrap lässt sich nicht starten",
            ja: "bubblewrapを起動できません"
        ),
        HostSentence(
            en: "bubblewrap fails without an error message",
            de: "bubblewrap scheitert ohne Angabe von Gründen",
            ja: "bubblewrapが理由を示さずに失敗しました"
        ),
    ]
}
