// StripeSimulator
