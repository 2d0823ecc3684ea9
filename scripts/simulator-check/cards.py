"""Stripe's test cards (https://docs.stripe.com/testing), as its client sees them."""

import stripe

APPROVED = """
visa visa_debit mastercard mastercard_debit mastercard_prepaid amex discover diners jcb unionpay us
br ca mx gb de fr threeDSecureOptional threeDSecureOptionalProcessingError
amex_threeDSecureNotSupported riskLevelElevated cvcCheckFail avsZipFail avsLine1Fail avsFail
avsUnchecked pendingRefund refundFail bypassPending createDispute createDisputeProductNotReceived
createDisputeInquiry
""".split()

NUMBERS = """
4242424242424242 4000056655665556 5555555555554444 2223003122003222 5200828282828210
5105105105105100 378282246310005 371449635398431 6011111111111117 6011000990139424
6011981111111113 3056930009020004 36227206271667 3566002020360505 6200000000000005
6200000000000047 6205500000000000004 6555900000604105
""".split()

GENERIC = "Your card was declined."

# Name, code, decline code, message, advice, network's advice, network's decline, parameter.
DECLINED = [
    ("visa_chargeDeclined", "card_declined", "generic_decline", GENERIC, "try_again_later", None,
     "01", None),
    ("visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds",
     "Your card has insufficient funds.", "try_again_later", "02", "51", None),
    ("visa_chargeDeclinedLostCard", "card_declined", "lost_card", GENERIC, "do_not_try_again",
     "01", "41", None),
    ("visa_chargeDeclinedStolenCard", "card_declined", "stolen_card", GENERIC, "do_not_try_again",
     "01", "43", None),
    ("chargeDeclinedExpiredCard", "expired_card", "expired_card", "Your card has expired.",
     "confirm_card_data", "03", "54", "exp_month"),
    ("chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc",
     "Your card's security code is incorrect.", "confirm_card_data", "03", "N7", "cvc"),
    ("chargeDeclinedProcessingError", "processing_error", "processing_error",
     "An error occurred while processing your card. Try again in a little bit.",
     "try_again_later", None, "06", None),
    ("visa_chargeDeclinedVelocityLimitExceeded", "card_declined", "card_velocity_exceeded",
     "Your card was declined for making repeated attempts too frequently or exceeding its amount "
     "limit.", "try_again_later", "02", "61", None),
    ("chargeCustomerFail", "card_declined", "generic_decline", GENERIC, "try_again_later", None,
     "01", None),
]

# Name, whether the customer is asked on session, what the bank says then, what it says off session.
AUTHENTICATED = [
    ("authenticationRequiredOnSetup", True, None, "authentication_required"),
    ("authenticationRequired", True, None, "authentication_required"),
    ("authenticationRequiredSetupForOffSession", True, None, None),
    ("authenticationRequiredChargeDeclinedInsufficientFunds", True, "insufficient_funds",
     "authentication_required"),
    ("threeDSecure2Required", True, None, "authentication_required"),
    ("threeDSecureRequiredChargeDeclined", True, "generic_decline", "authentication_required"),
    ("threeDSecureRequiredProcessingError", False, "generic_decline", "authentication_required"),
    ("threeDSecureOptional", False, None, None),
]

# Number, month, year, code, parameter, of cards that are refused when they are entered.
UNUSABLE = [
    ("4242424242424241", 12, 2040, "123", "incorrect_number", "number"),
    ("4242424242424242", 13, 2040, "123", "invalid_expiry_month", "exp_month"),
    ("4242424242424242", 12, 2020, "123", "invalid_expiry_year", "exp_year"),
    ("4242424242424242", 12, 2040, "99", "invalid_cvc", "cvc"),
]


class CardChecks:
    def check_cards_that_pay(self):
        for name in APPROVED:
            paid = self.pay(f"pm_card_{name}", expand=["latest_charge"])
            assert paid.status == "succeeded", name
            outcome = paid.latest_charge.outcome
            assert outcome.type == "authorized" and outcome.seller_message == "Payment complete."
        methods = self.client.v1.payment_methods
        for number in NUMBERS:
            cvc = "1234" if len(number) == 15 else "123"
            card = {"number": number, "exp_month": 12, "exp_year": 2040, "cvc": cvc}
            method = methods.create({"type": "card", "card": card})
            assert method.card.last4 == number[-4:]
            assert self.pay(method.id).status == "succeeded", number

    def check_cards_that_are_declined(self):
        for name, code, decline, message, advice, network_advice, network, param in DECLINED:
            error = self.refused(stripe.CardError, self.pay, f"pm_card_{name}")
            told = error.error
            assert (error.http_status, error.code, error.param) == (402, code, param), name
            assert (told.decline_code, error.user_message) == (decline, message), name
            assert told.to_dict().get("network_advice_code") == network_advice, name
            assert (told.advice_code, told.network_decline_code) == (advice, network), name
            intent = told.payment_intent
            assert intent.status == "requires_payment_method" and intent.payment_method is None
            charge = self.client.v1.charges.retrieve(intent.latest_charge)
            assert (charge.status, charge.paid, charge.failure_code) == ("failed", False, code)
            assert charge.outcome.reason == decline and charge.outcome.type == "issuer_declined"
        blocked = self.refused(stripe.CardError, self.pay, "pm_card_radarBlock")
        assert blocked.code == "card_declined"
        charge = self.client.v1.charges.retrieve(blocked.error.charge)
        assert charge.outcome.type == "blocked"

    def check_cards_that_want_the_customer(self):
        intents = self.client.v1.payment_intents
        for name, is_asked, decline, off_session in AUTHENTICATED:
            card = f"pm_card_{name}"
            if is_asked:
                asked = self.pay(card)
                assert asked.status == "requires_action" and asked.latest_charge is None, name
                self.simulator.authenticate(asked.id)
                self.ends(decline, name, intents.confirm, asked.id)
            else:
                self.ends(decline, name, self.pay, card)
            self.ends(off_session, name, self.pay, card, off_session=True)

    def ends(self, decline, name, call, *arguments, **named):
        if decline is None:
            assert call(*arguments, **named).status == "succeeded", name
        else:
            error = self.refused(stripe.CardError, call, *arguments, **named)
            assert error.error.decline_code == decline, name

    def check_cards_that_cannot_be_entered(self):
        for number, month, year, cvc, code, param in UNUSABLE:
            card = {"number": number, "exp_month": month, "exp_year": year, "cvc": cvc}
            error = self.refused(
                stripe.CardError,
                self.client.v1.payment_methods.create,
                {"type": "card", "card": card},
            )
            assert (error.http_status, error.code, error.param) == (402, code, param)
