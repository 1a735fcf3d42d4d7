//! Every command refuses a folder with a part of an instance. It says what to do and changes nothing.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::json;

use crate::instance::{Instance, Outcome};

const DATABASES: [&str; 2] = ["metadata.db", "events.db"];
const CREATE: &[&str] = &["org", "create", "--name", "Example", "--owner-email", "owner@example.com"];

/// The content of every file of a folder, by its name.
type Files = BTreeMap<String, Vec<u8>>;

/// What became of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Present,
    Missing,
    Empty,
    CutOff,
    Text,
    OfAnotherInstance,
}

const STATES: [State; 6] =
    [State::Present, State::Missing, State::Empty, State::CutOff, State::Text, State::OfAnotherInstance];

impl State {
    /// How the command names it; `None` if the file is a whole database.
    const fn words(self) -> Option<&'static str> {
        match self {
            State::Present | State::OfAnotherInstance => None,
            State::Missing => Some("is missing"),
            State::Empty => Some("is empty"),
            State::CutOff => Some("is cut off or damaged"),
            State::Text => Some("is not a database"),
        }
    }
}

fn files_of(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())).collect()
}

/// The folder of an instance that a server has run on, and that was stopped.
fn stopped() -> (Instance, Files) {
    let instance = Instance::new();
    instance.organization("enterprise");
    let server = instance.serve();
    assert_eq!(server.terminate().0, 0);
    let files = files_of(&instance.data);
    (instance, files)
}

/// Makes the folder of `instance` the one with databases in these states.
fn arrange(instance: &Instance, own: &Files, other: &Files, states: [State; 2]) {
    let _ = fs::remove_dir_all(&instance.data);
    fs::create_dir(&instance.data).unwrap();
    for (name, content) in own {
        let place = DATABASES.iter().position(|database| database == name);
        let state = place.map_or(State::Present, |place| states[place]);
        let content = match state {
            State::Missing => continue,
            State::Present => content.clone(),
            State::Empty => Vec::new(),
            State::CutOff => content[..content.len() / 2].to_vec(),
            State::Text => "my own notes, ".repeat(600).into_bytes(),
            State::OfAnotherInstance => other[name].clone(),
        };
        fs::write(instance.data.join(name), content).unwrap();
    }
}

#[test]
fn every_command_names_each_database_that_is_not_whole_and_changes_nothing() {
    let (instance, own) = stopped();
    let (_other, other) = stopped();
    let backup = instance.beside("whole.backup");
    instance.json(&["backup", backup.to_str().unwrap()]);
    let fresh = instance.beside("new.backup");
    let commands: [&[&str]; 6] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["doctor"],
        &["backup", fresh.to_str().unwrap()],
        CREATE,
        &["restore", backup.to_str().unwrap()],
        &["migrate"],
    ];
    let mut checked = 0;
    for metadata in STATES {
        for events in STATES {
            let states = [metadata, events];
            let is_whole = metadata == events && metadata.words().is_none();
            if is_whole || states == [State::Missing, State::Missing] {
                continue;
            }
            arrange(&instance, &own, &other, states);
            let before = files_of(&instance.data);
            for command in commands {
                let outcome = instance.run(command);
                if command[0] == "restore" {
                    outcome.refused(1, &["is not empty", "--force"]);
                } else {
                    check_words(&outcome, states);
                }
                assert!(files_of(&instance.data) == before, "{command:?} changed the folder with {states:?}");
                checked += 1;
            }
            assert!(!fresh.exists(), "{states:?}");
        }
    }
    assert_eq!(checked, (6 * 6 - 3) * commands.len());
}

fn check_words(outcome: &Outcome, states: [State; 2]) {
    let faults: Vec<String> = DATABASES
        .iter()
        .zip(states)
        .filter_map(|(name, state)| state.words().map(|words| format!("{name} {words}")))
        .collect();
    let mut words: Vec<&str> = faults.iter().map(String::as_str).collect();
    if words.is_empty() {
        words.push("belong to different instances");
    }
    words.extend(["Nothing was changed", "askline restore BACKUP"]);
    outcome.refused(1, &words);
}

#[test]
fn a_restore_with_force_makes_half_a_folder_whole() {
    let (instance, own) = stopped();
    let backup = instance.beside("whole.backup");
    instance.json(&["backup", backup.to_str().unwrap()]);
    for states in [[State::Missing, State::Present], [State::Text, State::CutOff], [State::Present, State::Empty]] {
        arrange(&instance, &own, &own, states);
        instance.json(&["restore", backup.to_str().unwrap(), "--force"]);
        assert_eq!(instance.json(&["doctor"])["healthy"], true, "{states:?}");
    }
}

#[test]
fn a_folder_without_databases_is_a_new_one_unless_the_key_of_an_old_one_is_in_it() {
    let (instance, own) = stopped();
    arrange(&instance, &own, &own, [State::Missing, State::Missing]);
    instance.run(&["doctor"]).refused(1, &["no Askline data"]);
    fs::write(instance.data.join("secrets.key"), [7; 32]).unwrap();
    let words = ["there is secrets.key, but metadata.db and events.db are missing"];
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["doctor"], CREATE, &["migrate"]] {
        instance.run(command).refused(1, &words);
    }
    // A key may be copied into an empty folder before a backup is restored into it.
    let (source, _) = stopped();
    let backup = source.beside("whole.backup");
    source.json(&["backup", backup.to_str().unwrap()]);
    assert_eq!(instance.json(&["restore", backup.to_str().unwrap()])["hasSecretsKey"], true);
}

#[test]
fn a_cut_off_key_is_refused_and_a_missing_or_foreign_one_is_found_by_doctor() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let server = instance.serve();
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let hook = json!({ "url": "https://hooks.example.com/token", "events": ["key.expiring"] });
    assert_eq!(server.post(&format!("/api/v1/webhooks?orgId={org}"), &[&owner], &hook).status, 201);
    assert_eq!(server.terminate().0, 0);
    assert_eq!(instance.json(&["doctor"])["healthy"], true);
    let key = instance.data.join("secrets.key");
    let whole = fs::read(&key).unwrap();
    for content in [&b""[..], &whole[..20], &[whole.as_slice(), b"\n"].concat()] {
        fs::write(&key, content).unwrap();
        let before = files_of(&instance.data);
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["doctor"], CREATE, &["migrate"]] {
            instance.run(command).refused(1, &["secrets.key has", "and a key has 32", "delete the file"]);
        }
        assert!(files_of(&instance.data) == before);
    }
    let found = |words: &str| {
        let outcome = instance.run(&["doctor"]);
        assert_eq!(outcome.code, 1, "{}", outcome.stdout);
        let line = outcome.stdout.lines().find(|line| line.contains("secrets key")).unwrap_or_default().to_owned();
        assert!(line.starts_with("failed") && line.contains(words), "{}", outcome.stdout);
    };
    fs::write(&key, [9; 32]).unwrap();
    found("as if it were another instance's");
    fs::remove_file(&key).unwrap();
    found("secrets.key is missing");
    // The service counts without the key.
    assert_eq!(instance.serve().terminate().0, 0);
}
