//! `kill -9` during generations: each takes effect once or not at all. The credits agree with that, and no generation
//! is left running.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    time::Duration,
};

use askline_stand_in::until_blocking as until;
use rand::RngExt as _;
use serde_json::Value;

use crate::instance::{Answer, Instance, Server};

const SITES: usize = 5;
const ROUNDS: usize = 3;
const SETTINGS: &[(&str, &str)] =
    &[("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];

/// A customer's site of one page.
fn customer() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    address
}

/// Answers one request. A killed reader may break off at any point, and an attempt to use TLS is not a request.
fn answer(mut stream: TcpStream) -> Option<()> {
    let mut beginning = [0];
    stream.peek(&mut beginning).ok()?;
    if beginning != *b"G" {
        return None;
    }
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let (status, body) = if first.starts_with("GET / ") {
        ("200 OK", "<html lang=en><title>Pruning old trees</title><p>How to prune the old trees of an orchard.")
    } else {
        ("404 Not Found", "")
    };
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close", body.len());
    write!(stream, "{head}\r\n\r\n{body}").ok()
}

/// Creates sites of one organization, all at the customer's address, since names of this machine are not valid domains.
fn sites_at(instance: &Instance, org: &str, address: SocketAddr) -> Vec<String> {
    let sites: Vec<String> = (0..SITES).map(|_| instance.site(org)).collect();
    let database = rusqlite::Connection::open(instance.data.join("metadata.db")).unwrap();
    database.execute("UPDATE sites SET domain = ?1", [address.to_string()]).unwrap();
    sites
}

fn start(instance: &Instance) -> Server {
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], SETTINGS)
}

fn data(answer: &Answer) -> Value {
    serde_json::from_str::<Value>(answer.body.trim()).unwrap()["data"].clone()
}

fn get(server: &Server, owner: &str, path: &str) -> Value {
    let answer = server.get(path, &[owner]);
    assert_eq!(answer.status, 200, "{}", answer.body);
    data(&answer)
}

#[test]
fn killed_in_the_middle_of_generations_each_counts_once_or_not_at_all() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let sites = sites_at(&instance, &org, customer());
    let mut server = start(&instance);
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let mut jobs: Vec<(usize, String)> = Vec::new();
    for _ in 0..ROUNDS {
        for (at, site) in sites.iter().enumerate() {
            let path = format!("/api/v1/prompts/{site}/regenerate");
            let answer = server.post(&path, &[&owner], &serde_json::json!({}));
            match answer.status {
                202 => jobs.push((at, data(&answer)["id"].as_str().unwrap().to_owned())),
                // A generation that was interrupted has not ended yet.
                status => assert_eq!(status, 409, "{}", answer.body),
            }
        }
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(0..3_000)));
        server.kill();
        server = start(&instance);
    }
    let mut ended: Vec<(usize, Value)> = Vec::new();
    until("all end", || {
        let now = jobs.iter().map(|(at, id)| (*at, get(&server, &owner, &format!("/api/v1/jobs/{id}"))));
        ended = now.collect();
        ended.iter().all(|(_, job)| !job["finishedAt"].is_null())
    });
    let mut succeeded: BTreeMap<usize, u64> = BTreeMap::new();
    for (at, job) in &ended {
        match job["state"].as_str() {
            Some("succeeded") => *succeeded.entry(*at).or_default() += 1,
            _ => assert_eq!(job["failure"]["code"], "INTERRUPTED", "{job}"),
        }
    }
    assert!(!succeeded.is_empty());
    for (at, site) in sites.iter().enumerate() {
        let prompts = get(&server, &owner, &format!("/api/v1/prompts/{site}"))["items"].clone();
        let versions: Vec<u64> = prompts.as_array().unwrap().iter().map(|p| p["version"].as_u64().unwrap()).collect();
        assert_eq!(versions, [1 + succeeded.get(&at).copied().unwrap_or(0); 4], "{site}");
    }
    let credits = get(&server, &owner, "/api/v1/credits");
    // The built-in generator costs no credits.
    assert_eq!((credits["reserved"].as_u64(), credits["balance"].as_u64()), (Some(0), Some(100_000)));
    server.terminate();
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
}
