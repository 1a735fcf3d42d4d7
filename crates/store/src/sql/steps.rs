//! The migrations of a database, in the form that sqlx runs. Steps are added at the end and never changed: a database
//! records the hash of each applied step.

use sqlx::{
    SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};

/// Number, name and text of each step, in their order.
pub(crate) struct Steps(pub(crate) &'static [(i64, &'static str, &'static str)]);

impl Steps {
    /// Returns the steps, ready to run.
    pub(crate) fn migrator(&self) -> Migrator {
        let steps = self.0.iter().map(|(number, name, sql)| {
            Migration::new(*number, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        Migrator::with_migrations(steps.collect())
    }

    /// Returns the number of the last step.
    pub(crate) fn last(&self) -> i64 {
        self.0.last().map_or(0, |(number, ..)| *number)
    }
}

/// What a step does to stored rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// It only adds tables, columns or indexes: stored data is unchanged.
    Adds,
    /// It rewrites or drops stored data, which only a backup can restore.
    Rewrites,
}

/// Asserts that the steps are the files of a folder in `migrations`, in the same order.
#[cfg(test)]
pub(crate) fn assert_are_the_files_of(steps: &Steps, folder: &str) {
    let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder stands in the crate")
        .map(|entry| entry.expect("the folder can be read").file_name().into_string().expect("plain names"))
        .collect();
    files.sort();
    let steps: Vec<String> = steps.0.iter().map(|(number, name, _)| format!("{number:04}_{name}.sql")).collect();
    assert_eq!(files, steps);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Steps that dropped an index or a key before this rule. Applied steps never change.
    const BEFORE: [&str; 6] = [
        "events/postgres/0002_one_index.sql",
        "events/postgres/0006_fewer_bytes.sql",
        "metadata/postgres/0011_reading_versions.sql",
        "metadata/sqlite/0009_idempotency_records.sql",
        "metadata/sqlite/0017_citation_sums.sql",
        "metadata/sqlite/0031_reading_versions.sql",
    ];
    /// The comment of a step that drops an index: the statements that used it, and which index each uses now.
    const NAMES_STATEMENTS: &str = "-- Used by: ";

    fn drops_an_index(sql: &str) -> bool {
        let lines = sql.lines().map(|line| line.split("--").next().unwrap_or_default().to_uppercase());
        lines.into_iter().any(|line| line.contains("DROP INDEX") || line.contains("DROP CONSTRAINT"))
    }

    #[test]
    fn a_step_that_drops_an_index_names_the_statements_that_used_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut exempt = BEFORE.to_vec();
        for folder in ["metadata/sqlite", "metadata/postgres", "events/sqlite", "events/postgres"] {
            for entry in std::fs::read_dir(root.join(folder)).expect("a folder of steps") {
                let path = entry.expect("a step").path();
                let sql = std::fs::read_to_string(&path).expect("text");
                if !drops_an_index(&sql) {
                    continue;
                }
                let name = format!("{folder}/{}", path.file_name().unwrap_or_default().to_string_lossy());
                match exempt.iter().position(|known| *known == name) {
                    Some(known) => drop(exempt.remove(known)),
                    None => assert!(sql.contains(NAMES_STATEMENTS), "{name} needs a line '{NAMES_STATEMENTS}…'"),
                }
            }
        }
        assert!(exempt.is_empty(), "these drop no index: {exempt:?}");
    }

    #[test]
    fn what_drops_an_index_is_found_in_the_text_of_a_step() {
        for text in ["DROP INDEX a;", "ALTER TABLE a DROP CONSTRAINT a_pkey;", "drop index if exists a"] {
            assert!(drops_an_index(text), "{text}");
        }
        for text in ["CREATE INDEX a ON b (c);", "-- DROP INDEX a", "DROP TABLE a;"] {
            assert!(!drops_an_index(text), "{text}");
        }
    }
}
