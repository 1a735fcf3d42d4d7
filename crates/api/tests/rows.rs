//! Routes that must not compile, and one that must. The expected error follows `//~`. The routes are compiled against the crate
//! that was built for this test, because `trybuild` would build all its dependencies again.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[test]
fn a_row_without_caller_quota_scope_owner_or_work_does_not_compile() {
    let mut cases: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert_eq!(cases.len(), 7, "{cases:?}");
    for case in cases {
        let said = compile(&case);
        let text = fs::read_to_string(&case).unwrap();
        match text.lines().find_map(|line| line.strip_prefix("//~ ")) {
            Some(expected) => {
                assert!(said.contains(expected), "{}: {said}", case.display());
                assert!(said.contains("aborting due to 1 previous error"), "{}: {said}", case.display());
            }
            None => assert_eq!(said, "", "{}", case.display()),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rows")
}

/// The compiler's output for a case.
fn compile(case: &Path) -> String {
    let built = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition", "2024", "--crate-type", "bin", "--emit", "metadata", "--out-dir"])
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .arg("-L")
        .arg(format!("dependency={}", built.display()))
        .arg("--extern")
        .arg(format!("askline_api={}", newest_library(&built).display()))
        .arg(case)
        .output()
        .unwrap();
    String::from_utf8(output.stderr).unwrap()
}

/// The library of the crate: the newest one, which was built for this test.
fn newest_library(built: &Path) -> PathBuf {
    let files = fs::read_dir(built).unwrap().map(|entry| entry.unwrap().path());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libaskline_api-") && name.ends_with(".rlib")
    };
    files.filter(is_library).max_by_key(|path| path.metadata().unwrap().modified().unwrap()).unwrap()
}
