//! Converts errors of use cases into errors of the API.

use askline_app::{
    error::{Changed, Conflict, Credential, Limit, TooOften, UseCaseError},
    ports::rules::MAX_RULES_PER_SITE,
};
use askline_domain::{
    annotations::MAX_ANNOTATIONS_PER_SITE,
    channels::MAX_CHANNELS_PER_ORGANIZATION,
    identity::{linked_identity::MAX_IDENTITIES, passkeys::MAX_PASSKEYS},
    keys::KeyStatus,
    logs::source::MAX_LOG_SOURCES,
    mail::MailKind,
    monitors::MAX_MONITORS_PER_SITE,
    oauth::MAX_APPS,
    organizations::bounds::{MAX_KEYS_MADE_A_DAY, MAX_PENDING_MEMBERS, MAX_SITES_MADE_A_DAY},
    prompts::MAX_PROMPTS_PER_SITE,
    recipients::MAX_RECIPIENTS_PER_ORGANIZATION,
    service_accounts::MAX_SERVICE_ACCOUNTS,
    shared::violation::Violation,
    shared_links::MAX_SHARED_LINKS,
    webhooks::MAX_WEBHOOKS_PER_ORGANIZATION,
};

use super::error::{ApiError, Code};

/// How an organization gets higher limits.
const RAISE_PLAN: &str = "ask the operator of this instance to raise the plan (askline org set-plan)";
const RETRY_SIGN_IN_AFTER_SECONDS: u64 = 1;
const RETRY_PROVIDER_AFTER_SECONDS: u64 = 10;

impl From<UseCaseError> for ApiError {
    fn from(error: UseCaseError) -> Self {
        match error {
            UseCaseError::NotFound(what) => Self::not_found(what),
            UseCaseError::Invalid(violations) => violations.into(),
            UseCaseError::AgainstPolicy(details) => {
                let first = details.first().map(|first| format!("{}: {}", first.path, first.message));
                let message =
                    format!("The text would deceive readers or their assistants. {}", first.unwrap_or_default());
                Self { details, ..Self::new(Code::PromptPolicyViolation, message) }
            }
            UseCaseError::LimitReached(limit) => Self::limit_reached(words_about(limit)),
            UseCaseError::InConflict(conflict) => Self::new(Code::Conflict, why_in_conflict(conflict)),
            UseCaseError::NeedsRole(role) => Self::forbidden(role),
            UseCaseError::InsufficientCredits(why) => Self::new(
                Code::InsufficientCredits,
                format!(
                    "{why} Wait for the credits of the next period, or ask the operator of this instance for more (askline org \
                     adjust-credits)."
                ),
            ),
            UseCaseError::NeedsProvider(title) => Self::new(
                Code::Forbidden,
                format!("Your organization does not let you sign in this way. Sign in with {title}."),
            ),
            UseCaseError::NotAdmitted(title) => Self::new(
                Code::Forbidden,
                format!(
                    "You are signed in at {title}, but there is no account here for you. Ask an owner or admin of your organization \
                     for an invitation."
                ),
            ),
            UseCaseError::ProviderUnavailable => Self {
                retry_after: Some(RETRY_PROVIDER_AFTER_SECONDS),
                ..Self::new(
                    Code::Unavailable,
                    "The sign-in provider does not answer as it should. Try again, or sign in in another way.",
                )
            },
            UseCaseError::AccountDeleted => {
                Self::new(Code::SessionExpired, "The account was deleted. Sign in with another one.")
            }
            UseCaseError::WrongCredential(shown) => {
                let message = why_wrong(shown);
                let details = link_detail(shown).map(|(path, code)| Violation::new(path, code, &*message));
                Self { details: details.into_iter().collect(), ..Self::new(Code::InvalidCredentials, message) }
            }
            UseCaseError::SecondFactorRequired(step) => Self {
                second_step: Some(step),
                ..Self::new(
                    Code::SecondFactorRequired,
                    "This account has a second factor. Send a code of the authenticator app, or a recovery code.",
                )
            },
            UseCaseError::FreshProofNeeded => Self::fresh_proof_needed(),
            UseCaseError::TooOften(what, seconds) => {
                Self { retry_after: Some(seconds), ..Self::new(Code::RateLimited, when_again(what, seconds)) }
            }
            UseCaseError::TooManySignIns => Self {
                retry_after: Some(RETRY_SIGN_IN_AFTER_SECONDS),
                ..Self::new(Code::Unavailable, "Too many sign-ins at the same time. Nothing was stored.")
            },
            UseCaseError::Failed(inside) => Self::internal(inside),
            UseCaseError::ChangedMeanwhile(what) => Self::new(Code::Conflict, how_to_repeat(what)),
            UseCaseError::Store(error) => error.into(),
        }
    }
}

/// What is wrong about a shared link's token or password, for the page that asks for it.
const fn link_detail(shown: Credential) -> Option<(&'static str, &'static str)> {
    match shown {
        Credential::SharedLink => Some(("token", "UNKNOWN")),
        Credential::ExpiredLink => Some(("token", "EXPIRED")),
        Credential::LinkPassword { sent: false } => Some(("password", "REQUIRED")),
        Credential::LinkPassword { sent: true } => Some(("password", "WRONG")),
        _ => None,
    }
}

fn words_about(limit: Limit) -> String {
    match limit {
        Limit::Sites { plan, most } => {
            format!(
                "The organization has reached the site limit of the {} plan ({most}). Delete a site that you no longer need, or \
                 {RAISE_PLAN}.",
                plan.name()
            )
        }
        Limit::Keys { plan, most } => format!(
            "The {} plan allows {most} active keys; a key and its replacement count as one. Revoke a key, or {RAISE_PLAN}.",
            plan.name()
        ),
        Limit::KeysMadeToday => format!(
            "The organization created {MAX_KEYS_MADE_A_DAY} keys today (UTC), including replacements. That is the daily limit. \
             Create more tomorrow."
        ),
        Limit::ServiceAccounts => format!(
            "The organization has reached the limit of {MAX_SERVICE_ACCOUNTS} service accounts. Delete one that you no longer need."
        ),
        Limit::LogSources => {
            format!(
                "The site has reached the limit of {MAX_LOG_SOURCES} log sources. Delete one that you no longer need."
            )
        }
        Limit::SharedLinks => {
            format!(
                "The site has reached the limit of {MAX_SHARED_LINKS} shared links. Delete one that you no longer need."
            )
        }
        Limit::Channels => format!(
            "The organization has reached the limit of {MAX_CHANNELS_PER_ORGANIZATION} channels. Delete one that you no longer need."
        ),
        Limit::Recipients => format!(
            "The organization has reached the limit of {MAX_RECIPIENTS_PER_ORGANIZATION} recipients. Delete one that you no longer need."
        ),
        Limit::Apps => format!(
            "You have connected {MAX_APPS} apps to this organization, which is the limit. Disconnect one that you no longer need."
        ),
        Limit::Identities => format!(
            "Your account has {MAX_IDENTITIES} linked accounts, which is the limit. Unlink one that you no longer need."
        ),
        Limit::Foundings { most } => format!(
            "An account can create at most {most} organizations here, and yours has reached this limit. Deleted ones count for 31 days. \
             Use an organization that you have, or ask the operator of this instance for another one."
        ),
        Limit::Seats { plan, most } => format!(
            "The {} plan has {most} seats, invitations included. Remove a member, or {RAISE_PLAN}.",
            plan.name()
        ),
        Limit::SeatsToJoin => {
            "The organization has no free seat. Ask its admins for one, then accept the invitation.".to_owned()
        }
        Limit::PendingMembers => format!(
            "{MAX_PENDING_MEMBERS} people are invited and have not joined yet, which is the limit. \
             Withdraw invitations, or wait until they are accepted."
        ),
        Limit::Webhooks => {
            format!(
                "The organization has reached the limit of {MAX_WEBHOOKS_PER_ORGANIZATION} webhooks. Delete one that you no longer need."
            )
        }
        Limit::Passkeys => {
            format!(
                "Your account has reached the limit of {MAX_PASSKEYS} passkeys. Remove one that you no longer need."
            )
        }
        Limit::Monitors => format!(
            "The site has reached the limit of {MAX_MONITORS_PER_SITE} monitors. Delete one that you no longer need."
        ),
        Limit::RulesOfProposals { room, approved } => format!(
            "A site can have {MAX_RULES_PER_SITE} rules. This one can have {room} more, but you tried to approve {approved}. \
             None was approved: approve fewer, or delete rules that are not needed."
        ),
        Limit::Annotations => format!(
            "The site has reached the limit of {MAX_ANNOTATIONS_PER_SITE} annotations. Delete one that you no longer need."
        ),
        Limit::Rules => {
            format!("The site has reached the limit of {MAX_RULES_PER_SITE} rules. Delete one that you no longer need.")
        }
        Limit::Prompts => {
            format!(
                "The site has reached the limit of {MAX_PROMPTS_PER_SITE} prompts. Delete one that you no longer need."
            )
        }
        Limit::PromptsOfFile { prompts } => format!(
            "A site may have {MAX_PROMPTS_PER_SITE} prompts, and with this file it would have {prompts}. Remove items from the file, \
             or delete prompts first."
        ),
        Limit::SitesMadeToday => format!(
            "The organization created {MAX_SITES_MADE_A_DAY} sites today (UTC). That is the daily limit. Create more tomorrow."
        ),
    }
}

fn why_wrong(shown: Credential) -> String {
    let text = match shown {
        Credential::AddressAndPassword => {
            "Wrong email address or password. Check both, or set a new password (POST /api/v1/auth/reset)."
        }
        Credential::CurrentPassword(field) => {
            return format!("{field} is not the current password. Send the one that you sign in with.");
        }
        Credential::MailedLink => "This link is unknown, was used, or has expired. Ask for a new one.",
        Credential::Provider => {
            "This sign-in has expired, was used, or began in another browser. Start again on the sign-in page."
        }
        Credential::OneTimeLink => {
            "This one-time link is unknown, was used, or has expired. Ask the operator for a new one."
        }
        Credential::Passkey => {
            "This passkey is unknown, is for something else, or its answer was used or came too late. Try again with one of your passkeys."
        }
        Credential::SetupToken => {
            "This is not the setup token that the server printed. Look for the latest one in the server's log."
        }
        Credential::Challenge => "This sign-in has expired, or had too many wrong codes. Sign in again.",
        Credential::SecondFactor => {
            "This code is wrong, or was used before. Wait for the next code of your app, or use a recovery code."
        }
        Credential::SharedLink => {
            "This shared link is unknown, or was ended. Ask the person who sent it for a new one."
        }
        Credential::ExpiredLink => "This shared link has expired. Ask the person who sent it for a new one.",
        Credential::LinkPassword { sent: false } => "This shared link has a password. Send it, too.",
        Credential::LinkPassword { sent: true } => {
            "This is not the password of the shared link. Ask the person who sent the link for it."
        }
        Credential::Invitation => {
            "This invitation is unknown, was used or withdrawn, or has expired. Ask the person who invited you for a new one."
        }
    };
    text.to_owned()
}

fn when_again(what: TooOften, seconds: u64) -> String {
    match what {
        TooOften::WrongPasswords => {
            format!("Too many wrong passwords or codes for this email address. Try again in {seconds} s.")
        }
        TooOften::WrongPasswordsFromAnywhere => format!(
            "Too many wrong passwords or codes for this email address within an hour. Sign in from a browser or an address that you \
            signed in from before, or try again in {seconds} s."
        ),
        TooOften::WrongLinkPasswords => {
            format!("Too many wrong passwords for this shared link. Try again in {seconds} s.")
        }
        TooOften::MailsToAddress => format!(
            "This address was sent {} emails within an hour. Look for them, or try again in {seconds} s.",
            MailKind::Proof.limits().address.limit().map_or(0, |limit| limit.most)
        ),
        TooOften::MailsOfOrganizationToAddress => {
            format!("Your organization sent this address several emails within a day. Try again in {seconds} s.")
        }
        TooOften::MailsOfOrganization => format!(
            "Your organization sent {} emails to people who are no members within an hour. Try again in {seconds} s.",
            MailKind::Recipient.limits().organization.limit().map_or(0, |limit| limit.most)
        ),
        TooOften::SignInsByGate => format!("You signed in too often within a minute. Try again in {seconds} s."),
        TooOften::AddressChanges => format!(
            "You asked to change your email address {} times within an hour. Try again in {seconds} s.",
            MailKind::AddressChange.limits().account.limit().map_or(0, |limit| limit.most)
        ),
    }
}

const fn how_to_repeat(what: Changed) -> &'static str {
    match what {
        Changed::Organization => "The organization was changed at the same time. Read it, then edit again.",
        Changed::Monitor => "The monitor was changed at the same time. Read it, then edit again.",
        Changed::Proposals => "The proposals were changed at the same time. Nothing was done; list them again.",
        Changed::Prompt => "The prompt was changed at the same time. Read it, then edit again.",
        Changed::RulesOfSite => {
            "ruleIds must name each rule of the site exactly once. Read the site's rules, then order them again."
        }
        Changed::PromptsOfSite => {
            "The site's prompts were changed at the same time. Nothing was imported; send the file again."
        }
    }
}

fn why_in_conflict(conflict: Conflict) -> String {
    let text = match conflict {
        Conflict::KeyNotRotatable(KeyStatus::Active) => {
            "This key was already replaced. Rotate the key that replaced it."
        }
        Conflict::KeyNotRotatable(KeyStatus::Expired) => "This key has expired. Create a new one.",
        Conflict::KeyNotRotatable(KeyStatus::Revoked) => "This key was revoked. Create a new one.",
        Conflict::KeyNotChangeable(KeyStatus::Active) => {
            "This key was already replaced. Change the key that replaced it."
        }
        Conflict::KeyNotChangeable(KeyStatus::Expired) => "This key has expired. Create a new one.",
        Conflict::KeyNotChangeable(KeyStatus::Revoked) => "This key was revoked. Create a new one.",
        Conflict::SlugTaken => "Another organization has this slug. Choose another one.",
        Conflict::AddressTaken => "An account with this email address exists. Sign in.",
        Conflict::AddressOfAnother => {
            "The account has another email address. Check the id, or send the address of the account."
        }
        Conflict::AddressOfOther => {
            "Another account has this email address. Sign in to that account, or use another address."
        }
        Conflict::AddressProven => "Your address is confirmed already. Nothing is left to do.",
        Conflict::AccountRemoved => "The account was removed in the meantime. Ask the operator for a new one.",
        Conflict::PasskeyKnown => "This passkey is stored already. Use another device, or remove the passkey first.",
        Conflict::OnlyWayIn => {
            "You could not sign in without it. Set a password, add a passkey, or link another account first."
        }
        Conflict::AccountLocked => "The account is locked. Unlock it first: askline user unlock.",
        Conflict::CodesRefused => {
            "There were too many wrong codes in a row. Use a recovery code, and change your password: then codes of your app work again."
        }
        Conflict::TotpExists => "An authenticator app is set up already. Remove it first.",
        Conflict::NoTotpOffered => {
            "No authenticator app waits for its first code, or it waited for too long. Set it up again."
        }
        Conflict::FactorNotGiven => {
            "Your second factor was not given in this session. Send a code of the authenticator app, a recovery code or a passkey."
        }
        Conflict::NoSecondFactor => "Your account has no second factor. Set up an authenticator app first.",
        Conflict::NoPassword => "Set a password first: it is asked for with the new address.",
        Conflict::NoMailServer => "This instance sends no email. Ask its administrator for help.",
        Conflict::FirstOwnerExists => {
            "Someone else has already created the first owner. Sign in, or ask them for an invitation. Nothing was stored."
        }
        Conflict::AlreadyMember => {
            "They are a member of this organization already. Change their role in the list of members instead."
        }
        Conflict::AlreadyInvited => {
            "They were invited already. Make a new token for them, or withdraw the invitation first."
        }
        Conflict::OnlyOwner => "This is the only owner. Make someone else an owner first.",
        Conflict::JoinedAlready => {
            "You are a member of this organization already. Someone else can still accept the invitation."
        }
        Conflict::AddressOfJoinerTaken => {
            "An account with this email address exists. Sign in to it and accept the invitation, or use another address."
        }
        Conflict::OwnAnnotation => "Askline wrote this annotation, so it cannot be changed. Delete it to hide it.",
        Conflict::AccountWithoutPassword => {
            "An account with this email address exists and has no password. Sign in as you did before, then link this account on the \
             page of your account."
        }
        Conflict::IdentityLinkedElsewhere => {
            "This sign-in account is linked to another account here. Sign in with it, and unlink it there first."
        }
        Conflict::AddressOfProvider(title) => {
            return format!(
                "Your organization wants you to sign in with {title}, so your address stays in its domain. Use an address there."
            );
        }
        Conflict::ChannelDisabled => "This channel is disabled. Enable it first.",
        Conflict::AlreadyRecipient => "This address is a recipient already. Change that recipient instead.",
        Conflict::RecipientConfirmed => "This address is confirmed already. Nothing is left to do.",
        Conflict::WebhookDisabled => "This webhook is disabled. Enable it first.",
        Conflict::NoEngineReady(why) => return why,
        Conflict::MonitorArchived => "This monitor is archived, so it asks nothing. Restore it first.",
        Conflict::AlreadyRunning => "A run of this monitor is under way. Wait until it has ended.",
        Conflict::AlreadyGenerating(job) => {
            return format!(
                "Prompts of this site are being generated already, by the job {job}. Wait until it has ended."
            );
        }
        Conflict::WrittenByPerson(source) => {
            return format!(
                "The prompt is {source}: a person wrote its text, and that is never overwritten. Edit it, or create another one."
            );
        }
    };
    text.to_owned()
}

#[cfg(test)]
mod tests;
