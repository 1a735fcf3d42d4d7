//! Input about sources of logs, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    SourceSettings,
    drain::{MAX_CODE_CHARACTERS, MAX_SECRET_CHARACTERS, is_code},
};
use crate::{
    identity::secret::Secret,
    logs::formats::{FormatName, LogFormat, MAX_LOG_FORMAT_BYTES},
    shared::{
        edited_field::given,
        hidden_characters::check_one_line,
        violation::{Violation, Violations},
    },
    sites::{MAX_DOMAIN_BYTES, check_domain},
};

/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The maximum number of hosts of a source.
pub const MAX_HOSTS: usize = 50;

/// A source to create. Null is the same as omitted.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "LogSourceCreate")]
pub struct NewLogSource {
    /// Its name, such as that of the server.
    #[schemars(length(min = 1, max = MAX_NAME_CHARACTERS))]
    pub name: String,
    /// The format of its lines; if omitted, it is guessed in each batch.
    pub format: Option<FormatName>,
    /// The `LogFormat` line of Apache's settings, for the format `apache` alone.
    #[schemars(length(max = MAX_LOG_FORMAT_BYTES))]
    pub log_format: Option<String>,
    /// The hosts whose lines are counted; if omitted or empty, the site's domain, with and without `www.`, and its allowed
    /// origins.
    #[schemars(length(max = MAX_HOSTS), inner(length(max = MAX_DOMAIN_BYTES)))]
    pub hosts: Option<Vec<String>>,
    /// The code that Vercel shows when a drain is made, for the format `vercel` alone: answers have it in `x-vercel-verify`.
    #[schemars(length(min = 1, max = MAX_CODE_CHARACTERS), regex(pattern = r"^[!-~]+$"))]
    pub verification_code: Option<String>,
    /// The signature secret of Vercel's drain, for the format `vercel` alone: batches without its signature are refused. It is
    /// never shown again.
    #[schemars(length(min = 1, max = MAX_SECRET_CHARACTERS))]
    pub drain_secret: Option<String>,
}

/// Changes to a source; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "LogSourceUpdate", extend("minProperties" = 1))]
pub struct LogSourceEdit {
    /// Its name.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The format of its lines; null to guess it in each batch.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<FormatName>", skip_serializing_if = "Option::is_none")]
    pub format: Option<Option<FormatName>>,
    /// The `LogFormat` line of Apache's settings, for the format `apache` alone.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(max = MAX_LOG_FORMAT_BYTES), skip_serializing_if = "Option::is_none")]
    pub log_format: Option<Option<String>>,
    /// The hosts whose lines are counted; empty for the site's own.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<String>", length(max = MAX_HOSTS), inner(length(max = MAX_DOMAIN_BYTES)), skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Vec<String>>,
    /// The code that Vercel shows when a drain is made; null removes it.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(min = 1, max = MAX_CODE_CHARACTERS), regex(pattern = r"^[!-~]+$"), skip_serializing_if = "Option::is_none")]
    pub verification_code: Option<Option<String>>,
    /// The signature secret of Vercel's drain; null removes it, so that batches need no signature.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(min = 1, max = MAX_SECRET_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub drain_secret: Option<Option<String>>,
}

/// What becomes of the secret of a source's drain.
#[derive(Debug, Clone)]
pub enum DrainSecret {
    /// It stays as it is.
    Kept,
    /// It is removed.
    Removed,
    /// It is this one.
    Set(Secret),
}

impl NewLogSource {
    /// Returns the settings and the drain's secret, or what is wrong with the input.
    pub fn check(self) -> Result<(SourceSettings, DrainSecret), Vec<Violation>> {
        let settings = SourceSettings {
            name: self.name,
            format: self.format,
            log_format: self.log_format,
            hosts: self.hosts.unwrap_or_default(),
            verification_code: self.verification_code,
        };
        checked(settings, Some(self.drain_secret), Violations::new())
    }
}

impl LogSourceEdit {
    /// Returns the settings after the edit and what becomes of the drain's secret, or what is wrong with it.
    pub fn check(self, present: &SourceSettings) -> Result<(SourceSettings, DrainSecret), Vec<Violation>> {
        let mut violations = Violations::new();
        let of_drain = self.verification_code.is_some() || self.drain_secret.is_some();
        let of_lines = self.format.is_some() || self.log_format.is_some() || self.hosts.is_some();
        if self.name.is_none() && !of_lines && !of_drain {
            let message = "name is missing. Send name, format, logFormat, hosts, verificationCode, drainSecret, or several of them.";
            violations.add("name", "REQUIRED", message);
        }
        let format = self.format.unwrap_or(present.format);
        // A line of Apache's does not outlive its format.
        let kept = present.log_format.clone().filter(|_| format == Some(FormatName::Apache));
        // Nor do the code and the secret of a drain outlive Vercel's.
        let is_drain = format == Some(FormatName::Vercel);
        let kept_code = present.verification_code.clone().filter(|_| is_drain);
        let secret = if is_drain { self.drain_secret } else { Some(self.drain_secret.flatten()) };
        let settings = SourceSettings {
            name: self.name.unwrap_or_else(|| present.name.clone()),
            format,
            log_format: self.log_format.unwrap_or(kept),
            hosts: self.hosts.unwrap_or_else(|| present.hosts.clone()),
            verification_code: self.verification_code.unwrap_or(kept_code),
        };
        checked(settings, secret, violations)
    }
}

/// The secret is `None` if it stays as it is.
fn checked(
    settings: SourceSettings,
    secret: Option<Option<String>>,
    mut violations: Violations,
) -> Result<(SourceSettings, DrainSecret), Vec<Violation>> {
    let noted = &mut violations;
    let name = settings.name.trim().to_owned();
    noted.check_length("name", &name, 1, MAX_NAME_CHARACTERS);
    check_one_line("name", &name, noted);
    match (settings.format, &settings.log_format) {
        (Some(FormatName::Apache), None) => {
            noted.add("logFormat", "REQUIRED", "logFormat is missing: the format apache needs the LogFormat line.");
        }
        (Some(FormatName::Apache), Some(line)) => {
            check_one_line("logFormat", line, noted);
            if let Err(reason) = LogFormat::apache(line) {
                noted.add("logFormat", "INVALID_LOG_FORMAT", format!("logFormat cannot be used: {reason}."));
            }
        }
        (_, Some(_)) => {
            noted.add("logFormat", "NOT_ALLOWED", "logFormat is only for the format apache.");
        }
        (_, None) => {}
    }
    check_drain(&settings, secret.as_ref().and_then(Option::as_deref), noted);
    if settings.hosts.len() > MAX_HOSTS {
        noted.add("hosts", "INVALID_COUNT", format!("hosts may have at most {MAX_HOSTS} entries."));
    }
    let mut hosts = Vec::new();
    for (index, host) in settings.hosts.iter().take(MAX_HOSTS).enumerate() {
        if let Some(host) = check_domain(&format!("hosts[{index}]"), host, noted)
            && !hosts.contains(&host)
        {
            hosts.push(host);
        }
    }
    let secret = match secret {
        None => DrainSecret::Kept,
        Some(None) => DrainSecret::Removed,
        Some(Some(text)) => DrainSecret::Set(Secret::new(text)),
    };
    violations.finish((SourceSettings { name, hosts, ..settings }, secret))
}

fn check_drain(settings: &SourceSettings, secret: Option<&str>, noted: &mut Violations) {
    for (path, is_given) in
        [("verificationCode", settings.verification_code.is_some()), ("drainSecret", secret.is_some())]
    {
        if is_given && settings.format != Some(FormatName::Vercel) {
            noted.add(path, "NOT_ALLOWED", format!("{path} is only for the format vercel."));
        }
    }
    if settings.verification_code.as_ref().is_some_and(|code| !is_code(code)) {
        let message = "verificationCode must have 1 to 255 printable ASCII characters without spaces.";
        noted.add("verificationCode", "INVALID_CODE", message);
    }
    if let Some(secret) = secret {
        noted.check_length("drainSecret", secret, 1, MAX_SECRET_CHARACTERS);
        check_one_line("drainSecret", secret, noted);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn refused<T>(result: Result<T, Vec<Violation>>) -> Vec<(String, String)> {
        result.err().unwrap_or_default().into_iter().map(|one| (one.path, one.code)).collect()
    }

    fn created(body: Value) -> Result<SourceSettings, Vec<Violation>> {
        serde_json::from_value::<NewLogSource>(body).expect("the right types").check().map(|(settings, _)| settings)
    }

    #[test]
    fn every_field_of_a_source_is_checked() {
        let right = created(json!({ "name": " web 1 ", "hosts": ["Shop.Example.", "shop.example"] })).expect("right");
        assert_eq!((right.name.as_str(), right.hosts.as_slice()), ("web 1", ["shop.example".to_owned()].as_slice()));
        let many = vec!["a.example"; MAX_HOSTS + 1];
        for (body, expected) in [
            (json!({ "name": " " }), [("name", "TOO_SHORT")].as_slice()),
            (json!({ "name": "x", "format": "apache" }), &[("logFormat", "REQUIRED")]),
            (json!({ "name": "x", "format": "apache", "logFormat": "%h" }), &[("logFormat", "INVALID_LOG_FORMAT")]),
            (json!({ "name": "x", "logFormat": "%h" }), &[("logFormat", "NOT_ALLOWED")]),
            (json!({ "name": "x", "hosts": ["https://a.example"] }), &[("hosts[0]", "INVALID_DOMAIN")]),
            (json!({ "name": "x", "hosts": many }), &[("hosts", "INVALID_COUNT")]),
            (
                json!({ "name": "x", "verificationCode": "c", "drainSecret": "s" }),
                &[("verificationCode", "NOT_ALLOWED"), ("drainSecret", "NOT_ALLOWED")],
            ),
            (
                json!({ "name": "x", "format": "vercel", "verificationCode": "a b", "drainSecret": "" }),
                &[("verificationCode", "INVALID_CODE"), ("drainSecret", "TOO_SHORT")],
            ),
            (
                json!({ "name": "x", "format": "vercel", "drainSecret": "x".repeat(MAX_SECRET_CHARACTERS + 1) }),
                &[("drainSecret", "TOO_LONG")],
            ),
            (
                json!({ "name": "x", "format": "vercel", "drainSecret": "a\nb" }),
                &[("drainSecret", "CONTROL_CHARACTER")],
            ),
        ] {
            let found = refused(created(body.clone()));
            let found: Vec<_> = found.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
            assert_eq!(found, expected, "{body}");
        }
    }

    #[test]
    fn an_edit_changes_what_it_names_and_a_line_of_apache_goes_with_its_format() {
        let line = r#"%h %l %u %t "%r" %>s %b "%{User-Agent}i""#;
        let apache = created(json!({ "name": "x", "format": "apache", "logFormat": line })).expect("right");
        let edit = |body: Value| serde_json::from_value::<LogSourceEdit>(body).expect("the right types");
        let (renamed, _) = edit(json!({ "name": "y" })).check(&apache).expect("right");
        assert_eq!(renamed, SourceSettings { name: "y".into(), ..apache.clone() });
        let (guessed, _) = edit(json!({ "format": null })).check(&apache).expect("right");
        assert_eq!((guessed.format, guessed.log_format), (None, None));
        assert_eq!(refused(edit(json!({})).check(&apache)), [("name".into(), "REQUIRED".into())]);
    }

    #[test]
    fn the_code_and_the_secret_of_a_drain_go_with_its_format() {
        let drain = json!({ "name": "x", "format": "vercel", "verificationCode": "a1", "drainSecret": "s" });
        let drain = created(drain).expect("right");
        let edited = |body: Value| {
            let edit = serde_json::from_value::<LogSourceEdit>(body).expect("the right types");
            let (settings, secret) = edit.check(&drain).expect("right");
            let secret = match secret {
                DrainSecret::Kept => "kept".to_owned(),
                DrainSecret::Removed => "removed".to_owned(),
                DrainSecret::Set(secret) => secret.expose().to_owned(),
            };
            (settings.verification_code, secret)
        };
        for (body, code, secret) in [
            (json!({ "name": "y" }), Some("a1"), "kept"),
            (json!({ "verificationCode": "b2" }), Some("b2"), "kept"),
            (json!({ "verificationCode": null }), None, "kept"),
            (json!({ "drainSecret": "t" }), Some("a1"), "t"),
            (json!({ "drainSecret": null }), Some("a1"), "removed"),
            (json!({ "format": null }), None, "removed"),
            (json!({ "format": "vercel" }), Some("a1"), "kept"),
        ] {
            assert_eq!(edited(body.clone()), (code.map(str::to_owned), secret.to_owned()), "{body}");
        }
    }
}
