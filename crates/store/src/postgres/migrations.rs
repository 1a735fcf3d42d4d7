//! The steps that bring the metadata up to date on PostgreSQL. Steps are added at the end and never altered.
//!
//! The first stands for all of SQLite's up to 22; from then on a change of the layout is one step on each engine.

use std::sync::LazyLock;

use sqlx::{
    SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};

const STEPS: &[(i64, &str, &str)] = &[
    (1, "metadata", include_str!("../../migrations/postgres/0001_metadata.sql")),
    (2, "stretches_of_failures", include_str!("../../migrations/postgres/0002_stretches_of_failures.sql")),
];

/// The steps, ready to be run.
pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let steps = STEPS.iter().map(|(number, name, sql)| {
        Migration::new(*number, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
});

/// The number of the last step.
pub(super) fn last_step() -> i64 {
    STEPS.last().map_or(0, |(number, ..)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_a_step_and_in_its_place() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder stands in the crate")
            .map(|entry| entry.expect("the folder can be read").file_name().into_string().expect("plain names"))
            .collect();
        files.sort();
        let steps: Vec<String> = STEPS.iter().map(|(number, name, _)| format!("{number:04}_{name}.sql")).collect();
        assert_eq!(files, steps);
    }
}
