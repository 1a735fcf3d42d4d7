//! What root's commands create in the folder of another account belongs to that account. As another user, there is nothing to
//! check.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::Path,
    process::Command,
};

use askline_stand_in::until_blocking as until;
use serde_json::json;

use crate::{command_line::every_command::Bench, instance::Instance};

/// The number of the account `nobody`.
pub const NOBODY: u32 = 65_534;

/// A folder that belongs to another account; `None` if this user may not give one away.
pub fn given_away(instance: &Instance) -> Option<()> {
    fs::create_dir_all(&instance.data).unwrap();
    let given = chown(&instance.data, Some(NOBODY), Some(NOBODY));
    if given.is_err() {
        eprintln!("not run: only root creates files in the folder of another account");
    }
    given.ok()
}

/// Copies the program so that every account can run it, which may have no access to the folder of the build.
pub fn copy_for_all(to: &Path) {
    // Another process writes it: what this one holds open for writing, a process that another test starts meanwhile holds too,
    // and the system runs no program that is open for writing ("Text file busy").
    let copied = Command::new("install").args(["-m", "755", env!("CARGO_BIN_EXE_askline")]).arg(to).status().unwrap();
    assert!(copied.success(), "{} was not written", to.display());
}

fn check_owner(path: &Path) {
    let metadata = path.symlink_metadata().unwrap();
    assert_eq!(metadata.uid(), NOBODY, "{} belongs to {}", path.display(), metadata.uid());
    if metadata.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            check_owner(&entry.unwrap().path());
        }
    }
}

#[test]
fn no_command_of_root_leaves_a_file_of_root_in_the_folder_of_another_account() {
    let (instance, restored) = (Instance::new(), Instance::new());
    if given_away(&instance).is_none() || given_away(&restored).is_none() {
        return;
    }
    let bench = Bench::within(instance, restored);
    for call in bench.calls() {
        bench.run(&call);
        check_owner(&bench.instance.data);
    }
    check_owner(&bench.restored.data);
    assert!(fs::read_dir(&bench.instance.data).unwrap().count() > 8, "the commands have written nothing");
}

#[test]
fn what_a_server_of_root_creates_belongs_to_the_owner_of_the_folder() {
    let instance = Instance::new();
    if given_away(&instance).is_none() {
        return;
    }
    let org = instance.organization("enterprise");
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[("ASKLINE_BACKUP__EVERY", "15m")]);
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let hook = json!({ "url": "https://hooks.example.com/", "events": ["key.expiring"] });
    // This creates the key that encrypts secrets.
    assert_eq!(server.post(&format!("/api/v1/webhooks?orgId={org}"), &[&owner], &hook).status, 201);
    until("the first backup is made", || server.get("/readyz", &[]).body.contains("the latest was made at"));
    check_owner(&instance.data);
    assert_eq!(server.terminate().0, 0);
    check_owner(&instance.data);
    for name in ["secrets.key", "backups", "address.json", "askline.lock", "scheduled_backups.json"] {
        assert!(instance.data.join(name).exists(), "{name} was not created");
    }
}

#[test]
fn a_folder_of_another_account_is_refused_with_the_account_to_use() {
    let instance = Instance::new();
    instance.organization("enterprise");
    if given_away(&Instance::new()).is_none() {
        return;
    }
    fs::set_permissions(instance.beside(""), fs::Permissions::from_mode(0o755)).unwrap();
    let program = instance.beside("askline");
    copy_for_all(&program);
    for arguments in [&["org", "list"][..], &["serve", "--listen", "127.0.0.1:0"], &["doctor"], &["migrate"]] {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(&program).args(arguments);
        let output = command.arg("--data").arg(&instance.data).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{arguments:?}: {said}");
        assert!(said.contains("belongs to the account root") && said.contains("sudo -u root askline"), "{said}");
    }
}

#[test]
fn files_that_an_earlier_release_left_to_root_are_given_to_the_owner_of_the_folder() {
    let instance = Instance::new();
    instance.organization("enterprise");
    if given_away(&instance).is_none() {
        return;
    }
    instance.json(&["org", "list"]);
    check_owner(&instance.data);
}
