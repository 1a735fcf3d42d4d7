//! Tests scheduled backups with real stores and a clock that the test advances.

use std::{ffi::OsString, path::Path};

use askline_domain::shared::clock::ManualClock;

use super::*;
use crate::{
    config::Flags,
    data_folder::{DataFolder, FolderLock},
};

const NOON: Timestamp = Timestamp::constant(1_800_000_000, 0);
const HOUR: Duration = Duration::from_secs(3_600);

struct Bench {
    _parent: tempfile::TempDir,
    _lock: FolderLock,
    data: PathBuf,
    clock: Arc<ManualClock>,
    backups: Arc<ScheduledBackups>,
}

impl Bench {
    async fn new() -> Self {
        let parent = tempfile::tempdir().expect("a folder");
        let data = parent.path().join("data");
        let lock = DataFolder::open(&data).and_then(|folder| folder.lock()).expect("free");
        let clock = Arc::new(ManualClock::new(NOON));
        let settings = settings(&data);
        let stores = Stores::open(&settings, clock.clone()).await.expect("opened");
        let backups = ScheduledBackups::new(&settings, stores, clock.clone()).expect("good").expect("wanted");
        Self { _parent: parent, _lock: lock, data, clock, backups }
    }

    /// Continues with the same data folder, as after a restart of the server.
    fn start_again(&mut self) {
        let stores = self.backups.stores.clone();
        let again = ScheduledBackups::new(&settings(&self.data), stores, self.clock.clone());
        self.backups = again.expect("good").expect("wanted");
    }

    async fn looked(&self) -> usize {
        self.backups.look().await;
        self.backups.place.list().await.expect("listed").len()
    }
}

fn settings(data: &Path) -> Settings {
    let flags = Flags { data: Some(data.into()), ..Flags::default() };
    let environment = [("ASKLINE_BACKUP__EVERY", "1h"), ("ASKLINE_BACKUP__KEEP", "3")];
    let environment = environment.map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Settings::load_from(&flags, environment).expect("good settings")
}

#[tokio::test(flavor = "multi_thread")]
async fn one_is_made_at_once_and_the_next_when_it_is_due() {
    let bench = Bench::new().await;
    assert_eq!(bench.looked().await, 1);
    assert_eq!(bench.looked().await, 1);
    bench.clock.advance(HOUR - Duration::from_secs(1));
    assert_eq!(bench.looked().await, 1);
    bench.clock.advance(Duration::from_secs(1));
    assert_eq!(bench.looked().await, 2);
    assert_eq!(
        bench.backups.text(),
        "backups: the latest was made at 2027-01-15T09:00:00.000Z; the next is due at 2027-01-15T10:00:00.000Z"
    );
    for _ in 0..3 {
        bench.clock.advance(HOUR);
        bench.looked().await;
    }
    assert_eq!(bench.looked().await, 3, "as many as are to be kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_neither_stops_them_nor_makes_two() {
    let mut bench = Bench::new().await;
    assert_eq!(bench.looked().await, 1);
    bench.clock.jump_to(NOON + jiff::SignedDuration::from_hours(1_000));
    assert_eq!(bench.looked().await, 1, "it jumped ahead");
    bench.clock.jump_to(NOON - jiff::SignedDuration::from_hours(1_000));
    assert_eq!(bench.looked().await, 1, "it jumped back");
    bench.clock.advance(HOUR);
    assert_eq!(bench.looked().await, 2);
    // After a restart, a backup from the future exists, and the one just made.
    bench.start_again();
    assert_eq!(bench.looked().await, 2);
    bench.clock.advance(HOUR);
    assert_eq!(bench.looked().await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failure_it_is_tried_again_and_old_ones_stay() {
    let bench = Bench::new().await;
    assert_eq!(bench.looked().await, 1);
    bench.clock.advance(HOUR);
    // A folder cannot be created where a file exists.
    let (folder, aside) = (bench.data.join("backups/scheduled"), bench.data.join("backups/aside"));
    std::fs::rename(&folder, &aside).expect("moved");
    std::fs::write(&folder, "in the way").expect("written");
    bench.backups.look().await;
    let text = bench.backups.text();
    assert!(text.starts_with("backups fail: ") && text.contains("the latest was made at 2027-01-15T08:00"), "{text}");
    assert!(text.ends_with("the next is due at 2027-01-15T09:00:10.000Z"), "{text}");
    assert!(History::read(&bench.data).is_failing);
    std::fs::remove_file(&folder).expect("removed");
    std::fs::rename(&aside, &folder).expect("moved");
    assert_eq!(bench.looked().await, 1, "not yet");
    bench.clock.advance(Duration::from_secs(10));
    assert_eq!(bench.looked().await, 2);
    assert!(!History::read(&bench.data).is_failing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_does_not_restore_gets_no_name_and_replaces_none() {
    let bench = Bench::new().await;
    let file = bench.data.join("bad.tar");
    std::fs::write(&file, "no backup").expect("written");
    let fault = Verifier { data: &bench.data, key: None }.file(file).await.expect_err("damaged");
    assert!(fault.told.contains("could not be restored"), "{fault}");
    let left = std::fs::read_dir(bench.data.join("backups")).expect("readable").count();
    assert_eq!(left, 0, "the scratch folder is gone");
}
