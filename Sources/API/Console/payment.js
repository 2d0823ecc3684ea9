// One payment with all that is written down about it.

import { get, post } from "./server.js";
import { amount, badge, facts, make, moment, money, table, title, words } from "./elements.js";
import { timeline } from "./timeline.js";
import { findingItem } from "./findings.js";
import { confirm, say, show } from "./console.js";

const ACTIONS = {
    refund: {
        name: "Refund", text: (one) => `${amount(one.amountText)} of ${one.id} goes back to the card. This cannot be undone.`,
        yes: (one) => `Refund ${amount(one.amountText)}`,
    },
    adopt: {
        name: "Adopt what Stripe shows", yes: () => "Adopt it",
        text: (one) => `${one.id} ends as Stripe shows its intent now. Nothing is sent.`,
    },
    close: {
        name: "Close without money", yes: () => "Close it",
        text: (one) => `${one.id} ends without money, once Stripe shows that there is none.`,
    },
};

// What a person says about a payment, after a reason; `extra` names the intent and the finding.
export function act(action, one, extra = {}) {
    const { name, text, yes } = ACTIONS[action];
    confirm({
        heading: name, text: text(one), yes: yes(one),
        act: async (reason) => {
            const told = await post(`payments/${one.id}/resolve`, { action, reason, ...extra });
            await show(false);
            say(told.outcome === "resolved"
                ? `Done: ${one.id} is ${words(told.status)}${told.amountRefunded ? ", and its money goes back" : ""}.`
                : "It is begun and goes on by itself. Look again in a moment.");
        },
    });
}

const ENDED = ["declined", "expired", "canceled"];

export function actions(one) {
    if (one.status === "succeeded") return one.amountRefunded < one.amount ? ["refund"] : [];
    return ENDED.includes(one.status) ? [] : ["adopt", "refund", "close"];
}

const answer = (event) => event.httpStatus === undefined ? "–"
    : `${event.answered ?? ""}: ${event.httpStatus}${event.replayed ? ", replayed" : ""}`;

export async function payment([id]) {
    const told = await get(`payments/${encodeURIComponent(id)}`);
    const one = told.payment;
    const items = one.items.map((item) => `${item.quantity} × ${item.id}`).join(", ");
    const card = one.card && `${one.card.brand} ending in ${one.card.last4}`;
    const reason = [one.code, one.declineCode, one.message].filter(Boolean).join(" · ");
    const orders = one.orderId
        && make("a", { href: `#/payments?q=${encodeURIComponent(one.orderId)}` }, one.orderId);
    const customer = one.customerRef
        && make("a", { href: `#/payments?q=${encodeURIComponent(one.customerRef)}` }, one.customerRef);
    return { content: [
        title("Payment"),
        make("section", { class: "card" },
            make("p", { class: "lead" }, badge(one.status), " ", make("strong", {}, money(one))),
            facts([
                ["Payment", make("span", { class: "number" }, one.id)], ["Order", orders],
                ["Customer", customer ?? "guest"], ["Cart", items], ["Card", card],
                ["Payment method", one.paymentMethodId],
                ["Stripe's intent", make("span", { class: "number" }, one.paymentIntentId ?? "not known")],
                ["Made as", words(one.flow)], ["Ended with", reason],
                ["Began", moment(one.createdAt)], ["Last change", moment(one.changedAt)],
            ]),
            make("div", { class: "row" }, actions(one).map((action) => make("button", {
                type: "button", class: action === "refund" ? "" : "quiet", onclick: () => act(action, one),
            }, ACTIONS[action].name)))),
        told.findings.length === 0 ? "" : make("section", { class: "card" },
            make("h2", {}, "Findings"), make("ul", { class: "plain" }, told.findings.map((one) => findingItem(one, "h3")))),
        make("section", { class: "card", "aria-labelledby": "timelineTitle" },
            make("h2", { id: "timelineTitle" }, "What happened"), timeline(told),
            table("Every event, as it is sealed", ["When", "What", "Outcome", "Stripe answered", "Request", "Detail"],
                told.events.map((event) => [
                    moment(event.at), `${event.number}. ${words(event.word)}`, badge(event.status), answer(event),
                    make("span", { class: "number" }, event.requestId ?? "–"), event.detail ?? "–",
                ]))),
        told.refunds.length === 0 ? "" : make("section", { class: "card" },
            table("Refunds", ["No.", "State", "Minor units", "Reason", "At Stripe", "When"], told.refunds.map((refund) => [
                String(refund.number), refund.status.replaceAll("_", " "), String(refund.amount), refund.reason ?? "–",
                make("span", { class: "number" }, refund.refundId ?? "–"), moment(refund.createdAt),
            ]))),
    ] };
}
