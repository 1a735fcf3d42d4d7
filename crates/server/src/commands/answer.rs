//! What every command is given, and how it answers: JSON for programs, text for people, on stdout.

use std::{
    io::{self, BufRead as _, Write as _},
    sync::Arc,
};

use askline_api::app::App;
use askline_domain::{
    audit::{Actor, AuditDraft, Target},
    clock::{Clock as _, SystemClock, whole_milliseconds},
    id::{AuditId, Id as _, OrgId},
    secret::Secret,
};
use askline_store::memory::MemoryRateLimiter;
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    config::Settings, data_folder::DataFolder, failure::Failure, public_address::ServedAt, stores::Stores, wiring,
};

/// The settings of one run.
#[derive(Debug)]
pub struct Context {
    /// The settings.
    pub settings: Settings,
    /// Whether a program reads the answer.
    pub json: bool,
}

impl Context {
    /// The data folder, made if it is missing.
    pub fn folder(&self) -> Result<DataFolder, Failure> {
        DataFolder::open(&self.settings.data)
    }

    /// The stores, made if they are missing.
    pub async fn stores(&self) -> Result<Stores, Failure> {
        Stores::open_beside_a_server(&self.settings).await
    }

    /// The stores of an instance that exists: a mistyped `--data` must not look like an empty one.
    pub async fn existing_stores(&self) -> Result<Stores, Failure> {
        if self.settings.servers.is_some() {
            return self.stores().await;
        }
        self.existing_folder()?;
        Stores::open_beside_a_server(&self.settings).await
    }

    /// The data folder of an instance that exists.
    pub fn existing_folder(&self) -> Result<DataFolder, Failure> {
        let path = &self.settings.data;
        let nothing = || {
            let text =
                format!("the data folder {} holds no Askline data; begin with askline org create", path.display());
            Failure::failed(text)
        };
        if !path.exists() {
            return Err(nothing());
        }
        let folder = self.folder()?;
        if folder.has_stores() { Ok(folder) } else { Err(nothing()) }
    }

    /// The application, for rules that it shares with the API.
    pub fn application(&self, stores: &Stores) -> Result<App, Failure> {
        let clock = Arc::new(SystemClock::default());
        let limiter = Arc::new(MemoryRateLimiter::new(clock.clone()));
        wiring::application(&self.settings, stores, limiter, clock).map(|(app, _)| app)
    }

    /// The address under which pages load the widget, by the same rule; without one of its own, the service's.
    pub fn widget_address(&self) -> String {
        let own = self.settings.api.widget_url.clone();
        let of_service = || ServedAt::read_in(&self.settings.data).and_then(|served| served.widget_url);
        own.or_else(of_service).unwrap_or_else(|| self.origin())
    }

    /// The origin under which people reach this instance: by the settings of this command, or else by those of the service that
    /// runs on the data folder. Without either it is this machine's alone, which stderr says.
    pub fn origin(&self) -> String {
        let served = ServedAt::read_in(&self.settings.data);
        let public_url = self.settings.api.public_url.clone();
        let public_url = public_url.or_else(|| served.as_ref().and_then(|served| served.public_url.clone()));
        public_url.unwrap_or_else(|| {
            let listening = || ServedAt::of(&self.settings, self.settings.listen).listening;
            let local = served.map_or_else(listening, |served| served.listening);
            eprintln!(
                "askline: the public address is not known, so the answer names {local}, which only this machine reaches; \
                 set public_url for the service, or for this command with ASKLINE_PUBLIC_URL"
            );
            local
        })
    }

    /// Prints the one answer of a command.
    pub fn answer(&self, value: &Value, text: &str) -> Result<(), Failure> {
        if self.json { print_json(value) } else { print_line(text) }
    }
}

/// Prints one JSON object in one line.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print_line(&value.to_string())
}

/// Prints text, whole and at once. Whoever stopped reading has seen enough.
pub fn print_line(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("the answer cannot be printed: {error}")))
        }
        _ => Ok(()),
    }
}

/// The first line of stdin, as a secret: the arguments of a process can be read by everybody on the machine.
pub fn secret_from_stdin(what: &str) -> Result<Secret, Failure> {
    let mut line = String::new();
    io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::failed(format!("{what} cannot be read from stdin: {error}")))?;
    let text = line.trim_end_matches(['\r', '\n']);
    if text.is_empty() {
        return Err(Failure::misuse(format!("{what} was expected as the first line of stdin")));
    }
    Ok(Secret::new(text))
}

/// The time of a command, to the millisecond.
pub fn now() -> Timestamp {
    whole_milliseconds(SystemClock::default().now())
}

/// An audit entry by the command line.
pub fn audit_draft(org: OrgId, command: &str, action: &str, targets: Vec<Target>, metadata: Value) -> AuditDraft {
    let at = now();
    AuditDraft {
        id: AuditId::new(at, &mut rand::rng()),
        org_id: org,
        occurred_at: at,
        action: action.to_owned(),
        actor: Actor::system(command),
        targets,
        ip: None,
        user_agent: None,
        request_id: None,
        metadata,
        request: None,
        grounds: Vec::new(),
    }
}

/// Rows under their headings, in columns as wide as needed.
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
