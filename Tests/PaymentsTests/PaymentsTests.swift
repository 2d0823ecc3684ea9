// Payments
