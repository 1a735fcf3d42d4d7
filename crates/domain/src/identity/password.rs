//! Hashes and verifies passwords with Argon2id. With a decoy, an unknown email takes as long as a wrong password.

use std::sync::LazyLock;

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use rand::Rng as _;
use subtle::ConstantTimeEq as _;

use crate::{
    identity::secret::Secret,
    shared::{steps, violation::Violations},
};

/// The minimum length of a password, in characters. NIST SP 800-63B-4 §3.1.1 requires 8 with a second factor and 15
/// without; ten is our compromise.
pub const MIN_PASSWORD_CHARACTERS: usize = 10;
/// The maximum length of a password, in characters, so that nobody can make the service hash a megabyte.
pub const MAX_PASSWORD_CHARACTERS: usize = 256;

const SALT_BYTES: usize = 16;
/// The minimum size of an allocation, in blocks of 1 KiB; only used blocks become resident. The C library always maps
/// allocations above 32 MiB separately and returns them to the system when they are dropped. It may keep smaller ones, once
/// an allocation of that size was dropped. Source: glibc, `DEFAULT_MMAP_THRESHOLD_MAX` in malloc.c.
const BLOCKS_ASKED_FOR: usize = 33 * 1024;
/// The maximum size of a hash that is verified, in blocks. Our hashes use 19,456; a stored hash with more is not ours.
const MAX_BLOCKS: usize = 64 * 1024;

/// Steps for filling a block of 1 KiB once. A hash of ours fills 38,912 blocks, which takes 25 milliseconds.
const STEPS_FOR_A_BLOCK: usize = 640;

/// The memory of a hash, reused for the next one. When dropped, it is returned to the system immediately.
#[derive(Default)]
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.capacity() < count {
            self.0 = Vec::with_capacity(count.max(BLOCKS_ASKED_FOR));
        }
        if self.0.len() < count {
            self.0.resize(count, Block::new());
        }
        &mut self.0[..count]
    }
}

/// Hashes a single password; see [`hash_password_in`].
pub fn hash_password(password: &Secret) -> String {
    hash_password_in(&mut HashMemory::default(), password)
}

/// Hashes a password with Argon2id, in PHC string form. Slow on purpose: do not call it on the async threads.
pub fn hash_password_in(memory: &mut HashMemory, password: &Secret) -> String {
    let mut salt = [0_u8; SALT_BYTES];
    rand::rng().fill_bytes(&mut salt);
    let params = Params::DEFAULT;
    let output = output_of(memory, password, &salt, Algorithm::default(), Version::default(), params.clone());
    let hash = output.and_then(|output| {
        Some(PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(&params).ok()?,
            salt: Salt::new(&salt).ok(),
            hash: Some(output),
        })
    });
    hash.expect("the default parameters are valid for any password").to_string()
}

/// Whether `hash` is the hash of `password`. `None` is compared with a decoy, which takes as long, and the result is false.
pub fn verify_password_in(memory: &mut HashMemory, password: &Secret, hash: Option<&str>) -> bool {
    static DECOY: LazyLock<String> =
        LazyLock::new(|| hash_password(&Secret::new("a decoy that nobody can log in with")));
    let Ok(stored) = PasswordHash::new(hash.unwrap_or(&DECOY)) else { return false };
    matches(memory, password, &stored).unwrap_or(false) && hash.is_some()
}

/// Creates the decoy now, so that the first sign-in does not have to.
pub fn prepare_decoy() {
    verify_password_in(&mut HashMemory::default(), &Secret::new(""), None);
}

/// Returns `None` for a hash that this service did not create.
fn matches(memory: &mut HashMemory, password: &Secret, stored: &PasswordHash) -> Option<bool> {
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let params = Params::try_from(stored).ok()?;
    let expected = stored.hash?;
    let output = output_of(memory, password, &stored.salt?, algorithm, version, params)?;
    Some(output.as_bytes().ct_eq(expected.as_bytes()).into())
}

fn output_of(
    memory: &mut HashMemory,
    password: &Secret,
    salt: &[u8],
    algorithm: Algorithm,
    version: Version,
    params: Params,
) -> Option<Output> {
    let blocks = params.block_count();
    if blocks > MAX_BLOCKS {
        return None;
    }
    steps::count(STEPS_FOR_A_BLOCK * blocks * params.t_cost() as usize);
    let mut bytes = [0_u8; Output::MAX_LENGTH];
    let output = bytes.get_mut(..params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN))?;
    let hasher = Argon2::new(algorithm, version, params);
    hasher.hash_password_into_with_memory(password.expose().as_bytes(), salt, output, memory.blocks(blocks)).ok()?;
    Output::new(output).ok()
}

/// Reports what is wrong with a new password.
pub fn check_new_password(path: &str, password: &str, email: &str, violations: &mut Violations) {
    let length = password.chars().count();
    if length < MIN_PASSWORD_CHARACTERS {
        violations.add(path, "TOO_SHORT", format!("{path} needs at least {MIN_PASSWORD_CHARACTERS} characters."));
    } else if length > MAX_PASSWORD_CHARACTERS {
        violations.add(path, "TOO_LONG", format!("{path} may have at most {MAX_PASSWORD_CHARACTERS} characters."));
    } else if password.eq_ignore_ascii_case(email) {
        violations.add(path, "TOO_SIMPLE", format!("{path} must not be the email address."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher as _, PasswordVerifier as _};

    #[test]
    fn only_the_right_password_verifies_and_a_decoy_never_does() {
        let mut memory = HashMemory::default();
        let hash = hash_password_in(&mut memory, &Secret::new("correct horse"));
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let mut verify =
            |password: &str, hash: Option<&str>| verify_password_in(&mut memory, &Secret::new(password), hash);
        assert!(verify("correct horse", Some(&hash)));
        assert!(!verify("correct horsf", Some(&hash)));
        assert!(!verify("a decoy that nobody can log in with", None));
        assert!(!verify("x", Some("not a hash")));
        assert!(!verify("correct horse", Some(&hash.replace("m=19456", "m=1945600"))));
        assert!(!verify("correct horse", Some(hash.rsplit_once('$').expect("a hash in PHC form").0)));
    }

    #[test]
    fn hashes_are_those_of_the_crate_in_memory_that_was_used_before_too() {
        let mut memory = HashMemory::default();
        let theirs = Argon2::default().hash_password(b"correct horse").expect("a hash").to_string();
        for password in ["correct horse", "battery staple", "correct horse"] {
            let verified = verify_password_in(&mut memory, &Secret::new(password), Some(&theirs));
            assert_eq!(verified, password == "correct horse");
            let ours = hash_password_in(&mut memory, &Secret::new(password));
            let parsed = PasswordHash::new(&ours).expect("a hash in PHC form");
            assert!(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
        }
    }

    #[test]
    fn memory_is_asked_for_once_and_only_what_is_used_of_it_is_touched() {
        let mut memory = HashMemory::default();
        for _ in 0..3 {
            hash_password_in(&mut memory, &Secret::new("correct horse"));
        }
        assert_eq!((memory.0.len(), memory.0.capacity()), (19_456, BLOCKS_ASKED_FOR));
        assert!(memory.0.capacity() * Block::SIZE > 32 * 1024 * 1024);
    }
}
