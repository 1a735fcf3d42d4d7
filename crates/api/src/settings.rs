//! The operator's settings for the API. Only `server` reads them from files and the environment.

use std::net::IpAddr;

use askline_app::instance::providers::Providers;
use askline_domain::{engines::EngineCatalogue, oauth::client::Client, organizations::plan::Plan};
use axum::http::HeaderName;
use ipnet::IpNet;

/// Settings of the API.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// The URL at which readers and members reach this service, without a slash at the end. `None`: derived from each request's
    /// `Host`, or from what a trusted proxy reports.
    pub public_url: Option<String>,
    /// The URL from which pages load the widget and to which they send events, without a slash at the end; it may have a path.
    /// `None`: that of the service.
    pub widget_url: Option<String>,
    /// Networks of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The plan of organizations that are created through the API.
    pub default_plan: Plan,
    /// The maximum number of organizations that an account may create, apart from those it was created with or invited to; 0:
    /// none.
    pub organizations_per_account: u32,
    /// Whether anyone may sign up.
    pub signup: bool,
    /// Whom people ask for a new password, as shown on sign-in pages; `None`: nobody is named.
    pub contact: Option<String>,
    /// Whether a prompt that violates the policy is refused; otherwise it is stored with a warning.
    pub refuse_prompts_against_policy: bool,
    /// Limits.
    pub limits: RequestLimits,
    /// The engines: which can be asked, and what an answer costs.
    pub engines: EngineCatalogue,
    /// Generation of prompts and questions.
    pub generation: GenerationSettings,
    /// Whether the operator set a mail server.
    pub mail: bool,
    /// The OAuth clients that the operator entered.
    pub oauth_clients: Vec<Client>,
    /// The identity providers.
    pub providers: Providers,
    /// The gate in front of the service that names people in headers, if the operator has one.
    pub trusted_header: Option<TrustedHeader>,
}

/// A gate in front of the service that names the person of each request in headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedHeader {
    /// The networks of the gate. Not those of `trusted_proxies`: a proxy may pass on a client's headers.
    pub from: Vec<IpNet>,
    /// The header with the person's id.
    pub user: HeaderName,
    /// The header with their email address.
    pub email: HeaderName,
    /// The header with their name.
    pub name: HeaderName,
}

/// The settings of generations that the API needs.
#[derive(Debug, Clone)]
pub struct GenerationSettings {
    /// The model that writes; `None` for the built-in generator.
    pub model: Option<String>,
    /// Credits for a generation by the model for a whole site.
    pub credits_per_site: u32,
    /// Credits for a generation by the model for one prompt.
    pub credits_per_prompt: u32,
}

impl GenerationSettings {
    /// The cost of a generation for a whole site, in credits; 0 without a model.
    pub fn cost_of_site(&self) -> u32 {
        if self.model.is_some() { self.credits_per_site } else { 0 }
    }

    /// The cost of a generation for one prompt, in credits; 0 without a model.
    pub fn cost_of_prompt(&self) -> u32 {
        if self.model.is_some() { self.credits_per_prompt } else { 0 }
    }
}

impl Default for GenerationSettings {
    fn default() -> Self {
        Self { model: None, credits_per_site: 20, credits_per_prompt: 5 }
    }
}

/// The maximum number of requests per minute; 0 means no limit.
#[derive(Debug, Clone, Copy)]
pub struct RequestLimits {
    /// Event intake, for a client address.
    pub intake_per_minute: u32,
    /// Public configuration, for a client address.
    pub config_per_minute: u32,
    /// Sessions, for a user.
    pub session_per_minute: u32,
    /// Sign-ins, and other routes with the same limit, such as password resets; for a client address.
    pub login_per_minute: u32,
    /// Documents and everything else that needs no credential, for a client address.
    pub document_per_minute: u32,
    /// Failed authentications, for a client address.
    pub failed_authentication_per_minute: u32,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            intake_per_minute: 600,
            config_per_minute: 1_200,
            session_per_minute: 600,
            login_per_minute: 10,
            document_per_minute: 600,
            failed_authentication_per_minute: 60,
        }
    }
}

impl Default for ApiSettings {
    fn default() -> Self {
        Self {
            public_url: None,
            widget_url: None,
            trusted_proxies: Vec::new(),
            default_plan: Plan::Enterprise,
            organizations_per_account: 0,
            signup: false,
            contact: None,
            refuse_prompts_against_policy: true,
            limits: RequestLimits::default(),
            engines: EngineCatalogue::default(),
            generation: GenerationSettings::default(),
            mail: false,
            oauth_clients: Vec::new(),
            providers: Providers::default(),
            trusted_header: None,
        }
    }
}

impl ApiSettings {
    /// The URL of the widget's script, as in the snippet; `None` if no setting contains it.
    pub fn script_url(&self) -> Option<String> {
        self.widget_url.as_ref().or(self.public_url.as_ref()).map(|place| format!("{place}/widget.js"))
    }

    /// Whether a proxy at `address` may report the client's address, and the scheme and host that the client used.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}
