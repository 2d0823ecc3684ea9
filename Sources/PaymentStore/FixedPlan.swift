import Postgres

/// Has the reads of a group planned once for a connection instead of each time: planning a join of
/// six tables takes ten times as long as running it for one key.
///
/// A plan that is kept must stay right while the tables grow, so it may look into no table from end
/// to end. The settings hold until the group's end; the groups that write keep their own, because
/// their plans depend on how many rows they bring.
/// https://www.postgresql.org/docs/15/sql-prepare.html
enum FixedPlan {
    /// The first statement of a group; its row is of no interest.
    static let settings: SQL = """
        SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
            set_config('enable_seqscan', 'off', true)
        """
}
