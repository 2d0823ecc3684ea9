// How things stand now.

import { get } from "./server.js";
import { age, amount, draw, make, moment, payments, title, tone, words } from "./elements.js";
import { show } from "./console.js";

const REFRESH_MILLISECONDS = 15000;

// By outcome: how many, and how much of which money.
function outcomes(today) {
    const found = new Map();
    for (const one of today) {
        const entry = found.get(one.status) ?? { status: one.status, count: 0, money: [] };
        entry.count += one.count;
        entry.money.push(amount(one.amountText));
        found.set(one.status, entry);
    }
    return [...found.values()].sort((a, b) => b.count - a.count);
}

function bar(parts) {
    const total = parts.reduce((sum, one) => sum + one.count, 0);
    let x = 0;
    const pieces = parts.map((one) => {
        const width = Math.max(1, (one.count / total) * 100);
        const piece = draw("rect", {
            x, y: 0, width: Math.max(0.5, width - 0.4), height: 8, rx: 1, class: `fill ${tone(one.status)}`,
        });
        x += width;
        return piece;
    });
    const label = parts.map((one) => `${one.count} ${words(one.status)}`).join(", ");
    return draw("svg", {
        viewBox: `0 0 ${Math.max(100, x)} 8`, preserveAspectRatio: "none", class: "bar", role: "img", "aria-label": label,
    }, pieces);
}

function day(told) {
    const parts = outcomes(told.today);
    if (parts.length === 0) return make("p", {}, "No payment has begun today (UTC).");
    return [
        bar(parts),
        make("ul", { class: "legend" }, parts.map((one) => make("li", {},
            make("span", {}, make("span", { class: `dot ${tone(one.status)}` }), " ",
                make("a", { href: `#/payments?status=${one.status}` }, `${one.count} ${words(one.status)}`)),
            make("span", { class: "soft" }, one.money.join(", "))))),
        told.isWhole ? null : make("p", { class: "soft" }, "Only the newest 100,000 are counted."),
    ];
}

const tile = (name, value, note, href, isBad) => make("li", { class: isBad ? "tile bad" : "tile" },
    make("h2", {}, href ? make("a", { href }, name) : name),
    make("p", { class: "big" }, value),
    make("p", { class: "soft" }, note));

function tiles(told) {
    const { unresolved, findings, seals, stripe } = told;
    const open = findings.reduce((sum, one) => sum + one.count, 0);
    const oldest = unresolved.payments[0];
    const kinds = findings.map((one) => `${one.count} ${one.kind.replaceAll("_", " ")}`).join(", ");
    const late = seals.oldestUnsealedSeconds > 600;
    const tokens = stripe.tokens === undefined ? "no limit" : `${stripe.tokens} calls free`;
    return make("ul", { class: "tiles" },
        tile("Unresolved now", String(unresolved.count),
            oldest ? `the oldest for ${age((Date.parse(told.now) - Date.parse(oldest.changedAt)) / 1000)}` : "every outcome is known",
            "#/payments?status=unresolved", unresolved.count > 0),
        tile("Findings open", String(open), kinds || "nothing to look at", "#/findings", open > 0),
        tile("Seals", seals.number === undefined ? "none yet" : `no. ${seals.number}`,
            late ? `events are unsealed for ${age(seals.oldestUnsealedSeconds)}` : "up to date", null, late),
        tile("Stripe", stripe.breakerOpen ? "unavailable" : stripe.slowdown > 1 ? `slowed ${stripe.slowdown}×` : "available",
            `${tokens}, ${stripe.inFlight} under way, ${stripe.waiting} waiting`, null,
            stripe.breakerOpen || stripe.slowdown > 1));
}

export async function overview() {
    const told = await get("overview");
    // Nobody's place on the page is lost: it is drawn anew only while nothing on it has the focus.
    const timer = setInterval(() => {
        const active = document.activeElement;
        if (!document.hidden && (active === document.body || active.tagName === "H1")) show(false);
    }, REFRESH_MILLISECONDS);
    return {
        leave: () => clearInterval(timer),
        content: [
            title("Overview"),
            make("p", { class: "soft" }, "As of ", moment(told.now)),
            tiles(told),
            make("section", { class: "card", "aria-labelledby": "todayTitle" },
                make("h2", { id: "todayTitle" }, "Today's payments"), day(told)),
            told.unresolved.count === 0 ? "" : make("section", { class: "card" },
                payments("Unresolved, the oldest first", told.unresolved.payments, told.now)),
        ],
    };
}
