//! An upgrade that cannot be done, or is killed, leaves the folder as it was.

use std::{
    fs,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, Output},
};

use crate::{
    instance::{Instance, may_mount},
    upgrades::earlier_layouts::{LAYOUTS, backups, folder_of, layout_of, names_in, open},
};

const BINARY: &str = env!("CARGO_BIN_EXE_askline");
const OLD: (i64, i64) = (LAYOUTS[0].1, LAYOUTS[0].2);
const BACKUP_OFF: (&str, &str) = ("ASKLINE_BACKUP__BEFORE_UPGRADE", "false");
/// SIGXFSZ: a file grew beyond its limit. The process ends immediately, as after `kill -9`.
const TOO_LARGE: i32 = 25;

/// Runs `askline migrate`, whose files may have at most this many bytes: beyond that, the kernel kills the process.
fn killed_beyond(data: &Path, bytes: u64, environment: &[(&str, &str)]) -> Output {
    let script = format!("exec prlimit --core=0 --fsize={bytes} \"$0\" migrate --data \"$1\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, BINARY]).arg(data).envs(environment.iter().copied());
    let output = command.output().unwrap();
    assert_eq!(output.status.signal(), Some(TOO_LARGE), "{output:?}");
    output
}

fn bytes_of(data: &Path, name: &str) -> u64 {
    fs::metadata(data.join(name)).unwrap().len()
}

/// The obstacle for a step, and how the error names the step.
const IN_THE_WAY: [(&str, &str, &str); 2] = [
    ("metadata", "CREATE TABLE mails (x)", "step 30 (mail) of metadata.db"),
    ("events", "CREATE TABLE site_minutes (x)", "step 5 (hours_devices_minutes) of events.db"),
];

#[test]
fn a_failed_step_leaves_both_databases_as_they_were_and_says_how_to_go_back() {
    for (database, statement, step) in IN_THE_WAY {
        let instance = folder_of(LAYOUTS[0].0);
        open(&instance.data, database).execute_batch(statement).unwrap();
        let outcome = instance.run(&["serve", "--listen", "127.0.0.1:0"]);
        let [backup] = &backups(&instance.data)[..] else { panic!("one backup") };
        let path = instance.data.join("backups").join(backup);
        let back = format!("askline restore {} --data {} --force", path.display(), instance.data.display());
        outcome.refused(1, &[step, "Nothing was changed", &back]);
        assert_eq!(layout_of(&instance.data), OLD);

        let off = instance.run_with(&["migrate"], &[BACKUP_OFF], "");
        off.refused(1, &[step, "No backup was made"]);
        assert_eq!((layout_of(&instance.data), backups(&instance.data).len()), (OLD, 1));
    }
}

#[test]
fn a_rehearsal_says_how_long_each_step_takes_or_which_one_fails_and_changes_nothing() {
    let instance = folder_of(LAYOUTS[0].0);
    let before = (
        names_in(&instance.data),
        ["metadata.db", "events.db"].map(|name| fs::read(instance.data.join(name)).unwrap()),
    );
    let now = || {
        (names_in(&instance.data), ["metadata.db", "events.db"].map(|name| fs::read(instance.data.join(name)).unwrap()))
    };
    let rehearsed = instance.json(&["migrate", "--check"]);
    assert_eq!((&rehearsed["rehearsed"], &rehearsed["changed"]), (&true.into(), &false.into()));
    for step in rehearsed["steps"].as_array().unwrap() {
        assert!(step["milliseconds"].is_u64() && step["name"].is_string(), "{step}");
    }
    assert!(now() == before, "{:?}", names_in(&instance.data));
    let upgraded = instance.json(&["migrate"]);
    let names = |said: &serde_json::Value| -> Vec<String> {
        said["steps"].as_array().unwrap().iter().map(|step| format!("{}{}", step["database"], step["name"])).collect()
    };
    assert_eq!(names(&rehearsed), names(&upgraded));

    for (database, statement, step) in IN_THE_WAY {
        let instance = folder_of(LAYOUTS[0].0);
        open(&instance.data, database).execute_batch(statement).unwrap();
        let before = names_in(&instance.data);
        instance.run(&["migrate", "--check"]).refused(1, &["cannot be rehearsed", step, "Nothing was changed"]);
        assert_eq!((layout_of(&instance.data), names_in(&instance.data)), (OLD, before));
    }
}

#[test]
fn a_backup_that_is_killed_counts_as_none_and_the_next_start_makes_a_whole_one() {
    let instance = folder_of(LAYOUTS[0].0);
    let sizes = ["metadata.db", "events.db"].map(|name| bytes_of(&instance.data, name));
    // Killed within the second copy, and within the archive that the copies are packed into.
    for bytes in [sizes[0].max(sizes[1]) / 2, sizes[0].max(sizes[1]) + sizes[0].min(sizes[1]) / 2] {
        killed_beyond(&instance.data, bytes, &[]);
        assert_eq!(layout_of(&instance.data), OLD);
        assert_eq!(backups(&instance.data), Vec::<String>::new());
        assert_eq!(names_in(&instance.data.join("backups")).len(), 1, "what the killed process left");
    }
    let upgraded = instance.json(&["migrate"]);
    let only = names_in(&instance.data.join("backups"));
    assert_eq!(only, backups(&instance.data));
    Instance::new().json(&["restore", upgraded["backup"].as_str().unwrap()]);
}

#[test]
fn an_upgrade_that_is_killed_leaves_both_databases_as_they_were() {
    let instance = folder_of(LAYOUTS[0].0);
    killed_beyond(&instance.data, 64 * 1_024, &[BACKUP_OFF]);
    assert_eq!(layout_of(&instance.data), OLD);
    let upgraded = instance.json(&["migrate"]);
    assert_eq!(upgraded["changed"], true);
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
}

#[test]
fn a_backup_that_cannot_be_written_refuses_the_upgrade() {
    let instance = folder_of(LAYOUTS[0].0);
    fs::write(instance.data.join("backups"), "a file, and no folder").unwrap();
    instance.run(&["migrate"]).refused(1, &["was not upgraded", "backups", "ASKLINE_BACKUP__BEFORE_UPGRADE=false"]);
    assert_eq!(layout_of(&instance.data), OLD);
}

#[test]
fn no_command_upgrades_a_folder_beneath_a_running_server() {
    let instance = folder_of(LAYOUTS[0].0);
    // The lock of a running server of the earlier release.
    let lock = fs::File::create(instance.data.join("askline.lock")).unwrap();
    lock.try_lock().unwrap();
    for arguments in [&["migrate"][..], &["org", "list"], &["doctor"]] {
        instance
            .run(arguments)
            .refused(1, &["must be upgraded", "another Askline server is running", "Nothing was changed"]);
    }
    assert_eq!((layout_of(&instance.data), backups(&instance.data).len()), (OLD, 0));
    assert_eq!(instance.json(&["migrate", "--check"])["rehearsed"], true);
    drop(lock);
    assert_eq!(instance.json(&["migrate"])["changed"], true);
}

#[test]
fn a_disk_that_fills_up_during_an_upgrade_leaves_both_databases_as_they_were() {
    if !may_mount() {
        return;
    }
    // Databases as a backup restores them, and as a server leaves them.
    for journal in ["delete", "wal"] {
        let instance = folder_of(LAYOUTS[0].0);
        for database in ["metadata", "events"] {
            open(&instance.data, database)
                .query_row(&format!("PRAGMA journal_mode = {journal}"), [], |_| Ok(()))
                .unwrap();
        }
        let (disk, out) = (instance.beside("disk"), instance.beside("out"));
        fs::create_dir(&disk).unwrap();
        fs::create_dir(&out).unwrap();
        // With less room than the steps need, each time more, and then with enough.
        let script = "mount -t tmpfs -o mode=700,size=8m tmpfs \"$2\" && cp -a \"$1\"/. \"$2\" && \
            for room in 64 128 192 256 320 384; do rm -f \"$2\"/filling; free=$(df -k --output=avail \"$2\" | tail -1); \
            head -c $(((free - room) * 1024)) /dev/zero >\"$2\"/filling; \
            \"$0\" migrate --data \"$2\" 2>>\"$3\"/said; echo $? >>\"$3\"/codes; done; \
            rm \"$2\"/filling; cp -a \"$2\"/. \"$3\"; \"$0\" migrate --data \"$2\" --json >\"$3\"/upgraded";
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", script, BINARY]).env(BACKUP_OFF.0, BACKUP_OFF.1);
        assert!(command.args([&instance.data, &disk, &out]).status().unwrap().success());
        let said = fs::read_to_string(out.join("said")).unwrap();
        assert_eq!(fs::read_to_string(out.join("codes")).unwrap(), "1\n".repeat(6), "{said}");
        assert_eq!(said.matches("its disk is full").count(), 6, "{said}");
        assert_eq!(said.matches("Nothing was changed").count(), 6, "{said}");
        assert_eq!(layout_of(&out), OLD);
        assert!(fs::read_to_string(out.join("upgraded")).unwrap().contains("\"changed\":true"), "{said}");
    }
}

#[test]
fn a_disk_without_room_for_the_backup_refuses_the_upgrade() {
    if !may_mount() {
        return;
    }
    let instance = folder_of(LAYOUTS[0].0);
    let (disk, out) = (instance.beside("disk"), instance.beside("out"));
    fs::create_dir(&disk).unwrap();
    fs::create_dir(&out).unwrap();
    let script = "mount -t tmpfs -o mode=700,size=8m tmpfs \"$2\" && cp -a \"$1\"/. \"$2\" && \
        for check in '' --check; do \"$0\" migrate $check --data \"$2\" 2>>\"$3\"/said; echo $? >>\"$3\"/codes; done; \
        cp -a \"$2\"/. \"$3\"";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script, BINARY]);
    assert!(command.args([&instance.data, &disk, &out]).status().unwrap().success());
    let said = fs::read_to_string(out.join("said")).unwrap();
    assert_eq!(fs::read_to_string(out.join("codes")).unwrap(), "1\n1\n", "{said}");
    assert!(said.contains("was not upgraded") && said.contains("cannot be rehearsed"), "{said}");
    assert_eq!(said.matches("MiB are free").count(), 2, "{said}");
    assert_eq!(layout_of(&out), OLD);
    assert_eq!(backups(&out), Vec::<String>::new());
}
