// The page that says that the host is away: it opens its address again when the host can be reached.

import { retryDelay, sleep } from "./requests.js";

/** How many attempts the page that led here stands for, so that an address that fails alone is not asked for all the time. */
const earlierAttempts = 3;

/** Whether the host answers, and not only what stands in front of it, such as a proxy. */
async function isHostReachable() {
    const answer = await fetch("/away", { cache: "no-store" }).catch(() => null);
    return answer?.headers.has("Today-Answer") ?? false;
}

/**
 * Opens the address of this page again.
 *
 * The host can then no longer tell whether another site led to it, so where that matters it asks the person.
 */
function openAgain() {
    const address = new URL(location.href);
    if (address.pathname === "/open" && !address.searchParams.has("ask")) {
        address.searchParams.set("ask", "1");
        location.replace(address);
    } else {
        location.reload();
    }
}

async function openWhenReachable() {
    let attempt = earlierAttempts;
    do {
        await sleep(retryDelay(attempt));
        attempt += 1;
    } while (!await isHostReachable());
    openAgain();
}

document.querySelector("[data-again]")?.addEventListener("click", openAgain);
addEventListener("online", openAgain);
openWhenReachable();
