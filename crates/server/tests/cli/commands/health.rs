//! `askline health`, which containers and service managers call.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
};

use crate::instance::Instance;

#[test]
fn a_server_that_answers_is_healthy_and_one_that_ended_is_not() {
    let instance = Instance::new();
    let server = instance.serve();
    let address = server.address.clone();
    let health = || instance.run(&["health", "--listen", &address]);
    let outcome = health();
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, "ready\n"), "{}", outcome.stderr);
    assert_eq!(instance.json(&["health", "--listen", &address])["ready"], true);
    assert_eq!(server.terminate().0, 0);
    health().refused(1, &[&address, "does not answer"]);
}

#[test]
fn another_program_on_the_port_is_not_a_healthy_server() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0_u8; 512]).unwrap();
        stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").unwrap();
    });
    Instance::new().run(&["health", "--listen", &address]).refused(1, &[&address, "not an Askline server"]);
    other.join().unwrap();
}
