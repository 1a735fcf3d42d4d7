//! `askline migrate`: upgrades the layout of the data, or rehearses that. It reports the steps.

use std::time::Duration;

use askline_store::{data_folder::upgrade::AppliedStep, metadata::postgres::missing_steps};
use clap::Args;
use serde_json::{Value, json};

use crate::{
    commands::answer::Context,
    config::ServerSettings,
    failure::Failure,
    stores::{
        Stores, database,
        merged_pages::MergeCounts,
        rehearsal,
        upgrade::{self, By, counted},
    },
};

/// `askline migrate`
#[derive(Debug, Args)]
pub struct Migrate {
    /// Upgrade a copy, report how long each step took, and change nothing; on PostgreSQL only list the steps
    #[arg(long)]
    check: bool,
    /// Confirm that you have a backup of the PostgreSQL database; required for steps that rewrite or drop stored data
    #[arg(long, conflicts_with = "check")]
    backup_done: bool,
}

impl Migrate {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match (&context.settings.servers, self.check) {
            (Some(servers), true) => list_on_postgres(context, servers).await,
            (Some(servers), false) => self.upgrade_postgres(context, servers).await,
            (None, _) if self.backup_done => Err(Failure::misuse(
                "--backup-done is for PostgreSQL; before a data folder is upgraded, a backup is made automatically",
            )),
            (None, true) => rehearse(context).await,
            (None, false) => upgrade_folder(context).await,
        }
    }

    async fn upgrade_postgres(&self, context: &Context, servers: &ServerSettings) -> Result<(), Failure> {
        let mut settings = context.settings.clone();
        let servers = ServerSettings { is_backup_done: self.backup_done, ..servers.clone() };
        let steps: Vec<Value> = missing_steps(&database(&servers)).await?.iter().map(step_of_postgres).collect();
        settings.servers = Some(servers);
        let stores = Stores::open_beside_a_server(&settings).await?;
        stores.ping().await?;
        stores.close().await;
        let text = match steps.len() {
            0 => "The database is up to date.".into(),
            count => format!("The database was upgraded in {}.", counted(count)),
        };
        let answer = json!({ "migrated": true, "changed": !steps.is_empty(), "steps": steps, "backup": null });
        context.answer(&answer, &text)
    }
}

/// Lists the missing steps. Nothing is rehearsed, since only the operator can copy a database on PostgreSQL.
async fn list_on_postgres(context: &Context, servers: &ServerSettings) -> Result<(), Failure> {
    let missing = missing_steps(&database(servers)).await?;
    let needs_backup = missing.iter().any(|(_, step)| step.rewrites);
    let mut text = match missing.len() {
        0 => "The database is up to date.".to_owned(),
        count => format!("The database needs {}:", counted(count)),
    };
    for (tables, step) in &missing {
        let kind = if step.rewrites { ", rewrites or drops what is stored: needs --backup-done" } else { "" };
        text.push_str(&format!("\n  {tables} {} {}{kind}", step.number, step.name));
    }
    let steps: Vec<Value> = missing.iter().map(step_of_postgres).collect();
    let answer = json!({
        "migrated": false, "changed": false, "rehearsed": false, "upToDate": steps.is_empty(), "needsBackup": needs_backup,
        "steps": steps,
    });
    context.answer(&answer, &text)
}

fn step_of_postgres((tables, step): &(&str, askline_store::postgres::MissingStep)) -> Value {
    json!({ "database": tables, "number": step.number, "name": step.name, "rewrites": step.rewrites })
}

async fn rehearse(context: &Context) -> Result<(), Failure> {
    let folder = context.existing_folder()?;
    let rehearsal = rehearsal::rehearse(&folder).await?;
    let data = folder.path();
    let steps = &rehearsal.steps;
    let is_up_to_date = steps.is_empty();
    let (merged, merging) = rehearsal.merged;
    let answer = json!({
        "data": data, "migrated": false, "changed": false, "rehearsed": !is_up_to_date, "upToDate": is_up_to_date,
        "copyMilliseconds": milliseconds(rehearsal.copying), "steps": values(steps),
        "mergedPages": merged.pages, "answersWithOtherPages": merged.answers, "mergeMilliseconds": milliseconds(merging),
    });
    if is_up_to_date {
        return context.answer(&answer, &format!("{} is up to date: there is nothing to rehearse.", data.display()));
    }
    let all: Duration = steps.iter().map(|step| step.took).sum();
    let mut text = format!("Copied in {} ms.", milliseconds(rehearsal.copying));
    for AppliedStep { step, took } in steps {
        text.push_str(&format!("\n  {} {} {}: {} ms", step.file, step.number, step.name, milliseconds(*took)));
    }
    if merged != MergeCounts::default() {
        text.push_str(&format!(
            "\n  While the service runs, {} pages are merged with other spellings, and {} answers cite other pages: {} ms",
            merged.pages,
            merged.answers,
            milliseconds(merging)
        ));
    }
    text.push_str(&format!(
        "\nThe upgrade of {} succeeds on a copy: {} in {} ms. Nothing was changed.",
        data.display(),
        counted(steps.len()),
        milliseconds(all)
    ));
    context.answer(&answer, &text)
}

async fn upgrade_folder(context: &Context) -> Result<(), Failure> {
    let folder = context.folder()?;
    let is_new = !folder.has_stores();
    let upgraded = upgrade::bring_up_to_date(&folder, context.settings.backup_before_upgrade, By::Command).await?;
    // Opening the stores creates what is missing, and does the work that follows the steps.
    let stores = context.stores().await?;
    stores.ping().await?;
    stores.close().await;
    let data = folder.path();
    let changed = is_new || !upgraded.steps.is_empty();
    let text = match (is_new, upgraded.steps.is_empty()) {
        (true, _) => format!("{} is new, and up to date.", data.display()),
        (false, true) => format!("{} is up to date.", data.display()),
        (false, false) => {
            let text = upgraded.text(data);
            format!("{}{}.", text[..1].to_uppercase(), &text[1..])
        }
    };
    let answer = json!({
        "data": data, "migrated": true, "changed": changed, "steps": values(&upgraded.steps), "backup": upgraded.backup,
    });
    context.answer(&answer, &text)
}

fn values(steps: &[AppliedStep]) -> Vec<Value> {
    let value = |AppliedStep { step, took }: &AppliedStep| json!({ "database": step.file, "number": step.number, "name": step.name, "milliseconds": milliseconds(*took) });
    steps.iter().map(value).collect()
}

fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
