//! The paths of the endpoints.

pub(super) const AUTHORIZE: &str = "/oauth/authorize";
pub(super) const TOKEN: &str = "/oauth/token";
pub(super) const REVOKE: &str = "/oauth/revoke";
pub(super) const REGISTER: &str = "/oauth/register";
