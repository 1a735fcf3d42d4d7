//! Events about what people and programs change. They follow from the audit entry of the change, so that no
//! change can forget its event. They contain ids and roles, and no names or addresses.

use super::{
    Event,
    data::{ChangeMessageData, MessageActor, MessageObject},
};
use crate::{audit::AuditDraft, webhooks::EventName};

/// The actions of the audit log that cause an event.
const CAUSES: &[(&str, EventName)] = &[
    ("site.created", EventName::SiteCreated),
    ("site.deleted", EventName::SiteDeleted),
    ("site.config_updated", EventName::ConfigPublished),
    ("site.config_rolled_back", EventName::ConfigPublished),
    ("prompt.created", EventName::PromptCreated),
    ("prompt.updated", EventName::PromptUpdated),
    ("prompt.deleted", EventName::PromptDeleted),
    ("prompt.imported", EventName::PromptImported),
    ("rule.created", EventName::RuleCreated),
    ("rule.proposals_approved", EventName::RuleCreated),
    ("rule.updated", EventName::RuleUpdated),
    ("rule.deleted", EventName::RuleDeleted),
    ("rule.reordered", EventName::RuleReordered),
    ("member.invited", EventName::MemberInvited),
    ("member.joined", EventName::MemberJoined),
    ("member.role_changed", EventName::MemberUpdated),
    ("member.sites_changed", EventName::MemberUpdated),
    ("member.removed", EventName::MemberRemoved),
    ("member.left", EventName::MemberRemoved),
];

impl Event {
    /// The event about the change that an audit entry records, if there is one.
    pub fn of_entry(entry: &AuditDraft) -> Option<Self> {
        let (_, name) = CAUSES.iter().find(|(action, _)| *action == entry.action)?;
        let role = |field: &str| serde_json::from_value(entry.metadata.get(field)?.clone()).ok();
        let is_of_member = entry.action.starts_with("member.");
        let data = ChangeMessageData {
            action: entry.action.clone(),
            audit_entry_id: entry.id,
            actor: MessageActor { kind: entry.actor.kind, id: entry.actor.id.clone() },
            targets: entry
                .targets
                .iter()
                .map(|target| MessageObject { kind: target.kind.clone(), id: target.id.clone() })
                .collect(),
            site_id: if is_of_member { None } else { entry.site_id() },
            role: if is_of_member { role("to").or_else(|| role("role")) } else { None },
            previous_role: if is_of_member { role("from") } else { None },
        };
        Some(Self::new(entry.org_id, *name, entry.occurred_at, data))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        audit::{Target, context::AuditContext},
        shared::ids::{Id as _, OrgId, SiteId, UserId},
    };

    fn event(action: &str, targets: Vec<Target>, metadata: Value) -> Option<Event> {
        let at = "2026-06-15T12:00:00Z".parse().expect("a timestamp");
        let context = AuditContext::system("ada@example.com", at);
        Event::of_entry(&context.entry(OrgId::from_bits(1), action, targets, metadata))
    }

    #[test]
    fn an_event_names_ids_and_roles_and_no_address() {
        let member = Target::new("member", UserId::from_bits(3), "eve@example.com");
        let site = Target::new("site", SiteId::from_bits(4), "Garden");
        let metadata = json!({ "from": "viewer", "to": "admin", "invited": "eve@example.com" });
        let changed = event("member.role_changed", vec![member, site], metadata).expect("an event");
        assert_eq!(changed.name, EventName::MemberUpdated);
        let data = &changed.data;
        assert_eq!(
            (&data["role"], &data["previousRole"], &data["siteId"]),
            (&json!("admin"), &json!("viewer"), &Value::Null)
        );
        let targets = json!([
            { "type": "member", "id": UserId::from_bits(3) },
            { "type": "site", "id": SiteId::from_bits(4) },
        ]);
        assert_eq!(data["targets"], targets);
        assert_eq!(data["actor"], json!({ "type": "system", "id": "askline" }));
        assert!(!changed.payload().contains('@') && !changed.payload().contains("Garden"));
    }

    #[test]
    fn a_change_about_a_site_names_it_and_other_entries_cause_no_event() {
        let id = SiteId::from_bits(4);
        let published = event("site.config_updated", vec![Target::new("site", id, "Garden")], json!({}));
        assert_eq!(published.expect("an event").data["siteId"], json!(id));
        let rule = event("rule.created", vec![Target::new("rule", "rule_1", "x")], json!({ "siteId": id }));
        assert_eq!(rule.expect("an event").data["siteId"], json!(id));
        for action in ["key.created", "auth.login", "member.email_changed", "site.updated"] {
            assert_eq!(event(action, vec![], json!({})), None, "{action}");
        }
    }
}
