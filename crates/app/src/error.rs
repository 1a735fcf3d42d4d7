//! Why a use case failed.

use askline_domain::{
    identity::{role::Role, second_factor::challenge::SecondStep},
    keys::KeyStatus,
    organizations::plan::Plan,
    prompts::PromptSource,
    shared::{ids::JobId, violation::Violation},
};

use crate::ports::{StoreError, again::ChangeError};

/// Why a use case failed. The requested change was not stored, with two exceptions: the store cannot tell whether it
/// was, or an account or membership was stored and only the sign-in after it failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UseCaseError {
    /// There is no such object, or the caller may not see it.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// What is wrong with the input, field by field.
    #[error("the input is not allowed: {}", first(.0))]
    Invalid(Vec<Violation>),
    /// Passages that the prompt policy refuses.
    #[error("a text is against the prompt policy: {}", first(.0))]
    AgainstPolicy(Vec<Violation>),
    /// A limit is reached.
    #[error("a limit is reached: {0:?}")]
    LimitReached(Limit),
    /// The stored data does not allow it.
    #[error("what is stored does not allow it: {0:?}")]
    InConflict(Conflict),
    /// Only members with this role or a higher one may do this.
    #[error("this needs the role '{0}'")]
    NeedsRole(Role),
    /// Too few credits are available; the text explains it.
    #[error("{0}")]
    InsufficientCredits(String),
    /// The account must sign in with the provider of this title, and not with a password.
    #[error("the account must sign in with '{0}'")]
    NeedsProvider(String),
    /// The provider of this title proved who the person is, and its settings do not let them in.
    #[error("'{0}' lets this person in nowhere")]
    NotAdmitted(String),
    /// A sign-in provider does not answer as it should.
    #[error("a sign-in provider cannot be used")]
    ProviderUnavailable,
    /// The account of the caller was deleted.
    #[error("the account was deleted")]
    AccountDeleted,
    /// A credential or a token is wrong, was used, or has expired.
    #[error("a credential is wrong, was used, or has expired: {0:?}")]
    WrongCredential(Credential),
    /// The account has a second factor, which the sign-in still needs.
    #[error("the second factor is needed")]
    SecondFactorRequired(Box<SecondStep>),
    /// The session's last proof of who is signed in is too old for it.
    #[error("a fresh proof is needed")]
    FreshProofNeeded,
    /// A limit per minute or per hour is reached; the number is the seconds to wait.
    #[error("it was done too often: {0:?}; wait {1} s")]
    TooOften(TooOften, u64),
    /// Too many passwords are being hashed or are waiting to be hashed.
    #[error("too many sign-ins at once")]
    TooManySignIns,
    /// A defect of Askline.
    #[error("a part of the service failed: {0}")]
    Failed(String),
    /// Someone else changed the object after it was read.
    #[error("it was changed at the same time: {0:?}")]
    ChangedMeanwhile(Changed),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A credential or a token that a caller sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// Email address and password.
    AddressAndPassword,
    /// The current password of the caller's account, in this field.
    CurrentPassword(&'static str),
    /// The token of an emailed link.
    MailedLink,
    /// A one-time token of the operator.
    OneTimeLink,
    /// The answer of a passkey.
    Passkey,
    /// The token that creates the first owner.
    SetupToken,
    /// The token of an invitation.
    Invitation,
    /// The id of a challenge for the second factor.
    Challenge,
    /// A code for the second factor.
    SecondFactor,
    /// The token of a shared link that does not exist, or was deleted.
    SharedLink,
    /// The token of a shared link that has expired.
    ExpiredLink,
    /// The password of a shared link: a wrong one, or none although it has one.
    LinkPassword {
        /// Whether one was sent.
        sent: bool,
    },
    /// What came back from a sign-in provider, or the browser's token for it.
    Provider,
}

/// What is limited per period of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooOften {
    /// Wrong passwords for an email address, from one address or in sessions of its account.
    WrongPasswords,
    /// Wrong passwords for an email address from anywhere, except from clients that its account knows.
    WrongPasswordsFromAnywhere,
    /// Wrong passwords for a shared link.
    WrongLinkPasswords,
    /// Emails to an address.
    MailsToAddress,
    /// Emails of an organization to an address.
    MailsOfOrganizationToAddress,
    /// Emails of an organization to addresses of no member.
    MailsOfOrganization,
    /// Changes of an account's email address.
    AddressChanges,
    /// Sign-ins of a person by the gate in front of the service.
    SignInsByGate,
}

/// Why stored data does not allow a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Only an active key that has not been rotated can be rotated.
    KeyNotRotatable(KeyStatus),
    /// Only an active key that has not been rotated can be changed.
    KeyNotChangeable(KeyStatus),
    /// Another organization has the slug.
    SlugTaken,
    /// An account already has the email address, or can restore it.
    AddressTaken,
    /// The account has another email address, or does not exist.
    AddressOfAnother,
    /// Another account has, or can restore, the email address that a link confirms or restores.
    AddressOfOther,
    /// The email address is already confirmed.
    AddressProven,
    /// There is already an account.
    FirstOwnerExists,
    /// The account was removed after it was created.
    AccountRemoved,
    /// The passkey that a device made is stored already.
    PasskeyKnown,
    /// Without it, the account could not be signed in to.
    OnlyWayIn,
    /// The operator locked the account.
    AccountLocked,
    /// Too many codes were wrong in a row: codes of the app are refused until the password is changed.
    CodesRefused,
    /// An authenticator app is set up already.
    TotpExists,
    /// No authenticator app waits to be confirmed, or it waited for too long.
    NoTotpOffered,
    /// The second factor was not given in this session, so the password alone is not enough.
    FactorNotGiven,
    /// The account has no second factor.
    NoSecondFactor,
    /// The account has no password, so it cannot be asked for one.
    NoPassword,
    /// The instance sends no email.
    NoMailServer,
    /// The person is already a member of the organization.
    AlreadyMember,
    /// The person is already invited.
    AlreadyInvited,
    /// The organization has no other owner.
    OnlyOwner,
    /// The person who accepts an invitation is already a member.
    JoinedAlready,
    /// An account has, or can restore, the email address of the person who accepts an invitation.
    AddressOfJoinerTaken,
    /// Askline wrote the annotation, so it cannot be changed.
    OwnAnnotation,
    /// People with the account's address sign in with the provider of this title, so the address stays in its domain.
    AddressOfProvider(String),
    /// The account with the address has no password, so the identity cannot be linked with it.
    AccountWithoutPassword,
    /// The identity is linked to another account.
    IdentityLinkedElsewhere,
    /// Nothing is sent to a webhook that is disabled.
    WebhookDisabled,
    /// Nothing is sent to a channel that is disabled.
    ChannelDisabled,
    /// The address is a recipient of the organization.
    AlreadyRecipient,
    /// The recipient confirmed the address.
    RecipientConfirmed,
    /// No engine of the monitor can be asked; the text explains it.
    NoEngineReady(String),
    /// The monitor is archived, so it asks nothing.
    MonitorArchived,
    /// A run of the monitor is in progress.
    AlreadyRunning,
    /// A job is already generating prompts of the site.
    AlreadyGenerating(JobId),
    /// A person wrote the prompt.
    WrittenByPerson(PromptSource),
}

/// A limit on how many objects of a kind there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The sites of a plan.
    Sites {
        /// The plan.
        plan: Plan,
        /// The maximum.
        most: u32,
    },
    /// The sites that an organization may create within a day.
    SitesMadeToday,
    /// The active keys of a plan; a key and its replacement count as one.
    Keys {
        /// The plan.
        plan: Plan,
        /// The maximum.
        most: u32,
    },
    /// The keys that an organization may create within a day, including replacements.
    KeysMadeToday,
    /// The service accounts of an organization.
    ServiceAccounts,
    /// The sources of logs of a site.
    LogSources,
    /// The shared links of a site.
    SharedLinks,
    /// The channels of an organization.
    Channels,
    /// The recipients of an organization.
    Recipients,
    /// The apps that a person may connect to an organization.
    Apps,
    /// The identities that may be linked to an account.
    Identities,
    /// The organizations that an account may create.
    Foundings {
        /// The maximum.
        most: u32,
    },
    /// The seats of a plan.
    Seats {
        /// The plan.
        plan: Plan,
        /// The maximum.
        most: u32,
    },
    /// The seats of the organization that someone wants to join.
    SeatsToJoin,
    /// The pending invitations of an organization.
    PendingMembers,
    /// The webhooks of an organization.
    Webhooks,
    /// The passkeys of an account.
    Passkeys,
    /// The monitors of a site.
    Monitors,
    /// The annotations of a site that people and programs wrote.
    Annotations,
    /// The rules of a site.
    Rules,
    /// The rules of a site: fewer can be added than proposals were to be approved.
    RulesOfProposals {
        /// How many more rules it may have.
        room: u32,
        /// How many proposals were to be approved.
        approved: usize,
    },
    /// The prompts of a site.
    Prompts,
    /// The prompts of a site, of which there would be too many after an import.
    PromptsOfFile {
        /// How many there would be.
        prompts: usize,
    },
}

/// What someone else changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// An organization.
    Organization,
    /// A monitor.
    Monitor,
    /// The proposed rules of a site.
    Proposals,
    /// A prompt.
    Prompt,
    /// The prompts of a site.
    PromptsOfSite,
    /// The rules of a site: they are no longer the ones that the request named.
    RulesOfSite,
}

impl UseCaseError {
    /// Reports a defect of Askline.
    pub(crate) fn failed(inside: impl std::fmt::Display) -> Self {
        Self::Failed(inside.to_string())
    }

    /// The violations of the input, if they are the reason.
    pub fn into_violations(self) -> Vec<Violation> {
        match self {
            Self::Invalid(violations) | Self::AgainstPolicy(violations) => violations,
            _ => Vec::new(),
        }
    }
}

fn first(violations: &[Violation]) -> &str {
    violations.first().map_or("", |violation| violation.message.as_str())
}

impl ChangeError for UseCaseError {
    fn of_store(self) -> Result<StoreError, Self> {
        match self {
            Self::Store(error) => Ok(error),
            error => Err(error),
        }
    }
}

impl From<Conflict> for UseCaseError {
    fn from(conflict: Conflict) -> Self {
        Self::InConflict(conflict)
    }
}

impl From<Vec<Violation>> for UseCaseError {
    fn from(violations: Vec<Violation>) -> Self {
        Self::Invalid(violations)
    }
}
