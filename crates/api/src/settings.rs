//! The operator's settings for the API. Only `server` reads them from files and the environment.

use std::net::IpAddr;

use askline_domain::{monitors::engine::EngineCatalogue, organizations::plan::Plan};
use ipnet::IpNet;

/// Settings of the API.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// The address under which readers and owners reach this service, without a slash at the end.
    /// `None`: taken from each request's `Host`.
    pub public_url: Option<String>,
    /// The address under which pages load the widget and send to, without a slash at the end; it may have a path.
    /// `None`: that of the service.
    pub widget_url: Option<String>,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The plan of organizations that are made through the API.
    pub default_plan: Plan,
    /// Organizations that an account may found beside those it was made with or invited to; 0: none.
    pub organizations_per_account: u32,
    /// Whether anyone may sign up.
    pub signup: bool,
    /// Whom people ask for a new password, as sign-in pages show it; `None`: nobody is named.
    pub contact: Option<String>,
    /// Whether a prompt against the policy is refused, or kept with a warning.
    pub refuse_prompts_against_policy: bool,
    /// Limits.
    pub limits: RequestLimits,
    /// Answer engines: which can be asked, and what an answer costs.
    pub engines: EngineCatalogue,
    /// Generation of prompts and questions.
    pub generation: GenerationSettings,
    /// Whether the operator set a mail server.
    pub mail: bool,
}

/// What the API needs to know of generation.
#[derive(Debug, Clone)]
pub struct GenerationSettings {
    /// The model that writes; `None` for the built-in generator.
    pub model: Option<String>,
    /// Credits for a whole site that a model writes for.
    pub credits_per_site: u32,
    /// Credits for one prompt that a model writes.
    pub credits_per_prompt: u32,
}

impl GenerationSettings {
    /// What a generation for a whole site costs: nothing where no model is asked.
    pub fn cost_of_site(&self) -> u32 {
        if self.model.is_some() { self.credits_per_site } else { 0 }
    }

    /// The same for one prompt.
    pub fn cost_of_prompt(&self) -> u32 {
        if self.model.is_some() { self.credits_per_prompt } else { 0 }
    }
}

impl Default for GenerationSettings {
    fn default() -> Self {
        Self { model: None, credits_per_site: 20, credits_per_prompt: 5 }
    }
}

/// Requests per minute; 0 lifts a limit.
#[derive(Debug, Clone, Copy)]
pub struct RequestLimits {
    /// Event intake, for a client address.
    pub intake_per_minute: u32,
    /// Keyless configuration, for a client address.
    pub config_per_minute: u32,
    /// Sessions, for a user.
    pub session_per_minute: u32,
    /// Sign-ins, for a client address.
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
        }
    }
}

impl ApiSettings {
    /// The address of the widget's script, as the snippet names it; `None` if no setting contains it.
    pub fn script_url(&self) -> Option<String> {
        self.widget_url.as_ref().or(self.public_url.as_ref()).map(|place| format!("{place}/widget.js"))
    }

    /// Whether `address` may speak for others.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}
