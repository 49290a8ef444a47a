// The taps that the host has not answered yet, in the browser's database. Pages import this for its effect, and the
// service worker, which cannot import modules in every browser, loads it as a script; so it exports nothing.

self.tapStore = (() => {
    const databaseName = "today";
    const storeName = "taps";
    /** The host knows a tap again for 30 days; what waited longer might be done twice. In milliseconds. */
    const longest = 25 * 86_400_000;

    /** @type {Promise<IDBDatabase> | undefined} */
    let database;

    /** @returns {Promise<IDBDatabase>} */
    function open() {
        database ??= new Promise((resolve, reject) => {
            const opening = indexedDB.open(databaseName, 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { autoIncrement: true });
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
        });
        return database;
    }

    /**
     * Runs requests in one transaction; returns the result of the last one.
     *
     * @template T
     * @param {IDBTransactionMode} mode
     * @param {(store: IDBObjectStore) => IDBRequest<T>} act
     * @returns {Promise<T>} once the transaction is complete
     */
    async function transact(mode, act) {
        const transaction = (await open()).transaction(storeName, mode);
        const request = act(transaction.objectStore(storeName));
        return new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve(request.result);
            transaction.onabort = () => reject(transaction.error);
        });
    }

    return {
        lockName: "taps",
        channelName: "taps",
        syncTag: "taps",

        async add(kept) {
            return Number(await transact("readwrite", (store) => store.add(kept)));
        },

        async remove(order) {
            await transact("readwrite", (store) => store.delete(order));
        },

        async all() {
            /** @type {(KeptTap & { order: number })[]} */
            const found = [];
            await transact("readwrite", (store) => {
                const request = store.openCursor();
                request.onsuccess = () => {
                    const cursor = request.result;
                    if (!cursor) return;
                    if (Date.now() - cursor.value.since > longest) {
                        cursor.delete();
                    } else {
                        found.push({ ...cursor.value, order: Number(cursor.key) });
                    }
                    cursor.continue();
                };
                return request;
            });
            return found;
        },

        isAnswer({ status, headers }) {
            // What stands in front of the host answers for it, too, when it is away: a proxy with 502, for example.
            if (!headers.has("Today-Answer")) return false;
            // 401 asks to sign in first. 502 says that the app failed; other errors of the host may pass.
            return status !== 401 && (status < 500 || status === 502);
        },
    };
})();
