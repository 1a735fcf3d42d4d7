//! The migrations of the event tables. Steps are added at the end and never changed.

use crate::{
    postgres::migrating::Plan,
    sql::{Steps, steps::StepKind},
};

const STEPS: Steps = Steps(&[
    (1, "events", include_str!("../../../migrations/events/postgres/0001_events.sql")),
    (2, "one_index", include_str!("../../../migrations/events/postgres/0002_one_index.sql")),
    (3, "page_raises", include_str!("../../../migrations/events/postgres/0003_page_raises.sql")),
    (4, "views_without_widget", include_str!("../../../migrations/events/postgres/0004_views_without_widget.sql")),
    (5, "done_before", include_str!("../../../migrations/events/postgres/0005_done_before.sql")),
    (6, "fewer_bytes", include_str!("../../../migrations/events/postgres/0006_fewer_bytes.sql")),
    (7, "page_weeks", include_str!("../../../migrations/events/postgres/0007_page_weeks.sql")),
    (8, "item_clicks", include_str!("../../../migrations/events/postgres/0008_item_clicks.sql")),
    (9, "page_spellings", include_str!("../../../migrations/events/postgres/0009_page_spellings.sql")),
    (10, "crawler_reads", include_str!("../../../migrations/events/postgres/0010_crawler_reads.sql")),
    (11, "crawler_lines", include_str!("../../../migrations/events/postgres/0011_crawler_lines.sql")),
]);

/// What each step does to stored rows. The code does not compile if a step has no kind.
const KINDS: [StepKind; STEPS.0.len()] = [
    StepKind::Adds,
    StepKind::Rewrites,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Rewrites,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
];

/// Returns everything that the migration runner needs. The table is separate from the metadata's.
pub(crate) fn plan() -> Plan {
    Plan { name: "events", steps: &STEPS, kinds: &KINDS, table: "_sqlx_event_migrations" }
}
