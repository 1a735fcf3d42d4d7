//! Tests addresses of servers, and that no message has a part of a password.

use proptest::prelude::*;
use sqlx::ConnectOptions as _;

use super::*;

fn check_read(url: &str, expected: &[(&str, u16)], needs_primary: bool) {
    let servers = read(url, None).unwrap_or_else(|error| panic!("{url}: {error}"));
    let found: Vec<(String, u16)> = servers
        .each()
        .iter()
        .map(|one| {
            let socket = one.get_socket().map(|socket| socket.display().to_string());
            assert_eq!((one.get_username(), one.get_database()), ("askline", Some("askline")), "{url}");
            (socket.unwrap_or_else(|| one.get_host().to_owned()), one.get_port())
        })
        .collect();
    let found: Vec<(&str, u16)> = found.iter().map(|(host, port)| (&**host, *port)).collect();
    assert_eq!(found, expected, "{url}");
    assert_eq!(servers.needs_primary(), needs_primary, "{url}");
}

#[test]
fn one_server_or_several_in_the_hosts_place_or_in_parameters() {
    let user = "postgres://askline:s%2Ce@";
    check_read(&format!("{user}db/askline"), &[("db", 5432)], false);
    check_read(&format!("{user}db:6543/askline?sslmode=disable"), &[("db", 6543)], false);
    check_read(&format!("{user}localhost/askline?host=/run/db"), &[("/run/db", 5432)], false);
    check_read(&format!("{user}db/askline?target_session_attrs=read-write"), &[("db", 5432)], true);
    check_read(&format!("{user}a,b:6543/askline"), &[("a", 5432), ("b", 6543)], true);
    check_read(&format!("{user}a:1,b:2/askline?target_session_attrs=primary"), &[("a", 1), ("b", 2)], true);
    check_read(&format!("{user}[::1]:1,[::2]/askline?sslmode=disable"), &[("[::1]", 1), ("[::2]", 5432)], true);
    check_read(&format!("{user}x/askline?host=a,b&port=1,2"), &[("a", 1), ("b", 2)], true);
    check_read(&format!("{user}a,b/askline?port=7"), &[("a", 7), ("b", 7)], true);
    check_read(&format!("{user}x/askline?host=/run/a%2C/run/b"), &[("/run/a", 5432), ("/run/b", 5432)], true);
    check_read("postgres:///askline?host=a,b&user=askline", &[("a", 5432), ("b", 5432)], true);
}

#[test]
fn the_parameters_hold_for_each_server() {
    let servers = read("postgres://askline@a,b/askline?sslmode=verify-full&application_name=x", None);
    let servers = servers.expect("the list is right");
    for server in servers.each() {
        assert!(matches!(server.get_ssl_mode(), sqlx::postgres::PgSslMode::VerifyFull));
        assert_eq!(server.get_application_name(), Some("x"));
    }
}

#[test]
fn the_driver_gets_no_parameter_that_it_would_log() {
    for url in [
        "postgres://askline@db/askline?pasword=secret&sslmode=disable",
        "postgres://askline@db:5432/askline?sslmode=disable&secret",
        "postgres://askline@a/askline?channel_binding=secret&port=5432&sslmode=disable",
        "postgres://askline@x/askline?host=/run/db&secret=secret&sslmode=disable",
    ] {
        let parts = Parts::of(url).expect("a good address");
        let servers = parts.servers().expect("a good address");
        assert!(parts.ignored == 1 && servers.iter().all(|server| !server.contains("secret")), "{servers:?}");
        let read = read(url, None).expect("a good address");
        let server = &read.each()[0];
        assert!(matches!(server.get_ssl_mode(), sqlx::postgres::PgSslMode::Disable), "{url}");
        assert_eq!((server.get_username(), server.get_port()), ("askline", 5432), "{url}");
    }
}

#[test]
fn a_wrong_list_is_refused_with_its_reason_and_without_the_password() {
    for (url, reason) in [
        ("postgres://u:secret@a,,b/d", "host 2 of 3 is empty"),
        ("postgres://u:secret@a,b:70000/d", "the port of host 2 is not a number from 1 to 65535"),
        ("postgres://u:secret@a:x,b/d", "the port of host 1 is not a number from 1 to 65535"),
        ("postgres://u:secret@a,b,c/d?port=1,2", "it names 3 hosts and 2 ports"),
        ("postgres://u:secret@x/d?host=a,b&port=0", "the port of host 1 is not a number"),
        ("postgres://u:secret@x/d?hostaddr=10.0.0.1,10.0.0.2", "name several servers in host"),
        ("postgres://u:secret@a,b/d?target_session_attrs=any", "target_session_attrs must be read-write"),
        ("postgres://u:secret@a/d?target_session_attrs=standby", "target_session_attrs must be read-write"),
        ("postgres://u:secret@1,2,3,4,5,6,7,8,9/d", "at most 8 are possible"),
        // Special characters in a password must be percent-encoded.
        ("postgres://u:secret,secret/more@a/d", "must be percent-encoded"),
    ] {
        let error = read(url, None).err().unwrap_or_else(|| panic!("{url} was read")).to_string();
        assert!(error.starts_with("database.url cannot be read: ") && error.contains(reason), "{url}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

/// What the driver would send as the password, and where.
fn password_and_host(server: &PgConnectOptions) -> (String, String) {
    let url = server.to_url_lossy();
    let mut password = Vec::new();
    let mut rest = url.password().unwrap_or_default().bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16)).expect("two digits");
        password.push(if byte == b'%' { (digit() * 16 + digit()) as u8 } else { byte });
    }
    (String::from_utf8(password).expect("valid text"), server.get_host().to_owned())
}

/// Every character that a keyboard has.
fn printable() -> impl Iterator<Item = char> {
    (' '..='~').chain(['\t', 'ä', '€', '😀'])
}

#[test]
fn a_password_of_its_own_has_every_character() {
    let password = printable().collect::<String>();
    for url in [
        "postgres://askline@db/askline",
        "postgres://askline@a,b/askline?sslmode=disable",
        "postgres:///d?user=u&host=a,b",
    ] {
        let servers = read(url, Some(&Secret::new(password.clone()))).expect("a good address");
        assert!(servers.each().iter().all(|server| password_and_host(server).0 == password), "{url}");
    }
    for url in ["postgres://askline:other@db/askline", "postgres://askline@db/askline?password=other"] {
        let error =
            read(url, Some(&Secret::new(password.clone()))).err().unwrap_or_else(|| panic!("{url}")).to_string();
        assert!(error.contains("another one is set") && !error.contains("other@"), "{error}");
    }
}

/// A text of printable characters, which is longer than any that a message has in common with it by chance.
fn any_password() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(printable().collect::<Vec<_>>()), 6..24)
        .prop_map(|characters| characters.into_iter().collect())
}

/// Asserts that a text has no part of the password: no five characters in a row.
fn has_no_part_of(password: &str, text: &str) -> Result<(), TestCaseError> {
    let characters: Vec<char> = password.chars().collect();
    for part in characters.windows(5) {
        let part: String = part.iter().collect();
        prop_assert!(!text.contains(&part), "{part:?} of {password:?} is in {text:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn an_encoded_password_is_read_whole_in_each_form_of_address(password in any_password()) {
        let encoded: String = password.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for url in [
            format!("postgres://askline:{encoded}@db/askline"),
            format!("postgres://askline:{encoded}@a,b:6543/askline"),
            format!("postgres://askline:{encoded}@x/askline?host=a,b&port=1,2&sslmode=disable"),
        ] {
            let servers = read(&url, None).map_err(|error| TestCaseError::fail(format!("{url}: {error}")))?;
            for server in servers.each() {
                prop_assert_eq!(&password_and_host(server).0, &password);
            }
            has_no_part_of(&password, &servers.place())?;
            has_no_part_of(&encoded, &servers.place())?;
        }
    }

    #[test]
    fn no_message_has_a_part_of_a_password_wherever_it_is_in_the_address(password in any_password()) {
        for url in [
            format!("postgres://askline:{password}@db/askline"),
            format!("postgres://askline:{password}@a,b:x/askline"),
            format!("postgres://{password}@db/askline"),
            format!("postgres://askline@db/askline?password={password}"),
            format!("postgres://askline@a,b/askline?sslmode={password}"),
            format!("postgres://askline@a,b/askline?target_session_attrs={password}"),
            format!("postgres://askline@a,b/askline?{password}"),
            format!("postgres:{password}"),
        ] {
            if let Err(error) = read(&url, None) {
                has_no_part_of(&password, &error.to_string())?;
            } else if url.contains(&format!(":{password}@")) {
                has_no_part_of(&password, &read(&url, None).map_err(|error| TestCaseError::fail(error.to_string()))?.place())?;
            }
            if let Err(error) = read(&url, Some(&Secret::new(password.clone()))) {
                has_no_part_of(&password, &error.to_string())?;
            }
        }
    }
}

#[test]
fn a_password_in_the_address_is_read_whole_or_refused_without_a_part_of_it() {
    for character in printable() {
        for before in ["12", "se"] {
            let password = format!("{before}{character}cret");
            for place in ["db", "db1,db2"] {
                let url = format!("postgres://askline:{password}@{place}/askline");
                match read(&url, None) {
                    Ok(servers) => {
                        let read = password_and_host(&servers.each()[0]);
                        let is_encoded = character == '%' || character == '\t';
                        assert!(read.0 == password || is_encoded, "{url}: {read:?}");
                        assert!(!servers.place().contains("cret"), "{url}: {}", servers.place());
                    }
                    Err(error) => {
                        let error = error.to_string();
                        assert!(!error.contains("cret") && !error.contains(&password), "{url}: {error}");
                        assert!(error.contains("percent-encoded") || place.contains(','), "{url}: {error}");
                    }
                }
            }
        }
    }
}
