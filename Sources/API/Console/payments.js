// Looking for payments.

import { get, post, query, table } from "./server.js";
import { make, payments, saveFile, title, words } from "./elements.js";
import { complain, say } from "./console.js";

const STATES = [
    "succeeded", "declined", "expired", "canceled", "unresolved", "quarantined", "creating",
    "requires_action", "confirming", "authorized", "capturing", "canceling", "processing", "open",
    "requires_customer",
];

const field = (label, input) =>
    make("div", { class: "labelled" }, make("label", { for: input.id }, label), input);

function form(asked) {
    const input = (id, type, value) => make("input", { id, name: id, type, value, autocomplete: "off" });
    const status = make("select", { id: "outcome", name: "status" },
        make("option", { value: "" }, "any"),
        STATES.map((one) => make("option", { value: one, selected: one === asked.status }, words(one))));
    return make("form", { class: "card", role: "search", onsubmit: (event) => {
        event.preventDefault();
        const values = Object.fromEntries(new FormData(event.target));
        const next = `#/payments?${query(values)}`;
        if (next === location.hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
        else location.hash = next;
    } },
        field("Payment, intent, order, customer, or last four of a saved card",
            input("q", "search", asked.q)),
        make("div", { class: "row" },
            field("Outcome", status),
            field("From (UTC)", input("from", "date", asked.from)),
            field("Before (UTC)", input("to", "date", asked.to)),
            make("button", { type: "submit" }, "Search")));
}

// A key is a secret of its payment's maker: it goes in a body, and into no address.
function keyForm(results) {
    const key = make("input", { id: "idempotencyKey", type: "text", autocomplete: "off", required: true });
    const customer = make("input", { id: "keyCustomer", type: "text", autocomplete: "off" });
    return make("details", { class: "card" },
        make("summary", {}, "By Idempotency-Key"),
        make("form", { class: "row", onsubmit: async (event) => {
            event.preventDefault();
            try {
                const body = { key: key.value.trim() };
                if (customer.value.trim()) body.customerRef = customer.value.trim();
                const told = await post("idempotency-keys/lookup", body);
                say(`${told.payments.length} found.`);
                results.replaceChildren(payments("Under this key", told.payments));
            } catch (trouble) {
                complain(trouble);
            }
        } },
            field("Idempotency-Key", key), field("Customer, where they were signed in", customer),
            make("button", { type: "submit" }, "Look up")));
}

function more(asked, last) {
    const next = query({ ...asked, after: last.id });
    return make("a", { href: `#/payments?${next}` }, "Older payments");
}

function exporting(asked) {
    return make("button", { type: "button", class: "quiet", onclick: async () => {
        try {
            saveFile(await table(`payments?${query({ ...asked, after: "" })}`), "payments.csv");
            say("The table is saved: at most 5,000 rows, the newest.");
        } catch (trouble) {
            complain(trouble);
        }
    } }, "Export as CSV");
}

export async function search(rest, parameters) {
    const asked = Object.fromEntries(parameters);
    const told = await get(`payments?${query({ ...asked, limit: "50" })}`);
    const list = told.payments;
    const results = make("section", { class: "card", id: "results" },
        list.length === 0
            ? make("p", {}, "No payment is like that. Where only an outcome or a time is given, the newest 20,000 are looked through.")
            : payments(told.hasMore ? `The newest ${list.length}` : `${list.length} found`, list),
        make("div", { class: "row" }, told.hasMore ? more(asked, list.at(-1)) : "", exporting(asked)));
    return { content: [title("Payments"), form(asked), keyForm(results), results] };
}
