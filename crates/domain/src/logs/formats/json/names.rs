//! Where each JSON format has its values.

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Time,
    Address,
    Host,
    /// Method, target and version.
    Request,
    Method,
    Target,
    /// The query without its `?`, for a target without one.
    Query,
    Status,
    UserAgent,
    Referrer,
    Bytes,
    /// Whether the server that writes the line is the one that the client asked: others pass the same request on, and write
    /// lines, too.
    IsFirst,
}

pub const FIELDS: usize = Field::IsFirst as usize + 1;

/// Where a format has its values. Names are paths through objects, compared in any case; the first name that a line has wins.
#[derive(Debug)]
pub struct Names {
    pub names: &'static [(&'static str, Field)],
    /// The object or value without which a line is a message of the server.
    pub needed: Option<&'static str>,
}

/// nginx's variables, and the names that people give them.
pub static NGINX: Names = Names {
    names: &[
        ("time_iso8601", Field::Time),
        ("time_local", Field::Time),
        ("msec", Field::Time),
        ("@timestamp", Field::Time),
        ("timestamp", Field::Time),
        ("datetime", Field::Time),
        ("time", Field::Time),
        ("ts", Field::Time),
        ("remote_addr", Field::Address),
        ("client_ip", Field::Address),
        ("clientip", Field::Address),
        ("remote_ip", Field::Address),
        ("client", Field::Address),
        ("ip", Field::Address),
        ("host", Field::Host),
        ("http_host", Field::Host),
        ("server_name", Field::Host),
        ("vhost", Field::Host),
        ("request_uri", Field::Target),
        ("request", Field::Request),
        ("uri", Field::Target),
        ("url", Field::Target),
        ("path", Field::Target),
        ("args", Field::Query),
        ("query_string", Field::Query),
        ("request_method", Field::Method),
        ("method", Field::Method),
        ("status", Field::Status),
        ("http_user_agent", Field::UserAgent),
        ("user_agent", Field::UserAgent),
        ("useragent", Field::UserAgent),
        ("agent", Field::UserAgent),
        ("http_referer", Field::Referrer),
        ("http_referrer", Field::Referrer),
        ("referer", Field::Referrer),
        ("referrer", Field::Referrer),
        ("body_bytes_sent", Field::Bytes),
        ("bytes_sent", Field::Bytes),
        ("bytes", Field::Bytes),
        ("size", Field::Bytes),
    ],
    needed: None,
};

/// Caddy 2. `client_ip` knows the proxies that Caddy trusts; `remote_addr` is of its first releases.
pub static CADDY: Names = Names {
    names: &[
        ("ts", Field::Time),
        ("request.client_ip", Field::Address),
        ("request.remote_ip", Field::Address),
        ("request.remote_addr", Field::Address),
        ("request.host", Field::Host),
        ("request.uri", Field::Target),
        ("request.method", Field::Method),
        ("request.headers.User-Agent", Field::UserAgent),
        ("request.headers.Referer", Field::Referrer),
        ("status", Field::Status),
        ("size", Field::Bytes),
    ],
    needed: Some("request"),
};

/// Traefik, with the headers that its settings have to keep.
pub static TRAEFIK: Names = Names {
    names: &[
        ("StartUTC", Field::Time),
        ("StartLocal", Field::Time),
        ("time", Field::Time),
        ("ClientHost", Field::Address),
        ("ClientAddr", Field::Address),
        ("RequestHost", Field::Host),
        ("RequestAddr", Field::Host),
        ("RequestPath", Field::Target),
        ("RequestMethod", Field::Method),
        ("request_User-Agent", Field::UserAgent),
        ("request_Referer", Field::Referrer),
        ("DownstreamStatus", Field::Status),
        ("OriginStatus", Field::Status),
        ("DownstreamContentSize", Field::Bytes),
    ],
    needed: None,
};

/// Vercel's log drains. Messages of functions and builds have no `proxy`.
pub static VERCEL: Names = Names {
    names: &[
        ("proxy.timestamp", Field::Time),
        ("timestamp", Field::Time),
        ("proxy.clientIp", Field::Address),
        ("proxy.host", Field::Host),
        ("proxy.path", Field::Target),
        ("proxy.method", Field::Method),
        ("proxy.userAgent", Field::UserAgent),
        ("proxy.referer", Field::Referrer),
        ("proxy.statusCode", Field::Status),
        ("proxy.responseByteSize", Field::Bytes),
    ],
    needed: Some("proxy"),
};

/// Cloudflare's Logpush, data set `http_requests`. The status of the edge is the one that the crawler got.
pub static CLOUDFLARE: Names = Names {
    names: &[
        ("EdgeStartTimestamp", Field::Time),
        ("ClientIP", Field::Address),
        ("ClientRequestHost", Field::Host),
        ("ClientRequestURI", Field::Target),
        ("ClientRequestMethod", Field::Method),
        ("ClientRequestUserAgent", Field::UserAgent),
        ("ClientRequestReferer", Field::Referrer),
        ("EdgeResponseStatus", Field::Status),
        ("EdgeResponseBytes", Field::Bytes),
    ],
    needed: None,
};

/// Fastly's JSON: what its endpoints for log streaming begin with, and the longer form that people took from its guides before.
pub static FASTLY: Names = Names {
    names: &[
        ("timestamp", Field::Time),
        ("time_start", Field::Time),
        ("client_ip", Field::Address),
        ("host", Field::Host),
        ("url", Field::Target),
        ("request_method", Field::Method),
        ("request", Field::Method),
        ("request_user_agent", Field::UserAgent),
        ("request_referer", Field::Referrer),
        ("response_status", Field::Status),
        ("status", Field::Status),
        ("response_body_size", Field::Bytes),
        ("resp_body_size", Field::Bytes),
        ("fastly_is_edge", Field::IsFirst),
    ],
    // No other format has this name, and without it no crawler is known.
    needed: Some("request_user_agent"),
};

/// Netlify's log drains, traffic alone. Lines of functions, deploys and the firewall have no `status_code`.
pub static NETLIFY: Names = Names {
    names: &[
        ("timestamp", Field::Time),
        ("client_ip", Field::Address),
        ("host", Field::Host),
        ("url", Field::Target),
        ("path", Field::Target),
        ("method", Field::Method),
        ("user_agent", Field::UserAgent),
        ("referrer", Field::Referrer),
        ("referer", Field::Referrer),
        ("status_code", Field::Status),
    ],
    needed: Some("status_code"),
};
