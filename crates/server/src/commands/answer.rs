//! What every command receives, and how it prints its result. Programs get JSON, people get text.

use std::{
    io::{self, BufRead as _, IsTerminal as _, Write as _},
    sync::Arc,
};

use askline_app::instance::Instance;
use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::secret::Secret,
    shared::{
        clock::{Clock as _, SystemClock, whole_milliseconds},
        ids::OrgId,
    },
};
use askline_store::limits::MemoryRateLimiter;
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    commands::service_address::ServedAt,
    config::Settings,
    data_folder::DataFolder,
    failure::{Failure, say},
    stores::Stores,
    wiring,
};

/// The context of one command.
#[derive(Debug)]
pub struct Context {
    /// The settings.
    pub settings: Settings,
    /// Whether the result is printed as JSON.
    pub json: bool,
}

impl Context {
    /// The data folder, created if it is missing.
    pub fn folder(&self) -> Result<DataFolder, Failure> {
        DataFolder::open(&self.settings.data)
    }

    /// The stores, created if they are missing.
    pub async fn stores(&self) -> Result<Stores, Failure> {
        Stores::open_beside_a_server(&self.settings).await
    }

    /// The stores of an existing instance: a mistyped `--data` must not look like an empty one. On PostgreSQL, missing
    /// tables are created.
    pub async fn existing_stores(&self) -> Result<Stores, Failure> {
        if self.settings.servers.is_some() {
            return self.stores().await;
        }
        self.existing_folder()?;
        Stores::open_beside_a_server(&self.settings).await
    }

    /// The data folder of an existing instance.
    pub fn existing_folder(&self) -> Result<DataFolder, Failure> {
        let path = &self.settings.data;
        let nothing = || {
            let text =
                format!("the data folder {} holds no Askline data; begin with askline org create", path.display());
            Failure::failed(text)
        };
        // Without access, it is not known whether the folder exists.
        if path.try_exists().is_ok_and(|exists| !exists) {
            return Err(nothing());
        }
        let folder = self.folder()?;
        if folder.has_stores() { Ok(folder) } else { Err(nothing()) }
    }

    /// The instance that use cases work with.
    pub fn instance(&self, stores: &Stores) -> Result<Arc<Instance>, Failure> {
        let clock = Arc::new(SystemClock::default());
        let limiter = Arc::new(MemoryRateLimiter::new(clock.clone()));
        wiring::instance(&self.settings, stores, limiter, clock).map(|(instance, _)| instance)
    }

    /// The URL from which pages load the widget: according to the settings of this command, or else those of the
    /// running server. Without either, the origin.
    pub fn widget_address(&self) -> String {
        let own = self.settings.api.widget_url.clone();
        let of_service = || ServedAt::read_in(&self.settings.data).and_then(|served| served.widget_url);
        own.or_else(of_service).unwrap_or_else(|| self.origin())
    }

    /// The origin at which people reach this instance: according to the settings of this command, or else those of the
    /// server that runs on the data folder. Without either, the local address, which only this machine can reach; a
    /// message on stderr says so.
    pub fn origin(&self) -> String {
        let served = ServedAt::read_in(&self.settings.data);
        let public_url = self.settings.api.public_url.clone();
        let public_url = public_url.or_else(|| served.as_ref().and_then(|served| served.public_url.clone()));
        public_url.unwrap_or_else(|| {
            let listening = || ServedAt::of(&self.settings, self.settings.listen).listening;
            let local = served.map_or_else(listening, |served| served.listening);
            say(&format!(
                "askline: the public address is not known, so links begin with {local}, which only this machine can reach; \
                 set public_url for the server, or for this command with ASKLINE_PUBLIC_URL"
            ));
            local
        })
    }

    /// Prints the result of a command. In the JSON, `changed` says whether the command changed, wrote or sent anything; it is
    /// false unless `value` has the field.
    pub fn answer(&self, value: &Value, text: &str) -> Result<(), Failure> {
        if self.json { print_json(&with_changed(value)) } else { print_line(text) }
    }

    /// Prints the result of a command that may change something; `changed` says whether it did.
    pub fn answer_change(&self, changed: bool, mut value: Value, text: &str) -> Result<(), Failure> {
        value["changed"] = changed.into();
        self.answer(&value, text)
    }

    /// Prints text for people to stderr, beside JSON on stdout that is printed in any case. With `--json` a program reads.
    pub fn explain(&self, text: &str) {
        if !self.json {
            say(text);
        }
    }

    /// Prints only the new secret to stdout, so that a shell can use it, and the explanation to stderr; with `--json`,
    /// the object with the secret.
    pub fn answer_secret(&self, mut value: Value, field: &str, secret: &str, explanation: &str) -> Result<(), Failure> {
        value[field] = secret.into();
        self.answer_change(true, value, secret)?;
        if !self.json {
            say(explanation);
        }
        Ok(())
    }
}

/// Why a command failed that made something which is shown only once: it could not be printed, and `ended` says what became of
/// it. Unlike other commands, it says so even if nobody reads stdout.
pub fn unseen(printed: &Failure, ended: &str) -> Failure {
    let why = if *printed == Failure::UNREAD {
        "the answer cannot be printed: nobody reads it".to_owned()
    } else {
        printed.to_string()
    };
    Failure::failed(format!("{why}; {ended}"))
}

/// Adds `changed: false` to a result that does not have the field.
pub fn with_changed(value: &Value) -> Value {
    let mut value = value.clone();
    if value.get("changed").is_none() {
        value["changed"] = false.into();
    }
    value
}

/// Prints a JSON object as one line.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print_line(&value.to_string())
}

/// Prints text and a line end in one write.
pub fn print_line(text: &str) -> Result<(), Failure> {
    print_bytes(format!("{text}\n").as_bytes())
}

/// Prints bytes unchanged, in one write.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::unprinted(&error))
}

/// Reads a new password: on a terminal twice and hidden, otherwise from the first line of stdin. It is never an
/// argument, since every account on the machine can read arguments.
pub fn new_password(whose: &str) -> Result<Secret, Failure> {
    if io::stdin().is_terminal() {
        let ask = |prompt: String| {
            let typed = rpassword::prompt_password(prompt).map(Secret::new);
            typed.map_err(|error| Failure::failed(format!("{whose} cannot be read from the terminal: {error}")))
        };
        let password = ask(format!("{whose} (not shown): "))?;
        let repeated = ask("Repeat it: ".to_owned())?;
        return if password.expose() == repeated.expose() {
            Ok(password)
        } else {
            Err(Failure::misuse("the two passwords differ; nothing was changed"))
        };
    }
    let mut line = String::new();
    io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::failed(format!("{whose} cannot be read from stdin: {error}")))?;
    let text = line.trim_end_matches(['\r', '\n']);
    if text.is_empty() {
        return Err(Failure::misuse(format!("{whose} was expected as the first line of stdin")));
    }
    Ok(Secret::new(text))
}

/// The current time in whole milliseconds.
pub fn now() -> Timestamp {
    whole_milliseconds(SystemClock::default().now())
}

/// The audit context of a command.
pub fn audit_context(command: &str) -> AuditContext {
    AuditContext::system(command, now())
}

/// An audit entry for a command.
pub fn audit_draft(org: OrgId, command: &str, action: &str, targets: Vec<Target>, metadata: Value) -> AuditDraft {
    audit_context(command).entry(org, action, targets, metadata)
}

/// A table of rows under headings, with columns as wide as needed.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width_of = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([headings[column].len()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..headings.len()).map(width_of).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells.zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        padded.join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(&mut headings.iter().copied())];
    lines.extend(rows.iter().map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}
