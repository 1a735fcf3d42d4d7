//! Keys of the provider, and tokens that are signed or forged with them.

use std::{process::Command, sync::LazyLock};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use openidconnect::{
    JsonWebKeyId, PrivateSigningKey,
    core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey},
};
use serde_json::{Map, Value, json};
use sha2::Sha256;

/// A new RSA key in PEM, made once for each process, since that takes a while.
static RSA: LazyLock<String> = LazyLock::new(|| {
    let made = Command::new("openssl").args(["genrsa", "-traditional", "2048"]).output().expect("openssl runs");
    String::from_utf8(made.stdout).expect("PEM is ASCII")
});

/// How a token is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signature {
    /// With the published Ed25519 key.
    EdDsa,
    /// With the published RSA key.
    Rs256,
    /// With the published RSA key, in the other way.
    Ps256,
    /// With an RSA key and an algorithm that is not accepted.
    Rs512,
    /// Not at all (`alg: none`).
    None,
    /// With this text as a secret that both sides have (`HS256`).
    Hs256(String),
    /// With a key that is not published, under the id of the published one.
    OtherKey,
    /// With the right key, and a claim changed afterwards.
    Changed,
}

/// The keys of a provider, by their generation.
#[derive(Default)]
pub(super) struct Keys {
    generation: u8,
}

impl Keys {
    pub(super) fn rotate(&mut self) {
        self.generation += 1;
    }

    /// The public keys.
    pub(super) fn published(&self) -> Value {
        let rsa = serde_json::to_value(rsa(self.rsa_id()).as_verification_key()).expect("a key");
        json!({ "keys": [ed25519(self.generation, &self.ed25519_id()).public(), rsa] })
    }

    fn ed25519_id(&self) -> String {
        format!("ed-{}", self.generation)
    }

    fn rsa_id(&self) -> String {
        format!("rsa-{}", self.generation)
    }

    /// A token with these claims.
    pub(super) fn token(&self, claims: &Map<String, Value>, signature: &Signature) -> String {
        let ed25519_id = self.ed25519_id();
        let (algorithm, id) = match signature {
            Signature::EdDsa | Signature::OtherKey | Signature::Changed => ("EdDSA", Some(ed25519_id.clone())),
            Signature::Rs256 => ("RS256", Some(self.rsa_id())),
            Signature::Ps256 => ("PS256", Some(self.rsa_id())),
            Signature::Rs512 => ("RS512", Some(self.rsa_id())),
            Signature::None => ("none", None),
            Signature::Hs256(_) => ("HS256", None),
        };
        let mut header = json!({ "alg": algorithm, "typ": "JWT" });
        if let Some(id) = id {
            header["kid"] = id.into();
        }
        let signed = format!("{}.{}", encoded(&header), encoded(&Value::Object(claims.clone())));
        let rsa = |algorithm| rsa(self.rsa_id()).sign(&algorithm, signed.as_bytes()).expect("an RSA key signs");
        let signature = match signature {
            Signature::EdDsa => ed25519(self.generation, &ed25519_id).sign(&signed),
            Signature::OtherKey => ed25519(200, &ed25519_id).sign(&signed),
            Signature::Changed => {
                let mut changed = claims.clone();
                changed.insert("sub".into(), "someone-else".into());
                let signature = ed25519(self.generation, &ed25519_id).sign(&signed);
                let text = format!("{}.{}", encoded(&header), encoded(&Value::Object(changed)));
                return format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature));
            }
            Signature::Rs256 => rsa(CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256),
            Signature::Ps256 => rsa(CoreJwsSigningAlgorithm::RsaSsaPssSha256),
            Signature::Rs512 => rsa(CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512),
            Signature::None => Vec::new(),
            Signature::Hs256(secret) => {
                let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length is a key");
                mac.update(signed.as_bytes());
                mac.finalize().into_bytes().to_vec()
            }
        };
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn encoded(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

fn rsa(id: String) -> CoreRsaPrivateSigningKey {
    CoreRsaPrivateSigningKey::from_pem(&RSA, Some(JsonWebKeyId::new(id))).expect("the key in the file")
}

struct Ed25519(CoreEdDsaPrivateSigningKey);

/// The Ed25519 key whose 32 bytes are all this number.
fn ed25519(number: u8, id: &str) -> Ed25519 {
    // PKCS #8 of a raw key (RFC 8410 §7).
    let mut der = vec![0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
    der.extend([number; 32]);
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
    let key = CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(id.to_owned())));
    Ed25519(key.expect("a key of 32 bytes"))
}

impl Ed25519 {
    fn sign(&self, text: &str) -> Vec<u8> {
        self.0.sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).expect("an Ed25519 key signs")
    }

    fn public(&self) -> Value {
        serde_json::to_value(self.0.as_verification_key()).expect("a key")
    }
}
