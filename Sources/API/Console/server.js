// All that is asked of the server goes through here.

let token = null;

export class Refused extends Error {
    constructor(status, code, sentence) {
        super(sentence);
        this.status = status;
        this.code = code;
    }
}

async function ask(method, path, body, accept) {
    const headers = { Accept: accept ?? "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (method !== "GET" && token) headers["Ops-Token"] = token;
    let answer;
    try {
        answer = await fetch(`/ops/api/${path}`, {
            method, headers, credentials: "same-origin", cache: "no-store",
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch {
        throw new Refused(0, "offline", "The service does not answer. Try again in a moment.");
    }
    if (answer.ok && accept === "text/csv") return answer.blob();
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) {
        throw new Refused(answer.status, told.code, told.error ?? `Refused (${answer.status}).`);
    }
    return told;
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const table = (path) => ask("GET", path, undefined, "text/csv");

// Who has signed in; throws where nobody has.
export async function session() {
    const told = await get("session");
    token = told.token;
    return told.name;
}

export async function signIn(key) {
    const told = await post("session", { key });
    token = told.token;
    return told.name;
}

export async function signOut() {
    await ask("DELETE", "session");
    token = null;
}

export function query(values) {
    const given = Object.entries(values).filter(([, value]) => value);
    return new URLSearchParams(given).toString();
}
