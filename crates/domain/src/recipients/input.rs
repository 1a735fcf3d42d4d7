//! Input about recipients, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use super::recipient::RecipientSettings;
use crate::{
    identity::{
        email_address::{MAX_EMAIL_BYTES, check_email},
        mail_language::MailLanguage,
        role::Role,
    },
    organizations::member_input::{MAX_SITES_OF_MEMBER, checked_sites},
    reports::ReportAudience,
    shared::{
        edited_field::given,
        ids::SiteId,
        violation::{Violation, Violations},
    },
    sites::list::named_sites,
};

/// The maximum number of sites in a recipient's list.
pub const MAX_SITES_OF_RECIPIENT: usize = MAX_SITES_OF_MEMBER;

/// A recipient to add.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RecipientCreate")]
pub struct NewRecipient {
    /// The address. Its owner gets a link to confirm it.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: String,
    /// Whom the reports are for: `client` leaves out everything internal.
    pub audience: ReportAudience,
    /// The only sites that reports are about; null or omitted for every site of the organization.
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_RECIPIENT), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<String>>,
    /// Whether a report comes for each week; true if omitted.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub weekly: Option<bool>,
    /// Whether a report comes for each month; false if omitted.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub monthly: Option<bool>,
    /// The language of the emails; yours if omitted.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "MailLanguage", skip_serializing_if = "Option::is_none")]
    pub language: Option<MailLanguage>,
}

/// Changes to a recipient; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RecipientUpdate", extend("minProperties" = 1))]
pub struct RecipientEdit {
    /// Whom the reports are for.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "ReportAudience", skip_serializing_if = "Option::is_none")]
    pub audience: Option<ReportAudience>,
    /// The only sites that reports are about; null for every site of the organization. An empty list means no site.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_RECIPIENT), extend("uniqueItems" = true))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_ids: Option<Option<Vec<String>>>,
    /// Whether a report comes for each week.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub weekly: Option<bool>,
    /// Whether a report comes for each month.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub monthly: Option<bool>,
    /// The language of the emails.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "MailLanguage", skip_serializing_if = "Option::is_none")]
    pub language: Option<MailLanguage>,
}

impl NewRecipient {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_deref(), MAX_SITES_OF_RECIPIENT)
    }

    /// Returns the address in its stored form and what it is to get, or everything that is wrong with the input. `own_sites` are
    /// the sites in [`Self::named_sites`] that the organization has; `language` is that of who adds it.
    pub fn check(
        &self,
        own_sites: &[SiteId],
        language: MailLanguage,
    ) -> Result<(String, RecipientSettings), Vec<Violation>> {
        let mut violations = Violations::new();
        let email = check_email("email", &self.email, &mut violations).unwrap_or_default();
        let settings = RecipientSettings {
            audience: self.audience,
            language: self.language.unwrap_or(language),
            sites: checked_sites(self.site_ids.as_deref(), Role::Viewer, own_sites, &mut violations),
            weekly: self.weekly.unwrap_or(true),
            monthly: self.monthly.unwrap_or(false),
        };
        check_kinds(&settings, &mut violations);
        violations.finish((email, settings))
    }
}

impl RecipientEdit {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_ref().and_then(Option::as_deref), MAX_SITES_OF_RECIPIENT)
    }

    /// Whether the input names no field.
    const fn is_empty(&self) -> bool {
        self.audience.is_none()
            && self.site_ids.is_none()
            && self.weekly.is_none()
            && self.monthly.is_none()
            && self.language.is_none()
    }

    /// Returns what a recipient is to get that gets `present`, or everything that is wrong with the input. `own_sites` are the
    /// sites in [`Self::named_sites`] that the organization has.
    pub fn check(
        &self,
        present: &RecipientSettings,
        own_sites: &[SiteId],
    ) -> Result<RecipientSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        if self.is_empty() {
            let message = "audience is missing. Send audience, siteIds, weekly, monthly, language, or several of them.";
            violations.add("audience", "REQUIRED", message);
        }
        let sites = match &self.site_ids {
            Some(texts) => checked_sites(texts.as_deref(), Role::Viewer, own_sites, &mut violations),
            None => present.sites.clone(),
        };
        let settings = RecipientSettings {
            audience: self.audience.unwrap_or(present.audience),
            language: self.language.unwrap_or(present.language),
            sites,
            weekly: self.weekly.unwrap_or(present.weekly),
            monthly: self.monthly.unwrap_or(present.monthly),
        };
        check_kinds(&settings, &mut violations);
        violations.finish(settings)
    }
}

fn check_kinds(settings: &RecipientSettings, violations: &mut Violations) {
    if !settings.weekly && !settings.monthly {
        violations.add("weekly", "REQUIRED", "weekly and monthly are both false. Send at least one as true.");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{shared::ids::Id as _, sites::visible::VisibleSites};

    fn codes<T>(checked: Result<T, Vec<Violation>>) -> Vec<String> {
        let found = checked.err().unwrap_or_default();
        found.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
    }

    fn new(input: Value) -> NewRecipient {
        serde_json::from_value(input).expect("the document's form")
    }

    fn edit(input: Value) -> RecipientEdit {
        serde_json::from_value(input).expect("the document's form")
    }

    #[test]
    fn an_address_is_kept_in_its_stored_form_and_every_mistake_is_named_at_once() {
        let site = SiteId::from_bits(1);
        let good = new(json!({ "email": " Client@Example.com ", "audience": "client", "siteIds": [site] }));
        let (email, settings) = good.check(&[site], MailLanguage::De).expect("it is valid");
        assert_eq!((email.as_str(), settings.language), ("client@example.com", MailLanguage::De));
        assert!(settings.weekly && !settings.monthly && settings.sites == VisibleSites::only(vec![site]));
        let bad = new(json!({ "email": "nobody", "audience": "team", "siteIds": [site, site], "weekly": false }));
        let expected = ["email INVALID_EMAIL", "siteIds[1] DUPLICATE", "siteIds[0] UNKNOWN_SITE", "weekly REQUIRED"];
        assert_eq!(codes(bad.check(&[], MailLanguage::En)), expected);
    }

    #[test]
    fn an_edit_changes_what_it_names_and_leaves_some_report() {
        let (_, present) = new(json!({ "email": "a@example.com", "audience": "client" }))
            .check(&[], MailLanguage::En)
            .expect("it is valid");
        assert_eq!(codes(edit(json!({})).check(&present, &[])), ["audience REQUIRED"]);
        assert_eq!(codes(edit(json!({ "weekly": false })).check(&present, &[])), ["weekly REQUIRED"]);
        let changed = edit(json!({ "siteIds": [], "monthly": true })).check(&present, &[]).expect("it is valid");
        let expected = RecipientSettings { sites: VisibleSites::only(vec![]), monthly: true, ..present.clone() };
        assert_eq!(changed, expected);
        let all = edit(json!({ "siteIds": null })).check(&changed, &[]).expect("it is valid");
        assert_eq!(all.sites, VisibleSites::ALL);
        assert!(changed.wants(crate::reports::period::ReportKind::Monthly));
    }
}
