// What browsers have and the type checker's own library does not know yet.

interface Element {
    checkVisibility(): boolean;
}
