//! Input about a member's access (role and sites), and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    identity::{
        email_address::{MAX_EMAIL_BYTES, check_email},
        role::Role,
    },
    organizations::member::{Invitee, MemberAccess},
    shared::{
        edited_field::given,
        ids::SiteId,
        violation::{Violation, Violations},
    },
    sites::{
        list::{check_own_sites, named_sites, read_sites},
        visible::VisibleSites,
    },
};

/// The maximum number of sites in a member's list.
pub const MAX_SITES_OF_MEMBER: usize = 500;

/// A person to be invited.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "MemberCreate")]
pub struct NewMember {
    /// Their email address, which only shows whom the invitation is for: anyone who has the token can accept it.
    #[schemars(length(max = MAX_EMAIL_BYTES), extend("format" = "email"))]
    pub email: String,
    /// Their role.
    pub role: Role,
    /// The only sites that they will see, for viewers and members; every site of the organization if omitted or null.
    /// An empty list means no site.
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_MEMBER), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<String>>,
}

/// Changes to a member; omitted fields stay unchanged. At least one field is required.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(rename = "MemberUpdate")]
pub struct MemberEdit {
    /// Their role. Admins and owners see every site: a promotion to one of these roles removes the list of sites.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Role", skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The only sites that they will see, for viewers and members; null for every site of the organization. An empty
    /// list means no site.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<SiteId>>", length(max = MAX_SITES_OF_MEMBER), extend("uniqueItems" = true))]
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_ids: Option<Option<Vec<String>>>,
}

impl NewMember {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_deref(), MAX_SITES_OF_MEMBER)
    }

    /// Returns the invitee, or what is wrong with the input. [`Role::may_give`] says whether the inviter may give the
    /// role. `own_sites` are the sites in [`Self::named_sites`] that the organization has.
    pub fn check(self, own_sites: &[SiteId]) -> Result<Invitee, Vec<Violation>> {
        let mut violations = Violations::new();
        let email = check_email("email", &self.email, &mut violations).unwrap_or_default();
        let sites = checked_sites(self.site_ids.as_deref(), self.role, own_sites, &mut violations);
        violations.finish(Invitee { email, role: self.role, sites })
    }
}

impl MemberEdit {
    /// The sites of the input, each once. Only a store knows which of them the organization has.
    pub fn named_sites(&self) -> Vec<SiteId> {
        named_sites(self.site_ids.as_ref().and_then(Option::as_deref), MAX_SITES_OF_MEMBER)
    }

    /// Returns the new access of a member whose access is `present`, or what is wrong with the input. `own_sites` are
    /// the sites in [`Self::named_sites`] that the organization has.
    pub fn check(self, present: &MemberAccess, own_sites: &[SiteId]) -> Result<MemberAccess, Vec<Violation>> {
        let mut violations = Violations::new();
        if self.role.is_none() && self.site_ids.is_none() {
            violations.add("role", "REQUIRED", "role is missing. Send role, siteIds, or both.");
        }
        let role = self.role.unwrap_or(present.role);
        let sites = match self.site_ids {
            Some(texts) => checked_sites(texts.as_deref(), role, own_sites, &mut violations),
            None if role.can_have_site_list() => present.sites.clone(),
            None => VisibleSites::ALL,
        };
        violations.finish(MemberAccess { role, sites })
    }
}

pub(crate) fn checked_sites(
    texts: Option<&[String]>,
    role: Role,
    own_sites: &[SiteId],
    violations: &mut Violations,
) -> VisibleSites {
    let Some(texts) = texts else { return VisibleSites::ALL };
    if !role.can_have_site_list() {
        let message =
            "siteIds is for viewers and members. Admins and owners see every site: leave it out, or send null.";
        violations.add("siteIds", "NOT_ALLOWED", message);
        return VisibleSites::ALL;
    }
    if texts.len() > MAX_SITES_OF_MEMBER {
        let message = format!(
            "siteIds has {} entries; at most {MAX_SITES_OF_MEMBER} are allowed. Send null for every site.",
            texts.len()
        );
        violations.add("siteIds", "TOO_MANY", message);
    }
    let ids = read_sites(texts, MAX_SITES_OF_MEMBER, violations);
    check_own_sites(texts, &ids, own_sites, violations);
    VisibleSites::only(ids)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::shared::ids::Id as _;

    fn invited(body: Value, own_sites: &[SiteId]) -> Result<Invitee, Vec<(String, String)>> {
        let new: NewMember = serde_json::from_value(body).expect("the right types");
        new.check(own_sites).map_err(told)
    }

    fn edited(body: Value, present: &MemberAccess, own: &[SiteId]) -> Result<MemberAccess, Vec<(String, String)>> {
        let edit: MemberEdit = serde_json::from_value(body).expect("the right types");
        edit.check(present, own).map_err(told)
    }

    fn told(violations: Vec<Violation>) -> Vec<(String, String)> {
        violations.into_iter().map(|one| (one.path, one.code)).collect()
    }

    fn named(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(path, code)| ((*path).to_owned(), (*code).to_owned())).collect()
    }

    #[test]
    fn an_invitee_is_kept_under_the_address_in_lower_case() {
        let invitee = invited(json!({ "email": " Ada@Example.com", "role": "admin" }), &[]);
        let expected = Invitee { email: "ada@example.com".into(), role: Role::Admin, sites: VisibleSites::ALL };
        assert_eq!(invitee, Ok(expected));
        let refused = invited(json!({ "email": "ada", "role": "viewer" }), &[]);
        assert_eq!(refused, Err(named(&[("email", "INVALID_EMAIL")])));
    }

    #[test]
    fn a_list_of_sites_is_for_viewers_and_members_and_names_own_sites_once() {
        let (own, foreign) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let body = |role: &str, ids: Value| json!({ "email": "ada@example.com", "role": role, "siteIds": ids });
        for role in ["viewer", "member"] {
            let invitee = invited(body(role, json!([own])), &[own]).expect("right");
            assert_eq!(invitee.sites, VisibleSites::only(vec![own]));
            let nowhere = invited(body(role, json!([])), &[]).expect("an empty list is no site");
            assert_eq!(nowhere.sites, VisibleSites::only(vec![]));
            assert_eq!(invited(body(role, Value::Null), &[]).expect("right").sites, VisibleSites::ALL);
        }
        for role in ["admin", "owner"] {
            assert_eq!(invited(body(role, json!([own])), &[own]), Err(named(&[("siteIds", "NOT_ALLOWED")])));
            assert_eq!(invited(body(role, json!([])), &[]), Err(named(&[("siteIds", "NOT_ALLOWED")])));
            assert_eq!(invited(body(role, Value::Null), &[]).expect("right").sites, VisibleSites::ALL);
        }
        let wrong = body("viewer", json!([own, own, "site_x", foreign]));
        let expected =
            named(&[("siteIds[1]", "DUPLICATE"), ("siteIds[2]", "UNKNOWN_SITE"), ("siteIds[3]", "UNKNOWN_SITE")]);
        assert_eq!(invited(wrong, &[own]), Err(expected));
        let many: Vec<_> = (0..=MAX_SITES_OF_MEMBER as u128).map(SiteId::from_bits).collect();
        assert_eq!(invited(body("viewer", json!(many)), &many), Err(named(&[("siteIds", "TOO_MANY")])));
    }

    #[test]
    fn a_promotion_to_admin_removes_the_list_and_nothing_else_does() {
        let own = SiteId::from_bits(1);
        let present = MemberAccess { role: Role::Viewer, sites: VisibleSites::only(vec![own]) };
        let edit = |body: Value| edited(body, &present, &[own]).expect("right");
        assert_eq!(edited(json!({}), &present, &[]), Err(named(&[("role", "REQUIRED")])));
        assert_eq!(edit(json!({ "role": "member" })), MemberAccess { role: Role::Member, ..present.clone() });
        assert_eq!(edit(json!({ "siteIds": [] })).sites, VisibleSites::only(vec![]));
        assert_eq!(edit(json!({ "siteIds": null })).sites, VisibleSites::ALL);
        for role in ["admin", "owner"] {
            assert_eq!(edit(json!({ "role": role })).sites, VisibleSites::ALL);
            let both = edited(json!({ "role": role, "siteIds": [own] }), &present, &[own]);
            assert_eq!(both, Err(named(&[("siteIds", "NOT_ALLOWED")])));
        }
        let admin = MemberAccess { role: Role::Admin, sites: VisibleSites::ALL };
        assert_eq!(edited(json!({ "siteIds": [own] }), &admin, &[own]), Err(named(&[("siteIds", "NOT_ALLOWED")])));
        let lowered = edited(json!({ "role": "viewer", "siteIds": [own] }), &admin, &[own]);
        assert_eq!(lowered, Ok(MemberAccess { role: Role::Viewer, sites: VisibleSites::only(vec![own]) }));
    }
}
