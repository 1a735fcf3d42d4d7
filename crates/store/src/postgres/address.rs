//! Reads `database.url`: one server, or several, of which the one that accepts writes is used.
//!
//! The driver reads only addresses of one server. Several servers are listed as for libpq: in place of the host, or in
//! the parameters `host` and `port`. No message contains a part of the address, since it may be the password.

use askline_domain::identity::secret::Secret;
use sqlx::postgres::PgConnectOptions;

use super::connect_error::ConnectError;
use crate::sql::Servers;

/// The maximum number of servers in an address. All are checked when the one in use fails.
const MAX_SERVERS: usize = 8;
/// The values of `target_session_attrs` that select a server that accepts writes.
const ACCEPTS_WRITES: [&str; 2] = ["read-write", "primary"];

/// What to do about a character that ends the password too early.
const ENCODE: &str = "characters such as / ? # @ in its password must be percent-encoded, or the password given in database.password or \
    database.password_file instead";

/// Reads the servers from an address; with a `password`, the address has none.
pub(super) fn read(url: &str, password: Option<&Secret>) -> Result<Servers, ConnectError> {
    let parts = Parts::of(url)?;
    if password.is_some() && parts.has_password() {
        return Err(unreadable("it contains a password, and another one is set"));
    }
    let parse = |url: &str| {
        let server = parse(url)?;
        Ok(match password {
            Some(password) => server.password(password.expose()),
            None => server,
        })
    };
    if parts.is_plain() {
        return Ok(Servers::one(parse(url)?));
    }
    parts.servers()?.iter().map(|url| parse(url)).collect::<Result<_, _>>().map(Servers::with_a_primary)
}

fn parse(url: &str) -> Result<PgConnectOptions, ConnectError> {
    // The driver's message may contain a value.
    url.parse().map_err(|_: sqlx::Error| {
        unreadable(format!("its host, port, user or a parameter such as sslmode is not valid; {ENCODE}"))
    })
}

fn unreadable(reason: impl Into<String>) -> ConnectError {
    ConnectError::BadAddress { reason: reason.into() }
}

/// An address, split at the parts that may be lists.
struct Parts<'u> {
    /// `postgres://user:password@`
    start: &'u str,
    /// `host:port`, or a list of these.
    places: &'u str,
    /// `/database`
    path: &'u str,
    hosts: Option<String>,
    ports: Option<String>,
    asks_for_primary: bool,
    /// The other parameters, unchanged.
    others: Vec<&'u str>,
}

impl<'u> Parts<'u> {
    fn of(url: &'u str) -> Result<Self, ConnectError> {
        let scheme = url.find("://").map_or(0, |at| at + 3);
        let end = url[scheme..].find(['/', '?', '#']).map_or(url.len(), |at| scheme + at);
        let host = url[..end].rfind('@').map_or(scheme, |at| at.max(scheme.saturating_sub(1)) + 1).max(scheme);
        let (path, parameters) = url[end..].split_once('?').unwrap_or((&url[end..], ""));
        let (start, places) = (&url[..host], &url[host..end]);
        let mut parts =
            Self { start, places, path, hosts: None, ports: None, asks_for_primary: false, others: Vec::new() };
        // The rest of a password, if this were read as the database or a parameter, would be named in messages.
        if url[end..].contains(['@', '#']) {
            return Err(unreadable(ENCODE));
        }
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = || value.replace("%2C", ",").replace("%2c", ",");
            match name {
                "host" => parts.hosts = Some(value()),
                "port" => parts.ports = Some(value()),
                "hostaddr" if value().contains(',') => {
                    return Err(unreadable("hostaddr takes one address; name several servers in host"));
                }
                "target_session_attrs" if ACCEPTS_WRITES.contains(&&*value()) => parts.asks_for_primary = true,
                "target_session_attrs" => {
                    let needed = "target_session_attrs must be read-write or primary: Askline needs the server that accepts writes";
                    return Err(unreadable(needed));
                }
                _ => parts.others.push(parameter),
            }
        }
        Ok(parts)
    }

    /// Whether the address contains a password.
    fn has_password(&self) -> bool {
        let user = self.start.rsplit("://").next().unwrap_or_default();
        user.contains(':') || self.others.iter().any(|other| other.starts_with("password="))
    }

    /// Whether the driver can read the whole address.
    fn is_plain(&self) -> bool {
        let is_list = |part: &Option<String>| part.as_ref().is_some_and(|part| part.contains(','));
        !self.asks_for_primary && !self.places.contains(',') && !is_list(&self.hosts) && !is_list(&self.ports)
    }

    /// Returns the address of each server.
    fn servers(&self) -> Result<Vec<String>, ConnectError> {
        let places: Vec<(&str, &str)> = self.places.split(',').map(host_and_port).collect();
        let hosts: Vec<&str> = match &self.hosts {
            Some(hosts) => hosts.split(',').collect(),
            None => places.iter().map(|(host, _)| *host).collect(),
        };
        let ports: Vec<&str> = match &self.ports {
            Some(ports) => ports.split(',').collect(),
            None => places.iter().map(|(_, port)| *port).collect(),
        };
        if hosts.len() > MAX_SERVERS {
            return Err(unreadable(format!("it names {} servers; at most {MAX_SERVERS} are possible", hosts.len())));
        }
        if ports.len() != 1 && ports.len() != hosts.len() {
            let (hosts, ports) = (hosts.len(), ports.len());
            return Err(unreadable(format!(
                "it names {hosts} hosts and {ports} ports; name one port, or one for each"
            )));
        }
        let each = hosts.iter().enumerate().map(|(index, host)| {
            let port = if ports.len() == 1 { ports[0] } else { ports[index] };
            if host.is_empty() && hosts.len() > 1 {
                return Err(unreadable(format!("host {} of {} is empty", index + 1, hosts.len())));
            }
            if !port.is_empty() && !port.parse::<u16>().is_ok_and(|port| port != 0) {
                return Err(unreadable(format!("the port of host {} is not a number from 1 to 65535", index + 1)));
            }
            Ok(self.with(host, port))
        });
        each.collect()
    }

    /// Returns the address of one of the servers. The driver accepts a socket only as a parameter.
    fn with(&self, host: &str, port: &str) -> String {
        let Self { start, path, .. } = self;
        let mut parameters: Vec<String> = self.others.iter().map(|other| (*other).to_owned()).collect();
        let place = if self.hosts.is_some() { "localhost" } else { host };
        if self.hosts.is_some() {
            parameters.push(format!("host={host}"));
        }
        if !port.is_empty() {
            parameters.push(format!("port={port}"));
        }
        format!("{start}{place}{path}?{}", parameters.join("&"))
    }
}

/// Splits `host:port`; an IPv6 address is in brackets.
fn host_and_port(place: &str) -> (&str, &str) {
    let after = place.rfind(']').map_or(0, |at| at + 1);
    match place[after..].find(':') {
        Some(at) => (&place[..after + at], &place[after + at + 1..]),
        None => (place, ""),
    }
}

#[cfg(test)]
mod tests {
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
}
