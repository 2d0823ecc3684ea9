// The simulator's stand-in for Stripe.js (https://docs.stripe.com/js): the same calls, shapes, errors
// and promises for cards, so that a page tried here works with Stripe's own script unchanged. Stripe
// keeps card numbers in frames of its own; here they are in a shadow tree, which is enough for test
// cards and for nothing else.
(() => {
    'use strict';

    const origin = new URL(document.currentScript.src).origin;
    /** Longer than the server takes at its slowest; the page is told in any case. */
    const patience = 80_000;

    class IntegrationError extends Error {
        name = 'IntegrationError';
    }

    // ---- Calls

    /** `{card: {number: 1}}` as Stripe's forms have it: `card[number]=1`. */
    const form = (value, name = '', fields = new URLSearchParams()) => {
        for (const [key, part] of Object.entries(value)) {
            const path = name ? `${name}[${key}]` : key;
            if (part === undefined || part === null) continue;
            if (typeof part === 'object') form(part, path, fields);
            else fields.append(path, part);
        }
        return fields;
    };

    const connectionError = {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our payments provider. '
            + 'Please check your internet connection and try again.',
    };

    /** The answer, or `{error}`: a call that fails is no exception. */
    const call = async (method, path, { key, body, type } = {}) => {
        try {
            const headers = {};
            if (key) headers.Authorization = `Bearer ${key}`;
            if (type) headers['Content-Type'] = type;
            const signal = AbortSignal.timeout(patience);
            const answer = await fetch(origin + path, { method, headers, body, signal });
            return await answer.json();
        } catch {
            return { error: connectionError };
        }
    };

    // ---- Cards

    const brands = [
        { name: 'amex', start: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: [3, 4] },
        { name: 'diners', start: /^3(0|[689])/, lengths: [14, 16], gaps: [4, 10], cvc: [3] },
        { name: 'jcb', start: /^35/, lengths: [16] },
        { name: 'visa', start: /^4/, lengths: [16] },
        { name: 'mastercard', start: /^(5[1-5]|2[2-7])/, lengths: [16] },
        { name: 'unionpay', start: /^62/, lengths: [16, 17, 18, 19] },
        { name: 'discover', start: /^6/, lengths: [16] },
    ];
    const unknownBrand = { name: 'unknown', lengths: [16] };
    const brandOf = (digits) => brands.find(({ start }) => start.test(digits)) ?? unknownBrand;
    const digitsOf = (text, limit) => text.replace(/\D/g, '').slice(0, limit);

    const passesLuhn = (digits) => {
        const sum = [...digits].reverse().reduce((total, digit, place) => {
            const doubled = Number(digit) * (place % 2 + 1);
            return total + doubled - (doubled > 9 ? 9 : 0);
        }, 0);
        return sum % 10 === 0;
    };

    const sentences = {
        incomplete_number: 'Your card number is incomplete.',
        invalid_number: 'Your card number is invalid.',
        incomplete_expiry: "Your card's expiration date is incomplete.",
        invalid_expiry_month_past: "Your card's expiration date is in the past.",
        invalid_expiry_year_past: "Your card's expiration year is in the past.",
        incomplete_cvc: "Your card's security code is incomplete.",
    };
    const validation = (code) =>
        ({ type: 'validation_error', code, message: sentences[code] });

    /** What each field makes of its text: how it is shown, and the code of what is wrong with it. */
    const kinds = {
        number: {
            label: 'Card number',
            placeholder: '1234 1234 1234 1234',
            autocomplete: 'cc-number',
            width: 19,
            clean: (text) => digitsOf(text, Math.max(...brandOf(digitsOf(text, 19)).lengths)),
            shown: (digits) => {
                const { gaps = [4, 8, 12, 16] } = brandOf(digits);
                return [...digits].map((digit, at) => gaps.includes(at) ? ` ${digit}` : digit).join('');
            },
            trouble: (digits) => {
                if (!brandOf(digits).lengths.includes(digits.length)) return 'incomplete_number';
                return passesLuhn(digits) ? undefined : 'invalid_number';
            },
        },
        expiry: {
            label: 'Expiration date, month and year',
            placeholder: 'MM / YY',
            autocomplete: 'cc-exp',
            width: 7,
            clean: (text) => {
                // Browsers fill in `12/2034` too, and who types a 4 means April.
                const digits = digitsOf(text.replace(/\/\s*20(\d\d)$/, '/$1'), 4);
                return /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
            },
            shown: (digits) =>
                digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`,
            trouble: (digits) => {
                const month = Number(digits.slice(0, 2));
                if (digits.length < 4 || month < 1 || month > 12) return 'incomplete_expiry';
                const today = new Date();
                const years = 2000 + Number(digits.slice(2)) - today.getFullYear();
                if (years < 0) return 'invalid_expiry_year_past';
                return years === 0 && month <= today.getMonth()
                    ? 'invalid_expiry_month_past' : undefined;
            },
        },
        cvc: {
            label: 'Security code (CVC)',
            placeholder: 'CVC',
            autocomplete: 'cc-csc',
            width: 4,
            clean: (text) => digitsOf(text, 4),
            shown: (digits) => digits,
            trouble: (digits, brand) => {
                const lengths = brand ? brand.cvc ?? [3] : [3, 4];
                return lengths.includes(digits.length) ? undefined : 'incomplete_cvc';
            },
        },
    };

    const testCards = [
        ['4242424242424242', 'succeeds'],
        ['4000002500003155', 'asks for a challenge'],
        ['4000000000009995', 'is declined: insufficient funds'],
        ['4000000000000101', 'has another security code'],
    ];

    // ---- Elements

    const elementStyle = `
        :host { display: block; font: inherit; }
        .fields { display: flex; flex-wrap: wrap; gap: .25em .75em; }
        input {
            font: inherit; color: inherit; background: none; border: 0; padding: .25em 0;
            min-width: 0; flex: 0 1 auto; border-radius: 0;
        }
        input.number { flex: 1 1 12em; }
        input:focus { outline: 2px solid currentColor; outline-offset: 2px; }
        input::placeholder { color: inherit; opacity: .75; }
        input[aria-invalid=true] { text-decoration: underline wavy; }
        details { font-size: .875em; margin-top: .5em; }
        summary { cursor: pointer; }
        ul { list-style: none; margin: .5em 0 0; padding: 0; display: grid; gap: .5em; }
        button {
            font: inherit; color: inherit; background: none; border: 1px solid currentColor;
            border-radius: .25em; padding: .25em .5em; cursor: pointer; text-align: start;
        }`;

    /** A style sheet that a strict Content-Security-Policy lets pass: it is no text in the page. */
    const sheet = (text) => {
        const made = new CSSStyleSheet();
        made.replaceSync(text);
        return made;
    };

    const make = (tag, properties = {}, ...children) => {
        const node = Object.assign(document.createElement(tag), properties);
        node.append(...children);
        return node;
    };

    class Element {
        #type;
        #options;
        #handlers = new Map();
        #host;
        #container;
        #inputs = {};
        #left = new Set();
        #told;
        #isGone = false;

        constructor(type, options = {}) {
            this.#type = type;
            this.#options = options;
            this.#build();
        }

        get _type() { return this.#type; }

        mount(place) {
            this.#refuseGone();
            const container = typeof place === 'string' ? document.querySelector(place) : place;
            if (!container) {
                throw new IntegrationError(
                    `The selector you specified (${place}) applies to no DOM elements that are `
                    + 'currently on the page. Make sure the element exists on the page before '
                    + 'calling mount().');
            }
            container.replaceChildren(this.#host);
            this.#container = container;
            this.#mark(false);
            queueMicrotask(() => this.#tell('ready', {}));
        }

        unmount() {
            this.#refuseGone();
            this.#host.remove();
            this.#container?.classList.remove(...Object.values(classes));
            this.#container = undefined;
        }

        destroy() {
            this.unmount();
            this.#isGone = true;
            this.#handlers.clear();
        }

        on(event, handler) {
            this.#handlers.set(event, [...this.#handlers.get(event) ?? [], handler]);
            return this;
        }

        once(event, handler) {
            const only = (told) => { this.off(event, only); handler(told); };
            return this.on(event, only);
        }

        off(event, handler) {
            const kept = (this.#handlers.get(event) ?? []).filter((one) => handler && one !== handler);
            this.#handlers.set(event, kept);
            return this;
        }

        focus() { this.#refuseGone(); Object.values(this.#inputs)[0].focus(); }
        blur() { this.#refuseGone(); this.#host.shadowRoot.activeElement?.blur(); }

        clear() {
            this.#refuseGone();
            for (const input of Object.values(this.#inputs)) input.value = '';
            this.#left.clear();
            this.#changed();
        }

        update(options) {
            this.#refuseGone();
            Object.assign(this.#options, options);
            for (const input of Object.values(this.#inputs)) {
                input.disabled = this.#options.disabled === true;
            }
        }

        /** What was typed, or `{error}`; asked for when it is sent. */
        _read() {
            this.#refuseGone();
            if (!this.#container) {
                throw new IntegrationError(
                    'We could not retrieve data from the specified Element. '
                    + 'Please make sure the Element you are attempting to use is still mounted.');
            }
            for (const name of Object.keys(this.#inputs)) this.#left.add(name);
            const { error, fields } = this.#changed();
            if (error) return { error };
            if (this.#type === 'cardCvc') return { cvc: fields.cvc };
            const month = Number(fields.expiry.slice(0, 2));
            const year = 2000 + Number(fields.expiry.slice(2));
            return { card: { number: fields.number, exp_month: month, exp_year: year, cvc: fields.cvc } };
        }

        #build() {
            this.#host = make('div');
            const root = this.#host.attachShadow({ mode: 'open', delegatesFocus: true });
            root.adoptedStyleSheets = [sheet(elementStyle)];
            const names = this.#type === 'cardCvc' ? ['cvc'] : ['number', 'expiry', 'cvc'];
            const fields = make('div', { className: 'fields' });
            for (const name of names) fields.append(this.#input(name));
            root.append(fields);
            if (this.#type === 'card') root.append(this.#help());
        }

        #input(name) {
            const { label, placeholder, autocomplete, width } = kinds[name];
            const input = make('input', {
                className: name, type: 'text', inputMode: 'numeric', size: width, placeholder,
                autocomplete, ariaLabel: label, disabled: this.#options.disabled === true,
            });
            this.#inputs[name] = input;
            input.addEventListener('input', () => this.#typed(name));
            input.addEventListener('keydown', (event) => this.#pressed(event, name));
            input.addEventListener('focus', () => {
                this.#mark(true);
                this.#tell('focus', {});
            });
            input.addEventListener('blur', (event) => {
                if (input.value) this.#left.add(name);
                this.#changed();
                if (event.relatedTarget && this.#host.shadowRoot.contains(event.relatedTarget)) return;
                this.#mark(false);
                this.#tell('blur', {});
            });
            return input;
        }

        #help() {
            const list = make('ul', {}, ...testCards.map(([number, what]) => {
                const button = make('button', { type: 'button' }, `${kinds.number.shown(number)} ${what}`);
                button.addEventListener('click', () => this.#fill(number));
                return make('li', {}, button);
            }));
            return make('details', {}, make('summary', {}, 'Test cards'), list);
        }

        #fill(number) {
            const year = String(new Date().getFullYear() + 3).slice(2);
            const values = { number, expiry: `12${year}`, cvc: '123' };
            for (const [name, value] of Object.entries(values)) {
                this.#inputs[name].value = kinds[name].shown(value);
            }
            this.#left.clear();
            this.#changed();
        }

        #typed(name) {
            const input = this.#inputs[name];
            const isAtEnd = input.selectionEnd === input.value.length;
            const digits = kinds[name].clean(input.value);
            // Whoever corrects in the middle keeps their place.
            if (isAtEnd) input.value = kinds[name].shown(digits);
            this.#left.delete(name);
            this.#changed();
            if (!isAtEnd || kinds[name].trouble(digits, this.#brand)) return;
            const order = Object.keys(this.#inputs);
            const next = order[order.indexOf(name) + 1];
            if (next) this.#inputs[next].focus();
        }

        #pressed(event, name) {
            if (event.key === 'Escape') this.#tell('escape', {});
            // A form is sent from here as from any other field.
            if (event.key === 'Enter') this.#host.closest('form')?.requestSubmit();
            if (event.key !== 'Backspace') return;
            const input = this.#inputs[name];
            const order = Object.keys(this.#inputs);
            const before = order[order.indexOf(name) - 1];
            if (!input.value && before) {
                this.#inputs[before].focus();
            } else if (/ \/ $/.test(input.value) && input.selectionEnd === input.value.length) {
                // The separator is ours, so that the digit before it is what goes.
                input.value = input.value.slice(0, 1);
                event.preventDefault();
                this.#changed();
            }
        }

        get #brand() {
            return this.#inputs.number && brandOf(kinds.number.clean(this.#inputs.number.value));
        }

        /** Looks at the fields, and tells what has changed. */
        #changed() {
            const fields = {};
            const codes = {};
            for (const [name, input] of Object.entries(this.#inputs)) {
                fields[name] = kinds[name].clean(input.value);
                codes[name] = kinds[name].trouble(fields[name], this.#brand);
            }
            const isShown = ([name, code]) =>
                code && (this.#left.has(name) || (fields[name] && !code.startsWith('incomplete')));
            const shown = Object.entries(codes).filter(isShown);
            for (const [name, input] of Object.entries(this.#inputs)) {
                input.ariaInvalid = String(shown.some(([wrong]) => wrong === name));
            }
            const error = shown.length ? validation(shown[0][1]) : undefined;
            const told = {
                empty: Object.values(fields).every((digits) => !digits),
                complete: Object.values(codes).every((code) => !code),
                error,
            };
            if (this.#type === 'card') {
                Object.assign(told, { brand: this.#brand.name, value: { postalCode: '' } });
            }
            this.#mark(this.#host.shadowRoot.activeElement !== null, told);
            const text = JSON.stringify([told, fields]);
            if (this.#told !== undefined && this.#told !== text) this.#tell('change', told);
            this.#told = text;
            return { error, fields };
        }

        #mark(hasFocus, { empty, complete, error } = {}) {
            const list = this.#container?.classList;
            if (!list) return;
            list.add(classes.base);
            list.toggle(classes.focus, hasFocus);
            if (empty === undefined) return;
            list.toggle(classes.empty, empty);
            list.toggle(classes.complete, complete);
            list.toggle(classes.invalid, error !== undefined);
        }

        #tell(event, told) {
            for (const handler of this.#handlers.get(event) ?? []) {
                handler({ elementType: this.#type, ...told });
            }
        }

        #refuseGone() {
            if (!this.#isGone) return;
            throw new IntegrationError(
                'This Element has already been destroyed. Please create a new one.');
        }
    }

    const classes = {
        base: 'StripeElement', focus: 'StripeElement--focus', empty: 'StripeElement--empty',
        complete: 'StripeElement--complete', invalid: 'StripeElement--invalid',
    };

    class Elements {
        #made = {};

        create(type, options) {
            if (!['card', 'cardCvc'].includes(type)) {
                throw new IntegrationError(
                    `A valid Element name must be provided. The simulator has card and cardCvc; `
                    + `you specified: ${type}.`);
            }
            if (this.#made[type]) {
                throw new IntegrationError(`Can only create one Element of type ${type} per Elements.`);
            }
            const element = new Element(type, options);
            this.#made[type] = element;
            const destroy = element.destroy.bind(element);
            element.destroy = () => { destroy(); delete this.#made[type]; };
            return element;
        }

        getElement(type) {
            return this.#made[typeof type === 'string' ? type : type?.__elementType] ?? null;
        }
    }

    // ---- The challenge

    const dialogStyle = `
        dialog {
            font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #fff;
            border: 1px solid #697386; border-radius: 12px; padding: 24px; max-width: 26rem;
        }
        dialog::backdrop { background: rgb(0 0 0 / .6); }
        h2 { font-size: 1.25rem; margin: 0 0 .5rem; }
        p { margin: 0 0 1rem; }
        [role=alert] { color: #a3122a; }
        [role=alert]:empty { display: none; }
        div { display: grid; gap: .75rem; }
        button {
            font: inherit; padding: .625rem 1rem; border-radius: 8px; cursor: pointer;
            border: 1px solid #697386; background: #fff; color: #1a1f36;
        }
        button.main { background: #4434d4; border-color: #4434d4; color: #fff; }
        button:focus-visible { outline: 3px solid #4434d4; outline-offset: 2px; }
        button:disabled { opacity: .6; cursor: default; }
        @media (prefers-color-scheme: dark) {
            dialog, button { color: #f6f8fa; background: #1f2533; }
            [role=alert] { color: #ff9aa8; }
            button.main { background: #c6c0ff; border-color: #c6c0ff; color: #14123a; }
            button:focus-visible { outline-color: #c6c0ff; }
        }`;

    const price = ({ amount, currency }) => {
        const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
        return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
    };

    /** Shows what the bank asks, and sends what the customer does; resolves with `{error}` or `{}`. */
    const ask = (intent, send) => new Promise((resolve) => {
        const alert = make('p', { role: 'alert' });
        const button = (text, outcome, className = '') => {
            const made = make('button', { type: 'button', className }, text);
            made.addEventListener('click', () => settle(outcome));
            return made;
        };
        const buttons = [
            button('Complete', 'success', 'main'), button('Fail', 'failure'), button('Cancel', 'cancel'),
        ];
        const dialog = make('dialog', {},
            make('h2', { id: 'title' }, 'Confirm this payment'),
            make('p', { id: 'text' },
                `Your bank asks whether it is you who pays ${price(intent)}. `
                + 'This bank is simulated: choose what happens.'),
            alert, make('div', {}, ...buttons));
        dialog.setAttribute('aria-labelledby', 'title');
        dialog.setAttribute('aria-describedby', 'text');
        const host = make('div');
        const root = host.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [sheet(dialogStyle)];
        root.append(dialog);
        document.body.append(host);

        const settle = async (outcome) => {
            for (const one of buttons) one.disabled = true;
            alert.textContent = '';
            const answer = await send(outcome);
            if (answer.error === connectionError) {
                // The bank's page stays until it knows.
                for (const one of buttons) one.disabled = false;
                alert.textContent = 'The bank cannot be reached. Please try again.';
                buttons[0].focus();
                return;
            }
            dialog.close();
            host.remove();
            resolve({});
        };
        dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            if (!buttons[0].disabled) settle('cancel');
        });
        dialog.showModal();
        buttons[0].focus();
    });

    const authenticationFailure = (intent) => ({
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method. Please choose a different '
            + 'payment method and try again.',
        payment_intent: intent,
        doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    });

    // ---- Stripe

    class Stripe {
        #key;

        constructor(key) {
            if (typeof key !== 'string' || !/^pk_test_\w+$/.test(key)) {
                throw new IntegrationError(
                    'Please call Stripe() with your publishable key. The simulator takes any '
                    + 'pk_test_…; you used something else.');
            }
            this.#key = key;
        }

        elements() { return new Elements(); }

        /** `({type: 'card', card, …})`, or as older pages have it `('card', element, {…})`. */
        async createPaymentMethod(options, element, more) {
            const { card, ...data } = typeof options === 'string'
                ? { type: options, card: element, ...more } : options;
            if (data.type !== 'card' || !card) {
                throw new IntegrationError('The simulator makes payment methods of type card only.');
            }
            const read = card instanceof Element ? card._read() : { card };
            if (read.error) return { error: read.error };
            return this.#result('paymentMethod', await this.#post('payment_methods', { ...data, ...read }));
        }

        async createToken(type, element) {
            if (type !== 'cvc_update' || !(element instanceof Element) || element._type !== 'cardCvc') {
                throw new IntegrationError(
                    "The simulator makes tokens of security codes only: createToken('cvc_update', cvc).");
            }
            const read = element._read();
            if (read.error) return { error: read.error };
            return this.#result('token', await this.#post('tokens', { cvc_update: { cvc: read.cvc } }));
        }

        async retrievePaymentIntent(secret) {
            return this.#result('paymentIntent', await this.#intent('retrievePaymentIntent', secret));
        }

        async handleCardAction(secret) { return this.#act('handleCardAction', secret); }

        async handleNextAction({ clientSecret } = {}) {
            return this.#act('handleNextAction', clientSecret);
        }

        async confirmCardPayment(secret, { payment_method: method, ...data } = {}, options = {}) {
            const id = Stripe.#id('confirmCardPayment', secret);
            const body = { ...data, client_secret: secret, use_stripe_sdk: true };
            if (typeof method === 'string') body.payment_method = method;
            if (method && typeof method === 'object') {
                const { card, ...rest } = method;
                const read = card instanceof Element ? card._read() : { card };
                if (read.error) return { error: read.error };
                body.payment_method_data = { type: 'card', ...rest, ...read };
            }
            // Without a card it goes on with what is there already, a challenge included.
            const present = method ? {} : await this.#intent('confirmCardPayment', secret);
            const intent = present.status === 'requires_action'
                ? present : await this.#post(`payment_intents/${id}/confirm`, body);
            if (intent.error || options.handleActions === false) {
                return this.#result('paymentIntent', intent);
            }
            return intent.status === 'requires_action'
                ? this.#challenge(intent) : this.#result('paymentIntent', intent);
        }

        async #act(name, secret) {
            const intent = await this.#intent(name, secret);
            if (intent.error) return { error: intent.error };
            if (intent.status !== 'requires_action') {
                throw new IntegrationError(
                    `${name}: The PaymentIntent supplied is not in the requires_action state.`);
            }
            return this.#challenge(intent);
        }

        /** Where the bank wants to see the customer, it does; what has come of it is read anew. */
        async #challenge(intent) {
            const secret = intent.client_secret;
            const send = (outcome) => call('POST', `/v3/challenges/${intent.id}`, {
                type: 'application/json',
                body: JSON.stringify({ client_secret: secret, outcome }),
            });
            const begun = await send();
            if (begun.error === connectionError) return { error: connectionError };
            if (begun.status === 'requires_action') await ask(intent, send);
            const after = await this.#intent('handleNextAction', secret);
            if (after.error) return { error: after.error };
            if (after.status === 'requires_payment_method') {
                const told = after.last_payment_error;
                const isOurs = told?.code === 'payment_intent_authentication_failure';
                return { error: isOurs || !told ? authenticationFailure(after) : { ...told, payment_intent: after } };
            }
            return { paymentIntent: after };
        }

        #intent(name, secret) {
            const id = Stripe.#id(name, secret);
            const query = new URLSearchParams({ client_secret: secret });
            return call('GET', `/v1/payment_intents/${id}?${query}`, { key: this.#key });
        }

        #post(path, body) {
            const type = 'application/x-www-form-urlencoded';
            return call('POST', `/v1/${path}`, { key: this.#key, type, body: form(body).toString() });
        }

        #result(name, answer) {
            return answer.error ? { error: answer.error } : { [name]: answer };
        }

        static #id(name, secret) {
            const found = /^(pi_[^_]+)_secret_[^_]+$/.exec(secret);
            if (found) return found[1];
            throw new IntegrationError(
                `Invalid value for stripe.${name} intent secret: value should be a client secret of `
                + `the form \${id}_secret_\${secret}. You specified: ${secret}.`);
        }
    }

    // With `new` and without, as Stripe's own.
    window.Stripe = function (key) { return new Stripe(key); };
    window.Stripe.version = 3;
})();
