//! `kill -9` of `askline logs follow` and of the service: each line counts once.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use askline_stand_in::until_blocking as until;
use flate2::{Compression, write::GzEncoder};
use rand::RngExt as _;
use serde_json::{Value, json};

use crate::instance::{Instance, Outcome, Server};

const UNLIMITED: &[(&str, &str)] =
    &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];
const ROUNDS: usize = 12;
const LISTEN: &[&str] = &["serve", "--listen", "127.0.0.1:0", "--json"];

struct Scene {
    instance: Instance,
    site: String,
    session: String,
    token: String,
    log: PathBuf,
    written: u64,
}

impl Scene {
    fn new(server: impl FnOnce(&Instance) -> Server) -> (Self, Server) {
        let instance = Instance::new();
        let org = instance.organization("pro");
        let site = instance.site(&org);
        let server = server(&instance);
        let session = format!("Authorization: Bearer {}", server.log_in());
        let path = format!("/api/v1/logs/{site}/sources");
        let made = server.post(&path, &[&session], &json!({ "name": "web 1", "format": "combined" }));
        let made: Value = serde_json::from_str(&made.body).unwrap();
        let token = made["data"]["token"].as_str().unwrap().to_owned();
        fs::create_dir(instance.beside("log")).unwrap();
        let log = instance.beside("log").join("access.log");
        (Self { instance, site, session, token, log, written: 0 }, server)
    }

    fn lines(&mut self, count: u64) -> String {
        let at = jiff::Timestamp::now().strftime("%d/%b/%Y:%H:%M:%S +0000");
        let line = |number: u64| {
            format!(
                "203.0.113.9 - - [{at}] \"GET /{} HTTP/1.1\" 200 5 \"-\" \"Mozilla/5.0 (compatible; GPTBot/1.3)\"\n",
                number % 50
            )
        };
        let text = (self.written..self.written + count).map(line).collect();
        self.written += count;
        text
    }

    fn append(&mut self, count: u64) {
        let text = self.lines(count);
        let mut log = OpenOptions::new().create(true).append(true).open(&self.log).unwrap();
        // A line is written in two parts, as a busy server does.
        let (first, second) = text.split_at(text.len() - 20);
        log.write_all(first.as_bytes()).unwrap();
        log.write_all(second.as_bytes()).unwrap();
    }

    fn arguments(&self, server: &Server) -> Vec<String> {
        let state = self.instance.beside("state");
        let log = self.log.to_str().unwrap().to_owned();
        let rest = [
            "--to",
            &format!("http://{}", server.address),
            "--source",
            &self.token,
            "--state",
            state.to_str().unwrap(),
        ];
        [&["logs".to_owned(), "follow".to_owned(), log][..], &rest.map(str::to_owned)].concat()
    }

    fn follow(&self, server: &Server) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_askline"));
        command.args(self.arguments(server)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    /// Sends what is left, and ends.
    fn follow_to_the_end(&self, server: &Server) -> Outcome {
        let mut arguments = self.arguments(server);
        arguments.push("--once".into());
        self.instance.run_bare(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn import(&self, server: &Server, file: &str, state: &str) -> Outcome {
        let (to, state) = (format!("http://{}", server.address), self.instance.beside(state));
        let rest = ["--to", &to, "--source", &self.token, "--state", state.to_str().unwrap(), "--json"];
        self.instance.run_bare(&[&["logs", "import", file], &rest[..]].concat())
    }

    fn counted(&self, server: &Server) -> u64 {
        let answer = server.get(&format!("/api/v1/analytics/{}/reads?days=2", self.site), &[&self.session]);
        let report: Value = serde_json::from_str(&answer.body).unwrap();
        report["data"]["totals"]["training"].as_u64().unwrap_or_else(|| panic!("{}", answer.body))
    }
}

#[test]
fn lines_count_once_although_the_program_is_killed_while_the_log_is_written_and_rotated() {
    let (mut scene, server) = Scene::new(|instance| instance.start(LISTEN, UNLIMITED));
    let mut random = rand::rng();
    for round in 0..ROUNDS {
        scene.append(random.random_range(1..3_000));
        let before = scene.counted(&server);
        let mut child = scene.follow(&server);
        if round % 3 == 0 {
            until("some lines are counted", || scene.counted(&server) > before);
        } else {
            // Killed at any moment of its start, of a batch, or after it.
            std::thread::sleep(std::time::Duration::from_millis(random.random_range(0..120)));
        }
        scene.append(random.random_range(1..500));
        child.kill().unwrap();
        child.wait().unwrap();
        if round % 4 == 1 {
            for number in (1..5).rev() {
                let _ = fs::rename(
                    scene.log.with_extension(format!("log.{number}")),
                    scene.log.with_extension(format!("log.{}", number + 1)),
                );
            }
            fs::rename(&scene.log, scene.log.with_extension("log.1")).unwrap();
            scene.append(random.random_range(1..500));
        }
    }
    let ended = scene.follow_to_the_end(&server);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(scene.counted(&server), scene.written, "{}", ended.stderr);

    // A log that was truncated is sent from its beginning, and a second program does not send it at the same time.
    fs::write(&scene.log, "").unwrap();
    let child = scene.follow(&server);
    scene.append(7);
    until("the lines after the truncation are counted", || scene.counted(&server) == scene.written);
    scene.follow_to_the_end(&server).refused(1, &["another program already sends"]);
    drop(Killed(child));
}

#[test]
fn a_service_that_is_away_or_killed_costs_no_line_and_an_import_counts_once() {
    let (mut scene, mut server) = Scene::new(|instance| instance.start(LISTEN, UNLIMITED));
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let listen = format!("127.0.0.1:{port}");
    scene.append(2_000);
    let child = Killed(scene.follow(&server));
    for _ in 0..4 {
        server.kill();
        scene.append(500);
        server = scene.instance.start(&["serve", "--listen", &listen, "--json"], UNLIMITED);
    }
    until("everything is counted", || scene.counted(&server) == scene.written);
    drop(child);

    let past = scene.instance.beside("past.log");
    let text = scene.lines(1_234);
    fs::write(&past, &text).unwrap();
    let past = past.to_str().unwrap();
    for (state, repeated, lines, before) in
        [("state", 0, 1_234, 0), ("state", 0, 0, 1_234), ("another state", 1, 1_234, 0)]
    {
        let sums = scene.import(&server, past, state).json();
        assert_eq!([&sums["kept"], &sums["lines"]], [lines, lines], "{sums}");
        assert_eq!([&sums["repeated"], &sums["linesBefore"]], [repeated, before], "{sums}");
    }
    assert_eq!(scene.counted(&server), scene.written);
    let to = format!("http://{}", server.address);
    let refused = scene.instance.run_bare(&["logs", "import", past, "--to", &to, "--source", "lg_x"]);
    refused.refused(2, &["the token is not complete"]);
}

#[test]
fn of_a_log_that_has_grown_only_the_new_lines_are_imported() {
    let (mut scene, server) = Scene::new(|instance| instance.start(LISTEN, UNLIMITED));
    scene.append(40);
    let log = scene.log.to_str().unwrap().to_owned();
    assert_eq!(scene.import(&server, &log, "state").json()["lines"], 40);
    scene.append(7);
    assert_eq!(scene.import(&server, &log, "state").json()["lines"], 7);
    // The line that was imported without its end is not counted again with it.
    let (text, mut open) = (scene.lines(3), OpenOptions::new().append(true).open(&scene.log).unwrap());
    let (first, second) = text.split_at(text.len() - 1);
    open.write_all(first.as_bytes()).unwrap();
    assert_eq!(scene.import(&server, &log, "state").json()["lines"], 3);
    open.write_all(second.as_bytes()).unwrap();
    scene.append(5);
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&fs::read(&scene.log).unwrap()).unwrap();
    let packed = scene.instance.beside("access.log.2.gz");
    fs::write(&packed, packer.finish().unwrap()).unwrap();
    let sums = scene.import(&server, packed.to_str().unwrap(), "state").json();
    assert_eq!([&sums["lines"], &sums["linesBefore"], &sums["unreadable"]], [5, 50, 0], "{sums}");
    // Another log with the same name is a new one.
    let text = scene.lines(60);
    fs::write(&scene.log, text).unwrap();
    assert_eq!(scene.import(&server, &log, "state").json()["lines"], 60);
    assert_eq!(scene.counted(&server), scene.written);
}

#[test]
fn a_log_that_was_rotated_several_times_while_nothing_was_sent_is_sent_whole() {
    let (mut scene, server) = Scene::new(|instance| instance.start(LISTEN, UNLIMITED));
    let folder = scene.instance.beside("log");
    let rotated = |number: u32| folder.join(format!("access.log.{number}"));
    scene.append(20);
    assert_eq!(scene.follow_to_the_end(&server).code, 0);
    for _ in 0..3 {
        scene.append(10);
        for number in (1..4).rev() {
            let _ = fs::rename(rotated(number), rotated(number + 1));
        }
        fs::rename(&scene.log, rotated(1)).unwrap();
        scene.append(5);
    }
    // A file is known by its inode, whatever its name is.
    fs::rename(rotated(3), folder.join("archived")).unwrap();
    let ended = scene.follow_to_the_end(&server);
    assert_eq!(scene.counted(&server), scene.written, "{}", ended.stderr);
    assert_eq!(ended.stderr.matches("is sent first").count(), 2, "{}", ended.stderr);

    // Nothing is sent again at the next start, and another source counts the log on its own.
    assert_eq!(scene.follow_to_the_end(&server).stderr, "");
    assert_eq!(scene.counted(&server), scene.written);
    let states = || fs::read_dir(scene.instance.beside("state")).unwrap().count();
    let (before, path) = (states(), format!("/api/v1/logs/{}/sources", scene.site));
    let made = server.post(&path, &[&scene.session], &json!({ "name": "web 2", "format": "combined" }));
    let made: Value = serde_json::from_str(&made.body).unwrap();
    scene.token = made["data"]["token"].as_str().unwrap().to_owned();
    assert_eq!(scene.follow_to_the_end(&server).code, 0);
    assert_eq!(states(), before * 2);

    // A file that was deleted is named with what is lost.
    fs::remove_file(&scene.log).unwrap();
    scene.append(1);
    let ended = scene.follow_to_the_end(&server);
    assert!(ended.stderr.contains("if it got lines after byte"), "{}", ended.stderr);
}

/// A program that is killed when it is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
