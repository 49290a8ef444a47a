// What the script says, in the language of the page.
//
// The server makes `strings` from its string catalog: a script for each language, which pages load before the modules.
// `Texts` is made from the catalog as well, so a text or an argument that is missing is a mistake to the type checker.

const placeholder = /%(?:(\d+)\$)?(?:@|lld)/g;
const plurals = new Intl.PluralRules(document.documentElement.lang);

/**
 * Returns a text with its arguments, in the plural form for the first number among them.
 *
 * @param {string} key
 * @param {...(string | number)} values
 */
function formatted(key, ...values) {
    const count = values.find((each) => typeof each === "number");
    const text = (count === undefined ? undefined : strings[`${key}|${plurals.select(Number(count))}`]) ?? strings[key];
    let next = 0;
    return text.replace(placeholder, (_, place) => String(values[place ? place - 1 : next++]));
}

/** The texts by name; `kinds.app` is the text `app` of the table `kinds`. */
function allTexts() {
    /** @type {Record<string, any>} */
    const all = {};
    for (const [key, text] of Object.entries(strings)) {
        const [name, inner] = key.split(".");
        const value = text.search(placeholder) < 0 ? text : formatted.bind(null, key);
        if (inner) (all[name] ??= {})[inner] = value;
        else all[name] = value;
    }
    return all;
}

/** What the script says; a text with placeholders is a function. */
export const texts = /** @type {Texts} */ (allTexts());
