//! Layers of settings. Each value keeps its source, so that error messages can name it.

use std::{collections::BTreeMap, ffi::OsString, fmt, path::Path, path::PathBuf, str::FromStr};

use config::{File, FileFormat, Source as _, Value, ValueKind};

use super::tables::{PROVIDERS, flatten, sections_in, without_excerpt};
use crate::failure::Failure;

const VARIABLE_PREFIX: &str = "ASKLINE_";
/// The variable that names the settings file; it is not a setting itself.
const FILE_VARIABLE: &str = "ASKLINE_CONFIG";

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// `config/default.toml`.
    Default,
    /// The operator's file.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
    /// The command line.
    Flag(&'static str),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => f.write_str("the default"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Variable(name) => write!(f, "the environment variable {name}"),
            Source::Flag(name) => write!(f, "the option {name}"),
        }
    }
}

/// A value of one of the four types that settings have.
#[derive(Debug, Clone, PartialEq)]
enum Setting {
    Text(String),
    Integer(i64),
    Boolean(bool),
    List(Vec<String>),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Text(text) => write!(f, "'{text}'"),
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Boolean(value) => write!(f, "{value}"),
            Setting::List(items) => write!(f, "[{}]", items.join(", ")),
        }
    }
}

impl Setting {
    fn form(&self) -> &'static str {
        match self {
            Setting::Text(_) => "a string",
            Setting::Integer(_) => "a whole number",
            Setting::Boolean(_) => "true or false",
            Setting::List(_) => "a list of strings",
        }
    }

    fn of_kind(kind: &ValueKind) -> Option<Self> {
        match kind {
            ValueKind::Boolean(value) => Some(Setting::Boolean(*value)),
            ValueKind::I64(value) => Some(Setting::Integer(*value)),
            ValueKind::String(text) => Some(Setting::Text(text.clone())),
            ValueKind::Array(items) => items
                .iter()
                .map(|item| match &item.kind {
                    ValueKind::String(text) => Some(text.clone()),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()
                .map(Setting::List),
            _ => None,
        }
    }

    /// Converts a text from the environment to the type of `like`; `None` if that is impossible.
    fn of_text(text: &str, like: &Setting) -> Option<Self> {
        match like {
            Setting::Text(_) => Some(Setting::Text(text.to_owned())),
            Setting::Integer(_) => text.trim().parse().ok().map(Setting::Integer),
            Setting::Boolean(_) => text.trim().parse().ok().map(Setting::Boolean),
            Setting::List(_) => Some(Setting::List(
                text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect(),
            )),
        }
    }
}

/// The sections below which an operator names others, and the settings of each of those with an empty value of their type.
const NAMED: [(&str, &[(&str, Setting)]); 1] = [(
    "oauth.clients",
    &[
        ("client_id", Setting::Text(String::new())),
        ("name", Setting::Text(String::new())),
        ("redirect_uris", Setting::List(Vec::new())),
    ],
)];

/// A setting like that with this name in a section that the operator named.
fn in_named_section(key: &str) -> Option<&'static Setting> {
    static SECTIONS: [(&str, &[(&str, Setting)]); 1] = NAMED;
    let (section, field) = key.rsplit_once('.')?;
    let (parent, name) = section.rsplit_once('.')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte));
    let (_, fields) = SECTIONS.iter().find(|(known, _)| *known == parent && is_name && !name.is_empty())?;
    fields.iter().find(|(known, _)| *known == field).map(|(_, like)| like)
}

/// A section whose name and content the operator chooses.
#[derive(Debug, Clone)]
pub struct OwnSection {
    /// The table, not checked.
    pub value: Value,
    /// Where it was read.
    pub source: Source,
}

/// All settings by name (`limits.intake_per_minute`); later layers replace values of earlier ones. The second part has the sections
/// that the operator names.
#[derive(Debug, Clone)]
pub struct Layers(BTreeMap<String, (Setting, Source)>, BTreeMap<String, OwnSection>);

impl Layers {
    /// Creates the lowest layer.
    pub fn defaults(text: &str) -> Result<Self, Failure> {
        let values = flat(text).map_err(|error| Failure::failed(format!("the built-in defaults: {error}")))?;
        values
            .into_iter()
            .filter(|(key, kind)| !is_empty_section(key, kind))
            .map(|(key, kind)| match Setting::of_kind(&kind) {
                Some(setting) => Ok((key, (setting, Source::Default))),
                None => Err(Failure::failed(format!("the built-in default of {key} has none of the four types"))),
            })
            .collect::<Result<_, _>>()
            .map(|settings| Self(settings, BTreeMap::new()))
    }

    /// Adds the operator's file.
    pub fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            Failure::misuse(format!("the settings file {} cannot be read: {error}", path.display()))
        })?;
        let not_toml = |error: config::ConfigError| {
            let told = without_excerpt(&error.to_string());
            Failure::misuse(format!("the settings file {} is not TOML: {told}", path.display()))
        };
        let mut table = File::from_str(&text, FileFormat::Toml).collect().map_err(not_toml)?;
        let source = Source::File(path.to_owned());
        let sections = sections_in(table.remove(PROVIDERS)).ok_or_else(|| {
            Failure::misuse(format!("providers are sections [oidc.NAME] of the settings file ({source})"))
        })?;
        let of_file = |(name, value)| (name, OwnSection { value, source: source.clone() });
        self.1.extend(sections.into_iter().map(of_file));
        let mut values = BTreeMap::new();
        flatten("", table, &mut values);
        for (key, kind) in values {
            if is_empty_section(&key, &kind) {
                continue;
            }
            let source = Source::File(path.to_owned());
            let default = self.known(&key, &source)?;
            let setting = Setting::of_kind(&kind)
                .filter(|setting| std::mem::discriminant(setting) == std::mem::discriminant(default))
                .or_else(|| {
                    matches!((&kind, default), (ValueKind::Array(items), Setting::List(_)) if items.is_empty())
                        .then(|| Setting::List(Vec::new()))
                });
            match setting {
                Some(setting) => self.0.insert(key, (setting, source)),
                None => {
                    return Err(Failure::misuse(format!("the setting {key} must be {} ({source})", default.form())));
                }
            };
        }
        Ok(())
    }

    /// The sections of the identity providers by their names.
    pub fn providers(&self) -> &BTreeMap<String, OwnSection> {
        &self.1
    }

    /// Adds one variable of the environment.
    pub fn add_variable(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let key = name.trim_start_matches(VARIABLE_PREFIX).to_lowercase().replace("__", ".");
        let source = Source::Variable(name.to_owned());
        let default = self.known(&key, &source)?;
        let Some(setting) = Setting::of_text(text, default) else {
            return Err(Failure::misuse(format!(
                "the setting {key} must be {}, not '{text}' ({source})",
                default.form()
            )));
        };
        self.0.insert(key, (setting, source));
        Ok(())
    }

    /// Adds the value of a command-line option.
    pub fn add_flag(&mut self, key: &str, flag: &'static str, text: &str) {
        self.0.insert(key.to_owned(), (Setting::Text(text.to_owned()), Source::Flag(flag)));
    }

    fn known(&self, key: &str, source: &Source) -> Result<&Setting, Failure> {
        match self.0.get(key).map(|(setting, _)| setting).or_else(|| in_named_section(key)) {
            Some(setting) => Ok(setting),
            None => {
                Err(Failure::misuse(format!("there is no setting {key} ({source}); askline settings lists them all")))
            }
        }
    }

    fn entry(&self, key: &str) -> &(Setting, Source) {
        self.0.get(key).unwrap_or_else(|| panic!("config/default.toml does not name {key}"))
    }

    /// The names of the sections below one in which the operator names them, sorted.
    pub fn named(&self, section: &str) -> Vec<String> {
        let below = format!("{section}.");
        let names = self.0.keys().filter_map(|key| key.strip_prefix(&below)?.split_once('.').map(|(name, _)| name));
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.dedup();
        names
    }

    /// Whether there is a value.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The error for a bad value.
    pub fn bad(&self, key: &str, wanted: &str) -> Failure {
        let (setting, source) = self.entry(key);
        let shown = if is_secret(key) { String::new() } else { format!(", not {setting}") };
        Failure::misuse(format!(
            "the setting {key} must be {wanted}{shown} ({source}); askline settings {key} explains it"
        ))
    }

    /// The error for a bad value that must not be shown.
    pub fn bad_secret(&self, key: &str, wanted: &str) -> Failure {
        let (_, source) = self.entry(key);
        Failure::misuse(format!("the setting {key} must be {wanted} ({source}); askline settings {key} explains it"))
    }

    /// A text of at least `least` characters.
    pub fn text(&self, key: &str, least: usize) -> Result<String, Failure> {
        match &self.entry(key).0 {
            Setting::Text(text) if text.chars().count() >= least => Ok(text.clone()),
            _ => Err(self.bad(key, "a string that is not empty")),
        }
    }

    /// A text that can be parsed as `T`.
    pub fn parsed<T: FromStr>(&self, key: &str, wanted: &str) -> Result<T, Failure> {
        self.text(key, 0)?.parse().map_err(|_| self.bad(key, wanted))
    }

    /// A text that is one of these words.
    pub fn one_of(&self, key: &str, words: &[&str]) -> Result<String, Failure> {
        let text = self.text(key, 0)?;
        if words.contains(&text.as_str()) {
            Ok(text)
        } else {
            Err(self.bad(key, &format!("one of {}", words.join(", "))))
        }
    }

    /// A number from `least` to `most`, both included.
    pub fn integer(&self, key: &str, least: i64, most: i64) -> Result<i64, Failure> {
        match self.entry(key).0 {
            Setting::Integer(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.bad(key, &format!("a whole number from {least} to {most}"))),
        }
    }

    /// A boolean.
    pub fn boolean(&self, key: &str) -> bool {
        matches!(self.entry(key).0, Setting::Boolean(true))
    }

    /// A list whose items can be parsed as `T`.
    pub fn list<T: FromStr>(&self, key: &str, wanted: &str) -> Result<Vec<T>, Failure> {
        match &self.entry(key).0 {
            Setting::List(items) => items
                .iter()
                .map(|item| item.parse().map_err(|_| self.bad(key, &format!("a list in which each entry is {wanted}"))))
                .collect(),
            _ => Err(self.bad(key, "a list")),
        }
    }

    /// The names of all settings, sorted.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The value of a setting and where it comes from; a secret is masked. `None` if there is no such setting.
    pub fn shown(&self, key: &str) -> Option<(serde_json::Value, &Source)> {
        let (setting, source) = self.0.get(key)?;
        let value = match setting {
            Setting::Text(text) if is_secret(key) || names_user(text) => mask(text).into(),
            Setting::Text(text) => text.clone().into(),
            Setting::Integer(number) => (*number).into(),
            Setting::Boolean(value) => (*value).into(),
            Setting::List(items) => items.clone().into(),
        };
        Some((value, source))
    }

    /// The settings that the operator set: their names, and where their values come from.
    pub fn changed(&self) -> Vec<(String, String)> {
        self.0
            .iter()
            .filter(|(_, (_, source))| *source != Source::Default)
            .map(|(key, (_, source))| (key.clone(), source.to_string()))
            .chain(self.1.iter().map(|(name, section)| (format!("{PROVIDERS}.{name}"), section.source.to_string())))
            .collect()
    }
}

/// Whether the value of a setting is a secret, or an address that may contain a password.
fn is_secret(key: &str) -> bool {
    const SECRET_NAMES: [&str; 4] = ["api_key", "secret_access_key", "token", "password"];
    const WITH_PASSWORD: [&str; 3] = ["database.url", "redis.url", "mail.url"];
    let name = key.rsplit('.').next().unwrap_or(key);
    SECRET_NAMES.contains(&name) || WITH_PASSWORD.contains(&key)
}

/// Whether a text is an address with a user, and so perhaps with a password, although its setting allows none.
fn names_user(text: &str) -> bool {
    text.split_once("://").is_some_and(|(_, rest)| rest.contains('@'))
}

/// What may be shown of a secret: that there is one, and an address without what could be its password.
fn mask(text: &str) -> String {
    const MASKED: &str = "********";
    match (text.is_empty(), text.split_once("://"), text.rsplit_once('@')) {
        (true, ..) => String::new(),
        (false, Some((scheme, _)), Some((_, host))) => {
            format!("{scheme}://{MASKED}@{}", host.split('?').next().unwrap_or(""))
        }
        (false, Some((scheme, host)), None) => format!("{scheme}://{}", host.split('?').next().unwrap_or("")),
        (false, None, _) => MASKED.into(),
    }
}

/// The environment variables of Askline.
#[derive(Debug, Default)]
pub struct Variables {
    /// The name of the variable and the value of each setting.
    pub settings: Vec<(String, String)>,
    /// The settings file.
    pub file: Option<PathBuf>,
}

/// Collects the environment variables of Askline.
pub fn askline_variables(environment: impl IntoIterator<Item = (OsString, OsString)>) -> Result<Variables, Failure> {
    let mut variables = Variables::default();
    for (name, value) in environment {
        // A name that is not UTF-8 is not the name of a setting.
        let Some(name) = name.to_str().filter(|name| name.starts_with(VARIABLE_PREFIX)) else { continue };
        if name == FILE_VARIABLE {
            variables.file = Some(PathBuf::from(value)).filter(|path| !path.as_os_str().is_empty());
            continue;
        }
        let value = value
            .into_string()
            .map_err(|_| Failure::misuse(format!("the environment variable {name} is not UTF-8")))?;
        variables.settings.push((name.to_owned(), value));
    }
    variables.settings.sort();
    Ok(variables)
}

/// Whether this is the header of a section below which an operator names others.
fn is_empty_section(key: &str, kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::Table(_)) && (key == PROVIDERS || NAMED.iter().any(|(section, _)| *section == key))
}

fn flat(text: &str) -> Result<BTreeMap<String, ValueKind>, config::ConfigError> {
    let mut values = BTreeMap::new();
    flatten("", File::from_str(text, FileFormat::Toml).collect()?, &mut values);
    Ok(values)
}
