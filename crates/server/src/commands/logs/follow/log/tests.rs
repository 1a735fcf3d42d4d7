//! Rotated files are let go by their own age.

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::Path,
};

use askline_domain::logs::source::LogToken;
use clap::Parser;
use flate2::read::GzDecoder;

use super::*;
use crate::commands::logs::destination::DestinationArguments;

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    to: DestinationArguments,
}

/// A service that counts every batch, and passes on what it got.
fn destination() -> (Destination, std::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = format!("http://{}", listener.local_addr().expect("an address"));
    let (sending, batches) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut request, mut piece) = (stream.expect("a connection"), Vec::new(), [0; 4096]);
            let text = loop {
                let read = stream.read(&mut piece).expect("a request");
                request.extend_from_slice(&piece[..read]);
                let (mut text, body) = (String::new(), request.windows(4).position(|end| end == b"\r\n\r\n"));
                if body.is_some_and(|at| GzDecoder::new(&request[at + 4..]).read_to_string(&mut text).is_ok()) {
                    break text;
                }
            };
            sending.send(text).expect("a test that listens");
            let body = r#"{"data":{"repeated":false,"format":null,"lines":1,"kept":1,"unreadable":0,"otherHosts":0,"outOfRange":0,"errors":[]}}"#;
            let head = format!("HTTP/1.1 202 Accepted\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
            stream.write_all((head + body).as_bytes()).expect("a client that reads");
        }
    });
    let token = LogToken::generate(&mut rand::rng());
    let arguments = Arguments::parse_from(["logs", "--to", &to, "--source", token.expose()]);
    (arguments.to.open().expect("a good token"), batches)
}

fn append(path: &Path, text: &str) {
    fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .expect("a writable folder");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotated_file_is_let_go_by_its_own_age_although_the_next_one_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, rotated) = (folder.path().join("access.log"), folder.path().join("access.log.1"));
    let (destination, batches) = destination();
    let mut log =
        FollowedLog::open(path.clone(), &folder.path().join("state"), destination).expect("a writable folder");
    let sent = || batches.try_iter().collect::<Vec<_>>();
    append(&path, "one\ntwo");
    assert!(matches!(log.look().await, Ok(true)));
    fs::rename(&path, &rotated).expect("a writable folder");
    append(&path, "three\n");
    assert!(matches!(log.look().await, Ok(true)));
    assert_eq!((sent(), log.files.len()), (vec!["one\n".to_owned(), "three\n".to_owned()], 2), "it is young");

    log.rotated_files_read = Duration::ZERO;
    append(&path, "four\n");
    assert!(matches!(log.look().await, Ok(true)));
    assert_eq!((sent(), log.files.len()), (vec!["two".to_owned(), "four\n".to_owned()], 1));
    // It is known as finished, and not sent again after the next rotation.
    fs::rename(&path, folder.path().join("access.log.0")).expect("a writable folder");
    append(&path, "five\n");
    log.follow(true).await.expect("a service that answers");
    assert_eq!((sent(), log.files.len(), log.finished.len()), (vec!["five\n".to_owned()], 1, 2));
}
