//! Runs the commands of each document as the account that the document names. Placeholders are filled in. A command that cannot
//! run here is listed with its reason; one that is neither run nor listed fails the test.
//!
//! `sudo -u askline` is another account if root runs this test, which then owns the data folder; other commands are root's, and
//! work on the same folder. Without root, one account runs them all.

use std::{
    collections::BTreeSet,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{
    data_folder::owners::{NOBODY, copy_for_all, given_away},
    instance::{Instance, Server},
};

/// Commands that are not run here: their beginning, and the reason.
const NOT_RUN: [(&str, &str); 41] = [
    ("pip install ./askline", "needs a release; the suite `clients` installs the packages"),
    ("make build", "builds the shipped binary, which takes minutes; CI does"),
    ("make release", "builds the shipped binary, too; the suite `deploy` makes its packages"),
    ("make run", "runs until it is stopped; the browser's tests start the same demonstration"),
    ("make test", "is what runs this"),
    ("install -m ", "writes into the system's folders"),
    ("sh install.sh", "needs a release; the suite `deploy` runs it with one"),
    ("sudo apt ", "changes the system; the suite `deploy` looks into the package"),
    ("sudo journalctl ", "needs the system's own service manager"),
    ("sudo systemctl ", "needs the system's own service manager; `make check` verifies the unit"),
    ("sha256sum --check --ignore-missing SHA256SUMS", "needs a release; the suite `deploy` checks one"),
    ("cosign verify-blob", "another company's program, with what a published release has"),
    ("gh attestation", "another company's program, with what a published release has"),
    ("systemctl ", "needs the system's own service manager; `make check` verifies the unit"),
    ("docker ", "needs a container engine; the suite `deploy` starts the image's files without one"),
    ("askline demo", "runs until it is stopped; `demo` starts it"),
    ("askline serve", "runs until it is stopped; `serving` starts it"),
    ("askline logs follow", "runs until it is stopped; `killed` starts it"),
    ("askline logs import", "needs a log source; `killed` has one"),
    ("gzip -c ~/logs", "needs the log of a web server; `http` sends such a body"),
    (
        "sudo -u askline askline restore /var/lib/askline/backups",
        "needs an upgrade and a stopped server; `upgrades` restores one",
    ),
    ("sudo -u askline askline restore s3://", "needs a bucket; `backups::bucket` restores from one"),
    ("sudo -u askline askline migrate --backup-done", "needs PostgreSQL; the suite `scaled` runs it"),
    ("sudo -u askline askline migrate-store", "needs PostgreSQL; `moves` runs it"),
    ("pg_dump ", "needs PostgreSQL; another company's program"),
    ("pg_basebackup ", "needs PostgreSQL; `deploy/drill.test.mjs` runs it"),
    ("pg_verifybackup ", "needs PostgreSQL; `deploy/drill.test.mjs` runs it"),
    ("claude mcp add", "another company's program"),
    ("codex mcp add", "another company's program"),
    ("curl --create-dirs --output lists/", "asks another company's server"),
    ("export ASKLINE_KEY=", "for another company's program"),
    ("npm ", "the widget's own suite does"),
    ("head -c 32 /dev/urandom", "makes a key for the cluster of the next lines"),
    ("kubectl ", "needs a cluster; `make check` renders the chart"),
    ("helm ", "needs a cluster; `make check` renders the chart"),
    ("npx openapi-typescript", "the suite `clients` runs the generator"),
    ("pip install openapi-python-client", "the suite `clients` installs it"),
    ("openapi-generator-cli generate", "the suite `generators` runs the generator"),
    ("openapi-python-client generate", "the suite `clients` runs the generator"),
    ("cd widget && npm ci", "the widget's own suite builds it"),
    ("node html_snippet.mjs", "the widget's own suite runs it"),
];
/// Commands within sentences that are not run here: their beginning, and the reason.
const NOT_RUN_IN_SENTENCES: [(&str, &str); 3] = [
    ("askline openapi | node clients/generate.mjs", "writes into the sources; `make check` compares what it writes"),
    ("askline migrate --backup-done", "needs PostgreSQL; the suite `scaled` runs it"),
    ("askline doctor --mail", "needs a mail server; `commands::mail` runs it"),
];
/// Blocks without a language that contain no commands, by their first line.
const NO_COMMANDS: [&str; 2] = ["POST /hooks HTTP/1.1", "https://askline.example.com/api/v1/auth/oidc/acme/callback"];
/// The beginnings of the commands that are run.
const RUN: [&str; 6] = ["askline ", "sudo askline ", AS_SERVICE, "curl ", "export ", "printf "];
/// The beginning of a command that runs as the account of the service.
const AS_SERVICE: &str = "sudo -u askline askline ";

/// A document with its commands.
struct Document {
    name: String,
    /// Blocks of commands: each is one script.
    blocks: Vec<Vec<String>>,
    /// Commands within sentences.
    mentions: BTreeSet<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<Document> {
    let mut files: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "widget/README.md"].map(|name| root().join(name)).into();
    files.extend(std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    files.sort();
    files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|end| end == "md"))
        .map(|file| Document::read(&file))
        .collect()
}

impl Document {
    fn read(file: &Path) -> Self {
        let text = std::fs::read_to_string(file).unwrap();
        let (mut blocks, mut mentions) = (Vec::new(), BTreeSet::new());
        let mut block: Option<(String, Vec<&str>)> = None;
        for line in text.lines() {
            // The blocks of a numbered list are indented.
            let line = line.strip_prefix("   ").unwrap_or(line);
            match (line.strip_prefix("```"), &mut block) {
                (Some(language), None) => block = Some((language.to_owned(), Vec::new())),
                (Some(_), Some(_)) => {
                    let (language, lines) = block.take().unwrap();
                    let is_text = lines.first().is_some_and(|first| NO_COMMANDS.contains(first));
                    if matches!(language.as_str(), "" | "sh" | "bash" | "console") && !is_text {
                        blocks.push(commands(&lines));
                    }
                }
                (None, Some((_, lines))) => lines.push(line),
                (None, None) => mentions.extend(
                    line.split('`')
                        .skip(1)
                        .step_by(2)
                        .filter(|code| {
                            ["askline ", "sudo askline ", AS_SERVICE].iter().any(|start| code.starts_with(start))
                        })
                        .map(str::to_owned),
                ),
            }
        }
        Self { name: file.file_name().unwrap().to_str().unwrap().to_owned(), blocks, mentions }
    }
}

/// Joins the lines of a block to commands: after a pipe, a backslash or an open quote, the next line belongs to the
/// command.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        // A remark follows at least two spaces.
        let line = line.split("  #").next().unwrap_or("").trim_end();
        match commands.last_mut() {
            Some(last) if goes_on => *last = format!("{last}\n{line}"),
            _ => commands.push(line.to_owned()),
        }
        let command = commands.last().unwrap();
        goes_on = command.ends_with(['|', '\\']) || command.matches('\'').count() % 2 == 1;
    }
    commands
}

/// An instance with an organization, a site, a key and a session, and a server on it.
struct Bench {
    instance: Instance,
    server: Server,
    folder: PathBuf,
    placeholders: Vec<(&'static str, String)>,
}

impl Bench {
    fn new() -> Self {
        let instance = Instance::new();
        let is_given_away = given_away(&instance).is_some();
        let org = instance.organization("enterprise");
        let site = instance.json(&["site", "create", "--org", &org, "--name", "Blog", "--domain", "blog.example.com"]);
        let key = instance.json(&["key", "create", "--org", &org, "--scope", "*"]);
        for email in ["ada@example.com", "old@example.com"] {
            let arguments = ["org", "create", "--name", "Another", "--owner-email", email, "--owner-password-stdin"];
            instance.run_with(&arguments, &[], "a good long password\n").json();
        }
        let server = instance.serve();
        let log_in = json!({ "email": "owner@example.com", "password": "a good long password" });
        let session = server.post("/api/v1/auth/login", &[], &log_in);
        let session: serde_json::Value = serde_json::from_str(&session.body).unwrap();
        let folder = instance.beside("work");
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        let binary = folder.join("bin/askline");
        if is_given_away {
            // The other account may have no access to the folder of the build.
            copy_for_all(&binary)
        } else {
            symlink(env!("CARGO_BIN_EXE_askline"), &binary).unwrap()
        }
        let settings = folder.join("askline.toml");
        std::fs::write(&settings, format!("data = {:?}\n", instance.data.to_str().unwrap())).unwrap();
        let event = json!({ "type": "view", "eventId": "0193a1b2-c3d4-7abc-8def-000000000001", "url": "https://blog.example.com/", "at": "2026-01-31T09:30:00Z" });
        std::fs::write(folder.join("history.ndjson"), event.to_string()).unwrap();
        std::fs::copy(super::every_command::ACCESS_LOG, folder.join("access.log")).unwrap();
        std::fs::create_dir(folder.join("lists")).unwrap();
        if is_given_away {
            open_to_service(&folder);
        }
        let as_service = if is_given_away {
            format!("setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups askline ")
        } else {
            "askline ".to_owned()
        };
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let placeholders = vec![
            (AS_SERVICE, as_service),
            ("sudo askline ", "askline ".to_owned()),
            ("/etc/askline/askline.toml", settings.display().to_string()),
            ("org_01j…", org),
            ("site_01j…", text(&site["siteId"])),
            ("ak_…", text(&key["key"])),
            ("st_…", text(&session["data"]["token"])),
            ("https://askline.example.com", format!("http://{}", server.address)),
            ("http://127.0.0.1:8080", format!("http://{}", server.address)),
            ("/var/lib/askline-new", instance.beside("new").display().to_string()),
            ("/var/lib/askline", instance.data.display().to_string()),
            ("/backups", folder.display().to_string()),
            ("$(date +%F)", "2026-06-15".to_owned()),
            // An error response makes the command fail.
            ("curl ", "curl -sS --fail-with-body --noproxy '*' ".to_owned()),
        ];
        Self { instance, server, folder, placeholders }
    }

    /// Checks that the service still has access to everything in its folder.
    fn check_owners(&self) {
        use std::os::unix::fs::MetadataExt as _;
        let owner = self.instance.data.metadata().unwrap().uid();
        for entry in std::fs::read_dir(&self.instance.data).unwrap().flatten() {
            // SQLite removes its own files at any time.
            let uid = entry.metadata().map_or(owner, |metadata| metadata.uid());
            assert_eq!(uid, owner, "{} belongs to another account", entry.path().display());
        }
    }

    /// The input for commands that ask for a password.
    fn typed(&self) -> Stdio {
        let file = self.folder.join("typed");
        std::fs::write(&file, "a good long password\n").unwrap();
        std::fs::File::open(file).unwrap().into()
    }

    fn run(&self, place: &str, script: &str) {
        let mut script = script.to_owned();
        for (placeholder, value) in &self.placeholders {
            script = script.replace(placeholder, value);
        }
        assert!(!script.contains('…'), "{place}: a placeholder that is not known here: {script}");
        let path = format!("{}:{}", self.folder.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-e", "-c", &script])
            .current_dir(&self.folder)
            .env("PATH", path)
            .env("ASKLINE_DATA", &self.instance.data)
            .stdin(self.typed())
            .output()
            .unwrap();
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{place}: {script}\n{said}{errors}{}", self.server.log());
        assert!(!said.contains("\"errors\":[{"), "{place}: {script}\n{said}");
    }
}

/// Gives the folder in which commands run, and the files in it, to the account of the service.
fn open_to_service(folder: &Path) {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let parent = folder.parent().unwrap();
    std::fs::set_permissions(parent, std::fs::Permissions::from_mode(0o777)).unwrap();
    chown(folder, Some(NOBODY), Some(NOBODY)).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
}

#[test]
fn every_command_of_the_documents_runs_as_the_account_that_they_name() {
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let mut unused: BTreeSet<&str> = NOT_RUN.iter().map(|(start, _)| *start).collect();
    let mut run = 0;
    for document in documents() {
        let mut bench: Option<Bench> = None;
        for block in &document.blocks {
            let mut script = Vec::new();
            for command in block {
                let is_typed = command.contains("--owner-password-stdin") && command.contains(['|', '<']);
                let is_sent = command.contains("assword\":");
                assert!(!is_typed && !is_sent, "{}: a password in a command: {command}", document.name);
                if let Some(target) = command.strip_prefix("make ") {
                    assert!(makefile.contains(&format!("\n{target}:")), "{}: there is no {command}", document.name);
                }
                match NOT_RUN.iter().find(|(start, _)| command.starts_with(start)) {
                    Some((start, _)) => drop(unused.remove(start)),
                    None if RUN.iter().any(|start| command.starts_with(start)) => script.push(command.as_str()),
                    None => panic!("{}: neither run nor listed with a reason: {command}", document.name),
                }
            }
            if !script.is_empty() {
                run += script.len();
                bench.get_or_insert_with(Bench::new).run(&document.name, &script.join("\n"));
            }
        }
        if let Some(bench) = &bench {
            bench.check_owners();
        }
        for mention in &document.mentions {
            if NOT_RUN.iter().chain(&NOT_RUN_IN_SENTENCES).any(|(start, _)| mention.starts_with(start)) {
                continue;
            }
            run += 1;
            // A mention without options is the name of a command, not a call.
            let is_whole = mention.contains(" --");
            let call = if is_whole { mention.clone() } else { format!("{mention} --help") };
            bench.get_or_insert_with(Bench::new).run(&document.name, &call);
        }
    }
    assert!(run >= 15, "only {run} commands were found");
    assert!(unused.is_empty(), "listed, and in no document: {unused:?}");
}
