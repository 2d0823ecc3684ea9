// Proving that nobody was charged twice: an audit, and how far it is.

import { get, post } from "./server.js";
import { facts, make, moment, title } from "./elements.js";
import { complain, say } from "./console.js";

const LOOK_MILLISECONDS = 500;
const SPANS = [[1, "the last hour"], [24, "the last day"], [168, "the last week"], [720, "the last 30 days"]];
const VERDICTS = {
    running: "It is under way.",
    incomplete: "Stripe did not answer to the end. What was compared is kept: run it again, and it goes on.",
    failed: "The database could not be read to the end. Run it again.",
};

const verdict = (run) => VERDICTS[run.phase]
    ?? (run.open === 0 ? "Clean: nothing is open." : `${run.open} findings are open.`);

function draw(place, run) {
    const isOver = run.phase !== "running";
    // Of our own book it is not known how much is left.
    const value = isOver || run.progress > 0 ? run.progress : undefined;
    place.replaceChildren(
        make("h2", {}, run.local ? "Our own book" : "Our own book, and Stripe's against it"),
        make("progress", { max: 100, value, "aria-label": "How far the audit is" }),
        make("p", { class: isOver && run.open !== 0 ? "lead badText" : "lead" }, verdict(run)),
        facts([
            ["From", moment(run.from)], ["To", moment(run.to)], ["Payments looked at", String(run.payments)],
            ["Compared at Stripe", run.local ? null : `${run.intents} intents, ${run.charges} charges, ${run.refunds} refunds`],
            ["Report", run.digest && make("span", { class: "number" }, `${run.id} ${run.digest}`)],
        ]),
        isOver && run.open > 0 ? make("div", { class: "row" },
            make("a", { href: "#/duplicates" }, "Look at the duplicates"), make("a", { href: "#/findings" }, "Look at the findings")) : "");
}

export async function audit() {
    const { audits } = await get("audits");
    const place = make("section", { class: "card", id: "run" });
    const start = make("button", { type: "submit" }, "Run the audit");
    let timer = null;

    async function follow(run) {
        draw(place, run);
        start.disabled = run.phase === "running";
        if (run.phase !== "running") return say(verdict(run));
        timer = setTimeout(async () => {
            try {
                await follow(await get(`audits/${run.id}`));
            } catch (trouble) {
                start.disabled = false;
                complain(trouble);
            }
        }, LOOK_MILLISECONDS);
    }

    const span = make("select", { id: "hours" }, SPANS.map(([hours, name]) => make("option", { value: hours, selected: hours === 24 }, name)));
    const local = make("input", { id: "local", type: "checkbox" });
    const form = make("form", { class: "card", onsubmit: async (event) => {
        event.preventDefault();
        try {
            start.disabled = true;
            say("The audit has begun.");
            await follow(await post("audits", { hours: Number(span.value), local: local.checked }));
        } catch (trouble) {
            start.disabled = false;
            complain(trouble);
        }
    } },
        make("div", { class: "row" },
            make("div", { class: "labelled" }, make("label", { for: "hours" }, "Payments of"), span),
            make("p", { class: "check" }, local, make("label", { for: "local" }, "Our own book alone, without Stripe")),
            start));
    if (audits.length > 0) {
        draw(place, audits[0]);
        if (audits[0].phase === "running") follow(audits[0]);
    } else {
        place.append(make("p", {}, "None was run since the service started."));
    }
    return { leave: () => clearTimeout(timer), content: [title("Audit"), form, place] };
}
