//! Limits on connections: in total, and for each address that is not a trusted proxy's.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use crate::instance::{Instance, Server};

/// A connection that stays open after a response; `None` if it is closed without one.
fn kept_open(server: &Server) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    // The connection may be closed before this is sent.
    let _ = write!(stream, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    let mut bytes = [0; 4096];
    match stream.read(&mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(read) => {
            assert!(bytes[..read].starts_with(b"HTTP/1.1 200"));
            Some(stream)
        }
    }
}

#[test]
fn an_address_has_so_many_connections_and_no_more_until_one_ends() {
    let instance = Instance::new();
    let settings = [("ASKLINE_LIMITS__CONNECTIONS_PER_ADDRESS", "2")];
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &settings);
    let first = kept_open(&server).unwrap();
    let _second = kept_open(&server).unwrap();
    assert!(kept_open(&server).is_none());
    drop(first);
    while kept_open(&server).is_none() {}
}

#[test]
fn new_connections_displace_idle_ones_at_the_connection_limit() {
    let instance = Instance::new();
    let settings = [("ASKLINE_LIMITS__CONNECTIONS", "2")];
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &settings);
    let mut first = kept_open(&server).unwrap();
    // A byte of a head is not a request.
    let mut second = TcpStream::connect(&server.address).unwrap();
    second.write_all(b"G").unwrap();
    let kept: Vec<_> = (0..6).map(|_| kept_open(&server).unwrap()).collect();
    let mut rest = Vec::new();
    first.read_to_end(&mut rest).unwrap();
    second.read_to_end(&mut rest).unwrap();
    assert!(rest.is_empty());
    drop(kept);
    // The metrics use a separate connection.
    let ended = server.get("/metrics", &[]).body;
    let ended = ended.lines().find_map(|line| line.strip_prefix("askline_connections_ended_total{reason=\"short\"} "));
    assert!(ended.is_some_and(|count| count.parse::<u32>().unwrap() >= 6), "{ended:?}");
}

#[test]
fn connections_from_a_trusted_proxy_are_exempt_from_the_per_address_limit() {
    let instance = Instance::new();
    let settings = [("ASKLINE_LIMITS__CONNECTIONS_PER_ADDRESS", "2"), ("ASKLINE_PROXY__TRUSTED", "127.0.0.1/32")];
    let server = instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &settings);
    let open: Vec<_> = (0..6).map(|_| kept_open(&server)).collect();
    assert!(open.iter().all(Option::is_some));
}
