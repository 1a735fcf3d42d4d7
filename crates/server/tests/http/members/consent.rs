//! Nobody becomes a member without agreeing, and nobody can misuse an invitation.

use askline_api::settings::ApiSettings;
use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan, shared::ids::UserId};
use reqwest::Method;
use serde_json::{Value, json};

use super::{accept, add, invited, leave, members, owner_of, remove, seats, set_role};
use crate::harness::{Answer, Org, PASSWORD, Service};

const ACCEPT: &str = "/api/v1/auth/invitations/accept";
const ME: &str = "/api/v1/me";

async fn log_in(service: &Service, email: &str) -> Answer {
    let credentials = json!({ "email": email, "password": PASSWORD });
    service.send(Method::POST, "/api/v1/auth/login", None, Some(&credentials)).await
}

async fn sign_up(service: &Service, email: &str) -> Answer {
    let account = json!({ "email": email, "password": PASSWORD, "organizationName": "Newcomer Ltd" });
    service.send(Method::POST, "/api/v1/auth/signup", None, Some(&account)).await
}

async fn take_up(service: &Service, bearer: &str, token: &str) -> Answer {
    service.send(Method::POST, ACCEPT, Some(bearer), Some(&json!({ "token": token }))).await
}

/// A service with open sign-up and no limit on sign-ins from an IP address.
async fn open_service() -> Service {
    let mut settings = ApiSettings { signup: true, default_plan: Plan::Pro, ..ApiSettings::default() };
    settings.limits.login_per_minute = 0;
    Service::start_with(settings).await
}

/// The ids of the organizations that a session belongs to.
async fn organizations_of(service: &Service, session: &str) -> Vec<String> {
    let me = service.get(ME, session).await;
    me.data(200)["orgs"].as_array().unwrap().iter().map(|org| org["id"].as_str().unwrap().to_owned()).collect()
}

async fn listed(service: &Service, org: &Org) -> Vec<Value> {
    service.get(&members(org), &org.session).await.data(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_account_whose_address_an_admin_types_belongs_where_it_did() {
    let service = Service::start_unlimited().await;
    let (attacker, victim) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    // Lists are sorted newest first, and entries of the same time have no fixed order.
    service.advance(1);
    let answer = add(&service, &attacker, &attacker.session, &victim.owner_email, "viewer").await;
    let (pending, _) = invited(&answer);
    assert_eq!(answer.data(201)["member"]["status"], "pending");
    assert_ne!(pending, owner_of(&service, &victim).await, "the pending member has an id of its own");
    assert!(service.metadata.user(pending.parse::<UserId>().unwrap()).await.unwrap().is_none());
    assert_eq!(listed(&service, &attacker).await[0]["userId"], pending);
    assert_eq!(seats(&service, &attacker).await, json!({ "total": 5, "used": 1, "pending": 1 }));

    // The invitation changes neither the invited account, nor its sign-in, nor where its new sites go.
    assert_eq!(organizations_of(&service, &victim.session).await, [victim.id.to_string()]);
    let logged_in = log_in(&service, &victim.owner_email).await;
    assert_eq!(logged_in.data(200)["orgs"].as_array().unwrap().len(), 1);
    let session = logged_in.data(200)["token"].as_str().unwrap();
    let site =
        service.send(Method::POST, "/api/v1/sites", Some(session), Some(&json!({ "domain": "own.example" }))).await;
    assert_eq!(site.data(201)["orgId"], victim.id.to_string());
    service.get(&format!("/api/v1/orgs/{}", attacker.id), session).await.refused(404, "NOT_FOUND");
    let log = service.get("/api/v1/audit/export", &attacker.session).await.text;
    assert!(!log.contains("auth.login"), "a log-in is told to organizations that one belongs to: {log}");
    log_in(&service, &victim.owner_email).await.data(200);
}

#[tokio::test]
async fn who_signs_up_with_an_invited_address_makes_what_no_key_of_the_inviter_reads() {
    let service = open_service().await;
    let attacker = service.organization(Plan::Pro).await;
    let key = service.key(&attacker, &[Scope::All]).await;
    let (_, token) = invited(&add(&service, &attacker, &attacker.session, "grace@example.com", "viewer").await);
    let newcomer = sign_up(&service, "Grace@example.com").await;
    let orgs = newcomer.data(201)["orgs"].as_array().unwrap().clone();
    assert_eq!((orgs.len(), &orgs[0]["name"]), (1, &json!("Newcomer Ltd")));
    let session = newcomer.data(201)["token"].as_str().unwrap();
    let site =
        service.send(Method::POST, "/api/v1/sites", Some(session), Some(&json!({ "domain": "new.example" }))).await;
    let site = site.data(201)["id"].as_str().unwrap();
    for path in
        [format!("/api/v1/sites/{site}"), format!("/api/v1/prompts/{site}"), format!("/api/v1/analytics/{site}/ai")]
    {
        service.get(&path, session).await.data(200);
        for bearer in [&key, &attacker.session] {
            service.get(&path, bearer).await.refused(404, "NOT_FOUND");
        }
    }
    assert!(!service.get("/api/v1/sites", &key).await.text.contains(site));
    // The token lets the person who has it join the inviter's organization, and gives nobody access to that person's
    // data.
    assert_eq!(take_up(&service, session, &token).await.data(200)["orgs"].as_array().unwrap().len(), 2);
    service.get(&format!("/api/v1/sites/{site}"), &key).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn an_invited_address_can_still_sign_up_and_accept_every_invitation() {
    let service = open_service().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (_, our_token) = invited(&add(&service, &ours, &ours.session, "grace@example.com", "viewer").await);
    let (_, their_token) = invited(&add(&service, &theirs, &theirs.session, "grace@example.com", "admin").await);
    let newcomer = sign_up(&service, "grace@example.com").await;
    let session = newcomer.data(201)["token"].as_str().unwrap();
    assert_eq!(organizations_of(&service, session).await.len(), 1);
    // The address can also be invited after its account exists.
    let third = service.organization(Plan::Pro).await;
    let (_, third_token) = invited(&add(&service, &third, &third.session, "grace@example.com", "member").await);
    for (number, (org, token)) in
        [(&ours, our_token), (&theirs, their_token), (&third, third_token)].into_iter().enumerate()
    {
        let joined = take_up(&service, session, &token).await;
        let orgs = joined.data(200)["orgs"].as_array().unwrap();
        assert_eq!(orgs.len(), number + 2);
        assert!(orgs.iter().any(|each| each["id"] == org.id.to_string()));
    }
}

#[tokio::test]
async fn a_removed_admin_cannot_return_through_an_invitation_to_another_address() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let (admin, session) = service.member_of(&org, Role::Admin).await;
    let (second, token) = invited(&add(&service, &org, &session, "second@example.com", "admin").await);
    let (renewed, _) = invited(&add(&service, &org, &org.session, "third@example.com", "admin").await);
    let path = format!("{}/{renewed}/invitation", members(&org));
    let (_, renewed_token) = invited(&service.send(Method::POST, &path, Some(&session), None).await);
    remove(&service, &org, &org.session, &admin.to_string()).await.data(200);
    for token in [&token, &renewed_token] {
        take_up(&service, &session, token).await.refused(401, "INVALID_CREDENTIALS");
        accept(&service, token, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
    // The people whom the removed admin invited stay in the list, so that someone else can renew the invitations.
    let waiting = listed(&service, &org).await.into_iter().find(|member| member["userId"] == second).unwrap();
    assert_eq!((&waiting["status"], &waiting["invitationExpiresAt"]), (&json!("pending"), &Value::Null));
    let path = format!("{}/{second}/invitation", members(&org));
    let (_, token) = invited(&service.send(Method::POST, &path, Some(&org.session), None).await);
    accept(&service, &token, PASSWORD).await.data(200);
}

#[tokio::test]
async fn an_invitation_by_a_member_who_left_or_lost_the_role_opens_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let invite = async |session: &str, role: &str, number: usize| {
        invited(&add(&service, &org, session, &format!("{role}-{number}@example.com"), role).await).1
    };
    let (_, leaving) = service.member_of(&org, Role::Admin).await;
    let token = invite(&leaving, "viewer", 1).await;
    leave(&service, &org, &leaving).await.data(200);
    accept(&service, &token, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");

    let (admin, session) = service.member_of(&org, Role::Admin).await;
    let token = invite(&session, "viewer", 2).await;
    for role in ["member", "admin"] {
        set_role(&service, &org, &org.session, &admin.to_string(), role).await.data(200);
        accept(&service, &token, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
    let (owner, session) = service.member_of(&org, Role::Owner).await;
    let (of_owner, of_admin) = (invite(&session, "owner", 3).await, invite(&session, "admin", 3).await);
    set_role(&service, &org, &org.session, &owner.to_string(), "admin").await.data(200);
    accept(&service, &of_owner, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    accept(&service, &of_admin, PASSWORD).await.data(200);
}

#[tokio::test]
async fn an_admin_who_kept_a_viewers_token_does_not_become_the_owner_that_was_meant() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, session) = service.member_of(&org, Role::Admin).await;
    let (pending, kept) = invited(&add(&service, &org, &session, "grace@example.com", "viewer").await);
    let raised = set_role(&service, &org, &org.session, &pending, "owner").await;
    assert_eq!((&raised.data(200)["status"], &raised.data(200)["role"]), (&json!("pending"), &json!("owner")));
    assert_eq!(raised.data(200)["invitationExpiresAt"], Value::Null);
    accept(&service, &kept, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    let path = format!("{}/{pending}/invitation", members(&org));
    service.send(Method::POST, &path, Some(&session), None).await.refused(403, "FORBIDDEN");
    let (_, token) = invited(&service.send(Method::POST, &path, Some(&org.session), None).await);
    assert_eq!(accept(&service, &token, PASSWORD).await.data(200)["orgs"][0]["role"], "owner");
}

#[tokio::test]
async fn an_invitation_of_one_organization_is_absent_from_another() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (pending, token) = invited(&add(&service, &ours, &ours.session, "grace@example.com", "viewer").await);
    let path = format!("{}/{pending}", members(&theirs));
    for (method, path, body) in [
        (Method::DELETE, path.clone(), None),
        (Method::PATCH, path.clone(), Some(json!({ "role": "admin" }))),
        (Method::POST, format!("{path}/invitation"), None),
        (Method::POST, format!("{}/{pending}/invitation", members(&ours)), None),
    ] {
        service.send(method, &path, Some(&theirs.session), body.as_ref()).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(accept(&service, &token, PASSWORD).await.data(200)["orgs"][0]["id"], ours.id.to_string());
    assert_eq!(seats(&service, &theirs).await, json!({ "total": 5, "used": 1, "pending": 0 }));
}
