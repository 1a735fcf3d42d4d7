//! `askline migrate-store`: copies everything from a data folder to PostgreSQL, or back. At the end it compares source and
//! target, and prints the result.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use askline_domain::shared::clock::SystemClock;
use askline_store::{
    moving::{Compared, MoveError, Moved, move_to_database, move_to_folder},
    sealing::SEALING_KEY_FILE,
};
use clap::Args;
use serde_json::{Value, json};

use crate::{
    commands::answer::{Context, table},
    config::{Flags, ServerSettings, Settings},
    data_folder::{DataFolder, private_file, reason},
    failure::{Failure, say},
    stores::{database, sealing_key},
};

/// `askline migrate-store`
#[derive(Debug, Args)]
pub struct MigrateStore {
    /// The settings file of the empty target. To copy to PostgreSQL, it must have a [database] section; to copy back, it
    /// must name a data folder. Environment variables and other options apply to the source
    #[arg(long, value_name = "CONFIG")]
    to: PathBuf,
}

impl MigrateStore {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let flags = Flags { config: Some(self.to.clone()), ..Flags::default() };
        let target = Settings::load_from(&flags, [])?;
        match (&context.settings.servers, &target.servers) {
            (None, Some(servers)) => there(context, servers, &self.to).await,
            (Some(servers), None) => back(context, servers, &target.data, &self.to).await,
            (None, None) => Err(Failure::misuse(format!(
                "{} sets no database.url, and the source is a data folder too; copy a folder to another one with askline backup \
                 and askline restore",
                self.to.display()
            ))),
            (Some(_), Some(_)) => Err(Failure::misuse(format!(
                "{} sets database.url, and the source is on PostgreSQL too; copy a database to another one with pg_dump",
                self.to.display()
            ))),
        }
    }
}

async fn there(context: &Context, servers: &ServerSettings, config: &Path) -> Result<(), Failure> {
    // Opening the source upgrades it, and checks that it can be read.
    context.existing_stores().await?.close().await;
    let folder = context.existing_folder()?;
    let lock = folder.lock()?;
    take_key_along(&folder.path().join(SEALING_KEY_FILE), &servers.key_file)?;
    let key = sealing_key(servers)?;
    let clock = Arc::new(SystemClock::default());
    let moved = move_to_database(folder.path(), &database(servers), key, clock, &told).await?;
    drop(lock);
    answer(context, moved, &folder.path().display().to_string(), "the database", config)
}

async fn back(context: &Context, servers: &ServerSettings, data: &Path, config: &Path) -> Result<(), Failure> {
    let key = sealing_key(servers)?;
    let folder = DataFolder::open_to_fill(data)?;
    let lock = folder.lock()?;
    take_key_along(&servers.key_file, &folder.path().join(SEALING_KEY_FILE))?;
    let clock = Arc::new(SystemClock::default());
    let moved = move_to_folder(&database(servers), key, folder.path(), clock, &told).await?;
    drop(lock);
    answer(context, moved, "the database", &folder.path().display().to_string(), config)
}

fn told(line: &str) {
    say(&format!("askline: {line}"));
}

/// Copies the key that encrypts secrets to where the target expects it. An existing key is kept, and compared later.
fn take_key_along(from: &Path, to: &Path) -> Result<(), Failure> {
    if to.exists() || !from.exists() {
        return Ok(());
    }
    let copied = fs::read(from).and_then(|key| {
        let mut file = private_file(to)?;
        file.write_all(&key)?;
        file.sync_all()
    });
    copied.map_err(|error| Failure::failed(format!("the key file {} {}", to.display(), reason(&error))))
}

fn answer(context: &Context, moved: Moved, from: &str, to: &str, config: &Path) -> Result<(), Failure> {
    let Moved { resumed, compared } = moved;
    let different: Vec<&str> = compared.iter().filter(|one| !one.is_same).map(|one| one.what.as_str()).collect();
    let is_same = different.is_empty();
    let items: Vec<Value> = compared
        .iter()
        .map(|Compared { what, source, target, is_same }| {
            json!({ "what": what, "source": source, "target": target, "same": is_same })
        })
        .collect();
    let rows: Vec<Vec<String>> = compared
        .iter()
        .map(|Compared { what, source, target, is_same }| {
            let result = if *is_same { "same" } else { "DIFFERENT" };
            vec![what.clone(), source.to_string(), target.to_string(), result.to_owned()]
        })
        .collect();
    let mut text = table(&["COMPARED", "SOURCE", "TARGET", "RESULT"], &rows);
    if is_same {
        text.push_str(&format!(
            "\nEverything in {from} is in {to} too. Start the server with {}, and keep the source as it is until that works.",
            config.display()
        ));
    }
    let value = json!({ "from": from, "to": to, "moved": is_same, "resumed": resumed, "compared": items });
    context.answer_change(true, value, &text)?;
    if is_same {
        Ok(())
    } else {
        Err(Failure::failed(format!(
            "source and target differ in {}: the source changed between two attempts, or the target was written to. Askline does not \
             start with this target; copy again to a new, empty one",
            different.join(", ")
        )))
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Connect(error) => error.into(),
            MoveError::Open(error) => error.into(),
            MoveError::Refused(text) => Self::failed(text),
            MoveError::Database(_) | MoveError::File(_) => Self::failed(format!(
                "{error}. Askline does not start with the target yet; run the same command again to continue"
            )),
        }
    }
}
