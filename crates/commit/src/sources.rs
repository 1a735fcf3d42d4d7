//! Where the commit is named: a variable, a file of an archive, or git.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The variable that names the commit where there is no git: 7 to 64 hexadecimal digits, and `-dirty` if the sources
/// have changes. It does not begin with `ASKLINE_`, because every variable that does is a setting of the program.
pub const VARIABLE: &str = "SOURCE_COMMIT";
/// How many digits of a commit are shown. The number is fixed: git's own abbreviations grow with a repository, and two
/// builds of one commit must have the same bytes.
const DIGITS: usize = 12;
/// The file that `git archive` writes the commit into. In a repository it has a placeholder.
const ARCHIVED: &str = "crates/commit/archived_commit.txt";
/// What git sets for its hooks. These variables would name another repository than that of the sources.
const GIT_VARIABLES: [&str; 3] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];

/// A commit, and the files that change when it does.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Found {
    /// As it is shown, if anything names it.
    pub commit: Option<String>,
    /// The files of git that change with the current commit; absolute paths of existing files.
    pub watched: Vec<PathBuf>,
}

/// Finds the commit of the sources in `root`. `given` is the value of the variable.
pub fn find(given: Option<&str>, root: &Path) -> Result<Found, String> {
    if let Some(given) = given.filter(|given| !given.is_empty()) {
        let commit = shown(given).ok_or_else(|| {
            format!("{} is not a commit: {given:?} is not 7 to 64 hexadecimal digits, with or without -dirty", VARIABLE)
        })?;
        return Ok(Found { commit: Some(commit), watched: Vec::new() });
    }
    let archived = fs::read_to_string(root.join(ARCHIVED)).unwrap_or_default();
    if let Some(commit) = shown(archived.trim()) {
        return Ok(Found { commit: Some(commit), watched: Vec::new() });
    }
    Ok(from_git(root).unwrap_or_default())
}

/// A commit as it is shown; `None` if the text does not name one.
fn shown(text: &str) -> Option<String> {
    let (digits, dirty) = text.strip_suffix("-dirty").map_or((text, ""), |digits| (digits, "-dirty"));
    let is_commit =
        (7..=64).contains(&digits.len()) && digits.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'));
    is_commit.then(|| format!("{}{dirty}", &digits[..digits.len().min(DIGITS)]))
}

fn from_git(root: &Path) -> Option<Found> {
    let asked = git(root, &["rev-parse", "--show-toplevel", "HEAD"])?;
    let (folder, commit) = asked.split_once('\n')?;
    // An archive that was unpacked inside another repository is not of that repository's commit.
    if Path::new(folder).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let changes = git(root, &["status", "--porcelain", "--untracked-files=no"])?;
    let dirty = if changes.is_empty() { "" } else { "-dirty" };
    Some(Found { commit: Some(shown(&format!("{commit}{dirty}"))?), watched: watched(root) })
}

/// A checkout writes `HEAD`. A commit writes the file of the branch and a line of the log, if git keeps them; otherwise
/// the index is watched, which other commands write too.
fn watched(root: &Path) -> Vec<PathBuf> {
    let path = |name: &str| root.join(git(root, &["rev-parse", "--git-path", name])?).canonicalize().ok();
    let branch = git(root, &["symbolic-ref", "--quiet", "HEAD"]);
    let mut by_commits: Vec<PathBuf> = ["logs/HEAD"].into_iter().chain(branch.as_deref()).filter_map(path).collect();
    if by_commits.is_empty() {
        by_commits.extend(path("index"));
    }
    path("HEAD").into_iter().chain(by_commits).collect()
}

/// What git prints, without the end of the line; `None` if it fails or is not installed.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    GIT_VARIABLES.iter().for_each(|name| {
        git.env_remove(name);
    });
    let output = git.arg("--no-optional-locks").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A temporary folder. A library for it would be compiled a second time, for this crate alone: macros are built apart.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let name = format!("askline-commit-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            fs::create_dir(&path).expect("a new folder");
            Folder(path)
        }

        fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // What is left is only a folder of the system's temporary ones.
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A repository with one commit.
    fn repository() -> Folder {
        let folder = Folder::new();
        run(folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
        fs::write(folder.path().join("file"), "1").expect("a file");
        commit(folder.path());
        folder
    }

    /// Commits a change; returns the commit as it is shown.
    fn commit(root: &Path) -> String {
        let text = fs::read_to_string(root.join("file")).expect("a file");
        fs::write(root.join("file"), text + "1").expect("a file");
        run(root, &["add", "--all"]);
        let who = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
        run(root, &[&who[..], &["commit", "--quiet", "--message", "A commit"]].concat());
        run(root, &["rev-parse", "HEAD"])[..DIGITS].to_owned()
    }

    fn run(root: &Path, arguments: &[&str]) -> String {
        git(root, arguments).unwrap_or_else(|| panic!("git {arguments:?}"))
    }

    fn named(root: &Path) -> Option<String> {
        find(None, root).expect("no variable, no error").commit
    }

    #[test]
    fn a_changed_file_makes_the_commit_dirty_and_an_untracked_one_does_not() {
        let folder = repository();
        let root = folder.path();
        let head = run(root, &["rev-parse", "HEAD"])[..DIGITS].to_owned();
        assert_eq!(named(root).as_ref(), Some(&head));
        fs::write(root.join("untracked"), "1").expect("a file");
        assert_eq!(named(root).as_ref(), Some(&head));
        fs::write(root.join("file"), "2").expect("a file");
        assert_eq!(named(root), Some(format!("{head}-dirty")));
        let next = commit(root);
        assert_eq!(named(root), Some(next));
    }

    /// Without a change of a watched file, cargo would keep a binary that names an earlier commit.
    #[test]
    fn every_new_commit_changes_a_watched_file_wherever_git_keeps_its_branch() {
        let folder = repository();
        let tree = Folder::new();
        let tree = tree.path().join("tree");
        run(folder.path(), &["worktree", "add", "--quiet", "-b", "other", &tree.to_string_lossy()]);
        let no_log = &["config", "core.logAllRefUpdates", "false"][..];
        let pack = &["pack-refs", "--all"][..];
        let detach = &["checkout", "--quiet", "--detach"][..];
        for prepare in [&[][..], &[pack], &[no_log], &[no_log, pack], &[detach]] {
            for root in [folder.path(), &tree] {
                prepare.iter().for_each(|arguments| {
                    run(root, arguments);
                });
                let before = find(None, root).expect("no error");
                assert!(!before.watched.is_empty() && before.watched.iter().all(|file| file.is_absolute()));
                let contents = |found: &Found| found.watched.iter().map(|file| fs::read(file).ok()).collect::<Vec<_>>();
                let then = contents(&before);
                let next = commit(root);
                assert_ne!(then, contents(&before), "{prepare:?} {root:?}");
                assert_eq!(named(root), Some(next));
            }
        }
    }

    #[test]
    fn an_archive_names_its_commit_also_inside_another_repository() {
        let folder = repository();
        let root = folder.path().join("unpacked");
        let file = root.join(ARCHIVED);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, "$Format:%H$\n").expect("a file");
        assert_eq!(find(None, &root), Ok(Found::default()));
        fs::write(&file, "0123456789abcdef0123456789abcdef01234567\n").expect("a file");
        assert_eq!(named(&root).as_deref(), Some("0123456789ab"));
    }

    #[test]
    fn sources_without_git_name_no_commit() {
        let folder = Folder::new();
        assert_eq!(find(None, folder.path()), Ok(Found::default()));
        assert_eq!(find(Some(""), folder.path()), Ok(Found::default()));
    }

    #[test]
    fn commit_variable_takes_precedence_and_must_be_a_commit_hash() {
        let folder = repository();
        for (given, expected) in [
            ("0123456789abcdef0123456789abcdef01234567", Some("0123456789ab")),
            ("0123456789abcdef-dirty", Some("0123456789ab-dirty")),
            ("0123456", Some("0123456")),
            ("012345", None),
            ("main", None),
            ("0123456789ABCDEF", None),
            ("-dirty", None),
        ] {
            let found = find(Some(given), folder.path());
            assert_eq!(found.as_ref().ok().and_then(|found| found.commit.as_deref()), expected, "{given}");
            assert!(found.is_ok() || found.is_err_and(|message| message.contains(given)), "{given}");
        }
    }
}
