// Who may have been charged twice: the payments side by side, and what differs between them.

import { get } from "./server.js";
import { age, amount, badge, link, make, moment, money, scroll, title } from "./elements.js";
import { act, actions } from "./payment.js";
import { decide } from "./findings.js";

const WORDS = {
    suspected_duplicate: "The same cart was paid twice within minutes",
    order_paid_twice: "An order was paid twice",
    several_intents: "One payment has several intents at Stripe",
    intent_without_row: "Stripe has an intent that our book does not know",
};

const FIELDS = [
    ["Payment", (one) => one.id, (one) => link(one.id)],
    ["Outcome", (one) => one.status, (one) => badge(one.status)],
    ["Amount", money],
    ["Began", (one) => one.createdAt, (one) => moment(one.createdAt)],
    ["Customer", (one) => one.customerRef ?? "guest"],
    ["Order", (one) => one.orderId ?? "none"],
    ["Cart", (one) => one.items.map((item) => `${item.quantity} × ${item.id}`).join(", ")],
    ["Card", (one) => one.card ? `${one.card.brand} ${one.card.last4}` : "not saved"],
    ["Payment method", (one) => one.paymentMethodId ?? "of the app"],
    ["Intent", (one) => one.paymentIntentId ?? "not known"],
    ["Made as", (one) => one.flow.replaceAll("_", " ")],
];

function row([name, value, shown], list) {
    const differs = new Set(list.map(value)).size > 1;
    return make("tr", { class: differs ? "differs" : undefined },
        make("th", { scope: "row" }, name, differs ? make("span", { class: "mark" }, "differs") : ""),
        list.map((one, at) => make("td", { "data-label": `Payment ${at + 1}` }, (shown ?? value)(one))));
}

function buttons(finding, list) {
    const prepared = finding.prepared;
    return make("tr", {}, make("th", { scope: "row" }, "Give back"), list.map((one, at) => {
        const isMeant = prepared?.action === "refund" && prepared.paymentId === one.id;
        const extra = { finding: finding.id };
        if (isMeant && prepared.paymentIntentId) extra.paymentIntentId = prepared.paymentIntentId;
        // Of several intents the payment's own is not the one that is too much.
        const mayRefund = extra.paymentIntentId || actions(one).includes("refund");
        return make("td", { "data-label": `Payment ${at + 1}` }, mayRefund
            ? make("button", {
                type: "button", class: isMeant ? "" : "quiet",
                onclick: () => act("refund", one, extra),
                "aria-label": `Refund ${amount(one.amountText)} of ${one.id}`,
            }, extra.paymentIntentId ? `Refund ${extra.paymentIntentId}` : `Refund ${amount(one.amountText)}`,
                isMeant ? " (prepared)" : "")
            : "nothing is left to give back");
    }));
}

function card({ finding, payments }) {
    const heading = WORDS[finding.kind] ?? finding.kind;
    const apart = payments.length > 1
        ? `${age((Date.parse(payments.at(-1).createdAt) - Date.parse(payments[0].createdAt)) / 1000)} apart` : "";
    const heads = payments.map((one, at) => make("th", { scope: "col" }, at === 0 ? "First" : at === 1 ? "Second" : `No. ${at + 1}`));
    return make("section", { class: "card", "aria-label": `${heading}: ${finding.subject}` },
        make("h2", {}, heading), make("p", { class: "soft detail" }, [apart, finding.detail].filter(Boolean).join(" · ")),
        payments.length === 0
            ? make("p", {}, "No payment of ours is named: look at Stripe, and at the runbook.")
            : scroll("The payments side by side", make("table", { class: "versus" },
                make("thead", {}, make("tr", {}, make("td", {}), heads)),
                make("tbody", {}, FIELDS.map((field) => row(field, payments)), buttons(finding, payments)))),
        make("div", { class: "row" }, make("button", {
            type: "button", class: "quiet", onclick: () => decide(finding, "explained"),
        }, "Explain: it was meant")));
}

export async function duplicates() {
    const { duplicates: cases } = await get("duplicates");
    return { content: [
        title("Duplicates"),
        make("p", { class: "soft" }, "As the newest audit and the reconciler found them. ",
            make("a", { href: "#/audit" }, "Run an audit"), " to look again now."),
        cases.length === 0 ? make("p", { class: "card" }, "Nobody seems to have been charged twice.") : "",
        ...cases.map(card),
    ] };
}
