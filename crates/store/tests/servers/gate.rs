//! The connection from one server to Redis, which a test opens, closes and delays.

use std::path::{Path, PathBuf};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{UnixListener, UnixStream},
    sync::watch,
};

/// What becomes of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// They are passed on.
    Open,
    /// They end.
    Shut,
    /// What is sent arrives when the way is open again.
    Late,
}

/// Ends with the test's runtime.
pub struct Gate {
    path: PathBuf,
    way: watch::Sender<Way>,
}

impl Gate {
    /// An open way to the socket of a Redis, by a socket in `folder`.
    pub fn to(redis: PathBuf, folder: &Path, name: &str) -> Self {
        let path = folder.join(name);
        let listener = UnixListener::bind(&path).unwrap();
        let way = watch::Sender::new(Way::Open);
        let ways = way.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass_on(client, redis.clone(), ways.clone()));
            }
        });
        Self { path, way }
    }

    /// The address that leads through it.
    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.path.display())
    }

    /// Changes what becomes of all connections.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }

    pub fn way(&self) -> Way {
        *self.way.borrow()
    }
}

async fn pass_on(mut client: UnixStream, redis: PathBuf, mut ways: watch::Receiver<Way>) {
    // A Redis that is not there is met as one that closes.
    let Ok(mut server) = UnixStream::connect(redis).await else { return };
    let (mut sent, mut answered) = (vec![0; 1 << 14], vec![0; 1 << 14]);
    loop {
        let way = *ways.borrow_and_update();
        if way == Way::Shut {
            return;
        }
        let is_open = way == Way::Open;
        tokio::select! {
            changed = ways.changed() => if changed.is_err() { return },
            read = client.read(&mut sent), if is_open => {
                let Ok(bytes @ 1..) = read else { return };
                if server.write_all(&sent[..bytes]).await.is_err() {
                    return;
                }
            }
            read = server.read(&mut answered), if is_open => {
                let Ok(bytes @ 1..) = read else { return };
                if client.write_all(&answered[..bytes]).await.is_err() {
                    return;
                }
            }
        }
    }
}
