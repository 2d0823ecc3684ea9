// PaymentStore
