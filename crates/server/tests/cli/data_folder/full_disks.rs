//! A disk that fills up: which warnings appear, and when. The disk is in memory, in the server's own namespace.

use std::{fs, io::Write as _, path::Path};

use askline_stand_in::until_blocking as until;

use crate::instance::{Instance, Server, may_mount};

const DISK_MIB: u32 = 400;

/// Fills the disk of a folder until only `free_mib` are free.
fn fill(folder: &Path, free_mib: u64) {
    let piece = vec![0; 256 * 1024];
    let mut file = fs::OpenOptions::new().create(true).append(true).open(folder.join("filling")).unwrap();
    while fs4::available_space(folder).unwrap() > free_mib * 1024 * 1024 {
        file.write_all(&piece).unwrap();
    }
}

/// Whether `/readyz` has this status, and names this problem.
fn says(server: &Server, status: u16, text: &str) -> bool {
    let answer = server.get("/readyz", &[]);
    answer.status == status && answer.body.contains(text)
}

fn is_writable(server: &Server) -> bool {
    server.get("/metrics", &[]).body.lines().any(|line| line == "askline_data_writable 1")
}

#[test]
fn disk_that_fills_up_is_logged_once_and_reported_by_readyz_metrics_and_doctor() {
    if !may_mount() {
        return;
    }
    let instance = Instance::with_disk(DISK_MIB);
    let server = instance.serve();
    let seen_from_here = format!("/proc/{}/root{}", server.id(), instance.data.display());
    let disk = Path::new(&seen_from_here);
    assert!(server.is_ready_without_problems());
    fill(disk, 30);
    until("little room is told", || says(&server, 200, "the disk of the data folder has little room: "));
    let warning = "Less than 10% of the data folder's disk is free";
    until("the log tells it once", || server.log().matches(warning).count() == 1);
    fill(disk, 2);
    until("a full disk is told", || says(&server, 503, "the disk of the data folder is full"));
    until("the measurement says it", || !is_writable(&server));
    let measured = server.get("/metrics", &[]).body;
    let free = measured.lines().find_map(|line| line.strip_prefix("askline_data_free_bytes ")).unwrap();
    assert!(free.parse::<f64>().unwrap() <= 2.0 * 1024.0 * 1024.0, "{free}");
    let doctor = Instance::new().at(&seen_from_here).run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{}{}", doctor.stdout, doctor.stderr);
    assert!(
        doctor.stdout.lines().any(|line| line.starts_with("failed") && line.contains(" disk ")),
        "{}",
        doctor.stdout
    );
    fs::remove_file(disk.join("filling")).unwrap();
    until("there is room again", || server.is_ready_without_problems());
    until("the measurement says it", || is_writable(&server));
    assert_eq!(server.log().matches(warning).count(), 1);
    assert_eq!(server.log().matches("has enough room again").count(), 1, "{}", server.log());
}

#[test]
fn a_disk_that_is_full_at_the_start_is_one_sentence_that_says_what_to_do() {
    if !may_mount() {
        return;
    }
    // Not even the layout of a new instance has space.
    let outcome = Instance::with_disk(1).run(&["serve", "--listen", "127.0.0.1:0"]);
    outcome.refused(1, &["metadata.db", "its disk is full", "Free space"]);
}
