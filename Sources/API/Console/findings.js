// What waits for a person.

import { get, post, query, table } from "./server.js";
import { link, make, moment, saveFile, title } from "./elements.js";
import { complain, confirm, say, show } from "./console.js";

const STATES = ["open", "explained", "closed"];
const DECISIONS = {
    explained: { name: "Explain", text: "It is as it is for a reason. It opens again when its facts change." },
    closed: { name: "Close", text: "It is put right. It opens again when its facts change." },
    open: { name: "Open again", text: "Somebody is to look at it again." },
};

export function decide(finding, state) {
    const { name, text } = DECISIONS[state];
    confirm({
        heading: `${name}: ${finding.kind.replaceAll("_", " ")}`, text: `${finding.subject}. ${text}`, yes: name,
        act: async (reason) => {
            await post(`findings/${encodeURIComponent(finding.id)}`, { state, reason });
            await show(false);
            say(`The finding is ${state} now.`);
        },
    });
}

export function findingItem(finding, heading) {
    const subject = finding.subject.startsWith("pay_") ? link(finding.subject)
        : make("span", { class: "number" }, finding.subject);
    const prepared = finding.prepared
        && `Prepared: ${finding.prepared.action} ${finding.prepared.paymentIntentId ?? finding.prepared.paymentId}`;
    const decided = finding.by && `${finding.state} by ${finding.by}: ${finding.reason ?? ""}`;
    return make("li", { class: "finding" },
        make(heading, {}, finding.kind.replaceAll("_", " "), " ", make("span", { class: `badge ${finding.state === "open" ? "bad" : "soft"}` }, finding.state)),
        make("p", {}, subject, " · ", moment(finding.notedAt)),
        make("p", { class: "detail" }, finding.detail),
        prepared ? make("p", {}, prepared) : "", decided ? make("p", { class: "soft" }, decided) : "",
        make("div", { class: "row" }, STATES.filter((state) => state !== finding.state).map((state) => make("button", {
            type: "button", class: "quiet", onclick: () => decide(finding, state),
            "aria-label": `${DECISIONS[state].name}: ${finding.kind} of ${finding.subject}`,
        }, DECISIONS[state].name))));
}

export async function findings(rest, parameters) {
    const state = parameters.get("state") ?? "open";
    const told = await get(`findings?${query({ state, after: parameters.get("after"), limit: "50" })}`);
    const list = told.findings;
    return { content: [
        title("Findings"),
        make("nav", { class: "tabs", "aria-label": "States" }, STATES.map((one) => make("a", {
            href: `#/findings?state=${one}`, "aria-current": one === state ? "true" : undefined,
        }, one))),
        list.length === 0 ? make("p", { class: "card" }, `No finding is ${state}.`)
            : make("ul", { class: "plain card" }, list.map((one) => findingItem(one, "h2"))),
        make("div", { class: "row" },
            told.hasMore ? make("a", { href: `#/findings?${query({ state, after: list.at(-1).id })}` }, "More findings") : "",
            make("button", { type: "button", class: "quiet", onclick: async () => {
                try {
                    saveFile(await table(`findings?${query({ state })}`), "findings.csv");
                    say("The table is saved.");
                } catch (trouble) {
                    complain(trouble);
                }
            } }, "Export as CSV")),
    ] };
}
