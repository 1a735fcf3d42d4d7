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
