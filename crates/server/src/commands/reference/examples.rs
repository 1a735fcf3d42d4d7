//! Examples and the document of every command, shown by `--help` and the manual pages.

use clap::Command;

/// What a command shows beside its options.
pub struct Shown {
    /// The words of the command, without `askline`; empty for the program itself.
    pub command: &'static str,
    /// Whole command lines.
    pub examples: &'static [&'static str],
    /// The page of `docs/` and the heading that explain it.
    pub document: &'static str,
}

const fn shown(command: &'static str, examples: &'static [&'static str], document: &'static str) -> Shown {
    Shown { command, examples, document }
}

const OBJECTS: &str = "install#first-organization-site-and-key";
const BESIDE: &str = "operating#commands-while-a-server-runs";
const BACKUP: &str = "operating#backup-and-restore";
const CRAWLERS: &str = "crawlers#check-a-log";
const PEOPLE: &str = "operating#people-who-cannot-sign-in";

/// All commands, in their order.
#[rustfmt::skip]
pub const ALL: &[Shown] = &[
    shown("", &["askline demo", "askline serve --data /var/lib/askline"], "quick-start#1-start-askline"),
    shown("serve", &["askline serve --data /var/lib/askline", "askline serve --config /etc/askline/askline.toml --listen 127.0.0.1:8080"], "install#run-it-with-systemd"),
    shown("demo", &["askline demo", "askline demo --listen 127.0.0.1:9000"], "quick-start#1-start-askline"),
    shown("org", &["askline org list"], OBJECTS),
    shown("org create", &["askline org create --name \"Example Ltd\" --owner-email you@example.com --owner-password-stdin", "askline org create --name \"Example Ltd\" --owner-email you@example.com"], OBJECTS),
    shown("org set-plan", &["askline org set-plan org_01j… business"], BESIDE),
    shown("org adjust-credits", &["askline org adjust-credits org_01j… 500 --reason \"a gift\"", "askline org adjust-credits org_01j… -500 --reason \"a mistake\""], BESIDE),
    shown("org list", &["askline org list", "askline org list --json"], BESIDE),
    shown("org delete", &["askline org delete org_01j…", "askline org delete org_01j… --yes"], BESIDE),
    shown("user", &["askline user list"], PEOPLE),
    shown("user list", &["askline user list", "askline user list --org org_01j…"], BESIDE),
    shown("user reset-password", &["askline user reset-password ada@example.com"], PEOPLE),
    shown("user lock", &["askline user lock ada@example.com", "askline user lock --revoke-keys ada@example.com"], PEOPLE),
    shown("user unlock", &["askline user unlock ada@example.com"], PEOPLE),
    shown("user reset-second-factor", &["askline user reset-second-factor ada@example.com"], PEOPLE),
    shown("user unlink", &["askline user unlink ada@example.com"], PEOPLE),
    shown("user prove", &["askline user prove ada@example.com"], PEOPLE),
    shown("user rename", &["askline user rename old@example.com new@example.com"], PEOPLE),
    shown("site", &["askline site list"], OBJECTS),
    shown("site create", &["askline site create --org org_01j… --name Blog --domain blog.example.com --timezone Europe/Berlin"], OBJECTS),
    shown("site set-note", &["askline site set-note site_01j… \"Moves in May.\""], BESIDE),
    shown("site list", &["askline site list", "askline site list --org org_01j… --json"], BESIDE),
    shown("site delete", &["askline site delete site_01j…", "askline site delete site_01j… --yes"], BESIDE),
    shown("key", &["askline key list"], OBJECTS),
    shown("key create", &["askline key create --org org_01j… --scope analytics:read --name \"nightly report\"", "KEY=$(askline key create --org org_01j… --scope analytics:read)"], OBJECTS),
    shown("key list", &["askline key list", "askline key list --org org_01j…"], BESIDE),
    shown("key rotate", &["askline key rotate key_01j…", "askline key rotate key_01j… --overlap-seconds 0"], BESIDE),
    shown("key revoke", &["askline key revoke key_01j…"], BESIDE),
    shown("service-account", &["askline service-account list"], "cookbook#many-sites-from-a-file"),
    shown("service-account create", &["askline service-account create --org org_01j… --name Terraform --role admin", "TOKEN=$(askline service-account create --org org_01j… --name Terraform --role admin)"], "cookbook#many-sites-from-a-file"),
    shown("service-account list", &["askline service-account list", "askline service-account list --org org_01j…"], BESIDE),
    shown("service-account revoke", &["askline service-account revoke svc_01j…"], BESIDE),
    shown("import", &["askline import events --site site_01j… history.ndjson"], BESIDE),
    shown("import events", &["askline import events --site site_01j… history.ndjson", "askline import events --as-site site_01j… kept.ndjson"], BESIDE),
    shown("export", &["askline export events --site site_01j… kept.ndjson"], BESIDE),
    shown("export events", &["askline export events --site site_01j… kept.ndjson", "askline export events --site site_01j… -"], BESIDE),
    shown("export audit", &["askline export audit --org org_01j… audit.ndjson"], BESIDE),
    shown("export sites", &["askline export sites --org org_01j… sites.ndjson"], BESIDE),
    shown("logs", &["askline logs check access.log"], CRAWLERS),
    shown("logs check", &["askline logs check /var/log/nginx/access.log", "askline logs check access.log.2.gz --lists lists", "askline logs check access.log --format caddy --json"], CRAWLERS),
    shown("logs follow", &["askline logs follow /var/log/nginx/access.log --to https://ask.example.com --source-file /etc/askline-log-source", "docker logs --follow --since 0m web | askline logs follow - --to https://ask.example.com --source-file /etc/askline-log-source"], CRAWLERS),
    shown("logs import", &["askline logs import /var/log/nginx/access.log.2.gz --to https://ask.example.com --source-file /etc/askline-log-source"], CRAWLERS),
    shown("backup", &["askline backup /backups/askline.tar", "askline backup /backups/askline.tar.sealed --key-file /etc/askline/backup.key"], BACKUP),
    shown("backup list", &["askline backup list"], "operating#scheduled-backups"),
    shown("backup key", &["askline backup key /etc/askline/backup.key"], "operating#scheduled-backups"),
    shown("restore", &["askline restore /backups/askline.tar --data /var/lib/askline-new", "askline restore /backups/askline.tar --data /var/lib/askline --force"], BACKUP),
    shown("citations", &["askline citations recount"], BESIDE),
    shown("citations recount", &["askline citations recount"], BESIDE),
    shown("migrate", &["askline migrate --check", "askline migrate"], "upgrading#upgrade"),
    shown("migrate-store", &["askline migrate-store --to postgres.toml --data /var/lib/askline"], "scaling#moving-from-a-data-folder"),
    shown("audit", &["askline audit verify"], BESIDE),
    shown("audit verify", &["askline audit verify"], BESIDE),
    shown("mail", &["askline mail test you@example.com"], "operating#mail"),
    shown("mail test", &["askline mail test you@example.com"], "operating#mail"),
    shown("mail preview", &["askline mail preview mails"], "operating#mail"),
    shown("health", &["askline health", "askline health --listen 127.0.0.1:9000"], "operating#monitoring"),
    shown("doctor", &["askline doctor --data /var/lib/askline", "askline doctor --links", "askline doctor --mail you@example.com"], "operating#when-something-is-wrong"),
    shown("settings", &["askline settings", "askline settings backup", "askline settings limits.idle_seconds --json"], "settings"),
    shown("routes", &["askline routes"], "routes"),
    shown("assistants", &["askline assistants"], "assistants"),
    shown("openapi", &["askline openapi > openapi.json"], "clients"),
    shown("completions", &["askline completions bash > ~/.local/share/bash-completion/completions/askline"], "install#from-source"),
    shown("man", &["askline man | man -l -", "askline man --to ~/.local/share/man/man1"], "install#from-source"),
];

/// What the command with these words shows.
pub fn of(command: &str) -> Option<&'static Shown> {
    ALL.iter().find(|shown| shown.command == command)
}

/// Adds the example and the document to the help of every command.
pub fn add_to_help(root: Command) -> Command {
    fn add(command: Command, words: &str) -> Command {
        let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
        let command = names.into_iter().fold(command, |command, name| {
            let words = format!("{words} {name}");
            command.mut_subcommand(name, |inner| add(inner, words.trim()))
        });
        match of(words) {
            Some(shown) => command.after_help(help(shown)),
            None => command,
        }
    }
    add(root, "")
}

fn help(shown: &Shown) -> String {
    let title = if shown.examples.len() == 1 { "Example:" } else { "Examples:" };
    format!("{title}\n  {}\n\nDocument: {}", shown.examples.join("\n  "), place_of(shown.document))
}

/// Where a document is: in the repository, and in every running server.
pub fn place_of(document: &str) -> String {
    let page = document.split('#').next().unwrap_or(document);
    format!("docs/{page}.md, or on a running server /docs/guide/{document}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn add_names(command: &Command, words: &str, all: &mut Vec<String>) {
        all.push(words.to_owned());
        for inner in command.get_subcommands() {
            add_names(inner, format!("{words} {}", inner.get_name()).trim(), all);
        }
    }

    #[test]
    fn every_command_has_an_example_and_no_example_is_without_a_command() {
        let mut names = Vec::new();
        add_names(&crate::commands::command_line(), "", &mut names);
        let shown: Vec<&str> = ALL.iter().map(|shown| shown.command).collect();
        assert_eq!(names.iter().map(String::as_str).collect::<BTreeSet<_>>(), shown.iter().copied().collect());
        assert_eq!(shown.len(), names.len(), "a command is listed twice");
    }

    #[test]
    fn every_example_is_a_command_line_of_its_command() {
        let ids = [
            ("org_01j…", "org_01j00000000000000000000000"),
            ("site_01j…", "site_01j00000000000000000000000"),
            ("key_01j…", "key_01j00000000000000000000000"),
            ("svc_01j…", "svc_01j00000000000000000000000"),
        ];
        for shown in ALL {
            for example in shown.examples {
                let mut line = example
                    .trim_start_matches("KEY=$(")
                    .trim_start_matches("TOKEN=$(")
                    .trim_end_matches(')')
                    .to_owned();
                for (placeholder, id) in ids {
                    line = line.replace(placeholder, id);
                }
                // What another program writes or reads is not ours.
                let mut parts = line.split(['>', '|']).map(str::trim);
                let line = parts.find(|part| part.starts_with("askline")).unwrap_or_default();
                let words: Vec<&str> = line
                    .split('"')
                    .enumerate()
                    .flat_map(|(place, part)| match place % 2 {
                        0 => part.split_whitespace().collect(),
                        _ => vec![part],
                    })
                    .collect();
                let parsed = crate::commands::command_line().try_get_matches_from(&words);
                assert!(
                    parsed.is_ok(),
                    "{example}: {}",
                    parsed.err().map(|error| error.to_string()).unwrap_or_default()
                );
                assert!(
                    words[1..].join(" ").starts_with(shown.command),
                    "{example} is not an example of {}",
                    shown.command
                );
            }
        }
    }

    #[test]
    fn every_document_and_heading_exists() {
        for shown in ALL {
            let (page, heading) = shown.document.split_once('#').unwrap_or((shown.document, ""));
            let path = format!("{}/../../docs/{page}.md", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let anchors = text.lines().filter(|line| line.starts_with('#')).map(|line| {
                let words = line.trim_start_matches('#').trim().to_lowercase();
                let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                kept.collect::<String>().replace(' ', "-")
            });
            let has = heading.is_empty() || anchors.into_iter().any(|anchor| anchor == heading);
            assert!(has, "{}: there is no heading #{heading} in {page}.md", shown.command);
        }
    }
}
