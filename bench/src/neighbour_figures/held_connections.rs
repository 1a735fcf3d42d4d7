//! Opens connections and leaves them idle, from several addresses of different networks.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use anyhow::Result;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpSocket, TcpStream},
};

/// The HTTP/2 connection preface with settings. Source: RFC 9113 §3.4, §6.5.
pub const HTTP2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// How often closed connections are reopened, and how long opening one may take.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Opens `wanted` connections from one address, and reopens those that were closed.
pub async fn hold(
    to: SocketAddr,
    caller: usize,
    wanted: usize,
    begin: &[u8],
    stop: &AtomicBool,
    opened: &AtomicU64,
) -> Result<()> {
    let from = IpAddr::V4(Ipv4Addr::new(127, 20, u8::try_from(caller)?, 1));
    let mut held: Vec<TcpStream> = Vec::with_capacity(wanted);
    while !stop.load(Ordering::Relaxed) {
        held.retain(is_open);
        while held.len() < wanted && !stop.load(Ordering::Relaxed) {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(from, 0))?;
            // The connection fails while the queue of the listener is full.
            let Ok(Ok(mut stream)) = tokio::time::timeout(LOOK_EVERY, socket.connect(to)).await else { break };
            if stream.write_all(begin).await.is_ok() {
                opened.fetch_add(1, Ordering::Relaxed);
                held.push(stream);
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(())
}

fn is_open(stream: &TcpStream) -> bool {
    let mut bytes = [0; 256];
    match stream.try_read(&mut bytes) {
        Ok(read) => read > 0,
        Err(error) => error.kind() == std::io::ErrorKind::WouldBlock,
    }
}
