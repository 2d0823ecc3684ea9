// Makes what is seen. Texts become text and nothing else: there is no way to write markup here.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

export const make = (tag, properties, ...children) =>
    fill(document.createElement(tag), properties, children);

export const draw = (tag, properties, ...children) =>
    fill(document.createElementNS(SVG, tag), properties, children);

export const title = (text) => make("h1", { tabindex: "-1" }, text);

// 445137.00 USD as 445,137.00 USD.
export const amount = (text) => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

// An amount with what came back of it.
export function money(payment) {
    const back = payment.amountRefunded ? ` (${amount(payment.refundedText)} refunded)` : "";
    return amount(payment.amountText) + back;
}

const PLAIN = {
    succeeded: "paid", creating: "being charged", requires_action: "waits for 3-D Secure",
    confirming: "being confirmed", authorized: "held", capturing: "being captured",
    canceling: "being canceled", open: "open in an app", requires_customer: "waits for its customer",
    unresolved: "unknown", quarantined: "not what was asked",
};

export const words = (state) => PLAIN[state] ?? state.replaceAll("_", " ");

const TONES = {
    succeeded: "good", declined: "soft", expired: "soft", canceled: "soft",
    unresolved: "bad", quarantined: "bad",
};

export const tone = (state) => TONES[state] ?? "busy";

export const badge = (state) => make("span", { class: `badge ${tone(state)}` }, words(state));

export function moment(text) {
    return make("time", { datetime: text }, text.replace("T", " ").replace(/\.\d+Z$/, " UTC"));
}

export function age(seconds) {
    if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
    if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
    if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
    return `${Math.round(seconds / 86400)} days`;
}

export const since = (then, now) => age((Date.parse(now) - Date.parse(then)) / 1000);

export const link = (id) =>
    make("a", { href: `#/payment/${encodeURIComponent(id)}`, class: "number" }, id);

// What may be wider than its place is scrolled to with the keyboard, too.
export const scroll = (name, child) =>
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, child);

// A table that becomes a list of cards where there is no room for it.
export function table(caption, heads, rows) {
    return scroll(caption, make("table", {},
        make("caption", {}, caption),
        make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
        make("tbody", {}, rows.map((cells) => make("tr", {},
            cells.map((cell, at) => make("td", { "data-label": heads[at] }, cell)))))));
}

export function payments(caption, list, now) {
    const heads = ["Payment", "Outcome", "Amount", "Order", "Customer", now ? "For" : "Began"];
    return table(caption, heads, list.map((one) => [
        link(one.id), badge(one.status), money(one), one.orderId ?? "–",
        (one.customerRef ?? "guest") + (one.card ? `, ${one.card.brand} ${one.card.last4}` : ""),
        now ? since(one.changedAt, now) : moment(one.createdAt),
    ]));
}

export const facts = (pairs) => make("dl", {}, pairs
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));

export function saveFile(blob, name) {
    const address = URL.createObjectURL(blob);
    const anchor = make("a", { href: address, download: name });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    URL.revokeObjectURL(address);
}
