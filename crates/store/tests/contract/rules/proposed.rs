//! What every store guarantees about proposed rules. They are created by a generation, approved all or none, and not
//! proposed again after they were dismissed.

use askline_app::{
    ports::{
        jobs::JobTaking,
        rules::{MAX_RULES_PER_SITE, RuleStore as _, proposed::ProposedRuleStore as _},
    },
    prompts::GenerationRecord,
};
use askline_domain::{
    generation::{GENERATION_JOB, Generation, GenerationRequest},
    jobs::{JobLease, LeaseToken, NewJob},
    rules::{
        PromptRule, RuleAction, RuleSettings,
        proposed::{DraftedRule, DraftedRules, LeftOutReason, ProposedRule, match_of_page},
    },
    shared::ids::{Id as _, JobId, ProposedRuleId, RuleId},
    sites::Site,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    prompts::changes::{GenerationStart, PromptTestChanges as _},
    rules::changes::{ProposalApproval, RuleChanges as _},
    samples::{audit, count_of, id, later, now},
    sites::stored::stored_site,
};

on_every_backend! {
    a_generation_replaces_what_waited_and_says_what_it_left_out,
    proposals_are_approved_all_or_none,
    a_full_site_approves_none_and_says_for_how_many_it_has_room,
    what_was_dismissed_is_not_proposed_again,
    a_generation_that_stores_nothing_leaves_what_waited,
}

fn draft(path: &str, text: &str) -> DraftedRule {
    let settings = RuleSettings {
        name: path.into(),
        enabled: true,
        priority: 100,
        matching: match_of_page(path, vec!["example.com".into()]).unwrap(),
        action: RuleAction::Append { text: text.into() },
        starts_at: None,
        ends_at: None,
    };
    DraftedRule { page_url: format!("https://example.com{path}"), page_title: "A page".into(), settings }
}

/// Runs a generation with these drafts.
async fn generate(store: &impl Metadata, site: &Site, drafts: &[DraftedRule]) -> JobId {
    let request = GenerationRequest { site_id: site.id, prompt_id: None, prompts: true, questions: false, credits: 0 };
    let job = NewJob::of(id::<JobId>(), site.org_id, &request, now()).about(site.id);
    let started = store.start_generation(&job, &request, audit(site.org_id, "prompt.generation_started")).await;
    assert_eq!(started.unwrap(), GenerationStart::Started);
    let token = LeaseToken::random(&mut rand::rng());
    let taking = JobTaking {
        kind: GENERATION_JOB,
        max_jobs: 1,
        max_running: 9,
        max_running_each: 9,
        token,
        now: later(1),
        lease_until: later(2),
    };
    let taken = store.take_jobs(&taking).await.unwrap();
    let lease = JobLease { job: taken[0].id, token };
    let mut drafted = DraftedRules { rules: drafts.to_vec(), ..DraftedRules::default() };
    drafted.left_out.add(LeftOutReason::Noindex, "https://example.com/hidden");
    let generation = Generation { language: "en".into(), model: None, prompts: vec![], questions: vec![] };
    let record = GenerationRecord {
        request,
        generation,
        pages_read: vec![],
        drafted: Some(drafted),
        left_out: vec![],
        at: later(1),
    };
    assert!(store.record_generation(lease, site.org_id, &record).await.unwrap());
    job.id
}

async fn waiting(store: &impl Metadata, site: &Site) -> Vec<ProposedRule> {
    store.proposal(site.id).await.unwrap().rules
}

fn rule_of(proposed: &ProposedRule) -> (ProposedRuleId, PromptRule) {
    let settings = proposed.draft.settings.clone();
    let (id, site_id) = (id::<RuleId>(), proposed.site_id);
    (proposed.id, PromptRule { id, site_id, settings, created_at: now(), updated_at: now() })
}

async fn a_generation_replaces_what_waited_and_says_what_it_left_out<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    assert_eq!(store.proposal(site.id).await.unwrap().made_by, None);
    generate(store, &site, &[draft("/a", "Mind the price."), draft("/b", "Mind the date.")]).await;
    let drafts = [draft("/b", "Mind the hour."), draft("/c", "Mind the year."), draft("/a", "Mind the day.")];
    let job = generate(store, &site, &drafts).await;
    let proposal = store.proposal(site.id).await.unwrap();
    assert_eq!(proposal.made_by, Some((job, later(1))));
    assert_eq!(proposal.rules.iter().map(|rule| rule.draft.clone()).collect::<Vec<_>>(), drafts, "in their order");
    assert_eq!((proposal.left_out.len(), proposal.left_out[0].reason), (1, LeftOutReason::Noindex));
    assert!(waiting(store, &other).await.is_empty());
    assert!(store.all_rules(site.id).await.unwrap().is_empty(), "nothing is a rule yet");
}

async fn proposals_are_approved_all_or_none<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    generate(store, &site, &[draft("/a", "One."), draft("/b", "Two."), draft("/c", "Three.")]).await;
    let proposed = waiting(store, &site).await;
    let two = [rule_of(&proposed[0]), rule_of(&proposed[2])];
    let approve = async |rules: &[(ProposedRuleId, PromptRule)]| {
        store.approve_proposed_rules(site.id, rules, audit(site.org_id, "rule.proposals_approved")).await.unwrap()
    };
    let unknown = (ProposedRuleId::from_bits(7), rule_of(&proposed[1]).1);
    assert_eq!(approve(&[two[0].clone(), unknown]).await, ProposalApproval::Outdated);
    assert_eq!(
        (waiting(store, &site).await.len(), count_of(store, site.org_id, "rule.proposals_approved").await),
        (3, 0)
    );
    assert_eq!(approve(&two).await, ProposalApproval::Approved);
    let mut rules = store.all_rules(site.id).await.unwrap();
    rules.sort_by(|one, other| one.settings.name.cmp(&other.settings.name));
    assert_eq!(rules, two.map(|(_, rule)| rule));
    assert_eq!(waiting(store, &site).await, [proposed[1].clone()]);
    assert_eq!(approve(&[rule_of(&proposed[0])]).await, ProposalApproval::Outdated, "once");
    assert_eq!(count_of(store, site.org_id, "rule.proposals_approved").await, 1);
}

async fn a_full_site_approves_none_and_says_for_how_many_it_has_room<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    generate(store, &site, &[draft("/a", "One."), draft("/b", "Two.")]).await;
    backend.tamper(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) INSERT INTO rules \
         SELECT 'rule_00000000' || CAST(100000000000000000 + i AS TEXT), '{}', 'a', 1, 1, '{{}}', '{{\"type\":\"hide_widget\"}}', NULL, NULL, 0, 0 FROM n",
        MAX_RULES_PER_SITE - 1,
        site.id
    )).await;
    let both: Vec<_> = waiting(store, &site).await.iter().map(rule_of).collect();
    let entry = audit(site.org_id, "rule.proposals_approved");
    let full = store.approve_proposed_rules(site.id, &both, entry.clone()).await.unwrap();
    assert_eq!((full, waiting(store, &site).await.len()), (ProposalApproval::LimitReached { room: 1 }, 2));
    let one = store.approve_proposed_rules(site.id, &both[..1], entry).await.unwrap();
    assert_eq!((one, waiting(store, &site).await.len()), (ProposalApproval::Approved, 1));
}

async fn what_was_dismissed_is_not_proposed_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    generate(store, &site, &[draft("/a", "One."), draft("/b", "Two.")]).await;
    let ids: Vec<ProposedRuleId> = waiting(store, &site).await.iter().map(|rule| rule.id).collect();
    let dismiss = async |ids: &[ProposedRuleId]| {
        let entry = audit(site.org_id, "rule.proposals_dismissed");
        store.dismiss_proposed_rules(site.id, ids, later(1), entry).await.unwrap()
    };
    assert!(!dismiss(&[ids[1], ProposedRuleId::from_bits(7)]).await);
    assert_eq!(waiting(store, &site).await.len(), 2);
    assert!(dismiss(&ids[..1]).await);
    assert!(!dismiss(&ids[..1]).await, "once");
    generate(store, &site, &[draft("/a", "One."), draft("/a", "Other words."), draft("/b", "Two.")]).await;
    let texts: Vec<String> =
        waiting(store, &site).await.iter().map(|rule| rule.draft.settings.action.texts()[0].1.to_owned()).collect();
    assert_eq!(texts, ["Other words.", "Two."]);
    assert_eq!(store.proposal(site.id).await.unwrap().left_out[1].reason, LeftOutReason::Dismissed);
}

async fn a_generation_that_stores_nothing_leaves_what_waited<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let first = generate(store, &site, &[draft("/a", "One.")]).await;
    generate(store, &site, &[]).await;
    let proposal = store.proposal(site.id).await.unwrap();
    assert_eq!((proposal.rules.len(), proposal.made_by), (1, Some((first, later(1)))));
}
