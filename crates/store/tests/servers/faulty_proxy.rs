//! A proxy that behaves like balancers, poolers and networks without a database behind them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};

/// What the proxy does to connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It passes everything on.
    None,
    /// It closes each connection immediately.
    Closes,
    /// It closes each connection after the first message.
    ClosesInHandshake,
    /// It resets each connection, so that the client's operating system reports "reset".
    Resets,
    /// It accepts each connection, and sends nothing.
    Silent,
    /// It sends another protocol.
    Garbage,
    /// It agrees to encrypt, and then sends an alert.
    TlsAlert,
    /// It refuses like a server, with this PostgreSQL error code.
    Refuses(&'static str),
    /// It passes on the handshake, and closes the connection in the middle of the first answer.
    CutsAnswers,
    /// It passes on the handshake, and replaces the first answer with something else.
    GarblesAnswers,
}

/// The message with which a client requests encryption.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
const GARBAGE: &[u8] = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
/// <https://www.rfc-editor.org/rfc/rfc8446#section-6>: a fatal "handshake failure".
const ALERT: [u8; 7] = [21, 3, 3, 0, 2, 2, 40];

/// The proxy. It ends with the test's runtime.
pub struct FaultyProxy {
    pub port: u16,
    fault: Arc<watch::Sender<Fault>>,
}

impl FaultyProxy {
    /// Starts a proxy in front of the server whose socket is in `folder`.
    pub async fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (socket, fault) = (folder.join(".s.PGSQL.5432"), Arc::new(watch::Sender::new(Fault::None)));
        let faults = fault.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (socket, mut faults) = (socket.clone(), faults.clone());
                let fault = *faults.borrow_and_update();
                tokio::spawn(async move {
                    tokio::select! {
                        () = meet(fault, client, &socket) => {}
                        _ = faults.changed() => {}
                    }
                });
            }
        });
        Self { port, fault }
    }

    /// Changes its behavior from now on. Existing connections end.
    pub fn does(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }
}

async fn meet(fault: Fault, mut client: TcpStream, socket: &PathBuf) {
    let mut first = [0; 1024];
    // A client that has disconnected is ignored.
    match fault {
        Fault::Closes => {}
        Fault::ClosesInHandshake => {
            let _ = client.read(&mut first).await;
        }
        Fault::Resets => {
            let _ = client.set_zero_linger();
        }
        Fault::Silent => std::future::pending().await,
        Fault::Garbage => {
            let _ = client.write_all(GARBAGE).await;
            let _ = client.read(&mut first).await;
        }
        Fault::TlsAlert => {
            let _ = client.read(&mut first).await;
            let _ = client.write_all(b"S").await;
            let _ = client.read(&mut first).await;
            let _ = client.write_all(&ALERT).await;
            let _ = client.read(&mut first).await;
        }
        Fault::Refuses(code) => {
            if let Some(mut client) = unencrypted(client).await {
                let _ = client.read(&mut first).await;
                let fields = format!("SFATAL\0VFATAL\0C{code}\0Mnobody may come in\0\0");
                let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
                let _ = client.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).await;
            }
        }
        Fault::None | Fault::CutsAnswers | Fault::GarblesAnswers => {
            if let (Some(client), Ok(server)) = (unencrypted(client).await, UnixStream::connect(socket).await) {
                hand_on(client, server, fault).await;
            }
        }
    }
}

/// Returns the connection after its client was told that encryption is not supported.
async fn unencrypted(mut client: TcpStream) -> Option<TcpStream> {
    let mut asked = [0; SSL_REQUEST.len()];
    client.read_exact(&mut asked).await.ok()?;
    assert_eq!(asked, SSL_REQUEST, "the address says nothing of sslmode");
    client.write_all(b"N").await.ok()?;
    Some(client)
}

async fn hand_on(mut client: TcpStream, mut server: UnixStream, fault: Fault) {
    let (mut sent, mut answered, mut messages) = (vec![0; 1 << 16], vec![0; 1 << 16], 0);
    loop {
        tokio::select! {
            read = client.read(&mut sent) => {
                let Ok(bytes @ 1..) = read else { return };
                messages += 1;
                if server.write_all(&sent[..bytes]).await.is_err() {
                    return;
                }
            }
            read = server.read(&mut answered) => {
                let Ok(bytes @ 1..) = read else { return };
                let is_spared = messages < 2 || fault == Fault::None;
                let said = match fault {
                    _ if is_spared => &answered[..bytes],
                    Fault::GarblesAnswers => GARBAGE,
                    _ => &answered[..bytes / 2],
                };
                if client.write_all(said).await.is_err() || !is_spared {
                    return;
                }
            }
        }
    }
}
