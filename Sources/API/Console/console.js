// Which page is shown, who has signed in, and what is said to everybody.

import { Refused, session, signIn, signOut } from "./server.js";
import { make, title } from "./elements.js";
import { overview } from "./overview.js";
import { search } from "./payments.js";
import { payment } from "./payment.js";
import { duplicates } from "./duplicates.js";
import { findings } from "./findings.js";
import { audit } from "./audit.js";

const PAGES = { overview, payments: search, payment, duplicates, findings, audit };
const byId = (id) => document.getElementById(id);
const main = byId("main");
// What the page that is left has to stop.
let leave = () => {};
// Grows with each page, so that a late answer draws over nothing.
let turn = 0;

export function say(text) {
    byId("alert").textContent = "";
    byId("status").textContent = text;
}

export function complain(trouble) {
    byId("status").textContent = "";
    byId("alert").textContent = trouble.message;
    if (trouble.status === 401) showSignIn();
}

// Asks for a reason, and does it; says what went wrong where the person still is.
export function confirm({ heading, text, yes, act }) {
    const dialog = byId("dialog");
    byId("dialogTitle").textContent = heading;
    byId("dialogText").textContent = text;
    byId("dialogYes").textContent = yes;
    byId("dialogYes").disabled = false;
    byId("dialogError").textContent = "";
    byId("reason").value = "";
    byId("dialogNo").onclick = () => dialog.close();
    byId("dialogForm").onsubmit = async (event) => {
        event.preventDefault();
        const reason = byId("reason").value.trim();
        if (!reason) {
            byId("dialogError").textContent = "Say why, in a few words.";
            byId("reason").focus();
            return;
        }
        byId("dialogYes").disabled = true;
        try {
            await act(reason);
            dialog.close();
        } catch (trouble) {
            byId("dialogError").textContent = trouble.message;
            byId("dialogYes").disabled = false;
        }
    };
    dialog.showModal();
    byId("reason").focus();
}

function place() {
    const [path, search] = (location.hash.slice(2) || "overview").split("?");
    const [name, ...rest] = path.split("/");
    return { name, rest: rest.map(decodeURIComponent), search: new URLSearchParams(search ?? "") };
}

export async function show(focus = true) {
    const { name, rest, search } = place();
    const page = PAGES[name] ?? overview;
    const mine = ++turn;
    leave();
    leave = () => {};
    for (const anchor of byId("nav").children) {
        const isHere = anchor.hash === `#/${name}` || (name === "payment" && anchor.hash === "#/payments");
        if (isHere) anchor.setAttribute("aria-current", "page");
        else anchor.removeAttribute("aria-current");
    }
    main.setAttribute("aria-busy", "true");
    try {
        const drawn = await page(rest, search);
        if (mine !== turn) return;
        leave = drawn.leave ?? leave;
        main.replaceChildren(...drawn.content);
        const heading = main.querySelector("h1");
        document.title = `${heading.textContent} – PayOnce console`;
        if (focus) heading.focus();
    } catch (trouble) {
        if (!(trouble instanceof Refused)) throw trouble;
        if (mine !== turn) return;
        if (trouble.status !== 401) main.replaceChildren(title("Not shown"));
        complain(trouble);
    } finally {
        main.removeAttribute("aria-busy");
    }
}

function showSignIn() {
    turn += 1;
    leave();
    leave = () => {};
    byId("nav").hidden = true;
    byId("who").hidden = true;
    if (byId("dialog").open) byId("dialog").close();
    const key = make("input", {
        id: "key", type: "password", autocomplete: "off", required: true, spellcheck: "false",
    });
    const button = make("button", { type: "submit" }, "Sign in");
    const form = make("form", { class: "card narrow", onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        try {
            enter(await signIn(key.value.trim()));
        } catch (trouble) {
            key.value = "";
            byId("alert").textContent = trouble.message;
            key.focus();
        }
        button.disabled = false;
    } },
        title("Sign in"),
        make("p", {}, "With an ops key, as payonce keys create --role ops makes one. The key is not kept; you are signed out after an hour."),
        make("label", { for: "key" }, "Ops key"), key, button);
    main.replaceChildren(form);
    document.title = "Sign in – PayOnce console";
    key.focus();
}

function enter(name) {
    byId("name").textContent = name;
    byId("who").hidden = false;
    byId("nav").hidden = false;
    say("");
    show();
}

byId("signOut").addEventListener("click", async () => {
    try {
        await signOut();
        say("You are signed out.");
    } catch (trouble) {
        complain(trouble);
    }
    showSignIn();
});

window.addEventListener("hashchange", () => {
    // The link that skips to the content is no page.
    if (location.hash === "#main") return main.focus();
    if (byId("nav").hidden) return;
    say("");
    show();
});

try {
    enter(await session());
} catch {
    showSignIn();
}
