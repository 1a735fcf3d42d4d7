//! OAuth 2.1 for `/mcp`: clients, what they ask for, and connected apps.
//!
//! A client is a program, such as an assistant. A person who consents to its request connects an app: a client that may read some
//! sites of one organization, as that person, until a date.
//!
//! Sources: OAuth 2.1 (draft 13), RFC 7636 (PKCE), RFC 7591 (registration), RFC 8707 (resource), RFC 9207 (issuer), and the
//! Client ID Metadata Document draft.

pub mod authorization;
pub mod client;
pub mod connected_app;
pub mod consent;
pub mod error;
pub mod parameters;
pub mod pkce;
pub mod redirect_uri;

use jiff::SignedDuration;

/// How long an authorization code is valid.
pub const CODE_LASTS: SignedDuration = SignedDuration::from_secs(60);
/// How long an access token is valid.
pub const ACCESS_LASTS: SignedDuration = SignedDuration::from_hours(1);
/// How long a used refresh token gives the same successor again: two processes of a client may refresh at the same time.
pub const REPEATABLE: SignedDuration = SignedDuration::from_secs(60);
/// How long an app stays connected, in days, unless the person chooses another number.
pub const DEFAULT_DAYS: u32 = 30;
/// The maximum number of days that an app stays connected.
pub const MAX_DAYS: u32 = 365;
/// The maximum number of apps that a person may have connected to an organization.
pub const MAX_APPS: u32 = 50;
/// The maximum number of access tokens that are stored for an app. Older ones are unknown.
pub const MAX_ACCESS_TOKENS: u32 = 100;
/// How often an app may renew its refresh token within a day; one more ends it. Used refresh tokens are stored as long as
/// their app, so that each one that comes again is recognized, and this bounds their number.
pub const MAX_REFRESHES_A_DAY: u32 = 200;
/// The number of clients that one network may register per minute.
pub const REGISTRATIONS_PER_MINUTE: u32 = 20;
/// The maximum number of registered clients that no person has connected yet. A new one replaces the oldest.
pub const MAX_UNUSED_CLIENTS: u32 = 1_000;
/// How long a registered client is stored without being connected.
pub const UNUSED_CLIENT_LASTS: SignedDuration = SignedDuration::from_hours(24);
/// How long a registered client is stored after its last connected app ended.
pub const IDLE_CLIENT_LASTS: SignedDuration = SignedDuration::from_hours(90 * 24);
/// The maximum number of stored metadata documents of clients without a connected app. A new one replaces the oldest.
pub const MAX_IDLE_DOCUMENTS: u32 = 1_000;
/// The maximum number of clients that the operator enters.
pub const MAX_ENTERED_CLIENTS: usize = 100;
/// How long the metadata document of a client is used without reading it again.
pub const DOCUMENT_IS_FRESH: SignedDuration = SignedDuration::from_hours(1);
/// How often a document is read before that, because a request names an address that the stored copy lacks.
pub const READ_EARLY_EVERY: SignedDuration = SignedDuration::from_secs(60);
/// How long the last good metadata document of a client is used while it cannot be read.
pub const DOCUMENT_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The maximum size of a client's metadata document in bytes.
pub const MAX_DOCUMENT_BYTES: usize = 5 * 1024;
