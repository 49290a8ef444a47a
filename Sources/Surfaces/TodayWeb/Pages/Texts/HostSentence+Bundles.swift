/// Why a bundle cannot be installed; the mistakes in its files, which are listed below, are for its author and in English.
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
}
