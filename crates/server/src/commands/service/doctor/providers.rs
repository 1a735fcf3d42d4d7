//! Whether the identity providers can be used, by what they publish about themselves.

use std::sync::Arc;

use askline_app::ports::identity::identity_providers::IdentityProviders as _;
use askline_domain::{identity::provider::Provider, shared::clock::SystemClock};

use super::finding::{Finding, State, finding};
use crate::{commands::answer::Context, stores::Stores, wiring};

const NAME: &str = "sign-in";

/// Reads the discovery document and the keys of each provider, and looks up the organizations that its settings name.
pub(super) async fn providers(context: &Context, stores: &Stores) -> Finding {
    let all = &context.settings.api.providers.oidc;
    if all.is_empty() {
        return finding(NAME, Ok("no identity provider is set".into()));
    }
    let client = match wiring::identity_providers(&context.settings, Arc::new(SystemClock::default())) {
        Ok(client) => client,
        Err(failure) => return finding(NAME, Err(failure.to_string())),
    };
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for provider in &**all {
        match client.check(&provider.name).await {
            Ok(()) => good.push(provider.name.clone()),
            Err(fault) => bad.push(format!("{}: {fault}", provider.name)),
        }
        bad.extend(missing_organizations(provider, stores).await);
    }
    if bad.is_empty() {
        Finding { name: NAME, state: State::Good, text: format!("identity providers: {}", good.join(", ")) }
    } else {
        Finding { name: NAME, state: State::Bad, text: bad.join("; ") }
    }
}

async fn missing_organizations(provider: &Provider, stores: &Stores) -> Vec<String> {
    let mut missing = Vec::new();
    for org in provider.organizations() {
        if !matches!(stores.metadata.organization(org).await, Ok(Some(_))) {
            missing.push(format!("{}: there is no organization {org}", provider.name));
        }
    }
    missing
}
