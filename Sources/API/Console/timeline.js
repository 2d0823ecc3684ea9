// A payment as a picture: who said what to whom, from top to bottom.

import { draw, words, tone } from "./elements.js";

const LANES = { customer: 104, service: 204, stripe: 304 };
const WIDTH = 384;
const ROW = 42;
const TOP = 48;

// What is drawn, in the order of time. An event stands before the step that it made durable.
function rows({ events, steps }) {
    const all = [
        ...events.map((event) => ({ at: event.at, order: 0, event })),
        ...steps.map((step) => ({ at: step.at, order: 1, step })),
    ].sort((a, b) => a.at.localeCompare(b.at) || a.order - b.order
        || (a.event?.number ?? 0) - (b.event?.number ?? 0));
    return all.flatMap(({ at, event, step }) => event ? ofEvent(at, event) : [{
        at, from: "service", to: "stripe", text: `${step.name} ${step.number}`, tone: "busy",
    }]);
}

function ofEvent(at, event) {
    const told = tone(event.status);
    const found = [];
    if (event.word === "claimed") {
        return [{ at, from: "customer", to: "service", text: "asks to pay", tone: "busy" }];
    }
    // Nothing but the customer's second call leads there.
    const isSecondCall = event.httpStatus === undefined && event.status === "confirming";
    if (isSecondCall) {
        found.push({ at, from: "customer", to: "service", text: "confirms", tone: "busy" });
    }
    if (event.httpStatus !== undefined) {
        const replay = event.replayed ? " replayed" : "";
        found.push({ at, from: "stripe", to: "service", text: `${event.httpStatus}${replay}`, isAnswer: true, tone: told });
    }
    if (event.status === "requires_action" && event.httpStatus !== undefined) {
        found.push({ at, from: "service", to: "customer", text: "challenge", tone: "busy" });
    } else if (!isSecondCall) {
        found.push({ at, text: label(event), tone: told });
    }
    return found;
}

// What came of it is its colour, and stands in the table below.
const label = (event) => event.word === event.status ? words(event.status)
    : event.word.replace(/^found_/, "").replaceAll("_", " ");

function arrow(row, y) {
    const [from, to] = [LANES[row.from], LANES[row.to]];
    const ahead = to > from ? 1 : -1;
    const end = to - 6 * ahead;
    return [
        draw("line", { x1: from + 6 * ahead, y1: y, x2: end - 6 * ahead, y2: y, class: row.isAnswer ? "line answer" : "line" }),
        draw("path", { d: `M${end} ${y} l${-9 * ahead} -5 v10 z`, class: "tip" }),
        draw("text", { x: (from + to) / 2, y: y - 7, "text-anchor": "middle" }, row.text),
    ];
}

function dot(row, y) {
    return [
        draw("circle", { cx: LANES.service, cy: y, r: 6, class: `fill ${row.tone}` }),
        draw("text", { x: LANES.service + 13, y: y + 4, class: "strong" }, row.text),
    ];
}

function passed(from, to) {
    const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
    if (seconds < 100) return `+${seconds.toFixed(2)} s`;
    return seconds < 6000 ? `+${Math.round(seconds / 60)} min` : `+${Math.round(seconds / 3600)} h`;
}

export function timeline(told) {
    const list = rows(told);
    const height = TOP + list.length * ROW;
    const heads = { customer: "Customer", service: "PayOnce", stripe: "Stripe" };
    const story = list.map((row) => row.from ? `${heads[row.from]} to ${heads[row.to]}: ${row.text}` : row.text);
    let before = null;
    return draw("svg", {
        viewBox: `0 0 ${WIDTH} ${height}`, class: "timeline", role: "img",
        "aria-label": `The payment's history. ${story.join("; ")}.`,
    },
        Object.entries(LANES).map(([lane, x]) => [
            draw("text", { x, y: 18, "text-anchor": "middle", class: "strong" }, heads[lane]),
            draw("line", { x1: x, y1: 26, x2: x, y2: height, class: "lane" }),
        ]),
        list.map((row, index) => {
            const y = TOP + index * ROW + 8;
            const time = row.at === before ? null
                : draw("text", { x: 2, y: y + 4, class: "when" }, passed(list[0].at, row.at));
            before = row.at;
            return [time, ...(row.from ? arrow(row, y) : dot(row, y))];
        }));
}
