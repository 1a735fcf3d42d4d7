//! The connection from one server to Redis, which a test opens, closes and delays.

use std::path::{Path, PathBuf};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{UnixListener, UnixStream},
    sync::watch,
};

/// How connections are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// They are passed on.
    Open,
    /// They end.
    Shut,
    /// Data arrives when the gate is open again.
    Late,
}

/// The gate. It ends with the test's runtime.
pub struct Gate {
    path: PathBuf,
    way: watch::Sender<Way>,
}

impl Gate {
    /// Creates an open gate to the socket of a Redis, with a socket in `folder`.
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

    /// The address that leads through the gate.
    pub fn url(&self) -> String {
        format!("redis+unix://{}", self.path.display())
    }

    /// Changes how all connections are treated.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }

    pub fn way(&self) -> Way {
        *self.way.borrow()
    }
}

async fn pass_on(mut client: UnixStream, redis: PathBuf, mut ways: watch::Receiver<Way>) {
    // If there is no Redis, the client's connection is closed.
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
