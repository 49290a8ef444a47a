import Testing

@testable import DeviceSync

@Suite struct MarkupFilterTests {
    private func filter(_ html: String) -> String {
        String(decoding: MarkupFilter.filter(Array(html.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        ("a <b>c</b> d", "a <b>c</b> d"), ("1 < 2 <= 3 &lt; 4", "1 &lt; 2 &lt;= 3 &lt; 4"),
        ("<P  TITLE = 'a \"b\" <c>' onclick=x dir=ltr>", "<p title=\"a &quot;b&quot; &lt;c>\" dir=\"ltr\">"),
        ("<p title=a title=b>", "<p title=\"a\">"), ("<br/><img src=a/b/ alt>", "<br/><img src=\"a/b/\" alt=\"\">"),
        ("<a href=x?a=1&b=2>", "<a href=\"x?a=1&b=2\">"), ("<p =title=a>", "<p>"), ("<p/title=a>", "<p title=\"a\">"),
        ("a<!-- <b> -- > -->b<!-->c<!--->d<!DOCTYPE x>e<?php <b> ?>f", "abcde ?>f"),
        ("<script>a<b>'</scriptx></SCRIPT\n>b", "b"), ("<style>/*</style>*/", "*/"), ("a</>b</ x>c", "abc"),
        ("</p title='>'>x", "</p>x"), ("<o:p>x</o:p>", "x"), ("<p title='never ends", ""), ("a<p", "a"),
        ("a<!-- never ends", "a"), ("<script>never ends</scrip", ""), ("<p title=", ""),
        ("<p title=''>", "<p title=\"\">"),
        ("<", "&lt;"), ("<p title='", ""), ("<!", ""), ("</", ""), ("<!--", ""), ("<a\u{301}>b", "b"),
    ])
    func whatComesIsWrittenAnew(html: String, expected: String) { #expect(filter(html) == expected) }

    @Test func whatIsWrittenIsWrittenTheSameAgain() {
        for html in ["<p title='\"<>' dir=ltr>1 < 2<br/>", "a<script>b</script><a href=x>c</a>"] {
            #expect(filter(filter(html)) == filter(html))
        }
    }

    @Test func everyAttributeThatCountsIsLetThrough() {
        for name in AttributeRule.names { #expect(filter("<x \(name.uppercased())=1>") == "<x \(name)=\"1\">") }
        for element in SafeElement.allCases {
            for name in ["background", "onclick", "class", "id", "srcset", "name", "action"] {
                #expect(AttributeRule.value(of: name, "1", on: element.rawValue) == nil)
                #expect(!AttributeRule.names.contains(name))
            }
        }
    }
}
