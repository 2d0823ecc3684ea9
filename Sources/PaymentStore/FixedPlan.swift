import Postgres

/// Has the statements of a group planned once for a connection instead of each time: planning a
/// join of six tables takes ten times as long as running it for one key, and planning a group's
/// write a fifth of the time that the write takes.
///
/// A plan that is kept must stay right while the tables grow, so it may look into no table from end
/// to end. The settings see to it where a table is read. Where rows of a group meet a table to
/// change it, the statement says `id BETWEEN row.id AND row.id`: a join by `=` may read the table
/// whole and in order, which is best while it is empty; a range can only be looked up. The settings
/// hold until the group's end.
/// https://www.postgresql.org/docs/15/sql-prepare.html
enum FixedPlan {
    /// The first statement of a group; its row is of no interest.
    static let settings: SQL = """
        SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
            set_config('enable_seqscan', 'off', true)
        """
}
