//! Encryption of data that must be used in plaintext: webhook secrets, webhook URLs and emails. The key is in a
//! separate file that no backup contains: a person who has only a backup or a database cannot use its secrets.
//!
//! XChaCha20-Poly1305 with a random nonce for each secret. The secret's location is the associated data, so that a
//! sealed secret cannot be moved to another row.
//!
//! The same key makes digests of what could be guessed without a key, such as the address of a sign-in.

use std::{
    io::{ErrorKind, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::identity::secret::Secret;
use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::Rng as _;
use sha2::Sha256;

use crate::private_file::new_private;

/// The name of the key's file in the data folder.
pub const SEALING_KEY_FILE: &str = "secrets.key";
pub(crate) const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// The purpose from which the key for digests is derived, so that digests reveal nothing about the sealing key.
const DIGESTS: &[u8] = b"askline: digests of what is easy to guess";

/// Seals and opens secrets, and makes keyed digests. A folder's key is created or read when it is first needed.
pub struct SealingKey {
    path: PathBuf,
    keys: OnceLock<Keys>,
}

struct Keys {
    cipher: XChaCha20Poly1305,
    digests: Hmac<Sha256>,
}

impl Keys {
    fn of(key: &[u8; KEY_BYTES]) -> Self {
        let digests = mac_of(key).chain_update(DIGESTS).finalize().into_bytes();
        Self { cipher: XChaCha20Poly1305::new(&(*key).into()), digests: mac_of(&digests) }
    }
}

fn mac_of(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

impl SealingKey {
    /// The key of a data folder, which is created when it is first needed.
    pub fn of_folder(folder: &Path) -> Self {
        Self { path: folder.join(SEALING_KEY_FILE), keys: OnceLock::new() }
    }

    /// The key in a file that must exist: several servers share it, so no server creates it.
    pub fn of_file(path: &Path) -> StoreResult<Self> {
        let key = read(path)?.ok_or_else(|| unavailable(path, "is missing"))?;
        Ok(Self { path: path.to_owned(), keys: OnceLock::from(Keys::of(&key)) })
    }

    /// Returns a text that identifies the key without revealing it.
    pub fn fingerprint(&self) -> StoreResult<String> {
        Ok(hex::encode(self.digest(true, &["fingerprint"])?))
    }

    /// Seals a secret for `place`, a table and an id; returns hexadecimal digits.
    pub fn seal(&self, place: &str, secret: &str) -> StoreResult<String> {
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload { msg: secret.as_bytes(), aad: place.as_bytes() };
        let sealed = self.keys(true)?.cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| StoreError::Internal("a secret could not be encrypted".into()))?;
        Ok(hex::encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Opens what was sealed for `place`; `None` if the key or the place differs, or if a bit was changed.
    pub fn open(&self, place: &str, sealed: &str) -> StoreResult<Option<Secret>> {
        let Ok(sealed) = hex::decode(sealed) else { return Ok(None) };
        let Some((nonce, text)) = sealed.split_first_chunk::<NONCE_BYTES>() else { return Ok(None) };
        let payload = Payload { msg: text, aad: place.as_bytes() };
        let opened = self.keys(false)?.cipher.decrypt(&XNonce::from(*nonce), payload).ok();
        Ok(opened.and_then(|bytes| String::from_utf8(bytes).ok()).map(Secret::new))
    }

    /// Whether the key exists.
    pub fn is_there(&self) -> bool {
        self.keys.get().is_some() || self.path.exists()
    }

    /// Returns a digest of these texts that nobody can compute without the key. Creates the key only if `may_make`.
    pub fn digest(&self, may_make: bool, texts: &[&str]) -> StoreResult<[u8; 32]> {
        let mut mac = self.keys(may_make)?.digests.clone();
        for text in texts {
            // Preceded by its length, so that no two lists of texts give the same bytes.
            mac.update(&(text.len() as u64).to_be_bytes());
            mac.update(text.as_bytes());
        }
        Ok(mac.finalize().into_bytes().into())
    }

    fn keys(&self, may_make: bool) -> StoreResult<&Keys> {
        if let Some(keys) = self.keys.get() {
            return Ok(keys);
        }
        let key = match read(&self.path)? {
            Some(key) => key,
            None if may_make => make(&self.path)?,
            None => return Err(unavailable(&self.path, "is missing; what was encrypted with it cannot be decrypted")),
        };
        Ok(self.keys.get_or_init(|| Keys::of(&key)))
    }
}

fn read(path: &Path) -> StoreResult<Option<[u8; KEY_BYTES]>> {
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unavailable(path, &format!("cannot be read: {error}"))),
    };
    let mut bytes = Vec::with_capacity(KEY_BYTES + 1);
    let read = file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unavailable(path, &format!("cannot be read: {error}")))?;
    bytes.try_into().map(Some).map_err(|_| unavailable(path, "is not a key of 32 bytes"))
}

/// Creates and returns the key; if another process was faster, returns the key of that process.
fn make(path: &Path) -> StoreResult<[u8; KEY_BYTES]> {
    let mut key = [0_u8; KEY_BYTES];
    rand::rng().fill_bytes(&mut key);
    let folder = path.parent().unwrap_or(Path::new("."));
    // The file is either complete or absent: if only a part of the key were written, every secret that was sealed with
    // the whole key would be lost.
    let written = tempfile_in(folder).and_then(|(mut file, temporary)| {
        file.write_all(&key)?;
        file.sync_all()?;
        let linked = std::fs::hard_link(&temporary, path);
        std::fs::remove_file(&temporary)?;
        linked?;
        std::fs::File::open(folder)?.sync_all()
    });
    match written {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            read(path)?.ok_or_else(|| unavailable(path, "was removed"))
        }
        Err(error) => Err(unavailable(path, &format!("cannot be written: {error}"))),
    }
}

/// Creates a new file that only its owner may read.
fn tempfile_in(folder: &Path) -> std::io::Result<(std::fs::File, PathBuf)> {
    let path = folder.join(format!(".{SEALING_KEY_FILE}-{:016x}", rand::rng().next_u64()));
    Ok((new_private(&path)?, path))
}

fn unavailable(path: &Path, reason: &str) -> StoreError {
    StoreError::Unavailable(format!("{} {reason}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(key: &SealingKey, place: &str, sealed: &str) -> Option<String> {
        key.open(place, sealed).expect("the key is there").map(|secret| secret.expose().to_owned())
    }

    #[test]
    fn what_is_sealed_is_opened_in_its_place_by_any_process_and_nowhere_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = SealingKey::of_folder(folder.path());
        let sealed = key.seal("webhooks/1", "whsec_a").expect("sealed");
        assert!(!sealed.contains(&hex::encode(b"whsec_a")));
        assert_ne!(key.seal("webhooks/1", "whsec_a").expect("sealed"), sealed);
        let another = SealingKey::of_folder(folder.path());
        assert_eq!(opened(&another, "webhooks/1", &sealed).as_deref(), Some("whsec_a"));
        assert_eq!(opened(&key, "webhooks/2", &sealed), None);
        for place in 0..sealed.len() {
            let digit = if sealed.as_bytes()[place] == b'0' { "1" } else { "0" };
            let mut altered = sealed.clone();
            altered.replace_range(place..=place, digit);
            assert_eq!(opened(&key, "webhooks/1", &altered), None);
        }
        for other in ["", "whsec_a", "é", &sealed[..10], &sealed[1..]] {
            assert_eq!(opened(&key, "webhooks/1", other), None);
        }
    }

    #[test]
    fn missing_or_broken_sealing_key_is_reported_and_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let sealed = SealingKey::of_folder(folder.path()).seal("a", "secret").expect("sealed");
        let path = folder.path().join(SEALING_KEY_FILE);
        std::fs::write(&path, b"short").expect("written");
        for attempt in [
            SealingKey::of_folder(folder.path()).open("a", &sealed).map(|_| ()),
            SealingKey::of_folder(folder.path()).seal("a", "secret").map(|_| ()),
        ] {
            let error = attempt.expect_err("no key").to_string();
            assert!(error.contains(SEALING_KEY_FILE), "{error}");
        }
        assert_eq!(std::fs::read(&path).expect("still there"), b"short");
        std::fs::remove_file(&path).expect("removed");
        assert!(SealingKey::of_folder(folder.path()).open("a", &sealed).is_err());
        assert!(!path.exists());
    }

    #[test]
    fn of_many_processes_that_make_the_key_at_once_one_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let seal = |number: usize| {
            let path = folder.path().to_owned();
            std::thread::spawn(move || SealingKey::of_folder(&path).seal("a", &number.to_string()).expect("sealed"))
        };
        let threads: Vec<_> = (0..16).map(seal).collect();
        let key = SealingKey::of_folder(folder.path());
        for (number, thread) in threads.into_iter().enumerate() {
            let sealed = thread.join().expect("it ended");
            assert_eq!(opened(&key, "a", &sealed), Some(number.to_string()));
        }
        let names: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
        assert_eq!(names.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_may_read_the_key() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        SealingKey::of_folder(folder.path()).seal("a", "b").expect("sealed");
        let metadata = std::fs::metadata(folder.path().join(SEALING_KEY_FILE)).expect("it is there");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_digest_is_the_same_with_the_same_key_and_another_with_any_other() {
        let (folder, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let key = SealingKey::of_folder(folder.path());
        assert!(key.digest(false, &["a"]).is_err(), "a key was made");
        let digest = key.digest(true, &["a", "bc"]).expect("a key");
        let another_process = SealingKey::of_folder(folder.path());
        assert_eq!(another_process.digest(false, &["a", "bc"]).expect("the key"), digest);
        for texts in [&["ab", "c"][..], &["abc"], &["a", "bc", ""]] {
            assert_ne!(key.digest(false, texts).expect("the key"), digest, "{texts:?}");
        }
        assert_ne!(SealingKey::of_folder(other.path()).digest(true, &["a", "bc"]).expect("a key"), digest);
    }
}
