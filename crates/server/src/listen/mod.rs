//! The network: the listener and its accept loop. The loop is a custom one because it must limit connections, close slow
//! ones, and stop in an orderly way.
//!
//! It knows nothing about what is served, except for `widget_location`. It speaks HTTP/1.1 and HTTP/2 without TLS; a proxy
//! is responsible for TLS.

mod answering;
mod bodies;
mod connection;
pub(crate) mod connection_activity;
pub mod connection_slots;
mod ending;
mod lingering_close;
pub mod own_address;
mod refused_heads;
pub(crate) mod request_host;
pub mod timer;
mod watched_io;
pub(crate) mod widget_location;

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use tokio::{net::TcpListener, sync::watch};

pub use self::{
    answering::Answering,
    ending::{Ending, Stop, stopped},
    refused_heads::{Refuser, Unreadable},
};
use self::{connection::Connection, timer::SharedTimer};
use crate::{
    failure::Failure,
    listen::connection_slots::{ConnectionBounds, ConnectionSlots, FoundIdle},
};

/// How much longer a proxy's connection may be idle: most proxies end theirs after a minute, and if both sides end a
/// connection at the same time, a request is lost.
const PROXY_IDLE_MORE: Duration = Duration::from_secs(15);
/// How long accepted requests may continue after the signal to stop. Less than the promised ten seconds, so that notes
/// can be flushed and stores closed.
const FINISH_TIMEOUT: Duration = Duration::from_secs(7);
/// How long to wait if no connection can be accepted, such as when file descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The address at which this machine itself reaches `address`.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        return SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port());
    }
    address
}

/// A bound socket.
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    timer: SharedTimer,
}

impl Listener {
    /// Binds `address`; port 0 means any free port.
    pub async fn bind(address: SocketAddr) -> Result<Self, Failure> {
        let refused = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                Failure::failed(format!("{address} is in use by another program; choose another with --listen"))
            }
            _ => Failure::failed(format!("cannot listen on {address}: {error}")),
        };
        let socket = TcpListener::bind(address).await.map_err(refused)?;
        let address = socket.local_addr().map_err(refused)?;
        Ok(Self { socket, address, timer: timer::system() })
    }

    /// Replaces the timer of the system.
    pub fn timed_by(self, timer: SharedTimer) -> Self {
        Self { timer, ..self }
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves `service`, which is always ready, until the signal to stop, and then finishes the accepted requests. `refuser`
    /// answers what cannot be parsed as a request. Returns whether all requests were finished in time.
    pub async fn serve<S: Answering>(
        self,
        service: S,
        refuser: Refuser,
        bounds: ConnectionBounds,
        ending: Ending,
    ) -> bool {
        let Ending { near, mut stop } = ending;
        let places = ConnectionSlots::new(bounds.clone(), self.timer.clone());
        let mut found = FoundIdle::default();
        let (all_ended, alive) = watch::channel(());
        loop {
            let accepted = tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                accepted = self.socket.accept() => accepted,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    if !is_of_the_client(&error) {
                        tracing::warn!(%error, "No connections can be accepted at the moment");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                    continue;
                }
            };
            // Closed without an answer: reading the request first would cost what the limit is meant to save.
            let Some(of_address) = places.of_address(peer.ip()) else { continue };
            let idle = bounds.idle + if bounds.are_of_proxy(peer.ip()) { PROXY_IDLE_MORE } else { Duration::ZERO };
            let place = tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                place = places.place(idle, &mut found) => place,
            };
            let connection = Connection {
                stream,
                peer,
                service: service.clone(),
                refuser: Arc::clone(&refuser),
                end_is_near: near.clone(),
                timer: self.timer.clone(),
                body_time: bounds.body,
                place,
                of_address,
                alive: alive.clone(),
            };
            tokio::spawn(connection.serve(stop.clone()));
        }
        drop((self.socket, found, alive));
        tokio::time::timeout(FINISH_TIMEOUT, all_ended.closed()).await.is_ok()
    }
}

fn is_of_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
