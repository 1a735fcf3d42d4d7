//! Follows stdin. There is no position to remember: what was read and not yet counted is lost when the program is killed.

use std::{
    io::{self, Read as _},
    time::Duration,
};

use rand::RngExt as _;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::batch::{Heading, MAX_BATCH_BYTES, batch_length};
use crate::{commands::logs::destination::Destination, failure::Failure};

/// The number of bytes that are read at once.
const PIECE_BYTES: usize = 64 * 1_024;
/// How long a line waits for more before it is sent.
const WAIT: Duration = Duration::from_secs(5);

/// Sends what arrives on stdin, until it ends.
pub async fn follow(destination: &Destination) -> Result<(), Failure> {
    let (sending, mut pieces) = mpsc::channel::<Vec<u8>>(16);
    std::thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut piece = vec![0; PIECE_BYTES];
        loop {
            match stdin.read(&mut piece) {
                Ok(0) => return,
                Ok(read) if sending.blocking_send(piece[..read].to_vec()).is_err() => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    });
    let run: u128 = rand::rng().random();
    let (mut waiting, mut heading, mut number) = (Vec::new(), Heading::default(), 0_u64);
    let mut is_ended = false;
    while !is_ended {
        let until = Instant::now() + WAIT;
        while waiting.len() < MAX_BATCH_BYTES {
            tokio::select! {
                piece = pieces.recv() => match piece {
                    Some(piece) => waiting.extend_from_slice(&piece),
                    None => {
                        is_ended = true;
                        break;
                    }
                },
                () = sleep_until(until) => break,
            }
        }
        let length = batch_length(&waiting, is_ended);
        let lines: Vec<u8> = waiting.drain(..length).collect();
        if lines.is_empty() {
            continue;
        }
        let text = [heading.text(), &lines].concat();
        number += 1;
        destination.send(&format!("stdin {run:032x} {number}"), &text).await?;
        heading.note_all(&lines);
    }
    Ok(())
}
