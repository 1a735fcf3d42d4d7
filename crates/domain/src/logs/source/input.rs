//! Input about sources of logs, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use super::SourceSettings;
use crate::{
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
}

impl NewLogSource {
    /// Returns the settings, or what is wrong with the input.
    pub fn check(self) -> Result<SourceSettings, Vec<Violation>> {
        let settings = SourceSettings {
            name: self.name,
            format: self.format,
            log_format: self.log_format,
            hosts: self.hosts.unwrap_or_default(),
        };
        checked(settings, Violations::new())
    }
}

impl LogSourceEdit {
    /// Returns the settings after the edit, or what is wrong with it.
    pub fn check(self, present: &SourceSettings) -> Result<SourceSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        if self.name.is_none() && self.format.is_none() && self.log_format.is_none() && self.hosts.is_none() {
            let message = "name is missing. Send name, format, logFormat, hosts, or several of them.";
            violations.add("name", "REQUIRED", message);
        }
        let format = self.format.unwrap_or(present.format);
        // A line of Apache's does not outlive its format.
        let kept = present.log_format.clone().filter(|_| format == Some(FormatName::Apache));
        let settings = SourceSettings {
            name: self.name.unwrap_or_else(|| present.name.clone()),
            format,
            log_format: self.log_format.unwrap_or(kept),
            hosts: self.hosts.unwrap_or_else(|| present.hosts.clone()),
        };
        checked(settings, violations)
    }
}

fn checked(settings: SourceSettings, mut violations: Violations) -> Result<SourceSettings, Vec<Violation>> {
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
    violations.finish(SourceSettings { name, format: settings.format, log_format: settings.log_format, hosts })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn refused<T>(result: Result<T, Vec<Violation>>) -> Vec<(String, String)> {
        result.err().unwrap_or_default().into_iter().map(|one| (one.path, one.code)).collect()
    }

    fn created(body: Value) -> Result<SourceSettings, Vec<Violation>> {
        serde_json::from_value::<NewLogSource>(body).expect("the right types").check()
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
        let renamed = edit(json!({ "name": "y" })).check(&apache).expect("right");
        assert_eq!(renamed, SourceSettings { name: "y".into(), ..apache.clone() });
        let guessed = edit(json!({ "format": null })).check(&apache).expect("right");
        assert_eq!((guessed.format, guessed.log_format), (None, None));
        assert_eq!(refused(edit(json!({})).check(&apache)), [("name".into(), "REQUIRED".into())]);
    }
}
