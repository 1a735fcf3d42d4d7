//! `[oidc.NAME]`: the identity providers that people sign in with.
//!
//! What would let in people whom nobody named is refused at the start.

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::{
    identity::{
        provider::{
            Admission, FactorTrust, Grant, HEADER_ISSUER, MAX_GROUP_CHARACTERS, MAX_PROVIDER_NAME_CHARACTERS, Provider,
            check_email_domain,
        },
        role::Role,
        secret::Secret,
    },
    shared::ids::OrgId,
};
use askline_jobs::{identity_providers::OidcProvider, outgoing::is_protected};
use serde::Deserialize;
use url::Url;

use super::layers::{Layers, OwnSection};
use crate::failure::Failure;

/// The maximum number of providers.
const MAX_PROVIDERS: usize = 20;
/// The maximum size of a file with a client secret, in bytes.
const MAX_SECRET_BYTES: u64 = 4 * 1024;
const MAX_TITLE_CHARACTERS: usize = 60;
/// The scopes that are requested unless the settings name others.
const SCOPES: [&str; 2] = ["email", "profile"];
/// The claim that lists groups unless the settings name another.
const GROUPS_CLAIM: &str = "groups";
/// Issuers of Microsoft Entra ID for everyone's tenants: anyone with a tenant could name any address.
const ENTRA_HOST: &str = "login.microsoftonline.com";
const ENTRA_COMMON: [&str; 3] = ["common", "organizations", "consumers"];

/// A section, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    title: String,
    #[serde(default)]
    issuer: String,
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    client_secret_file: String,
    scopes: Option<Vec<String>>,
    #[serde(default)]
    email_domains: Vec<String>,
    #[serde(default)]
    organizations: Vec<WrittenGrant>,
    groups_claim: Option<String>,
    #[serde(default)]
    groups: BTreeMap<String, WrittenGrant>,
    #[serde(default)]
    required: bool,
    second_factor: Option<String>,
}

/// An organization and a role, as they are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGrant {
    org: String,
    role: Option<String>,
}

/// A provider: how it is asked, and whom it lets in.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// Whom it lets in.
    pub provider: Provider,
    /// How it is asked.
    pub oidc: OidcProvider,
}

/// The identity providers of the settings file.
pub(super) fn provider_settings(layers: &Layers, public_url: Option<&str>) -> Result<Vec<ProviderSettings>, Failure> {
    let sections = layers.providers();
    if sections.len() > MAX_PROVIDERS {
        return Err(Failure::misuse(format!("there may be at most {MAX_PROVIDERS} sections [oidc.NAME]")));
    }
    sections.iter().map(|(name, section)| Reading { name, section }.provider(public_url)).collect()
}

/// The reading of one section.
struct Reading<'a> {
    name: &'a str,
    section: &'a OwnSection,
}

impl Reading<'_> {
    fn bad(&self, field: &str, wanted: &str) -> Failure {
        let name = self.name;
        Failure::misuse(format!("the setting oidc.{name}.{field} must be {wanted} ({})", self.section.source))
    }

    fn provider(&self, public_url: Option<&str>) -> Result<ProviderSettings, Failure> {
        self.check_name()?;
        let written: Written = self.section.value.clone().try_deserialize().map_err(|error| {
            Failure::misuse(format!("the section [oidc.{}] is wrong: {error} ({})", self.name, self.section.source))
        })?;
        let Some(public_url) = public_url else {
            return Err(Failure::misuse(format!(
                "the setting public_url must be set if there is a section [oidc.{}], since the provider sends people back to it \
                 ({})",
                self.name, self.section.source
            )));
        };
        let issuer = self.issuer(&written.issuer)?;
        let title = written.title.trim();
        if title.is_empty() || title.chars().count() > MAX_TITLE_CHARACTERS || title.chars().any(char::is_control) {
            return Err(self.bad("title", &format!("one line of 1 to {MAX_TITLE_CHARACTERS} characters")));
        }
        if written.client_id.trim().is_empty() {
            return Err(self.bad("client_id", "the id that the provider gave to this service"));
        }
        let scopes = self.scopes(written.scopes)?;
        let groups_claim = match (written.groups_claim, written.groups.is_empty()) {
            (Some(_), true) => return Err(self.bad("groups_claim", "left out unless groups is set")),
            (None, true) => None,
            (claim, false) => Some(claim.unwrap_or_else(|| GROUPS_CLAIM.to_owned())),
        };
        let admission = self.admission(&written.email_domains, &written.organizations, &written.groups)?;
        if written.required && admission.email_domains.is_empty() {
            return Err(self.bad("required", "false unless email_domains is set (it applies to these people)"));
        }
        let second_factor = written.second_factor.as_deref().unwrap_or("own").parse::<FactorTrust>();
        let second_factor = second_factor.map_err(|_| self.bad("second_factor", "one of own, trusted"))?;
        Ok(ProviderSettings {
            oidc: OidcProvider {
                name: self.name.to_owned(),
                issuer: issuer.clone(),
                client_id: written.client_id.trim().to_owned(),
                client_secret: self.secret(&written.client_secret_file)?,
                scopes,
                groups_claim,
                redirect_uri: format!("{public_url}/api/v1/auth/oidc/{}/callback", self.name),
            },
            provider: Provider {
                name: self.name.to_owned(),
                title: title.to_owned(),
                issuer,
                admission,
                required: written.required,
                second_factor,
            },
        })
    }

    fn check_name(&self) -> Result<(), Failure> {
        let name = self.name;
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let fits = (1..=MAX_PROVIDER_NAME_CHARACTERS).contains(&name.len()) && name.bytes().all(is_plain);
        if fits && name != HEADER_ISSUER {
            return Ok(());
        }
        Err(Failure::misuse(format!(
            "the NAME of a section [oidc.NAME] must have 1 to {MAX_PROVIDER_NAME_CHARACTERS} of the characters a-z, 0-9 and -, and \
             not be '{HEADER_ISSUER}'; not '{name}' ({})",
            self.section.source
        )))
    }

    fn issuer(&self, text: &str) -> Result<String, Failure> {
        let wanted = "the provider's issuer, such as https://id.example.com (http only for 127.0.0.1 and localhost)";
        let url = Url::parse(text.trim()).ok().filter(|url| {
            is_protected(url)
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        });
        let url = url.ok_or_else(|| self.bad("issuer", wanted))?;
        let first = url.path_segments().and_then(|mut segments| segments.next()).unwrap_or_default();
        if url.host_str() == Some(ENTRA_HOST) && (first.is_empty() || ENTRA_COMMON.contains(&first)) {
            let wanted = "the issuer of your own tenant, https://login.microsoftonline.com/TENANT-ID/v2.0 (the common one lets in \
                          people of every tenant, and their administrators choose the addresses)";
            return Err(self.bad("issuer", wanted));
        }
        // As it is written: tokens must name exactly this.
        Ok(text.trim().to_owned())
    }

    fn scopes(&self, written: Option<Vec<String>>) -> Result<Vec<String>, Failure> {
        let scopes = written.unwrap_or_else(|| SCOPES.map(str::to_owned).to_vec());
        // RFC 6749 §3.3.
        let is_token = |scope: &String| {
            !scope.is_empty() && scope.bytes().all(|byte| matches!(byte, 0x21 | 0x23..=0x5b | 0x5d..=0x7e))
        };
        if scopes.iter().all(is_token) {
            Ok(scopes.into_iter().filter(|scope| scope != "openid").collect())
        } else {
            Err(self.bad("scopes", "a list of scopes, each without spaces"))
        }
    }

    fn secret(&self, file: &str) -> Result<Secret, Failure> {
        let wanted = "a file that can be read and contains the secret that the provider gave to this service";
        let is_small = std::fs::metadata(file).is_ok_and(|file| file.len() <= MAX_SECRET_BYTES);
        let read = if is_small { std::fs::read_to_string(file).ok() } else { None };
        let secret = read.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        secret.map(Secret::new).ok_or_else(|| self.bad("client_secret_file", wanted))
    }

    fn admission(
        &self,
        domains: &[String],
        organizations: &[WrittenGrant],
        groups: &BTreeMap<String, WrittenGrant>,
    ) -> Result<Admission, Failure> {
        if !organizations.is_empty() && domains.is_empty() && groups.is_empty() {
            let wanted = "left out unless email_domains or groups is set (else everyone with an account at the provider would join)";
            return Err(self.bad("organizations", wanted));
        }
        let email_domains = domains.iter().enumerate().map(|(place, domain)| {
            let field = format!("email_domains[{place}]");
            check_email_domain(domain).map_err(|_| self.bad(&field, "a domain of email addresses, such as example.com"))
        });
        let organizations = organizations
            .iter()
            .enumerate()
            .map(|(place, grant)| self.grant(&format!("organizations[{place}]"), grant))
            .collect::<Result<Vec<_>, _>>()?;
        if organizations.iter().map(|grant| grant.org).collect::<BTreeSet<_>>().len() < organizations.len() {
            return Err(self.bad("organizations", "a list that names each organization once"));
        }
        let groups = groups.iter().map(|(group, grant)| {
            if group.is_empty() || group.chars().count() > MAX_GROUP_CHARACTERS {
                return Err(self.bad("groups", &format!("groups with names of 1 to {MAX_GROUP_CHARACTERS} characters")));
            }
            Ok((group.clone(), self.grant(&format!("groups.{group}"), grant)?))
        });
        Ok(Admission {
            email_domains: email_domains.collect::<Result<_, _>>()?,
            organizations,
            groups: groups.collect::<Result<_, _>>()?,
            everyone: false,
        })
    }

    fn grant(&self, field: &str, written: &WrittenGrant) -> Result<Grant, Failure> {
        let org = written.org.parse::<OrgId>();
        let org = org.map_err(|_| self.bad(&format!("{field}.org"), "the id of an organization, such as org_01…"))?;
        let role = written.role.as_deref().unwrap_or("viewer").parse::<Role>();
        let role = role.map_err(|_| self.bad(&format!("{field}.role"), "one of viewer, member, admin, owner"))?;
        Ok(Grant { org, role })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::{Flags, Settings};

    const ORG: &str = "org_01j00000000000000000000000";

    /// Settings whose section `[oidc.acme]` has these lines, beside those that every section needs and that they replace.
    fn load(folder: &Path, before: &str, lines: &[String]) -> Result<Settings, Failure> {
        std::fs::write(folder.join("secret"), "a secret\n").expect("written");
        let usual = [
            "title = 'Acme'".to_owned(),
            "issuer = 'https://id.example.com'".to_owned(),
            "client_id = 'askline'".to_owned(),
            format!("client_secret_file = '{}'", folder.join("secret").display()),
        ];
        let name = |line: &String| line.split(" = ").next().map(str::to_owned);
        let kept = usual.iter().filter(|line| !lines.iter().any(|other| name(other) == name(line)));
        let section: Vec<String> = kept.chain(lines).cloned().collect();
        let file = folder.join("askline.toml");
        std::fs::write(&file, format!("{before}\n{}\n", section.join("\n"))).expect("written");
        Settings::load_from(&Flags { config: Some(file), ..Flags::default() }, Vec::new())
    }

    const USUAL: &str = "public_url = 'https://ask.example.com'\n[oidc.acme]";

    #[test]
    fn a_section_admits_only_the_domains_organizations_and_groups_it_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let lines = [
            "email_domains = ['Example.com', 'bücher.example']".to_owned(),
            format!("organizations = [{{ org = '{ORG}' }}]"),
            format!("groups = {{ 'Team A/Leads' = {{ org = '{ORG}', role = 'admin' }} }}"),
            "required = true".to_owned(),
            "second_factor = 'trusted'".to_owned(),
            "scopes = ['openid', 'email', 'groups']".to_owned(),
        ];
        let settings = load(folder.path(), USUAL, &lines).expect("good settings");
        let [provider] = &*settings.api.providers.oidc else { panic!("one provider") };
        let admission = &provider.admission;
        assert_eq!(admission.email_domains, ["example.com", "xn--bcher-kva.example"]);
        assert_eq!(admission.organizations[0].role, Role::Viewer);
        assert_eq!(admission.groups["Team A/Leads"].role, Role::Admin);
        assert!(provider.required && provider.second_factor == FactorTrust::Trusted && !admission.everyone);
        let asked = &settings.identity_providers[0];
        assert_eq!(asked.redirect_uri, "https://ask.example.com/api/v1/auth/oidc/acme/callback");
        assert_eq!(asked.client_secret.expose(), "a secret");
        assert_eq!(
            (&asked.scopes, asked.groups_claim.as_deref()),
            (&vec!["email".into(), "groups".into()], Some("groups"))
        );
        assert!(settings.changed.iter().any(|(name, _)| name == "oidc.acme"));
    }

    #[test]
    fn what_would_let_in_others_or_cannot_work_is_refused_with_its_field() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = |text: &str| vec![text.to_owned()];
        let org = format!("organizations = [{{ org = '{ORG}' }}]");
        for (before, lines, named) in [
            ("[oidc.acme]", own("title = 'Acme'"), "public_url"),
            (USUAL, own("title = ''"), "oidc.acme.title"),
            (USUAL, own("issuer = 'http://id.example.com'"), "oidc.acme.issuer"),
            (USUAL, own("issuer = 'https://user:password@id.example.com'"), "oidc.acme.issuer"),
            (USUAL, own("issuer = 'https://id.example.com/?a=b'"), "oidc.acme.issuer"),
            (USUAL, own("issuer = 'https://login.microsoftonline.com/common/v2.0'"), "every tenant"),
            (USUAL, own("issuer = 'https://login.microsoftonline.com/organizations/v2.0'"), "every tenant"),
            (USUAL, own("client_id = ''"), "oidc.acme.client_id"),
            (USUAL, own("client_secret_file = '/nowhere/secret'"), "oidc.acme.client_secret_file"),
            (USUAL, own("client_secret = 'a secret'"), "client_secret"),
            (USUAL, own("scopes = ['a b']"), "oidc.acme.scopes"),
            (USUAL, own("email_domains = ['not a domain']"), "oidc.acme.email_domains[0]"),
            (USUAL, vec![org.clone()], "everyone with an account"),
            (USUAL, own("groups = { 'a' = { org = 'org_1' } }"), "oidc.acme.groups.a.org"),
            (
                USUAL,
                vec![format!("groups = {{ 'a' = {{ org = '{ORG}', role = 'king' }} }}")],
                "oidc.acme.groups.a.role",
            ),
            (USUAL, own("groups_claim = 'groups'"), "oidc.acme.groups_claim"),
            (USUAL, own("required = true"), "oidc.acme.required"),
            (USUAL, own("second_factor = 'none'"), "oidc.acme.second_factor"),
            ("public_url = 'https://ask.example.com'\n[oidc.Acme]", own("title = 'Acme'"), "[oidc.NAME]"),
            ("public_url = 'https://ask.example.com'\n[oidc.header]", own("title = 'Acme'"), "[oidc.NAME]"),
            ("public_url = 'https://ask.example.com'\n[oidc]", own("title = 'Acme'"), "[oidc.NAME]"),
        ] {
            let failure = load(folder.path(), before, &lines).expect_err(named).to_string();
            assert!(failure.contains(named), "'{failure}' does not name {named}");
            assert!(!failure.contains("a secret"), "{failure}");
        }
        let wide = "public_url = 'https://ask.example.com'\n[auth.trusted_header]\nfrom = ['0.0.0.0/0']\n[oidc.acme]";
        let failure = load(folder.path(), wide, &[]).expect_err("a wide network").to_string();
        assert!(failure.contains("auth.trusted_header.from"), "{failure}");
        for issuer in ["http://127.0.0.1:8080", "https://login.microsoftonline.com/0f1e/v2.0"] {
            load(folder.path(), USUAL, &own(&format!("issuer = '{issuer}'"))).expect(issuer);
        }
    }
}
