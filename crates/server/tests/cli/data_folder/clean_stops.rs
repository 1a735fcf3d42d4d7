//! After a clean stop, the database files alone hold everything that was acknowledged.

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use askline_stand_in::until_blocking as until;
use serde_json::json;

use crate::instance::Instance;

const ROUNDS: usize = 8;
const SENDERS: usize = 4;
/// The events of one round that are acknowledged before the stop.
const EVENTS_PER_ROUND: usize = 60;
const UNLIMITED: &[(&str, &str)] =
    &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];

/// Sends a request on a connection of its own; `None` if the server has stopped listening or cuts it off.
fn exchange(address: &str, head: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    write!(stream, "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
        .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn a_copy_of_the_database_files_after_a_clean_stop_under_load_has_every_event() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let mut stored = 0;
    for round in 0..ROUNDS {
        let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], UNLIMITED);
        let session = server.log_in();
        let acknowledged = Arc::new(AtomicUsize::new(0));
        let mut threads = Vec::new();
        for sender in 0..SENDERS {
            let (address, site, acknowledged) = (server.address.clone(), site.clone(), Arc::clone(&acknowledged));
            threads.push(std::thread::spawn(move || {
                for number in 0.. {
                    let id = format!("0193a1b2-c3d4-7abc-8def-{round:02}{sender:02}{number:08}");
                    let event = json!({ "siteId": site, "type": "view", "eventId": id, "url": "https://example.com/" });
                    let head = "POST /api/v1/events HTTP/1.1\r\nContent-Type: application/json";
                    match exchange(&address, head, &json!({ "events": [event] }).to_string()) {
                        Some(answer) if answer.starts_with("HTTP/1.1 202") => {
                            acknowledged.fetch_add(1, Ordering::Relaxed);
                        }
                        _ => return,
                    }
                }
            }));
        }
        // Questions keep connections to both databases open while the server stops.
        let (address, path) = (server.address.clone(), format!("/api/v1/analytics/{site}/ai?days=30"));
        threads.push(std::thread::spawn(move || {
            let head = format!("GET {path} HTTP/1.1\r\nAuthorization: Bearer {session}");
            while exchange(&address, &head, "").is_some_and(|answer| !answer.is_empty()) {}
        }));
        until("events are stored", || acknowledged.load(Ordering::Relaxed) >= EVENTS_PER_ROUND);
        assert_eq!(server.terminate().0, 0);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        stored += acknowledged.load(Ordering::Relaxed);

        let copy = instance.beside(&format!("copy{round}"));
        fs::create_dir(&copy).unwrap();
        for name in ["metadata.db", "events.db"] {
            fs::copy(instance.data.join(name), copy.join(name)).unwrap();
        }
        let copied = Instance::new().at(copy.to_str().unwrap());
        let file = instance.beside(&format!("events{round}.ndjson"));
        let lines = copied.json(&["export", "events", "--site", &site, file.to_str().unwrap()])["lines"].as_u64();
        assert!(lines >= Some(stored as u64), "round {round}: {stored} acknowledged, {lines:?} in the copy");
        // An answer may have been lost on the way after its event was stored.
        stored = usize::try_from(lines.unwrap()).unwrap();
        assert_eq!(copied.json(&["doctor"])["healthy"], true, "round {round}");
        for name in ["metadata.db-wal", "events.db-wal"] {
            let log = instance.data.join(name).metadata().map_or(0, |metadata| metadata.len());
            assert_eq!(log, 0, "round {round}: {name} still has changes");
        }
    }
}
