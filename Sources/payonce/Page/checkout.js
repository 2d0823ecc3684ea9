// A checkout that cannot charge twice. One purchase has one key, kept with the request under way in
// sessionStorage, so that a second tap, a reload and a lost answer all come back to the same payment.
// What the customer is told is what the service says; silence is told as silence, never as "failed".
'use strict';

/** How long one request may take. The service answers within 25 s. */
const requestMilliseconds = 40_000;
/** How long the page repeats by itself what got lost. */
const patienceMilliseconds = 120_000;
/** How long after the last tap a reloaded page goes on by itself: later it takes another tap. */
const tapMilliseconds = 600_000;
const longestWaitMilliseconds = 8_000;
const consent = 'checkout page: save this card for my later purchases';

const byId = (id) => document.getElementById(id);
const form = byId('checkout');

let config;
let shop;
let stripe;
let card;
let code;
let isBusy = false;

// ---- The purchase, which outlives the page

const record = {
    name: 'payonce.checkout',
    value: null,
    load() { this.value = JSON.parse(sessionStorage.getItem(this.name)); },
    save(changes) {
        Object.assign(this.value, changes);
        sessionStorage.setItem(this.name, JSON.stringify(this.value));
    },
    /** Another purchase, with another key. */
    begin(items, isSignedIn) {
        const drawn = crypto.getRandomValues(new Uint8Array(16));
        const key = Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
        this.value = {};
        this.save({
            key, items, isSignedIn,
            /** The first call, from its sending to the end of what it began. */
            request: null,
            /** Whether the key has been used, so that it stands for this cart. */
            isUsed: false,
            tapped: 0,
            paid: null,
        });
    },
};

// ---- Requests

/** The answer, or `null` where there was none. */
async function send(path, body, method = body ? 'POST' : 'GET') {
    const headers = { 'Idempotency-Key': record.value.key };
    if (body) headers['Content-Type'] = 'application/json';
    if (record.value.isSignedIn) headers.Authorization = `Bearer ${shop.customer?.token}`;
    const signal = AbortSignal.timeout(requestMilliseconds);
    try {
        const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
        const wait = Number(answer.headers.get('Retry-After') ?? 0) * 1000;
        return { http: answer.status, wait, ...await answer.json() };
    } catch {
        return null;
    }
}

const isUnsettled = (told) => !told
    || told.http === 429 || told.http === 408 || told.http >= 500
    || (told.http === 409 && told.code === 'payment_in_progress')
    || (told.http === 200 && ['unknown', 'processing'].includes(told.status));

/** Repeats a request until its answer says how things are, for as long as there is patience. */
async function ask(body) {
    const end = Date.now() + patienceMilliseconds;
    let wasLost = false;
    for (let wait = 1000; ; wait = Math.min(wait * 2, longestWaitMilliseconds)) {
        const told = await send('/pay', body);
        wasLost ||= isUnsettled(told);
        const pause = Math.max(wait, told?.wait ?? 0);
        if (!isUnsettled(told) || Date.now() + pause > end) return { told, wasLost };
        say(told?.error
            ?? 'The connection is lost. This goes on as soon as it is back; please do not pay again.');
        await rest(pause);
    }
}

/** Waits; a connection that comes back ends it. */
function rest(milliseconds) {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            removeEventListener('online', done);
            resolve();
        };
        const timer = setTimeout(done, milliseconds);
        addEventListener('online', done);
    });
}

// ---- Paying

async function pay() {
    // What is paid, or not known yet, is not on the screen, and a late second tap may still come here.
    if (isBusy || record.value.paid || record.value.request) return;
    busy('Looking at the card …');
    const request = await firstCall();
    if (!request) return idle();
    record.save({ request, isUsed: true, tapped: Date.now() });
    await settle(false);
}

/** What is sent first, or `null` where the card is not ready; then the page says why. */
async function firstCall() {
    const { items } = record.value;
    const request = { items, currency: shop.currency };
    const saved = chosenCard();
    try {
        if (saved) {
            const { token, error } = await stripe.createToken('cvc_update', code);
            if (error) return refuse(error, code);
            return { ...request, paymentMethodId: saved, cvcToken: token.id };
        }
        const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card });
        if (error) return refuse(error, card);
        request.paymentMethodId = paymentMethod.id;
        if (record.value.isSignedIn && byId('save').checked) {
            Object.assign(request, { savePaymentMethod: true, consent });
        }
        return request;
    } catch (error) {
        return refuse(error, card);
    }
}

function refuse({ message }, element) {
    byId('fieldError').textContent = message;
    queueMicrotask(() => element.focus());
    return null;
}

/**
 * Leads the request under way to its end: of a tap, or, where it was sent before and nobody here saw
 * what came of it (`isDoubtful`), of a page that was reloaded.
 */
async function settle(isDoubtful) {
    busy(isDoubtful ? 'Looking at what came of your payment …' : 'Paying …');
    let { told, wasLost } = await ask(record.value.request);
    if (told?.http === 401 && await signInAgain()) ({ told, wasLost } = await ask(record.value.request));
    if (told?.http === 200 && told.status === 'requires_action') {
        if (!await challenge(told.clientSecret)) return unfinished('Your bank waits for you.', told);
        busy('Asking your bank …');
        // Whatever the challenge seems to have come to: the service knows.
        isDoubtful = true;
        ({ told, wasLost } = await ask({ paymentIntentId: told.paymentIntentId }));
    }
    end(told, wasLost || isDoubtful);
}

/** Whether there was one to see. What came of it is not decided here. */
async function challenge(clientSecret) {
    say('Your bank wants to know that it is you.');
    try {
        stripe ??= await loadStripe();
        await stripe.handleNextAction({ clientSecret });
        return true;
    } catch (error) {
        // Stripe.js throws where none is open any more: passed in another tab, or over.
        return error.name === 'IntegrationError';
    }
}

function end(told, isDoubtful) {
    if (isUnsettled(told)) {
        return unfinished(told?.error
            ?? 'We have not heard what came of it. Please do not pay again elsewhere.', told);
    }
    if (told.http !== 200) {
        // Of this request nothing came, but an answer that got lost may have been another.
        return isDoubtful ? unfinished(told.error, told) : over(told.error);
    }
    switch (told.status) {
    case 'succeeded':
        record.save({ request: null, paid: told });
        return showPaid();
    case 'requires_action': return unfinished('Your bank waits for you.', told);
    case 'declined': case 'expired': case 'canceled': return over(told.error);
    default: return unfinished(told.error ?? 'We do not know this answer.', told);
    }
}

/** This attempt is over without money; the same purchase can be paid in another way. */
function over(sentence) {
    record.save({ request: null });
    idle();
    code?.clear();
    byId('alert').textContent = sentence;
    byId('pay').focus({ preventScroll: true });
    byId('alert').scrollIntoView({ block: 'nearest' });
}

/** Nobody knows the end yet: nothing new can be begun before it is known. */
function unfinished(sentence, told) {
    isBusy = false;
    show('unfinished');
    say('');
    byId('unfinishedText').textContent = sentence;
    const giveUp = byId('giveUp');
    giveUp.hidden = told?.status !== 'requires_action';
    giveUp.onclick = () => cancel(told.paymentId);
    byId('unfinishedTitle').focus();
}

async function cancel(payment) {
    if (isBusy) return;
    busy('Canceling …');
    const told = await send(`/payments/${payment}/cancel`, {});
    if (told?.http === 200) return end(told, false);
    unfinished(told?.error ?? 'The connection is lost. Nothing has changed.', told);
}

function goOn() {
    if (isBusy) return;
    record.save({ tapped: Date.now() });
    settle(true);
}

// ---- What is shown

function say(sentence) { byId('status').textContent = sentence; }

function busy(sentence) {
    isBusy = true;
    form.inert = true;
    document.body.classList.add('busy');
    byId('alert').textContent = '';
    byId('fieldError').textContent = '';
    byId('unfinished').hidden = true;
    byId('sign').disabled = true;
    say(sentence);
}

function idle() {
    isBusy = false;
    say('');
    show('checkout');
}

function show(id) {
    for (const one of ['checkout', 'unfinished', 'paid']) byId(one).hidden = one !== id;
    form.inert = false;
    document.body.classList.remove('busy');
    // Whose key is in use does not become somebody else in between.
    byId('sign').disabled = id === 'unfinished';
}

function showPaid() {
    isBusy = false;
    const { paid, items } = record.value;
    byId('paidAmount').textContent = money(paid);
    byId('paidItems').textContent = items.map(({ id, quantity }) => {
        const name = shop.items.find((item) => item.id === id)?.name ?? id;
        return quantity > 1 ? `${quantity} × ${name}` : name;
    }).join(', ');
    byId('paidNumber').textContent = paid.paymentId;
    say('');
    show('paid');
    byId('paidTitle').focus();
}

/** Stripe counts these otherwise than browsers do: https://docs.stripe.com/currencies */
const decimals = { isk: 2, ugx: 2, mga: 0 };

function money({ amount, currency }) {
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
    const places = decimals[currency] ?? format.resolvedOptions().maximumFractionDigits;
    return format.format(amount / 10 ** places);
}

// ---- The cart

function showCart() {
    const rows = shop.items.map((item) => {
        const { quantity } = record.value.items.find(({ id }) => id === item.id) ?? { quantity: 0 };
        const choices = Array.from({ length: 10 }, (_, count) => new Option(count, count));
        const select = Object.assign(document.createElement('select'), { id: `item-${item.id}` });
        select.append(...choices);
        select.value = quantity;
        select.addEventListener('change', changeCart);
        const label = Object.assign(document.createElement('label'), { htmlFor: select.id });
        label.append(item.name);
        const row = document.createElement('li');
        row.append(label, select);
        return row;
    });
    byId('items').replaceChildren(...rows);
    quote();
}

function changeCart() {
    const items = shop.items
        .map(({ id }) => ({ id, quantity: Number(byId(`item-${id}`).value) }))
        .filter(({ quantity }) => quantity > 0);
    // A key that was used stands for the cart that it was used with.
    if (record.value.isUsed) record.begin(items, record.value.isSignedIn);
    else record.save({ items });
    quote();
}

let quotes = 0;

/** Prices are the service's: what the page shows is what it is told. */
async function quote() {
    const number = ++quotes;
    const button = byId('pay');
    const total = byId('total');
    button.disabled = true;
    button.textContent = 'Pay';
    const { items } = record.value;
    total.textContent = items.length ? '…' : 'nothing yet';
    while (items.length && number === quotes) {
        const told = await send('/quote', { items, currency: shop.currency });
        if (number !== quotes) return;
        if (told?.http === 200) {
            total.textContent = money(told);
            button.textContent = `Pay ${money(told)}`;
            button.disabled = false;
            return;
        }
        total.textContent = told?.error ?? 'not known without a connection';
        await rest(longestWaitMilliseconds);
    }
}

// ---- The customer and the saved cards

function showCustomer() {
    const { isSignedIn } = record.value;
    const button = byId('sign');
    button.hidden = !shop.customer;
    button.textContent = isSignedIn ? `Sign out ${shop.customer.name}` : `Sign in as ${shop.customer?.name}`;
    byId('keep').hidden = !isSignedIn;
    byId('save').checked = false;
    showSaved();
}

async function signInAgain() {
    if (!record.value.isSignedIn) return false;
    const fresh = await get('shop.json');
    if (!fresh?.customer || fresh.customer.token === shop.customer.token) return false;
    shop = fresh;
    return true;
}

function chosenCard() {
    return form.querySelector('input[name=means]:checked')?.value || null;
}

async function showSaved() {
    const box = byId('saved');
    box.replaceChildren();
    choose();
    if (!record.value.isSignedIn) return;
    let told = await send('/payment-methods');
    if (told?.http === 401 && await signInAgain()) told = await send('/payment-methods');
    if (!told?.paymentMethods) {
        byId('alert').textContent = told?.error ?? 'Your saved cards cannot be read now.';
        return;
    }
    if (!told.paymentMethods.length) return;
    const rows = told.paymentMethods.map((one) => {
        const name = `${brand(one.brand)} ending in ${one.last4}`;
        const expiry = `${String(one.expMonth).padStart(2, '0')}/${one.expYear % 100}`;
        const remove = Object.assign(document.createElement('button'), {
            type: 'button', className: 'quiet', textContent: 'Remove', ariaLabel: `Remove ${name}`,
        });
        remove.addEventListener('click', () => removeCard(one.id));
        return means(one.id, `${name}, expires ${expiry}`, remove);
    });
    box.replaceChildren(...rows, means('', 'Another card'));
    box.querySelector('input').checked = true;
    choose();
}

const brand = (name) => ({ amex: 'American Express', jcb: 'JCB' })[name]
    ?? name.replace(/^./, (letter) => letter.toUpperCase());

function means(value, text, ...more) {
    const input = Object.assign(document.createElement('input'), {
        type: 'radio', name: 'means', id: `means-${value}`, value,
    });
    input.addEventListener('change', choose);
    const label = Object.assign(document.createElement('label'), { htmlFor: input.id });
    label.append(text);
    const row = document.createElement('p');
    row.append(input, label, ...more);
    return row;
}

function choose() {
    const isSaved = chosenCard() !== null;
    byId('newCard').hidden = isSaved;
    byId('savedCode').hidden = !isSaved;
    byId('fieldError').textContent = '';
}

async function removeCard(id) {
    const told = await send(`/payment-methods/${id}`, undefined, 'DELETE');
    say(told?.deleted ? 'The card is removed.' : told?.error ?? 'The card is still there.');
    await showSaved();
}

// ---- The start

/** A file of the page's server, or `null`. */
async function get(path) {
    try {
        const answer = await fetch(path, { signal: AbortSignal.timeout(requestMilliseconds) });
        return answer.ok ? await answer.json() : null;
    } catch {
        return null;
    }
}

/** Stripe's script from Stripe; where the service runs against the simulator, from there. */
async function loadStripe() {
    const isSimulator = config.mode === 'simulator';
    const source = isSimulator
        ? shop.stripeJs ?? 'http://127.0.0.1:12111/v3/' : 'https://js.stripe.com/v3/';
    await new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement('script'), { src: source });
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${source} cannot be loaded.`));
        document.head.append(script);
    });
    return window.Stripe(config.publishableKey);
}

function mountElements() {
    // Stripe's frames do not see the page's colours; the stand-in takes them from the page.
    // Their colour is the page's at this moment: it follows a change of scheme with the next load.
    const style = { base: { color: getComputedStyle(document.body).color, fontSize: '16px' } };
    const options = config.mode === 'simulator' ? {} : { style, hidePostalCode: true };
    card = stripe.elements().create('card', options);
    code = stripe.elements().create('cardCvc', options);
    card.mount('#card');
    code.mount('#code');
    const tell = ({ error }) => { byId('fieldError').textContent = error?.message ?? ''; };
    for (const element of [card, code]) element.on('change', tell);
}

function firstCart() {
    return shop.items.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => ({ id, quantity }));
}

function listen() {
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (!byId('pay').disabled) pay();
    });
    byId('goOn').addEventListener('click', goOn);
    byId('again').addEventListener('click', () => {
        record.begin(firstCart(), record.value.isSignedIn);
        card?.clear();
        code?.clear();
        showCart();
        showCustomer();
        show('checkout');
        form.querySelector('select')?.focus();
    });
    byId('sign').addEventListener('click', () => {
        if (isBusy) return;
        record.begin(record.value.paid ? firstCart() : record.value.items, !record.value.isSignedIn);
        showCart();
        showCustomer();
        show('checkout');
    });
}

async function start() {
    while (!(config = await get('config')) || !(shop = await get('shop.json'))) {
        say('The shop cannot be reached. This goes on as soon as it can.');
        await rest(longestWaitMilliseconds);
    }
    say('');
    record.load();
    if (!record.value) record.begin(firstCart(), false);
    // Signed in where the shop knows nobody any more: as a guest, and so another purchase.
    const { isSignedIn, request } = record.value;
    if (isSignedIn && !shop.customer && !request) record.begin(firstCart(), false);
    const names = { simulator: 'Simulator', test: 'Test mode' };
    byId('mode').textContent = names[config.mode] ?? '';
    byId('mode').hidden = config.mode === 'live';
    listen();
    showCart();
    try {
        stripe = await loadStripe();
        mountElements();
    } catch (error) {
        byId('alert').textContent = `The card field is missing: ${error.message} Reload to try again.`;
    }
    showCustomer();
    if (record.value.paid) return showPaid();
    if (!record.value.request) return show('checkout');
    const isFresh = Date.now() - record.value.tapped < tapMilliseconds;
    if (isFresh) return settle(true);
    unfinished('You began to pay some time ago. Go on to see what came of it.');
}

start();
