//! Organizations, people and keys for tests, put directly into the store. The API would be slow, or would refuse some
//! of them.

use askline_app::{
    accounts::put_session,
    members::{self, Joiner},
    organizations::{self, Owner},
    ports::{
        change,
        invitation::{Invitation, InvitationToken},
    },
    service_accounts,
};
use askline_domain::{
    audit::{Actor, AuditDraft, context::AuditContext},
    identity::{
        address_state::AddressState,
        grounds::NewAccountGround,
        role::Role,
        second_factor::assurance::{Assurance, FactorSet, Proof},
        secret::SecretDigest,
        session::Session,
        token::new_session_token,
        user::{CredentialVersion, User},
    },
    keys::{ApiKey, KeyRecord, scope::Scope},
    organizations::{Organization, plan::Plan},
    service_accounts::input::{NewServiceAccount, NewToken},
    shared::{
        clock::Clock as _,
        ids::{AuditId, Id as _, KeyId, OrgId, SessionId, SiteId, UserId},
    },
    sites::visible::VisibleSites,
    webhooks::message::Event,
};
use reqwest::Method;
use serde_json::json;

use super::{Org, PASSWORD, Service};

impl Service {
    /// An organization on a plan, with an owner who is signed in, and a site.
    pub async fn organization(&self, plan: Plan) -> Org {
        self.organization_with_id(OrgId::new(self.clock.now(), &mut rand::rng()), plan).await
    }

    /// The same with this id.
    pub async fn organization_with_id(&self, id: OrgId, plan: Plan) -> Org {
        let at = self.clock.now();
        let organization = Organization {
            id,
            name: format!("{} Ltd", plan.name()),
            slug: format!("{plan}"),
            created_at: at,
            plan,
            sign_in_rules: Default::default(),
            brand: None,
        };
        let owner_email = format!("owner-{id}@example.com");
        let owner = User {
            id: UserId::new(at, &mut rand::rng()),
            email: owner_email.clone(),
            name: "Owner".into(),
            created_at: at,
            password_hash: Some(password_hash()),
            address: AddressState::default(),
            credential_version: CredentialVersion::default(),
            locked_at: None,
            factors: FactorSet::default(),
            wrong_codes: 0,
        };
        let audit = self.audit(id, "organization.created");
        let (owner, owned) = (owner.id, Owner::New(owner, NewAccountGround::Nobody));
        organizations::add(&*self.metadata, organization, &owned, audit).await.expect("nobody has this address");
        let session = self.session_of(owner).await;
        let mut org = Org { id, owner_email, session, site: SiteId::from_bits(0) };
        org.site = self.site_of(&org, "example.com").await;
        org
    }

    /// Creates a site; returns its id.
    pub async fn site_of(&self, org: &Org, domain: &str) -> SiteId {
        let body = json!({ "domain": domain, "timezone": "Europe/Berlin" });
        let answer =
            self.send(Method::POST, &format!("/api/v1/sites?orgId={}", org.id), Some(&org.session), Some(&body)).await;
        answer.data(201)["id"].as_str().expect("an id").parse().expect("a site id")
    }

    /// A session of a user, without the cost of hashing a password.
    pub async fn session_of(&self, user: UserId) -> String {
        let at = self.clock.now();
        let token = new_session_token(&mut rand::rng());
        let session = Session {
            id: SessionId::new(at, &mut rand::rng()),
            user_id: user,
            digest: token.digest(),
            created_at: at,
            last_used_at: at,
            user_agent: "test".into(),
            assurance: Assurance::of(Proof::Password),
            proved_at: at,
            began_with: None,
        };
        self.start_session(&session).await;
        token.expose().to_owned()
    }

    async fn start_session(&self, session: &Session) {
        let (user, _) = self.metadata.user(session.user_id).await.expect("the store answers").expect("an account");
        put_session(&*self.metadata, session, None, (&user).into(), vec![]).await.expect("stored");
    }

    /// An account that is signed in, to accept an invitation with.
    pub async fn joiner(&self, user: UserId) -> Joiner {
        let session = self.session_of(user).await;
        let grant = self.metadata.session_by_digest(SecretDigest::of(&session)).await.expect("the store answers");
        Joiner::Account(grant.expect("a session that was just stored").ground())
    }

    /// A member with a role, signed in.
    pub async fn member_of(&self, org: &Org, role: Role) -> (UserId, String) {
        self.member_seeing(org, role, VisibleSites::ALL).await
    }

    /// A member with a role who sees these sites, signed in.
    pub async fn member_seeing(&self, org: &Org, role: Role, sites: VisibleSites) -> (UserId, String) {
        let at = self.clock.now();
        let id = UserId::new(at, &mut rand::rng());
        let email = format!("{role}-{id}@example.com");
        let user = User {
            id,
            email,
            name: String::new(),
            created_at: at,
            password_hash: Some(password_hash()),
            address: AddressState::default(),
            credential_version: CredentialVersion::default(),
            locked_at: None,
            factors: FactorSet::default(),
            wrong_codes: 0,
        };
        self.join_seeing(org, role, sites, Joiner::New(user)).await;
        (id, self.session_of(id).await)
    }

    /// The owner's account.
    pub async fn owner_of(&self, org: &Org) -> UserId {
        let found = self.metadata.user_by_email(&org.owner_email).await.expect("the store answers");
        found.expect("the owner is there").0.id
    }

    /// Makes an account a member with an invitation of the operator.
    pub async fn join(&self, org: &Org, role: Role, joiner: Joiner) {
        self.join_seeing(org, role, VisibleSites::ALL, joiner).await;
    }

    /// Makes an account a member who sees these sites.
    pub async fn join_seeing(&self, org: &Org, role: Role, sites: VisibleSites, joiner: Joiner) {
        let (at, secret) = (self.clock.now(), new_session_token(&mut rand::rng()));
        let user_id = UserId::new(at, &mut rand::rng());
        let expires_at = at + jiff::SignedDuration::from_hours(1);
        let token = InvitationToken { digest: secret.digest(), expires_at, invited_by: None, mailed: None };
        let email = format!("invited-{user_id}@example.com");
        let invitation = Invitation { user_id, email, role, sites, created_at: at, token };
        let audit = self.audit(org.id, "member.invited");
        let plan = (Plan::Enterprise, None);
        members::add_invitation(&*self.metadata, org.id, &invitation, plan, audit).await.expect("stored");
        // Other tests check the number of seats.
        let plan = self.metadata.organization(org.id).await.expect("the store answers").expect("it exists").plan;
        let set_plan = async |plan: Plan| {
            self.tamper(&format!("UPDATE organizations SET plan = '{plan}' WHERE id = '{}'", org.id)).await;
        };
        set_plan(Plan::Enterprise).await;
        let audit = self.audit(org.id, "member.joined");
        let audit = AuditDraft { occurred_at: at, ..audit };
        let joined = members::take_up(&*self.metadata, secret.digest(), &joiner, audit).await;
        set_plan(plan).await;
        joined.expect("joined");
    }

    /// Adds a key to an organization directly in the store, even if its plan does not allow keys.
    pub async fn key(&self, org: &Org, scopes: &[Scope]) -> String {
        let key = ApiKey::generate(&mut rand::rng());
        let record = self.key_record(org, &key, scopes);
        askline_app::keys::add(&*self.metadata, &record, u32::MAX, self.audit(org.id, "key.created"))
            .await
            .expect("stored");
        key.expose().to_owned()
    }

    /// A new service account's token, directly from the use cases, even if the organization's plan does not allow it.
    pub async fn service_token(&self, org: &Org, role: Role) -> String {
        let context = AuditContext::system("test", self.clock.now());
        let new = NewServiceAccount { name: format!("{role}"), role, site_ids: None };
        let ports = self.app.ports();
        let stores = (&*ports.service_accounts, &*ports.sites);
        let account = service_accounts::create(stores, org.id, new, None, &context).await.expect("stored");
        let of = (org.id, account.id);
        let made =
            service_accounts::give_token(stores.0, of, NewToken::default(), None, &context).await.expect("stored");
        made.token.expose().to_owned()
    }

    /// The record of a key that is not stored yet.
    pub fn key_record(&self, org: &Org, key: &ApiKey, scopes: &[Scope]) -> KeyRecord {
        let at = self.clock.now();
        let id = KeyId::new(at, &mut rand::rng());
        KeyRecord {
            id,
            org_id: org.id,
            name: "test".into(),
            masked: key.masked(),
            digest: key.digest(),
            scopes: scopes.iter().copied().collect(),
            site_ids: VisibleSites::ALL,
            allowed_ips: None,
            created_at: at,
            created_by: None,
            expires_at: None,
            last_used_at: None,
            chain_id: id,
            rotated_from_id: None,
            replaced_by_id: None,
            revoked_at: None,
        }
    }

    /// Changes the plan of an organization.
    pub async fn set_plan(&self, org: &Org, plan: Plan) {
        let audit = self.audit(org.id, "plan.changed");
        organizations::put_plan(&*self.metadata, org.id, plan, audit).await.expect("it exists");
    }

    /// Adds two proposed rules, as a generation that read the site's pages stores them.
    pub async fn propose_rules(&self, site: &str) {
        let matching =
            json!({ "paths": ["/guides/roses"], "excludePaths": [], "hosts": ["garden.example"], "languages": [] });
        let questions = json!({ "type": "set_questions", "questions": [
            { "id": "q_01kv5je8g00000000000000001", "text": "When do I prune climbing roses?" },
            { "id": "q_01kv5je8g00000000000000002", "text": "What does this page say about “Tools”?" },
        ] });
        let text = json!({ "type": "append", "text": "Look closely at these parts: “Tools”, “After the cut”." });
        for (id, name, action) in
            [(1, "Questions: Pruning roses", questions), (2, "Text after prompts: Pruning roses", text)]
        {
            self.tamper(&format!(
                "INSERT INTO proposed_rules VALUES ('prop_01kv5je8g0000000000000000{id}', '{site}', \
                 'https://garden.example/guides/roses', 'Pruning roses', '{name}', 100, '{matching}', '{action}', \
                 1781524800000, NULL)"
            ))
            .await;
        }
        let left_out = json!([{ "reason": "noindex", "message": "These pages say noindex, so none of them was used.",
            "pages": 1, "urls": ["https://garden.example/drafts/tulips"] }]);
        self.tamper(&format!(
            "INSERT INTO proposals VALUES ('{site}', 'job_01kv5je8g00000000000000001', 1781524800000, '{left_out}')"
        ))
        .await;
    }

    /// Stores an event in a change of its own.
    pub async fn raise(&self, event: &Event) {
        let mut change = self.app.ports().webhooks.begin(&[change::Scope::Organization(event.org_id)]).await.unwrap();
        change.raise(event).await.unwrap();
        change.commit_without_notice().await.unwrap();
    }

    /// An audit entry for changes that tests make directly in the store.
    pub fn audit(&self, org: OrgId, action: &str) -> AuditDraft {
        let at = self.clock.now();
        AuditDraft {
            id: AuditId::new(at, &mut rand::rng()),
            org_id: org,
            occurred_at: at,
            action: action.into(),
            actor: Actor::system("test"),
            targets: vec![],
            ip: None,
            user_agent: None,
            request_id: None,
            metadata: json!({}),
            request: None,
            preconditions: Vec::new(),
        }
    }
}

/// One hash for all users, since Argon2 is slow on purpose.
fn password_hash() -> String {
    static HASH: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    HASH.get_or_init(|| {
        askline_domain::identity::password::hash_password(&askline_domain::identity::secret::Secret::new(PASSWORD))
    })
    .clone()
}
