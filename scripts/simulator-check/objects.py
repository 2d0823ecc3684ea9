"""Customers and their cards, refunds, events, and what apps are given for a while."""

import stripe

from document import OPERATIONS


class ObjectChecks:
    def customer(self, **terms):
        return self.client.v1.customers.create(terms)

    def saved(self, customer, card="pm_card_visa"):
        return self.client.v1.payment_methods.attach(card, {"customer": customer.id})

    def check_customers(self):
        customers = self.client.v1.customers
        address = {"line1": "1 Street", "country": "DE"}
        made = self.customer(
            name="A",
            email="a@example.com",
            address=address,
            shipping={"name": "A", "address": address},
            metadata={"ref": "1"},
            preferred_locales=["de"],
        )
        assert made.address.line1 == "1 Street" and made.metadata["ref"] == "1"
        changed = customers.update(made.id, {"name": "B", "metadata": {"ref": ""}})
        assert changed.name == "B" and changed.metadata.to_dict() == {}
        assert [one.id for one in customers.list({"email": "a@example.com"}).data] == [made.id]
        method = self.saved(made)
        default = {"invoice_settings": {"default_payment_method": method.id}}
        assert customers.update(made.id, default).invoice_settings.default_payment_method
        assert customers.delete(made.id).deleted
        assert customers.retrieve(made.id).deleted
        error = self.refused(stripe.InvalidRequestError, customers.update, made.id, {"name": "C"})
        assert error.http_status == 404 and error.code == "resource_missing"

    def check_wallets(self):
        methods = self.client.v1.payment_methods
        owner, other = self.customer(), self.customer()
        kept = [self.saved(owner).id for _ in range(5)]
        for pages in [
            methods.list({"customer": owner.id, "limit": 2}),
            self.client.v1.customers.payment_methods.list(owner.id, {"limit": 2}),
        ]:
            assert [one.id for one in pages.auto_paging_iter()] == kept[::-1]
        one = self.client.v1.customers.payment_methods.retrieve(owner.id, kept[0])
        assert one.customer == owner.id
        changed = methods.update(kept[0], {"metadata": {"a": "1"}, "card": {"exp_month": 3}})
        assert changed.card.exp_month == 3
        for customer, code, param in [
            (None, "parameter_missing", "source"),
            (other.id, None, "payment_method"),
        ]:
            terms = {"customer": customer} if customer else {}
            error = self.refused(stripe.InvalidRequestError, self.pay, kept[0], **terms)
            assert (error.code, error.param) == (code, param)
        for _ in range(2):
            assert self.pay(kept[0], customer=owner.id, off_session=True).status == "succeeded"
        assert methods.detach(kept[0]).customer is None
        self.refused(stripe.InvalidRequestError, self.pay, kept[0], customer=owner.id)
        self.refused(stripe.InvalidRequestError, methods.detach, kept[0])
        declined = self.refused(
            stripe.CardError, self.saved, owner, "pm_card_visa_chargeDeclined"
        )
        assert (declined.code, declined.param) == ("card_declined", "")
        used = self.pay().payment_method
        self.refused(stripe.InvalidRequestError, self.pay, used)
        self.refused(stripe.InvalidRequestError, methods.attach, used, {"customer": owner.id})

    def check_saved_cards(self):
        intents = self.client.v1.payment_intents
        owner = self.customer()
        terms = {"customer": owner.id, "setup_future_usage": "off_session"}
        asked = self.pay("pm_card_authenticationRequiredOnSetup", **terms)
        self.simulator.authenticate(asked.id)
        saved = intents.confirm(asked.id).payment_method
        later = {"customer": owner.id, "off_session": True}
        assert self.pay(saved, **later).status == "succeeded"
        always = self.saved(owner, "pm_card_authenticationRequired").id
        error = self.refused(stripe.CardError, self.pay, always, **later)
        assert error.code == "authentication_required"
        intent, method = error.error.payment_intent, error.error.payment_method
        assert method.id == always and intent.status == "requires_payment_method"
        again = intents.confirm(intent.id, {"payment_method": method.id, "use_stripe_sdk": True})
        assert again.status == "requires_action"
        self.simulator.authenticate(intent.id)
        assert intents.confirm(intent.id).status == "succeeded"

    def check_security_codes(self):
        owner = self.customer()
        method = self.saved(owner).id
        failing = self.saved(owner, "pm_card_cvcCheckFail").id
        for card, verdict in [(method, "pass"), (failing, "fail")]:
            token = self.client.v1.tokens.create({"cvc_update": {"cvc": "123"}})
            assert token.id.startswith("cvctok_") and not token.used
            terms = {
                "customer": owner.id,
                "payment_method_options": {"card": {"cvc_token": token.id}},
                "expand": ["latest_charge"],
            }
            paid = self.pay(card, **terms)
            checks = paid.latest_charge.payment_method_details.card.checks
            assert checks.cvc_check == verdict
            assert self.client.v1.tokens.retrieve(token.id).used
            error = self.refused(stripe.InvalidRequestError, self.pay, card, **terms)
            assert error.code == "token_already_used"
        error = self.refused(
            stripe.CardError, self.client.v1.tokens.create, {"cvc_update": {"cvc": "12"}}
        )
        assert error.code == "invalid_cvc"
        strict = {"card": {"require_cvc_recollection": True}}
        error = self.refused(
            stripe.InvalidRequestError,
            self.pay,
            method,
            customer=owner.id,
            payment_method_options=strict,
        )
        assert error.error.payment_intent.status == "requires_confirmation"

    def check_refunds(self):
        refunds = self.client.v1.refunds
        paid = self.pay(amount=7000)
        first = refunds.create({"payment_intent": paid.id, "amount": 4000, "reason": "duplicate"})
        assert first.status == "succeeded" and first.charge == paid.latest_charge
        much = {"payment_intent": paid.id, "amount": 4000}
        error = self.refused(stripe.InvalidRequestError, refunds.create, much)
        assert error.param == "amount" and error.code is None
        rest = refunds.create({"charge": paid.latest_charge, "metadata": {"a": "1"}})
        assert rest.amount == 3000
        error = self.refused(
            stripe.InvalidRequestError, refunds.create, {"charge": paid.latest_charge}
        )
        assert error.code == "charge_already_refunded"
        assert self.simulator.book[-1]["refunded"] == 7000
        listed = refunds.list({"payment_intent": paid.id, "limit": 1})
        assert [one.id for one in listed.auto_paging_iter()] == [rest.id, first.id]
        expanded = refunds.retrieve(rest.id, {"expand": ["charge", "payment_intent"]})
        assert expanded.charge.refunded and expanded.payment_intent.status == "succeeded"
        assert refunds.update(rest.id, {"metadata": {"a": "2"}}).metadata["a"] == "2"
        self.refused(stripe.InvalidRequestError, refunds.cancel, rest.id)
        for card, at_once, later in [
            ("pendingRefund", "pending", "succeeded"),
            ("refundFail", "succeeded", "failed"),
            ("bypassPending", "succeeded", "succeeded"),
        ]:
            made = refunds.create({"payment_intent": self.pay(f"pm_card_{card}").id})
            assert made.status == at_once, card
            self.simulator.control("clock", {"advance": 60})
            assert refunds.retrieve(made.id).status == later, card
        held = self.pay(capture_method="manual")
        self.refused(stripe.InvalidRequestError, refunds.create, {"payment_intent": held.id})

    def check_disputes(self):
        disputes = self.client.v1.disputes
        for card, reason, status, moved in [
            ("createDispute", "fraudulent", "needs_response", [-1400]),
            ("createDisputeProductNotReceived", "product_not_received", "needs_response", [-1400]),
            ("createDisputeInquiry", "fraudulent", "warning_needs_response", []),
        ]:
            paid = self.pay(f"pm_card_{card}", amount=1400)
            (made,) = disputes.list({"payment_intent": paid.id}).data
            assert (made.reason, made.status, made.amount) == (reason, status, 1400), card
            assert [one.amount for one in made.balance_transactions] == moved, card
            expanded = disputes.retrieve(made.id, {"expand": ["charge", "payment_intent"]})
            assert expanded.charge.disputed and expanded.payment_intent.id == paid.id
            ended = disputes.close(made.id)
            assert ended.status == ("lost" if moved else "warning_closed"), card
        for evidence, status, moved in [
            ("winning_evidence", "won", [-1400, 1400]),
            ("losing_evidence", "lost", [-1400]),
        ]:
            paid = self.pay("pm_card_createDispute", amount=1400)
            (made,) = disputes.list({"charge": paid.latest_charge}).data
            error = self.refused(
                stripe.InvalidRequestError,
                self.client.v1.refunds.create,
                {"payment_intent": paid.id},
            )
            assert error.code == "charge_disputed"
            terms = {"evidence": {"uncategorized_text": evidence}, "submit": True}
            ended = disputes.update(made.id, terms)
            assert ended.status == status
            assert [one.amount for one in ended.balance_transactions] == moved
            self.refused(stripe.InvalidRequestError, disputes.close, made.id)
        newest = self.client.v1.events.list({"type": "charge.dispute.*", "limit": 2}).data
        assert newest[0].type == "charge.dispute.closed"
        assert newest[0].data.object.id == made.id and newest[0].data.object.status == "lost"

    def check_events(self):
        events = self.client.v1.events
        paid = self.pay(key="check-events")
        wanted = ["payment_intent.*", "charge.succeeded"]
        found = events.list({"types": wanted, "limit": 3}).data
        assert [event.type for event in found] == [
            "payment_intent.succeeded",
            "charge.succeeded",
            "payment_intent.created",
        ]
        assert {event.request.idempotency_key for event in found} == {"check-events"}
        assert found[0].data.object.id == paid.id
        assert found[0].data.object.status == "succeeded"
        assert events.retrieve(found[0].id).type == found[0].type
        since = {"created": {"gte": paid.created}, "limit": 2}
        seen = [event.id for event in events.list(since).auto_paging_iter()]
        assert found[2].id in seen and len(seen) == len(set(seen))
        self.refused(stripe.InvalidRequestError, events.retrieve, "evt_nope")

    def check_what_apps_are_given(self):
        owner = self.customer()
        features = {"payment_method_save": "enabled", "payment_method_redisplay": "enabled"}
        session = self.client.v1.customer_sessions.create(
            {
                "customer": owner.id,
                "components": {
                    "mobile_payment_element": {"enabled": True, "features": features},
                    "customer_sheet": {"enabled": True},
                    "payment_element": {"enabled": True, "features": features},
                },
            }
        )
        assert session.client_secret.startswith("cuss_secret_")
        element = session.components.mobile_payment_element
        assert element.features.payment_method_save == "enabled"
        keys = self.client.v1.ephemeral_keys
        key = keys.create({"customer": owner.id}, {"stripe_version": "2020-08-27"})
        assert key.secret.startswith("ek_test_") and key.expires == key.created + 3600
        assert key.associated_objects[0]["id"] == owner.id
        assert keys.delete(key.id).id == key.id

    def check_account_ids_of_customers(self):
        self.simulator.control("switches", {"accounts_v2": True})
        owner = self.customer()
        self.simulator.control("switches", {"accounts_v2": False})
        account = {"customer_account": owner.customer_account}
        paid = self.pay(**account)
        assert paid.customer_account == owner.customer_account
        assert [one.id for one in self.client.v1.payment_intents.list(account).data] == [paid.id]
        method = self.client.v1.payment_methods.attach("pm_card_visa", account)
        assert method.customer_account == owner.customer_account
        made = self.client.v1.refunds.create({"payment_intent": paid.id})
        assert made.to_dict()["customer_account"] == owner.customer_account

    def check_every_list_pages(self):
        v1 = self.client.v1
        owner = self.customer()
        for _ in range(4):
            v1.refunds.create({"payment_intent": self.pay(customer=owner.id).id, "amount": 100})
            self.customer(email="pages@example.com")
        for service, terms in [
            (v1.payment_intents, {"customer": owner.id}),
            (v1.charges, {"customer": owner.id}),
            (v1.refunds, {}),
            (v1.customers, {"email": "pages@example.com"}),
            (v1.events, {"type": "refund.created"}),
        ]:
            whole = [one.id for one in service.list({**terms, "limit": 100}).data]
            assert len(whole) >= 4
            pages = service.list({**terms, "limit": 3})
            assert [one.id for one in pages.auto_paging_iter()] == whole
            back = service.list({**terms, "limit": 3, "ending_before": whole[-1]})
            assert [one.id for one in back.auto_paging_iter()] == whole[-2::-1]
            both = {"starting_after": whole[0], "ending_before": whole[0]}
            self.refused(stripe.InvalidRequestError, service.list, both)

    def check_parameters(self):
        """What the document knows is known, and nothing else; but there are cards only."""
        document = self.recorder.document
        kinds = document.kinds_of_payment_methods() - {"card"}
        for operation in OPERATIONS:
            method, path = operation.split(" ")
            names = set(document.parameter_names(method, path)) - kinds
            for name in [*names, "wat"]:
                told = self.raw(method, path, name)
                assert (told == "parameter_unknown") == (name == "wat"), (operation, name, told)

    def raw(self, method, path, name):
        """The code of the error that a parameter alone leads to."""
        while "{" in path:
            start, end = path.index("{"), path.index("}")
            path = path[:start] + "id_1" + path[end + 1 :]
        try:
            self.client.raw_request(method.lower(), path, **{name: "x"})
        except stripe.StripeError as error:
            return error.code
        return None
