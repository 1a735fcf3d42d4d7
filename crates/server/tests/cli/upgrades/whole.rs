//! An upgrade makes a backup first, applies all steps or none, and keeps all data.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use serde_json::Value;

use crate::{
    instance::Instance,
    upgrades::earlier_layouts::{LAYOUTS, backups, fill, folder_of, known, layout_of, names_in, open},
};

/// The tables with the number of their rows, before and after the upgrade.
const KEPT: [(&str, i64); 9] = [
    ("organizations", 1),
    ("sites", 1),
    ("api_keys", 1),
    ("site_configs", 2),
    ("prompts", 5),
    ("rules", 1),
    ("webhooks", 1),
    ("monitors", 1),
    ("audit_entries", 10),
];
const EVENTS: usize = 40;
const VIEWS: u64 = 20;
const AI_CLICKS: u64 = 8;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn rows(data: &Path, table: &str) -> i64 {
    open(data, "metadata").query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

fn check_rows(data: &Path) {
    for (table, count) in KEPT {
        assert_eq!(rows(data, table), count, "{table}");
    }
}

/// Signs in, uses the key, and compares what the API says with what was stored.
fn check_served(instance: &Instance, known: &Value) {
    let (site, org) = (known["site"].as_str().unwrap(), known["org"].as_str().unwrap());
    let server = instance.serve();
    let session = format!("Authorization: Bearer {}", server.log_in());
    let key = format!("Authorization: Bearer {}", known["key"].as_str().unwrap());
    let data = |path: &str, caller: &str| -> Value {
        let answer = server.get(&format!("/api/v1{path}"), &[caller]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()["data"].clone()
    };
    assert_eq!(data("/sites", &key)["items"][0]["id"], site);
    assert_eq!(data(&format!("/prompts/{site}"), &session)["items"].as_array().unwrap().len(), 5);
    assert_eq!(data(&format!("/rules/{site}"), &session)["items"][0]["name"], "Guides");
    assert_eq!(data(&format!("/monitors/{site}"), &session)["items"].as_array().unwrap().len(), 1);
    let webhooks = data(&format!("/webhooks?orgId={org}"), &session);
    assert!(webhooks["items"][0]["url"].as_str().unwrap().starts_with("https://hooks.example.com"), "{webhooks}");
    let counted = data(&format!("/analytics/{site}/ai?from=2026-11-15&to=2026-11-20"), &key);
    assert_eq!(counted["totals"]["aiClicks"], AI_CLICKS, "{counted}");
    let overview = data(&format!("/analytics/{site}/overview?from=2026-11-15&to=2026-11-20"), &key);
    assert_eq!(overview["totals"]["views"], VIEWS, "{overview}");
    let config = server.get(&format!("/api/v1/public/sites/{site}/config"), &[]);
    assert!(config.status < 500, "{}", config.body);
}

#[test]
fn a_data_folder_of_an_earlier_layout_is_upgraded_and_everything_in_it_works() {
    let known = known();
    for (layout, metadata, events) in LAYOUTS {
        let instance = folder_of(layout);
        assert_eq!(layout_of(&instance.data), (metadata, events));
        check_rows(&instance.data);
        let upgraded = instance.json(&["migrate"]);
        let (now_metadata, now_events) = layout_of(&instance.data);
        assert!(now_metadata > metadata && now_events > events, "{upgraded}");
        assert_eq!((&upgraded["changed"], &upgraded["migrated"]), (&true.into(), &true.into()));
        let steps = upgraded["steps"].as_array().unwrap();
        for (database, before, now) in [("metadata.db", metadata, now_metadata), ("events.db", events, now_events)] {
            let of_it = steps.iter().filter(|step| step["database"] == database);
            let numbers: Vec<i64> = of_it.map(|step| step["number"].as_i64().unwrap()).collect();
            // Numbers may be left out, but none is run twice or out of order.
            assert!(numbers.is_sorted_by(|one, next| one < next), "{upgraded}");
            assert_eq!((numbers[0], numbers.last()), (before + 1, Some(&now)), "{upgraded}");
        }
        let backup = Path::new(upgraded["backup"].as_str().unwrap());
        assert_eq!(backup.parent(), Some(instance.data.join("backups").as_path()));
        assert_eq!((mode(backup), mode(backup.parent().unwrap())), (0o600, 0o700));

        check_rows(&instance.data);
        let audit = instance.json(&["audit", "verify"]);
        assert_eq!(audit["intact"], true, "{layout}: {audit}");
        let exported = instance.run(&["export", "events", "--site", known["site"].as_str().unwrap(), "-"]).stdout;
        assert_eq!(exported.lines().count(), EVENTS, "{layout}");
        let doctor = instance.json(&["doctor"]);
        assert_eq!(doctor["healthy"], true, "{layout}: {doctor}");
        check_served(&instance, &known);

        let again = instance.json(&["migrate"]);
        assert_eq!((&again["changed"], &again["steps"]), (&false.into(), &Value::Array(Vec::new())));
        assert!(again["backup"].is_null(), "{again}");
        assert_eq!(backups(&instance.data).len(), 1);
    }
}

#[test]
fn the_backup_before_an_upgrade_holds_the_folder_as_it_was_and_can_be_restored() {
    for (layout, metadata, events) in LAYOUTS {
        let instance = folder_of(layout);
        let upgraded = instance.json(&["migrate"]);
        let backup = upgraded["backup"].as_str().unwrap();
        let unpacked = instance.beside("unpacked");
        tar::Archive::new(fs::File::open(backup).unwrap()).unpack(&unpacked).unwrap();
        assert_eq!(layout_of(&unpacked), (metadata, events));
        check_rows(&unpacked);

        let other = Instance::new();
        other.json(&["restore", backup]);
        check_rows(&other.data);
        assert_eq!(other.json(&["audit", "verify"])["intact"], true);
        assert_eq!(names_in(&other.data.join("backups")), Vec::<String>::new(), "the file itself is the backup");
    }
}

#[test]
fn every_command_that_opens_a_folder_backs_it_up_before_the_upgrade() {
    let (layout, ..) = LAYOUTS[0];
    for arguments in [&["org", "list"][..], &["doctor"], &["audit", "verify"], &["migrate"], &["demo"]] {
        let instance = folder_of(layout);
        let outcome = instance.run(arguments);
        assert!(outcome.code == 0 || arguments == ["demo"], "{arguments:?}: {}", outcome.stderr);
        assert_eq!(backups(&instance.data).len(), 1, "{arguments:?}");
        if arguments == ["org", "list"] {
            assert!(outcome.stderr.contains(&backups(&instance.data)[0]), "{}", outcome.stderr);
        }
    }
    let instance = folder_of(layout);
    let server = instance.serve();
    let [backup] = &backups(&instance.data)[..] else { panic!("one backup") };
    assert!(server.log().contains(backup), "{}", server.log());
}

#[test]
fn a_new_folder_and_one_that_is_up_to_date_make_no_backup() {
    let instance = Instance::new();
    let made = instance.json(&["migrate"]);
    assert_eq!((&made["changed"], &made["backup"]), (&true.into(), &Value::Null));
    instance.organization("enterprise");
    drop(instance.serve());
    assert_eq!(instance.json(&["migrate"])["changed"], false);
    assert!(!instance.data.join("backups").exists());
    let again = instance.json(&["migrate", "--check"]);
    assert_eq!((&again["upToDate"], &again["rehearsed"]), (&true.into(), &false.into()));
}

#[test]
fn a_folder_with_one_database_behind_is_upgraded_and_one_ahead_of_this_release_is_left_alone() {
    let (layout, _, events) = LAYOUTS[0];
    let instance = folder_of(layout);
    instance.json(&["migrate"]);
    let old = folder_of(layout);
    open(&old.data, "events").execute_batch("PRAGMA journal_mode = DELETE").unwrap();
    fs::copy(old.data.join("events.db"), instance.data.join("events.db")).unwrap();
    // The databases get the id of their instance only when both are upgraded.
    open(&instance.data, "metadata").execute_batch("DELETE FROM instance").unwrap();
    let (metadata, behind) = layout_of(&instance.data);
    assert_eq!(behind, events);
    let upgraded = instance.json(&["migrate"]);
    assert!(upgraded["steps"].as_array().unwrap().iter().all(|step| step["database"] == "events.db"), "{upgraded}");
    assert_eq!((layout_of(&instance.data).0, backups(&instance.data).len()), (metadata, 2));

    let ahead = folder_of(layout);
    open(&ahead.data, "events").pragma_update(None, "user_version", 900).unwrap();
    for arguments in [&["migrate"][..], &["migrate", "--check"], &["serve"]] {
        ahead.run(arguments).refused(1, &["events.db", "newer release"]);
    }
    assert_eq!((layout_of(&ahead.data), backups(&ahead.data).len()), ((LAYOUTS[0].1, 900), 0));
}

#[test]
fn the_setting_switches_the_backup_off() {
    let instance = folder_of(LAYOUTS[0].0);
    let off = [("ASKLINE_BACKUP__BEFORE_UPGRADE", "false")];
    let upgraded = instance.run_with(&["migrate", "--json"], &off, "").json();
    assert_eq!((&upgraded["changed"], &upgraded["backup"]), (&true.into(), &Value::Null));
    assert!(!instance.data.join("backups").exists());
}

#[test]
fn the_newest_three_are_kept_and_a_backup_of_the_operator_stays() {
    let instance = folder_of(LAYOUTS[0].0);
    let mine = instance.data.join("backups/mine.tar");
    let mut made = Vec::new();
    for round in 0..5 {
        fill(&instance.data, LAYOUTS[0].0);
        let upgraded = instance.json(&["migrate"]);
        made.push(Path::new(upgraded["backup"].as_str().unwrap()).file_name().unwrap().to_string_lossy().into_owned());
        if round == 0 {
            instance.json(&["backup", mine.to_str().unwrap()]);
        }
    }
    assert_eq!(backups(&instance.data), made[2..]);
    assert!(mine.exists());
}

#[test]
fn processes_that_start_at_once_upgrade_a_folder_once_with_one_backup() {
    let instance = folder_of(LAYOUTS[0].0);
    let changed = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| instance.json(&["migrate"]))).collect();
        let ended = starts.into_iter().map(|start| start.join().unwrap());
        ended.filter(|said| said["changed"] == true).count()
    });
    assert_eq!((changed, backups(&instance.data).len()), (1, 1));
    check_rows(&instance.data);
}

#[test]
fn what_makes_no_sense_is_misuse() {
    let instance = folder_of(LAYOUTS[0].0);
    instance.run(&["migrate", "--backup-done"]).refused(2, &["--backup-done is for PostgreSQL"]);
    instance.run(&["migrate", "--backup-done", "--check"]).refused(2, &["--check"]);
    Instance::new().run(&["migrate", "--check"]).refused(1, &["no Askline data"]);
    assert_eq!(layout_of(&instance.data), (LAYOUTS[0].1, LAYOUTS[0].2));
}
