//! A step of an upgrade of a data folder takes as long as it needs.

use std::{path::Path, time::Instant};

use askline_store::data_folder::upgrade::{Upgrade, missing_steps};
use rusqlite::Connection;

/// Longer than every limit of requests.
const SECONDS: f64 = 40.0;

mod long {
    use super::*;

    #[test]
    #[ignore = "long: takes more time than every limit of requests"]
    fn a_step_that_takes_longer_than_every_limit_of_requests_ends() {
        let folder = tempfile::tempdir().unwrap();
        let layout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/upgrades/ab2f116");
        for name in ["metadata", "events"] {
            let dump = std::fs::read_to_string(layout.join(format!("{name}.dump"))).unwrap();
            Connection::open(folder.path().join(format!("{name}.db"))).unwrap().execute_batch(&dump).unwrap();
        }
        // A step updates the only site.
        let events = Connection::open(folder.path().join("events.db")).unwrap();
        slow_down(&events, "sites");
        drop(events);
        let began = Instant::now();
        let applied = Upgrade::of_folder(folder.path()).unwrap().unwrap().apply().unwrap();
        let longest = applied.iter().map(|step| step.took.as_secs_f64()).fold(0.0, f64::max);
        assert!(longest > SECONDS / 2.0, "the slow step took {longest} s of {:?}", began.elapsed());
        assert_eq!(missing_steps(folder.path()).unwrap(), []);
    }

    /// Makes each update of the table take [`SECONDS`], by counting as far as this machine counts in that time.
    fn slow_down(file: &Connection, table: &str) {
        let fill = "CREATE TABLE slow (x INTEGER); INSERT INTO slow WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
            WHERE i < 300) SELECT i FROM n";
        file.execute_batch(fill).unwrap();
        let began = Instant::now();
        let counted: i64 =
            file.query_row("SELECT count(a.x + b.x + c.x) FROM slow a, slow b, slow c", [], |row| row.get(0)).unwrap();
        let times = (SECONDS / began.elapsed().as_secs_f64()).ceil();
        assert_eq!(counted, 27_000_000);
        let trigger = format!(
            "CREATE TRIGGER slow_down AFTER UPDATE ON {table} BEGIN
                SELECT count(a.x + b.x + c.x + d.x) FROM slow a, slow b, slow c, slow d WHERE d.x <= {times};
            END"
        );
        file.execute_batch(&trigger).unwrap();
    }
}
