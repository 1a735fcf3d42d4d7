//! The settings of an instance. Nothing else reads the environment.
//!
//! `config/default.toml` is the lowest layer and the list of all settings: no other setting exists.

mod backup;
mod bucket;
mod engines;
mod generation;
mod layers;
mod mail;
mod oauth;
mod oidc;
mod outgoing;
pub mod reference;
mod servers;
mod tables;
mod traces;
mod trusted_header;
mod widget;

use std::{
    ffi::OsString,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_app::instance::providers::Providers;
use askline_domain::{engines::EngineCatalogue, identity::secret::Secret, organizations::plan::Plan};
use askline_jobs::{generate::ModelAddress, identity_providers::OidcProvider};
use ipnet::IpNet;
use url::Url;

pub use backup::{BackupDestination, BackupSettings};
pub use bucket::{BucketAccess, BucketAddress};
pub use engines::EngineSettings;
pub use layers::{Layers, Source};
pub use mail::MailSettings;
pub use servers::ServerSettings;
pub use traces::TraceSettings;

use crate::{failure::Failure, listen::connection_slots::ConnectionBounds};

/// The documented defaults, as the binary loads them.
pub const DEFAULTS: &str = include_str!("../../../config/default.toml");
/// The minimum length of the token of `/metrics`, in characters.
const MIN_METRICS_TOKEN_CHARACTERS: usize = 16;
/// The largest number of requests per minute that can be set.
const MAX_PER_MINUTE: i64 = 1_000_000_000;
const MAX_PER_ACCOUNT: i64 = 10_000;
/// The range of the timeouts of connections, in seconds.
const MIN_SECONDS: i64 = 5;
const MAX_SECONDS: i64 = 3_600;
/// The maximum length of `auth.contact`, in characters.
const MAX_CONTACT_CHARACTERS: usize = 200;

/// The levels of the log.
const LEVELS: &str = "off, error, warn, info, debug, trace";

/// Everything an operator can set, checked.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address that the server listens on.
    pub listen: SocketAddr,
    /// The data folder.
    pub data: PathBuf,
    /// PostgreSQL and Redis, which several machines can share, instead of the data folder.
    pub servers: Option<ServerSettings>,
    /// Whether a backup of the data folder is made before it is upgraded.
    pub backup_before_upgrade: bool,
    /// Scheduled backups.
    pub backups: BackupSettings,
    /// Settings of the API.
    pub api: ApiSettings,
    /// Limits on open connections.
    pub connections: ConnectionBounds,
    /// A file that changes the link registry.
    pub link_file: Option<PathBuf>,
    /// The hosts whose entries that file may change; empty: all.
    pub link_hosts: Vec<String>,
    /// Settings of the log.
    pub log: LogSettings,
    /// Where traces are sent; `None` if they are not.
    pub traces: Option<TraceSettings>,
    /// Settings of `/metrics`.
    pub metrics: MetricsSettings,
    /// The maximum number of events that wait for the disk.
    pub events_queue: usize,
    /// The maximum number of raw events that a site may store per day; 0 means no limit.
    pub events_per_site_and_day: u64,
    /// The operator's own networks that outgoing requests may reach.
    pub outgoing_allowed: Vec<IpNet>,
    /// Whether the lists of crawlers' addresses are read daily from their makers.
    pub updates_crawlers: bool,
    /// Whether the texts of sites' pages are read daily.
    pub reads_pages: bool,
    /// The engines, each once.
    pub engines: Vec<EngineSettings>,
    /// The model that writes prompts; `None` for the built-in generator.
    pub generation_model: Option<ModelAddress>,
    /// How identity providers are asked.
    pub identity_providers: Vec<OidcProvider>,
    /// How emails are sent; `None` if they are not.
    pub mail: Option<MailSettings>,
    /// The settings that the operator set: their names, and where their values come from.
    pub changed: Vec<(String, String)>,
}

/// How to log.
#[derive(Debug, Clone)]
pub struct LogSettings {
    /// The form of each line.
    pub format: LogFormat,
    /// A level, or directives of the filter.
    pub level: String,
}

/// The form of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Who may read `/metrics`, and where.
#[derive(Debug, Clone)]
pub struct MetricsSettings {
    /// The address of a separate listener.
    pub listen: Option<SocketAddr>,
    /// The token that the main listener requires.
    pub token: Option<Secret>,
}

/// The settings that the command line gives.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`.
    pub config: Option<PathBuf>,
    /// `--data`.
    pub data: Option<PathBuf>,
    /// `--listen`.
    pub listen: Option<String>,
}

impl Settings {
    /// Reads all layers: defaults, file, this process's environment, flags.
    pub fn load(flags: &Flags) -> Result<Self, Failure> {
        Self::load_from(flags, std::env::vars_os())
    }

    /// Does the same with a given environment.
    pub fn load_from(
        flags: &Flags,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Failure> {
        Self::check(&Self::read_layers(flags, environment)?)
    }

    /// Reads the layers of this process without checking the values.
    pub fn layers(flags: &Flags) -> Result<Layers, Failure> {
        Self::read_layers(flags, std::env::vars_os())
    }

    fn read_layers(
        flags: &Flags,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Layers, Failure> {
        let mut layers = Layers::defaults(DEFAULTS)?;
        let variables = layers::askline_variables(environment)?;
        if let Some(file) = flags.config.clone().or(variables.file) {
            layers.add_file(&file)?;
        }
        for (name, value) in &variables.settings {
            layers.add_variable(name, value)?;
        }
        if let Some(data) = &flags.data {
            layers.add_flag("data", "--data", &text_of_path(data)?);
        }
        if let Some(listen) = &flags.listen {
            layers.add_flag("listen", "--listen", listen);
        }
        Ok(layers)
    }

    /// Checks all values.
    pub fn check(layers: &Layers) -> Result<Self, Failure> {
        let listen = layers.parsed("listen", "an address and port such as 127.0.0.1:8080")?;
        let of_a_day = layers.integer("limits.events_per_site_and_day", 0, i64::MAX)?;
        let engines = engines::engine_settings(layers)?;
        let bound = |key: &str, least: i64| {
            let bound = layers.integer(key, least, 1_000_000)?;
            Ok::<usize, Failure>(usize::try_from(bound).expect("checked to be in range"))
        };
        let seconds = |key: &str| {
            let seconds = layers.integer(key, MIN_SECONDS, MAX_SECONDS)?;
            Ok::<Duration, Failure>(Duration::from_secs(seconds.unsigned_abs()))
        };
        let mut api = api_settings(layers, engines::catalogue(&engines))?;
        let mail = mail::mail_settings(layers, api.public_url.as_deref())?;
        api.mail = mail.is_some();
        let (providers, identity_providers) = oidc::provider_settings(layers, api.public_url.as_deref())?
            .into_iter()
            .map(|settings| (settings.provider, settings.oidc))
            .unzip::<_, _, Vec<_>, Vec<_>>();
        let gate = trusted_header::trusted_header(layers)?;
        api.trusted_header = gate.as_ref().map(|(header, _)| header.clone());
        api.providers = Providers { oidc: providers.into(), gate: gate.map(|(_, provider)| provider) };
        let connections = ConnectionBounds {
            all: bound("limits.connections", 1)?,
            each: bound("limits.connections_per_address", 0)?,
            proxies: api.trusted_proxies.clone(),
            idle: seconds("limits.idle_seconds")?,
            body: seconds("limits.body_seconds")?,
        };
        let queue = layers.integer("events.queue", 100, 10_000_000)?;
        let data = PathBuf::from(layers.text("data", 1)?);
        Ok(Self {
            listen,
            backups: backup::backup_settings(layers, &data)?,
            data,
            servers: servers::server_settings(layers)?,
            backup_before_upgrade: layers.boolean("backup.before_upgrade"),
            api,
            connections,
            link_hosts: link_hosts(layers)?,
            link_file: Some(layers.text("links.file", 0)?).filter(|file| !file.is_empty()).map(PathBuf::from),
            log: log_settings(layers)?,
            traces: traces::trace_settings(layers)?,
            metrics: metrics_settings(layers)?,
            events_queue: usize::try_from(queue).expect("checked to be in range"),
            events_per_site_and_day: of_a_day.unsigned_abs(),
            outgoing_allowed: outgoing::allowed_networks(layers)?,
            updates_crawlers: layers.boolean("crawlers.update"),
            reads_pages: layers.boolean("pages.read_texts"),
            engines,
            generation_model: generation::model_address(layers)?,
            identity_providers,
            mail,
            changed: layers.changed(),
        })
    }
}

fn api_settings(layers: &Layers, engines: EngineCatalogue) -> Result<ApiSettings, Failure> {
    let per_minute = |key: &str| {
        let limit = layers.integer(key, 0, MAX_PER_MINUTE)?;
        Ok::<u32, Failure>(u32::try_from(limit).expect("checked to be in range"))
    };
    let public_url = public_url(layers)?;
    Ok(ApiSettings {
        widget_url: widget::widget_url(layers, public_url.as_deref())?,
        public_url,
        trusted_proxies: layers.list::<IpNet>("proxy.trusted", "a network such as 10.0.0.0/8")?,
        default_plan: layers.parsed::<Plan>("organizations.default_plan", "free, pro, business or enterprise")?,
        organizations_per_account: u32::try_from(layers.integer("organizations.per_account", 0, MAX_PER_ACCOUNT)?)
            .expect("checked to be in range"),
        signup: layers.boolean("auth.signup"),
        contact: contact(layers)?,
        refuse_prompts_against_policy: layers.one_of("prompts.policy", &["refuse", "warn"])? == "refuse",
        engines,
        generation: generation::for_the_api(layers)?,
        mail: false,
        oauth_clients: oauth::entered_clients(layers)?,
        providers: Providers::default(),
        trusted_header: None,
        limits: RequestLimits {
            intake_per_minute: per_minute("limits.intake_per_minute")?,
            config_per_minute: per_minute("limits.config_per_minute")?,
            session_per_minute: per_minute("limits.session_per_minute")?,
            login_per_minute: per_minute("limits.login_per_minute")?,
            document_per_minute: per_minute("limits.document_per_minute")?,
            failed_authentication_per_minute: per_minute("limits.failed_authentication_per_minute")?,
        },
    })
}

/// `links.hosts`, in lower case.
fn link_hosts(layers: &Layers) -> Result<Vec<String>, Failure> {
    let wanted = "hosts such as \"chatgpt.com\", without scheme and path";
    let hosts: Vec<String> = layers.list("links.hosts", wanted)?;
    let is_host = |host: &String| {
        let is_plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
        is_plain && host.contains('.') && !host.starts_with('.') && !host.ends_with('.')
    };
    if hosts.iter().all(is_host) {
        Ok(hosts.into_iter().map(|host| host.to_ascii_lowercase()).collect())
    } else {
        Err(layers.bad("links.hosts", wanted))
    }
}

fn contact(layers: &Layers) -> Result<Option<String>, Failure> {
    let text = layers.text("auth.contact", 0)?;
    let contact = text.trim();
    if contact.chars().count() > MAX_CONTACT_CHARACTERS || contact.chars().any(char::is_control) {
        return Err(layers.bad("auth.contact", "one line of at most 200 characters"));
    }
    Ok(Some(contact.to_owned()).filter(|contact| !contact.is_empty()))
}

fn public_url(layers: &Layers) -> Result<Option<String>, Failure> {
    let text = layers.text("public_url", 0)?;
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(&text).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/" && url.query().is_none()
    });
    match url {
        Some(url) => Ok(Some(url.origin().ascii_serialization())),
        None => Err(layers.bad("public_url", "an origin such as https://askline.example.com, without a path")),
    }
}

fn log_settings(layers: &Layers) -> Result<LogSettings, Failure> {
    let level = layers.text("log.level", 1)?;
    if let Some(part) = level.split(',').find(|part| !names_a_level(part)) {
        let wanted =
            format!("a level ({LEVELS}) or directives such as info,askline_api=debug (there is no level in '{part}')");
        return Err(layers.bad("log.level", &wanted));
    }
    if level.parse::<tracing_subscriber::EnvFilter>().is_err() {
        return Err(layers.bad("log.level", "a level such as info, or directives such as info,askline_api=debug"));
    }
    let format = match layers.one_of("log.format", &["text", "json"])?.as_str() {
        "json" => LogFormat::Json,
        _ => LogFormat::Text,
    };
    Ok(LogSettings { format, level })
}

/// Whether a directive ends in a level. The filter would take any other word for the name of a module and log only that
/// module: a mistyped level would silence everything else.
fn names_a_level(directive: &str) -> bool {
    let level = directive.rsplit('=').next().unwrap_or("").trim();
    LEVELS.split(", ").any(|known| known.eq_ignore_ascii_case(level))
}

fn metrics_settings(layers: &Layers) -> Result<MetricsSettings, Failure> {
    let listen = match layers.text("metrics.listen", 0)?.as_str() {
        "" => None,
        _ => Some(layers.parsed("metrics.listen", "an address and port such as 127.0.0.1:9090")?),
    };
    let token = layers.text("metrics.token", 0)?;
    if !token.is_empty() && token.chars().count() < MIN_METRICS_TOKEN_CHARACTERS {
        // The value is a secret, so the message must not repeat it.
        return Err(layers.bad_secret(
            "metrics.token",
            &format!("empty or at least {MIN_METRICS_TOKEN_CHARACTERS} characters long"),
        ));
    }
    Ok(MetricsSettings { listen, token: Some(token).filter(|token| !token.is_empty()).map(Secret::new) })
}

fn text_of_path(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| Failure::misuse(format!("the path {} is not UTF-8", path.display())))
}

#[cfg(test)]
mod tests;
