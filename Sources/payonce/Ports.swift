import PaymentStore
import Payments

/// The database and Stripe, as the payments see them: what is asked of them is counted, and in a
/// build for tests checkpoints may stand in between.
struct Ports {
    let repository: any PaymentRepository
    let processor: any CardProcessor
    let directory: any CustomerDirectory
    let vault: any CardVault
    let sheetKeys: any SheetKeys
    let refundRepository: any RefundRepository
    let refundProcessor: any RefundProcessor

    /// - Throws: `Failure` where the environment asks for a checkpoint that cannot be.
    init(_ foundation: Service.Foundation) throws(Failure) {
        let customers = SQLCustomerDirectory(database: foundation.database)
        let payments = MeteredRepository(
            inner: foundation.repository,
            metrics: foundation.metrics.payments
        )
        sheetKeys = foundation.processor
        let refunds = SQLRefundRepository(database: foundation.database)
        #if DEBUG
            if let checkpoints = try Checkpoints.wanted() {
                repository = CheckpointedRepository(
                    inner: payments,
                    checkpoints: checkpoints
                )
                processor = CheckpointedProcessor(
                    inner: foundation.processor,
                    checkpoints: checkpoints
                )
                directory = CheckpointedDirectory(inner: customers, checkpoints: checkpoints)
                vault = CheckpointedVault(
                    inner: foundation.processor,
                    checkpoints: checkpoints
                )
                refundRepository = CheckpointedRefundRepository(
                    inner: refunds,
                    checkpoints: checkpoints
                )
                refundProcessor = CheckpointedRefundProcessor(
                    inner: foundation.processor,
                    checkpoints: checkpoints
                )
                return
            }
        #endif
        repository = payments
        processor = foundation.processor
        directory = customers
        vault = foundation.processor
        refundRepository = refunds
        refundProcessor = foundation.processor
    }
}
