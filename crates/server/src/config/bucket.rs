//! `[backup.s3]` and addresses such as `s3://bucket/prefix`: where a bucket is, and its access key. Opens no connection.

use std::fmt;

use askline_domain::identity::secret::Secret;
use url::{Host, Url};

use super::Layers;
use crate::failure::Failure;

/// The beginning of the address of a bucket.
const SCHEME: &str = "s3://";
/// The maximum length of a prefix, and of each part of a key, in bytes.
const MAX_KEY_BYTES: usize = 900;
/// The maximum size of a file with a key, in bytes.
const MAX_KEY_FILE_BYTES: u64 = 4_096;
/// The values that `backup.to` may have.
pub(super) const PLACE: &str = "a folder, or an address such as s3://bucket/prefix";

/// A place in a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketAddress {
    /// The bucket.
    pub bucket: String,
    /// The beginning of the keys of its objects: empty, or parts that each end in `/`.
    pub prefix: String,
}

impl BucketAddress {
    /// Reads `s3://bucket` or `s3://bucket/prefix`. `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(SCHEME)?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        let is_good = is_bucket(bucket)
            && prefix.len() <= MAX_KEY_BYTES
            && (prefix.is_empty() || prefix.split('/').all(is_part_of_key));
        let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        is_good.then(|| Self { bucket: bucket.into(), prefix })
    }

    /// Reads the address of an object: its place and its name.
    pub fn read_object(text: &str) -> Option<(Self, String)> {
        let (place, name) = text.strip_prefix(SCHEME)?.rsplit_once('/')?;
        let place = Self::read(&format!("{SCHEME}{place}"))?;
        is_part_of_key(name).then(|| (place, name.into()))
    }

    /// Whether a text is meant as an address of a bucket.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with(SCHEME)
    }

    /// The address of an object in this place.
    pub fn of_object(&self, name: &str) -> String {
        format!("{SCHEME}{}/{}{name}", self.bucket, self.prefix)
    }
}

impl fmt::Display for BucketAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}/{}", self.bucket, self.prefix)
    }
}

/// Amazon's rule for names of buckets, without the limits that only Amazon has.
fn is_bucket(name: &str) -> bool {
    let is_of_name =
        |each: u8| each.is_ascii_lowercase() || each.is_ascii_digit() || matches!(each, b'-' | b'.' | b'_');
    (3..=63).contains(&name.len()) && name.bytes().all(is_of_name) && !name.contains("..")
}

/// Whether a part of a key has only characters that every service handles in the same way.
fn is_part_of_key(part: &str) -> bool {
    let is_of_key = |each: u8| each.is_ascii_alphanumeric() || matches!(each, b'-' | b'_' | b'.');
    !part.is_empty() && part.len() <= MAX_KEY_BYTES && part.bytes().all(is_of_key) && part != "." && part != ".."
}

/// How the service that provides a bucket is accessed.
#[derive(Debug, Clone)]
pub struct BucketAccess {
    /// The origin of the service; `None` for Amazon in this region.
    pub endpoint: Option<Url>,
    /// The region that requests are signed for.
    pub region: String,
    /// Whether the name of the bucket is in the path of requests, and not in the host.
    pub is_path_style: bool,
    /// The id of the access key.
    pub access_key_id: Secret,
    /// The secret of the access key.
    pub secret_access_key: Secret,
}

/// The access to buckets; `None` if no access key is set.
pub(super) fn bucket_access(layers: &Layers) -> Result<Option<BucketAccess>, Failure> {
    let endpoint = endpoint(layers)?;
    let region = layers.text("backup.s3.region", 1)?;
    if !region.bytes().all(|each| each.is_ascii_alphanumeric() || each == b'-') {
        return Err(layers.bad("backup.s3.region", "a name such as us-east-1"));
    }
    let id = layers.text("backup.s3.access_key_id", 0)?;
    let secret = secret_access_key(layers)?;
    let access_key_id = match (id.is_empty(), secret) {
        (true, None) => return Ok(None),
        (true, Some(_)) => return Err(layers.bad("backup.s3.access_key_id", "set if the secret access key is set")),
        (false, None) => {
            return Err(layers.bad_secret(
                "backup.s3.secret_access_key",
                "set if backup.s3.access_key_id is set, or be in the file that backup.s3.secret_access_key_file names",
            ));
        }
        (false, Some(_)) if !is_printable(&id) => {
            return Err(layers.bad_secret("backup.s3.access_key_id", "printable characters without spaces"));
        }
        (false, Some(secret)) => (id, secret),
    };
    Ok(Some(BucketAccess {
        endpoint,
        region,
        is_path_style: layers.boolean("backup.s3.path_style"),
        access_key_id: Secret::new(access_key_id.0),
        secret_access_key: Secret::new(access_key_id.1),
    }))
}

fn endpoint(layers: &Layers) -> Result<Option<Url>, Failure> {
    let text = layers.text("backup.s3.endpoint", 0)?;
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(&text).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    });
    // The value may contain a password.
    let url = url.ok_or_else(|| {
        layers.bad_secret("backup.s3.endpoint", "an origin such as https://s3.example.com, without a path")
    })?;
    let is_here = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    if url.scheme() == "http" && !is_here && !layers.boolean("backup.s3.allow_http") {
        let wanted = "an https:// address (http:// only for this machine, or if backup.s3.allow_http is true)";
        return Err(layers.bad("backup.s3.endpoint", wanted));
    }
    Ok(Some(url))
}

/// The secret access key, from a setting or from a file.
fn secret_access_key(layers: &Layers) -> Result<Option<String>, Failure> {
    let setting = layers.text("backup.s3.secret_access_key", 0)?;
    let file = layers.text("backup.s3.secret_access_key_file", 0)?;
    let (name, secret) = match (setting.is_empty(), file.is_empty()) {
        (true, true) => return Ok(None),
        (false, false) => {
            let wanted = "empty if backup.s3.secret_access_key is set";
            return Err(layers.bad("backup.s3.secret_access_key_file", wanted));
        }
        (false, true) => ("backup.s3.secret_access_key", setting),
        (true, false) => {
            let is_small = std::fs::metadata(&file).is_ok_and(|file| file.len() <= MAX_KEY_FILE_BYTES);
            let read = if is_small { std::fs::read_to_string(&file).ok() } else { None };
            let read = read
                .ok_or_else(|| layers.bad("backup.s3.secret_access_key_file", "a file of one line that can be read"))?;
            ("backup.s3.secret_access_key_file", read.trim().to_owned())
        }
    };
    if is_printable(&secret) && !secret.is_empty() {
        Ok(Some(secret))
    } else {
        Err(layers.bad_secret(name, "a key of printable characters without spaces"))
    }
}

fn is_printable(text: &str) -> bool {
    text.bytes().all(|each| each.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(&str, &str)>) {
        let read = BucketAddress::read(text);
        let found = read.as_ref().map(|address| (address.bucket.as_str(), address.prefix.as_str()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_address_is_a_bucket_and_a_prefix_of_clear_parts() {
        check("s3://backups", Some(("backups", "")));
        check("s3://backups/", Some(("backups", "")));
        check("s3://my.bucket-1/a/B_2", Some(("my.bucket-1", "a/B_2/")));
        check("s3://backups/a/", Some(("backups", "a/")));
        for bad in [
            "s3://",
            "s3:///a",
            "s3://ab",
            "s3://Backups",
            "s3://a..b",
            "s3://backups//a",
            "s3://backups/a//b",
            "s3://backups/../b",
            "s3://backups/a b",
            "s3://backups/a?b",
            "s3://user:password@backups/a",
            "S3://backups",
            "https://backups/a",
            "/backups",
        ] {
            check(bad, None);
        }
    }

    #[test]
    fn the_address_of_an_object_names_its_place() {
        let address = BucketAddress::read("s3://backups/a/b").expect("an address");
        let object = address.of_object("one.tar");
        assert_eq!((object.as_str(), address.to_string().as_str()), ("s3://backups/a/b/one.tar", "s3://backups/a/b/"));
        assert_eq!(BucketAddress::read_object(&object), Some((address, "one.tar".into())));
        let (address, name) = BucketAddress::read_object("s3://backups/one.tar").expect("an address");
        assert_eq!((address.of_object(&name).as_str(), name.as_str()), ("s3://backups/one.tar", "one.tar"));
        for bad in ["s3://backups", "s3://backups/", "s3://backups/a/", "s3://backups/a/..", "/backups/one.tar"] {
            assert_eq!(BucketAddress::read_object(bad), None, "{bad}");
        }
    }
}
