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

/// The parameters that the driver reads. It would log all others, with their values: `pasword=…` too.
const KNOWN_PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

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
    if parts.ignored > 0 {
        tracing::warn!(parameters = parts.ignored, "Some parameters of database.url are unknown, and ignored");
    }
    if parts.is_plain() {
        let server = if parts.ignored > 0 { parts.servers()?.swap_remove(0) } else { url.to_owned() };
        return Ok(Servers::one(parse(&server)?));
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
    /// The other parameters that are known, unchanged.
    others: Vec<&'u str>,
    /// How many parameters are unknown.
    ignored: usize,
}

impl<'u> Parts<'u> {
    fn of(url: &'u str) -> Result<Self, ConnectError> {
        let scheme = url.find("://").map_or(0, |at| at + 3);
        let end = url[scheme..].find(['/', '?', '#']).map_or(url.len(), |at| scheme + at);
        let host = url[..end].rfind('@').map_or(scheme, |at| at.max(scheme.saturating_sub(1)) + 1).max(scheme);
        let (path, parameters) = url[end..].split_once('?').unwrap_or((&url[end..], ""));
        let (start, places) = (&url[..host], &url[host..end]);
        let mut parts = Self {
            start,
            places,
            path,
            hosts: None,
            ports: None,
            asks_for_primary: false,
            others: Vec::new(),
            ignored: 0,
        };
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
                _ if KNOWN_PARAMETERS.contains(&name) || name.starts_with("options[") => parts.others.push(parameter),
                _ => parts.ignored += 1,
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
mod tests;
