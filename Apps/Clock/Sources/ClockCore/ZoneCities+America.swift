/// Written by script/update-zone-cities.py.
///
/// The names are those of Unicode's Common Locale Data Repository, as published in the Python package Babel 2.18.0: the
/// bundle's Cities/LICENSE has its licence.
extension ZoneCities {
    /// The zones of America.
    ///
    /// A line has the zone and its city's name in German and in Japanese, which is empty if it is the same as in English.
    static let america = """
        America/Adak||アダック
        America/Anchorage||アンカレッジ
        America/Anguilla||アンギラ
        America/Antigua||アンティグア
        America/Araguaina||アラグァイナ
        America/Argentina/Buenos_Aires||ブエノスアイレス
        America/Argentina/Catamarca||カタマルカ
        America/Argentina/Cordoba|Córdoba|コルドバ
        America/Argentina/Jujuy||フフイ
        America/Argentina/La_Rioja||ラリオハ
        America/Argentina/Mendoza||メンドーサ
        America/Argentina/Rio_Gallegos||リオガジェゴス
        America/Argentina/Salta||サルタ
        America/Argentina/San_Juan||サンファン
        America/Argentina/San_Luis||サンルイス
        America/Argentina/Tucuman||トゥクマン
        America/Argentina/Ushuaia||ウシュアイア
        America/Aruba||アルバ
        America/Asuncion|Asunción|アスンシオン
        America/Atikokan||アティコカン
        America/Bahia||バイーア
        America/Bahia_Banderas||バイアバンデラ
        America/Barbados||バルバドス
        America/Belem||ベレン
        America/Belize||ベリーズ
        America/Blanc-Sablon||ブラン・サブロン
        America/Boa_Vista||ボアビスタ
        America/Bogota|Bogotá|ボゴタ
        America/Boise||ボイシ
        America/Cambridge_Bay||ケンブリッジベイ
        America/Campo_Grande||カンポグランデ
        America/Cancun|Cancún|カンクン
        America/Caracas||カラカス
        America/Cayenne||カイエンヌ
        America/Cayman|Kaimaninseln|ケイマン
        America/Chicago||シカゴ
        America/Chihuahua||チワワ
        America/Ciudad_Juarez|Ciudad Juárez|シウダー・フアレス
        America/Costa_Rica||コスタリカ
        America/Creston||クレストン
        America/Cuiaba||クイアバ
        America/Curacao|Curaçao|キュラソー
        America/Danmarkshavn||デンマークシャウン
        America/Dawson||ドーソン
        America/Dawson_Creek||ドーソンクリーク
        America/Denver||デンバー
        America/Detroit||デトロイト
        America/Dominica||ドミニカ
        America/Edmonton||エドモントン
        America/Eirunepe||エイルネペ
        America/El_Salvador||エルサルバドル
        America/Fort_Nelson||フォートネルソン
        America/Fortaleza||フォルタレザ
        America/Glace_Bay||グレースベイ
        America/Goose_Bay||グースベイ
        America/Grand_Turk||グランドターク
        America/Grenada||グレナダ
        America/Guadeloupe||グアドループ
        America/Guatemala||グアテマラ
        America/Guayaquil||グアヤキル
        America/Guyana||ガイアナ
        America/Halifax||ハリファクス
        America/Havana|Havanna|ハバナ
        America/Hermosillo||エルモシヨ
        America/Indiana/Indianapolis||インディアナポリス
        America/Indiana/Knox|Knox, Indiana|インディアナ州ノックス
        America/Indiana/Marengo|Marengo, Indiana|インディアナ州マレンゴ
        America/Indiana/Petersburg|Petersburg, Indiana|インディアナ州ピーターズバーグ
        America/Indiana/Tell_City|Tell City, Indiana|インディアナ州テルシティ
        America/Indiana/Vevay|Vevay, Indiana|インディアナ州ビベー
        America/Indiana/Vincennes|Vincennes, Indiana|インディアナ州ビンセンス
        America/Indiana/Winamac|Winamac, Indiana|インディアナ州ウィナマック
        America/Inuvik||イヌヴィク
        America/Iqaluit||イカルイット
        America/Jamaica|Jamaika|ジャマイカ
        America/Juneau||ジュノー
        America/Kentucky/Louisville||ルイビル
        America/Kentucky/Monticello|Monticello, Kentucky|ケンタッキー州モンティチェロ
        America/Kralendijk||クラレンダイク
        America/La_Paz||ラパス
        America/Lima||リマ
        America/Los_Angeles||ロサンゼルス
        America/Lower_Princes|Lower Prince’s Quarter|ローワー・プリンセズ・クウォーター
        America/Maceio||マセイオ
        America/Managua||マナグア
        America/Manaus||マナウス
        America/Marigot||マリゴ
        America/Martinique||マルティニーク
        America/Matamoros||マタモロス
        America/Mazatlan||マサトラン
        America/Menominee||メノミニー
        America/Merida||メリダ
        America/Metlakatla||メトラカトラ
        America/Mexico_City|Mexiko-Stadt|メキシコシティー
        America/Miquelon||ミクロン島
        America/Moncton||モンクトン
        America/Monterrey||モンテレイ
        America/Montevideo||モンテビデオ
        America/Montserrat||モントセラト
        America/Nassau||ナッソー
        America/New_York||ニューヨーク
        America/Nome||ノーム
        America/Noronha|Fernando de Noronha|ノローニャ
        America/North_Dakota/Beulah|Beulah, North Dakota|ノースダコタ州ビューラー
        America/North_Dakota/Center|Center, North Dakota|ノースダコタ州センター
        America/North_Dakota/New_Salem|New Salem, North Dakota|ノースダコタ州ニューセーラム
        America/Nuuk||ヌーク
        America/Ojinaga||オヒナガ
        America/Panama||パナマ
        America/Paramaribo||パラマリボ
        America/Phoenix||フェニックス
        America/Port-au-Prince||ポルトープランス
        America/Port_of_Spain||ポートオブスペイン
        America/Porto_Velho||ポルトベーリョ
        America/Puerto_Rico||プエルトリコ
        America/Punta_Arenas||プンタアレナス
        America/Rankin_Inlet||ランキンインレット
        America/Recife||レシフェ
        America/Regina||レジャイナ
        America/Resolute||レゾリュート
        America/Rio_Branco||リオブランコ
        America/Santarem||サンタレム
        America/Santiago||サンチアゴ
        America/Santo_Domingo||サントドミンゴ
        America/Sao_Paulo|São Paulo|サンパウロ
        America/Scoresbysund|Ittoqqortoormiit|イトコルトルミット
        America/Sitka||シトカ
        America/St_Barthelemy|Saint-Barthélemy|サン・バルテルミー
        America/St_Johns|St. John’s|セントジョンズ
        America/St_Kitts|St. Kitts|セントクリストファー
        America/St_Lucia|St. Lucia|セントルシア
        America/St_Thomas|St. Thomas|セントトーマス
        America/St_Vincent|St. Vincent|セントビンセント
        America/Swift_Current||スウィフトカレント
        America/Tegucigalpa||テグシガルパ
        America/Thule||チューレ
        America/Tijuana||ティフアナ
        America/Toronto||トロント
        America/Tortola||トルトーラ
        America/Vancouver||バンクーバー
        America/Whitehorse||ホワイトホース
        America/Winnipeg||ウィニペグ
        America/Yakutat||ヤクタット
        """
}
