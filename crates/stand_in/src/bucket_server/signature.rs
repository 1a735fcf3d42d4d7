//! Checks signatures of version 4, according to <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>.

use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

use super::{
    request::Received,
    state::{ACCESS_KEY_ID, REGION},
};

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The characters that are encoded in a canonical query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// The maximum difference between the clocks, in seconds.
const MAX_SKEW_SECONDS: i64 = 15 * 60;
/// Headers that must be signed.
const MUST_BE_SIGNED: [&str; 3] = ["host", "x-amz-date", "x-amz-content-sha256"];

/// Refuses a request that is not signed with this secret. The error is a status and a code.
pub(super) fn check(request: &Received, secret: &str) -> Result<(), (u16, &'static str)> {
    let denied = (403, "AccessDenied");
    let fields = request.header("authorization").strip_prefix(ALGORITHM).ok_or(denied)?;
    let field = |name: &str| {
        fields.split(',').find_map(|field| field.trim().strip_prefix(name)?.strip_prefix('=')).ok_or(denied)
    };
    let (credential, signed, signature) = (field("Credential")?, field("SignedHeaders")?, field("Signature")?);
    let parts: Vec<&str> = credential.split('/').collect();
    let [id, day, region, "s3", "aws4_request"] = parts[..] else { return Err(denied) };
    if id != ACCESS_KEY_ID {
        return Err((403, "InvalidAccessKeyId"));
    }
    if region != REGION {
        return Err((400, "AuthorizationHeaderMalformed"));
    }
    let names: Vec<&str> = signed.split(';').collect();
    let is_amazon = |name: &str| name.starts_with("x-amz-") && !names.contains(&name);
    if MUST_BE_SIGNED.iter().any(|name| !names.contains(name))
        || request.headers.keys().any(|name| is_amazon(name.as_str()))
    {
        return Err(denied);
    }
    let date = request.header("x-amz-date");
    let at = DateTime::strptime("%Y%m%dT%H%M%SZ", date).map_err(|_| denied)?;
    let at = at.to_zoned(TimeZone::UTC).map_err(|_| denied)?.timestamp();
    let apart = Timestamp::now().as_second() - at.as_second();
    if apart.abs() > MAX_SKEW_SECONDS || !date.starts_with(day) {
        return Err((403, "RequestTimeTooSkewed"));
    }
    let digest = hex::encode(Sha256::digest(&request.body));
    if request.header("x-amz-content-sha256") != digest {
        return Err((400, "XAmzContentSHA256Mismatch"));
    }
    let headers: String = names.iter().map(|name| format!("{name}:{}\n", request.header(name).trim())).collect();
    let mut query: Vec<String> = request
        .query()
        .iter()
        .map(|(name, value)| format!("{}={}", utf8_percent_encode(name, ENCODED), utf8_percent_encode(value, ENCODED)))
        .collect();
    query.sort();
    let canonical =
        [request.method.as_str(), request.uri.path(), &query.join("&"), &headers, signed, &digest].join("\n");
    let scope = [day, region, "s3", "aws4_request"];
    let to_sign = [ALGORITHM, date, &scope.join("/"), &hex::encode(Sha256::digest(canonical.as_bytes()))].join("\n");
    let key = scope.iter().fold(format!("AWS4{secret}").into_bytes(), |key, part| keyed(&key, part));
    if hex::encode(keyed(&key, &to_sign)) == signature { Ok(()) } else { Err((403, "SignatureDoesNotMatch")) }
}

fn keyed(key: &[u8], text: &str) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.chain_update(text.as_bytes()).finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Method};

    use super::*;

    /// AWS's published example of deriving a signing key.
    #[test]
    fn the_signing_key_is_that_of_the_published_example() {
        let scope = ["20150830", "us-east-1", "iam", "aws4_request"];
        let secret = b"AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".to_vec();
        let key = scope.iter().fold(secret, |key, part| keyed(&key, part));
        assert_eq!(hex::encode(key), "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
    }

    #[test]
    fn what_is_not_signed_is_refused() {
        let request = Received {
            method: Method::GET,
            uri: "/backups?list-type=2".parse().expect("an address"),
            headers: HeaderMap::new(),
            body: Vec::new(),
        };
        assert_eq!(check(&request, "x"), Err((403, "AccessDenied")));
    }
}
