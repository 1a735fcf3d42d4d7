//! Tests that every refusal says what to do next.

use askline_domain::{
    identity::role::Role,
    organizations::plan::Plan,
    prompts::PromptSource,
    shared::ids::{Id as _, JobId},
};

use super::*;

/// The verbs of next steps, which the tests over HTTP read too.
const VERBS: &str = include_str!("../../../../../testdata/next_steps.txt");

/// Whether a sentence, or a part of one after a comma, a colon or "or", begins with a verb that says what to do.
fn names_a_next_step(message: &str) -> bool {
    let message = message.to_lowercase();
    let parts = message.split(". ").flat_map(|sentence| sentence.split([',', ':', ';']));
    let mut parts = parts.flat_map(|part| part.split(" or ")).map(str::trim);
    let begins = |part: &str| VERBS.lines().filter(|line| !line.starts_with('#')).any(|verb| part.starts_with(verb));
    parts.any(|part| begins(part.trim_start_matches("or ").trim_start_matches("then ")))
}

fn check_message(error: ApiError) {
    assert!(names_a_next_step(&error.message), "{}: {}", error.code.as_str(), error.message);
}

#[test]
fn every_conflict_says_what_to_do_next() {
    use Conflict::*;
    let conflicts = [
        KeyNotRotatable(KeyStatus::Active),
        KeyNotRotatable(KeyStatus::Expired),
        KeyNotRotatable(KeyStatus::Revoked),
        KeyNotChangeable(KeyStatus::Active),
        KeyNotChangeable(KeyStatus::Expired),
        KeyNotChangeable(KeyStatus::Revoked),
        SlugTaken,
        AddressTaken,
        AddressOfAnother,
        AddressOfOther,
        FirstOwnerExists,
        AccountRemoved,
        AccountLocked,
        PasskeyKnown,
        OnlyWayIn,
        CodesRefused,
        FactorNotGiven,
        TotpExists,
        NoTotpOffered,
        NoSecondFactor,
        NoPassword,
        NoMailServer,
        AlreadyMember,
        AlreadyInvited,
        OnlyOwner,
        AddressOfJoinerTaken,
        WebhookDisabled,
        MonitorArchived,
        ChannelDisabled,
        AlreadyRunning,
        AlreadyGenerating(JobId::from_bits(1)),
        WrittenByPerson(PromptSource::Manual),
        OwnAnnotation,
        AddressOfProvider("Acme".into()),
        AccountWithoutPassword,
        IdentityLinkedElsewhere,
        AlreadyRecipient,
    ];
    for conflict in conflicts {
        // A new variant does not compile here: add it to the list above.
        match conflict {
            KeyNotRotatable(_)
            | KeyNotChangeable(_)
            | SlugTaken
            | AddressTaken
            | AddressOfAnother
            | AddressOfOther
            | FirstOwnerExists
            | AccountRemoved
            | PasskeyKnown
            | OnlyWayIn
            | AccountLocked
            | CodesRefused
            | FactorNotGiven
            | TotpExists
            | NoTotpOffered
            | NoSecondFactor
            | NoPassword
            | NoMailServer
            | AlreadyMember
            | AlreadyInvited
            | OnlyOwner
            | AddressOfJoinerTaken
            | WebhookDisabled
            | MonitorArchived
            | ChannelDisabled
            | AlreadyRunning
            | AlreadyGenerating(_)
            | WrittenByPerson(_)
            | OwnAnnotation
            | AddressOfProvider(_)
            | AccountWithoutPassword
            | IdentityLinkedElsewhere
            | AlreadyRecipient => {}
            // After the first three nothing is left to do; the last is a sentence about the engines of a monitor.
            AddressProven | JoinedAlready | RecipientConfirmed | NoEngineReady(_) => unreachable!("not in the list"),
        }
        check_message(UseCaseError::InConflict(conflict).into());
    }
    for changed in [
        Changed::Organization,
        Changed::Monitor,
        Changed::Proposals,
        Changed::Prompt,
        Changed::PromptsOfSite,
        Changed::RulesOfSite,
    ] {
        check_message(UseCaseError::ChangedMeanwhile(changed).into());
    }
}

#[test]
fn every_limit_says_how_to_get_below_it() {
    use Limit::*;
    let plan = Plan::Pro;
    let limits = [
        Sites { plan, most: 5 },
        SitesMadeToday,
        Keys { plan, most: 10 },
        KeysMadeToday,
        Apps,
        Identities,
        ServiceAccounts,
        LogSources,
        SharedLinks,
        Channels,
        Recipients,
        Foundings { most: 1 },
        Seats { plan, most: 5 },
        SeatsToJoin,
        PendingMembers,
        Webhooks,
        Monitors,
        Passkeys,
        Annotations,
        Rules,
        RulesOfProposals { room: 1, approved: 2 },
        Prompts,
        PromptsOfFile { prompts: 2_001 },
    ];
    for limit in limits {
        // A new variant does not compile here: add it to the list above.
        match limit {
            Sites { .. }
            | SitesMadeToday
            | Keys { .. }
            | KeysMadeToday
            | Apps
            | Identities
            | ServiceAccounts
            | LogSources
            | SharedLinks
            | Channels
            | Recipients
            | Foundings { .. }
            | Seats { .. }
            | SeatsToJoin
            | PendingMembers
            | Webhooks
            | Monitors
            | Passkeys
            | Annotations
            | Rules
            | RulesOfProposals { .. }
            | Prompts
            | PromptsOfFile { .. } => {}
        }
        check_message(UseCaseError::LimitReached(limit).into());
    }
}

#[test]
fn every_refused_credential_role_and_plan_says_what_to_do_next() {
    use Credential::*;
    for shown in [
        AddressAndPassword,
        CurrentPassword("password"),
        MailedLink,
        OneTimeLink,
        SetupToken,
        Passkey,
        Invitation,
        Challenge,
        SecondFactor,
        Provider,
        SharedLink,
        ExpiredLink,
        LinkPassword { sent: false },
        LinkPassword { sent: true },
    ] {
        // A new variant does not compile here: add it to the list above.
        match shown {
            AddressAndPassword
            | CurrentPassword(_)
            | MailedLink
            | OneTimeLink
            | SetupToken
            | Passkey
            | Invitation
            | Challenge
            | SecondFactor
            | Provider
            | SharedLink
            | ExpiredLink
            | LinkPassword { .. } => {}
        }
        check_message(UseCaseError::WrongCredential(shown).into());
    }
    check_message(UseCaseError::AccountDeleted.into());
    check_message(UseCaseError::NotAdmitted("Acme".into()).into());
    check_message(UseCaseError::NeedsProvider("Acme".into()).into());
    for role in Role::EVERY {
        check_message(UseCaseError::NeedsRole(role).into());
        assert!(ApiError::forbidden(role).message.contains(&format!("'{role}'")));
    }
    for plan in Plan::EVERY {
        check_message(ApiError::plan_required(plan, "API keys need"));
    }
}

#[test]
fn a_message_that_only_refuses_names_no_next_step() {
    for message in ["Another organization has this slug.", "The key has another scope."] {
        assert!(!names_a_next_step(message), "{message}");
    }
}
