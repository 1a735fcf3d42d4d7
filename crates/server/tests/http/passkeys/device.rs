//! A device with one passkey: makes it, and signs with it, as a browser does.
//!
//! A test changes what it says, to be another device, or one that does not follow the rules.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

/// A device, and what it says about itself.
pub struct Device {
    key: EcdsaKeyPair,
    credential_id: Vec<u8>,
    /// The account that it made its passkey for.
    pub user_handle: Vec<u8>,
    /// How often it says that it was used. It counts before each use.
    pub counter: u32,
    /// The host that it believes it talks to.
    pub host: String,
    /// The origin that its browser believes it talks to.
    pub origin: String,
    /// Whether it verified the person.
    pub verifies: bool,
    /// The challenge that it signs instead of the one it gets.
    pub other_challenge: Option<String>,
}

impl Device {
    /// A device without a passkey, in a browser at this origin.
    pub fn at(origin: &str) -> Self {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, made.as_ref(), &random).unwrap();
        let credential_id = Sha256::digest(key.public_key().as_ref()).to_vec();
        let host = url::Url::parse(origin).unwrap().host_str().unwrap().to_owned();
        Self {
            key,
            credential_id,
            user_handle: Vec::new(),
            counter: 0,
            host,
            origin: origin.to_owned(),
            verifies: true,
            other_challenge: None,
        }
    }

    /// The answer to options for a new passkey.
    pub fn make(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        self.user_handle = decoded(&options["user"]["id"]);
        let client_data = self.client_data("webauthn.create", options);
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap().to_be_bytes());
        data.extend(&self.credential_id);
        data.extend(self.public_key());
        // A map of three in CBOR: the format "none", an empty statement, and the data.
        let mut attestation = vec![0xa3];
        for (name, value) in [("fmt", text("none")), ("attStmt", vec![0xa0]), ("authData", bytes(&data))] {
            attestation.extend(text(name));
            attestation.extend(value);
        }
        json!({
            "id": encoded(&self.credential_id),
            "rawId": encoded(&self.credential_id),
            "type": "public-key",
            "response": { "clientDataJSON": encoded(&client_data), "attestationObject": encoded(&attestation) },
            "clientExtensionResults": { "credProps": { "rk": true } },
        })
    }

    /// The answer to options that ask for a passkey.
    pub fn answer(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client_data = self.client_data("webauthn.get", &options["publicKey"]);
        let data = self.data(0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": encoded(&self.credential_id),
            "rawId": encoded(&self.credential_id),
            "type": "public-key",
            "response": {
                "clientDataJSON": encoded(&client_data),
                "authenticatorData": encoded(&data),
                "signature": encoded(signature.as_ref()),
                "userHandle": encoded(&self.user_handle),
            },
            "clientExtensionResults": {},
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = self.other_challenge.as_deref().or(options["challenge"].as_str()).unwrap();
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(&self.host).to_vec();
        data.push(USER_PRESENT | verified | more);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The public key in the form of COSE: elliptic, ES256, P-256, and the point.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let (x, y) = (&point[1..33], &point[33..65]);
        [&[0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], bytes(x).as_slice(), &[0x22], &bytes(y)].concat()
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

/// A short text in CBOR.
fn text(text: &str) -> Vec<u8> {
    [&[0x60 | u8::try_from(text.len()).unwrap()], text.as_bytes()].concat()
}

/// Bytes in CBOR, with a length of two bytes where one is too short.
fn bytes(bytes: &[u8]) -> Vec<u8> {
    let length = match u8::try_from(bytes.len()) {
        Ok(short) => vec![0x58, short],
        Err(_) => [&[0x59], u16::try_from(bytes.len()).unwrap().to_be_bytes().as_slice()].concat(),
    };
    [length.as_slice(), bytes].concat()
}
