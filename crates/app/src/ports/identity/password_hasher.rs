//! Password hashes. Where and when they are computed is decided in `accounts::hashing`.

use askline_domain::identity::{
    password::{HashMemory, hash_password_in, verify_password_in},
    secret::Secret,
};

/// Hashes and verifies passwords. Both take tens of milliseconds on purpose, and run outside the async threads.
pub trait PasswordHasher: Send + Sync + 'static {
    /// Hashes a new password.
    fn hash(&self, memory: &mut HashMemory, password: &Secret) -> String;
    /// Whether `password` matches `hash`. Without a hash it takes the same time and returns false.
    fn verify(&self, memory: &mut HashMemory, password: &Secret, hash: Option<&str>) -> bool;
}

/// Argon2id.
pub struct Argon2idHasher;

impl PasswordHasher for Argon2idHasher {
    fn hash(&self, memory: &mut HashMemory, password: &Secret) -> String {
        hash_password_in(memory, password)
    }

    fn verify(&self, memory: &mut HashMemory, password: &Secret, hash: Option<&str>) -> bool {
        verify_password_in(memory, password, hash)
    }
}
