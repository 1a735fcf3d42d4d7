//! The algorithms of signatures that are accepted.

use openidconnect::core::CoreJwsSigningAlgorithm;

/// The signature algorithms that are accepted: of public keys, and none of secrets that both sides have.
pub(super) const ALGORITHMS: [CoreJwsSigningAlgorithm; 4] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];
