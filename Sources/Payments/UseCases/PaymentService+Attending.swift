// The recovery takes from the dead and from nobody. An attempt that belongs to a living instance
// which has lost sight of it would wait for ever, so every instance looks for its own.

extension PaymentService {
    /// Looks once in each lease.
    func keepAttending() async {
        while !isStopping {
            await sleep(settings.leaseDuration)
            if !isStopping { await attend() }
        }
    }

    /// What is found in two looks in a row has lost its work by a mistake of ours: a claim or a
    /// takeover whose answer is under way is found once at most, unless the database takes longer
    /// than a lease for it. Either way the instance does not know what it owns, and its name goes:
    /// whatever still runs under it may not send, and the next owner has a new fence.
    private func attend() async {
        guard isReady else { return unattended = [] }
        let asked = lease
        // Work that ends while the database looks is not missing.
        let attended = Set(drives.keys)
        let owned: [PaymentID]
        do throws(StoreFailure) {
            owned = try await repository.attempts(
                of: asked.instance,
                unchangedFor: settings.leaseDuration
            )
        } catch {
            return
        }
        guard asked === lease else { return unattended = [] }
        let found = Set(owned).subtracting(attended).filter { drives[$0] == nil }
        let lost = found.intersection(unattended)
        unattended = found
        guard !lost.isEmpty else { return }
        giveUpName()
        for id in lost.sorted(by: { $0.description < $1.description }) {
            await noteUnattended(id, asked.instance)
        }
    }

    private func noteUnattended(_ id: PaymentID, _ instance: InstanceID) async {
        do throws(StoreFailure) {
            try await repository.note(
                OpsFinding(
                    payment: id,
                    kind: "unattended",
                    detail: "\(instance) owned it and was not at work on it"
                )
            )
        } catch {
            // Only told to a person; the attempt is on its way to its next owner.
        }
    }
}
