// Patterns of text inputs, matched in a time that grows only with the sizes of the pattern and of the text.
//
// A browser's own regular expressions backtrack: `^(a+)+$` of a card would keep the page busy for years. These are run
// as automata instead, which follow all ways at once. Look-around and references back cannot be matched so; a pattern
// with them is not checked here.

const patternLimit = 1000;
const stateLimit = 2000;
const stepLimit = 4_000_000;
/** Patterns that nest deeper than this are not checked. */
const depthLimit = 50;

/**
 * A state of the automaton: it takes one character, splits into others, asserts an edge of the text, or is the end.
 *
 * @typedef {object} State
 * @property {(unit: string) => boolean} [takes]
 * @property {"start" | "end"} [edge]
 * @property {State[]} next - empty for the end
 * @property {number} seen - the step in which it was last added to the states that are followed
 */

/** @typedef {(next: State) => State} Part - makes the states of a part of a pattern, given what follows it */

class Unsupported extends Error {}

/** Reads a pattern and makes its automaton. */
class PatternReader {
    /** @param {string} pattern */
    constructor(pattern) {
        this.pattern = pattern;
        this.position = 0;
        this.states = 0;
        this.depth = 0;
    }

    /**
     * @param {Omit<State, "seen">} content
     * @returns {State}
     */
    state(content) {
        this.states += 1;
        if (this.states > stateLimit) throw new Unsupported();
        return { ...content, seen: -1 };
    }

    /** @param {string} text */
    takeIf(text) {
        const has = this.pattern.startsWith(text, this.position);
        if (has) this.position += text.length;
        return has;
    }

    /** @returns {Part} */
    readChoice() {
        this.depth += 1;
        if (this.depth > depthLimit) throw new Unsupported();
        const choices = [this.readSequence()];
        while (this.takeIf("|")) choices.push(this.readSequence());
        this.depth -= 1;
        if (choices.length === 1) return /** @type {Part} */ (choices[0]);
        return (next) => this.state({ next: choices.map((choice) => choice(next)) });
    }

    /** @returns {Part} */
    readSequence() {
        /** @type {Part[]} */
        const parts = [];
        while (this.position < this.pattern.length && !"|)".includes(this.pattern.charAt(this.position))) {
            parts.push(this.readRepeated());
        }
        return (next) => parts.reduceRight((following, part) => part(following), next);
    }

    /** @returns {Part} */
    readRepeated() {
        if (this.takeIf("^")) return this.edge("start");
        if (this.takeIf("$")) return this.edge("end");
        const part = this.readAtom();
        const [least, most] = this.readCounts();
        return (next) => {
            let following = next;
            if (most === Infinity) {
                const loop = this.state({ next: [] });
                loop.next = [part(loop), next];
                following = loop;
            } else {
                for (let count = least; count < most; count += 1) {
                    following = this.state({ next: [part(following), next] });
                }
            }
            for (let count = 0; count < least; count += 1) following = part(following);
            return following;
        };
    }

    /**
     * @param {"start" | "end"} edge
     * @returns {Part}
     */
    edge(edge) {
        if (/^[*+?{]/.test(this.pattern.slice(this.position))) throw new Unsupported();
        return (next) => this.state({ edge, next: [next] });
    }

    /** @returns {[number, number]} how often a part occurs at least and at most */
    readCounts() {
        /** @type {[number, number]} */
        let counts = [1, 1];
        const braces = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.pattern.slice(this.position));
        if (this.takeIf("*")) {
            counts = [0, Infinity];
        } else if (this.takeIf("+")) {
            counts = [1, Infinity];
        } else if (this.takeIf("?")) {
            counts = [0, 1];
        } else if (braces) {
            this.position += braces[0].length;
            const least = Number(braces[1]);
            const most = braces[3] ? Number(braces[3]) : Infinity;
            counts = [least, braces[2] ? most : least];
            if (counts[1] < least) throw new Unsupported();
        } else {
            return counts;
        }
        // Whether it takes many or few first makes no difference to whether it matches.
        this.takeIf("?");
        return counts;
    }

    /** @returns {Part} */
    readAtom() {
        if (this.takeIf("(")) {
            if (this.takeIf("?") && !this.takeIf(":")) throw new Unsupported();
            const part = this.readChoice();
            if (!this.takeIf(")")) throw new Unsupported();
            return part;
        }
        const rest = this.pattern.slice(this.position);
        const [atom] = /^(?:\[(?:[^\\\]]|\\[^])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|[dDwWsStnrvf]|[^\da-z])|[^\\[\](){}*+?|^$])/i
            .exec(rest) ?? [];
        if (!atom) throw new Unsupported();
        this.position += atom.length;
        // The browser knows which characters one atom takes; asked for one character, it cannot backtrack.
        const single = new RegExp(`^${atom}$`);
        /** @type {Map<string, boolean>} */
        const known = new Map();
        /** @param {string} unit */
        const takes = (unit) => {
            const answer = known.get(unit) ?? single.test(unit);
            known.set(unit, answer);
            return answer;
        };
        return (next) => this.state({ takes, next: [next] });
    }
}

/**
 * Adds what can be reached without taking a character.
 *
 * @param {State} first
 * @param {State[]} followed - receives the states that take a character
 * @param {number} index - how many characters were taken
 * @param {number} length - how many there are
 * @returns {boolean} whether the end was reached
 */
function follow(first, followed, index, length) {
    const waiting = [first];
    for (let state = waiting.pop(); state; state = waiting.pop()) {
        if (state.seen === index) continue;
        state.seen = index;
        if (state.next.length === 0) return true;
        if (state.takes) {
            followed.push(state);
        } else if (!state.edge || (state.edge === "start" ? index === 0 : index === length)) {
            waiting.push(...state.next);
        }
    }
    return false;
}

/**
 * Returns whether a pattern matches somewhere in a text, as `RegExp.prototype.test` does.
 *
 * @param {string} pattern
 * @param {string} text
 * @returns {boolean | null} `null` if the pattern is malformed, or cannot be checked in a bounded time
 */
export function matchesPattern(pattern, text) {
    if (pattern.length > patternLimit) return null;
    const reader = new PatternReader(pattern);
    /** @type {State} */
    let start;
    try {
        new RegExp(pattern);
        const end = reader.state({ next: [] });
        start = reader.readChoice()(end);
        if (reader.position < pattern.length) return null;
    } catch {
        return null;
    }
    if (reader.states * text.length > stepLimit) return null;
    /** @type {State[]} */
    let followed = [];
    for (let index = 0; index <= text.length; index += 1) {
        /** @type {State[]} */
        const reached = [];
        const unit = text.charAt(index - 1);
        for (const state of followed) {
            if (!state.takes?.(unit)) continue;
            if (follow(/** @type {State} */ (state.next[0]), reached, index, text.length)) return true;
        }
        if (follow(start, reached, index, text.length)) return true;
        followed = reached;
    }
    return false;
}
