// Style rules that arrive with new markup. The page's policy allows no style attributes, so each measure is a class.

const sheet = new CSSStyleSheet();
const names = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/**
 * Adds the rules that the page does not have yet.
 *
 * @param {[name: string, declarations: string][]} [rules]
 */
export function addRules(rules = []) {
    for (const [name, declarations] of rules) {
        if (names.has(name)) continue;
        names.add(name);
        sheet.insertRule(`.${name}{${declarations}}`, sheet.cssRules.length);
    }
}
