//! A proxy that counts requests to the server and loses answers. It passes a COMMIT on, lets the server execute it, and
//! closes the connection instead of answering.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UnixStream},
};

/// The proxy. It ends with the test's runtime.
pub struct CuttingProxy {
    pub port: u16,
    cuts: Arc<AtomicU32>,
    asked: Arc<AtomicU32>,
    asked_unanswered: Arc<AtomicU32>,
}

impl CuttingProxy {
    /// Starts a proxy in front of the server whose socket is in `folder`.
    pub async fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (socket, cuts) = (folder.join(".s.PGSQL.5432"), Arc::new(AtomicU32::new(0)));
        let left = Arc::clone(&cuts);
        let asked = Arc::new(AtomicU32::new(0));
        let asked_unanswered = Arc::new(AtomicU32::new(0));
        let count = Counts { asked: Arc::clone(&asked), asked_unanswered: Arc::clone(&asked_unanswered) };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(hand_on(client, socket.clone(), Arc::clone(&left), count.clone()));
            }
        });
        Self { port, cuts, asked, asked_unanswered }
    }

    /// How many times data was sent to the server: at least once per statement.
    pub fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }

    /// How many times data was sent to the server on a connection whose last message the server had not answered yet.
    pub fn asked_unanswered(&self) -> u32 {
        self.asked_unanswered.load(Ordering::SeqCst)
    }

    /// Loses the answers to the next `commits` commits.
    pub fn cut(&self, commits: u32) {
        self.cuts.store(commits, Ordering::SeqCst);
    }

    /// Returns the number of commits whose answers are still to be lost.
    pub fn left(&self) -> u32 {
        self.cuts.load(Ordering::SeqCst)
    }
}

/// The counts of all connections.
#[derive(Clone)]
struct Counts {
    asked: Arc<AtomicU32>,
    asked_unanswered: Arc<AtomicU32>,
}

async fn hand_on(client: TcpStream, socket: PathBuf, cuts: Arc<AtomicU32>, counts: Counts) {
    let server = UnixStream::connect(socket).await.unwrap();
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let (mut sent, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let (mut is_cut, mut is_unanswered) = (false, false);
    loop {
        tokio::select! {
            read = from_client.read(&mut sent) => {
                let Ok(bytes @ 1..) = read else { return };
                counts.asked.fetch_add(1, Ordering::SeqCst);
                // The message that ends a connection has no answer.
                if std::mem::replace(&mut is_unanswered, true) && !sent[..bytes].starts_with(b"X") {
                    counts.asked_unanswered.fetch_add(1, Ordering::SeqCst);
                }
                let is_commit = sent[..bytes].starts_with(b"Q") && sent[..bytes].ends_with(b"COMMIT\0");
                is_cut |= is_commit
                    && cuts.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
                if to_server.write_all(&sent[..bytes]).await.is_err() {
                    return;
                }
            }
            read = from_server.read(&mut answered) => {
                let Ok(bytes @ 1..) = read else { return };
                is_unanswered = false;
                // The server has committed by now, but the client does not get the answer.
                if is_cut || to_client.write_all(&answered[..bytes]).await.is_err() {
                    return;
                }
            }
        }
    }
}
