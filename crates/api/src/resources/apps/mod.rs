//! Connected apps: what people let assistants do at `/mcp`. Lists them, and ends them.

mod connect;

use askline_app::{oauth, present_fields::every_field_present};
use askline_domain::{
    identity::email_address::shown_email,
    keys::scope::ScopeSet,
    oauth::connected_app::ConnectedApp,
    shared::{
        ids::{AppId, Id as _, OrgId, SiteId, UserId},
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use connect::{AppRequest, AskedView, ConnectedRedirect, connect_app, show_app_request};

use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Input, Items, NoTenant, Nothing, OrgAccess, PageQuery, Reply},
};

/// A connected app.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ConnectedApp", transform = every_field_present)]
pub struct AppView {
    /// The id, by which the app can be disconnected.
    pub id: AppId,
    /// The organization whose data it may read.
    pub org_id: OrgId,
    /// The person as whom it acts.
    pub user_id: UserId,
    /// The name that it gives itself, which is not verified; may be empty.
    pub client_name: String,
    /// Where it received its code: a host, a scheme such as `cursor:`, or `localhost`.
    pub destination: String,
    /// Its scopes. It never may do more than its person.
    pub scopes: ScopeSet,
    /// The only sites that it may see; null for every site that its person sees.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// When it was connected.
    pub created_at: Moment,
    /// When it must be connected again.
    pub expires_at: Moment,
    /// When it was last used, to the second.
    pub last_used_at: Option<Moment>,
}

impl AppView {
    fn of(app: &App, stored: ConnectedApp) -> Self {
        let last_used_at = stored.last_used_at.max(app.app_uses().noted(stored.id));
        Self {
            id: stored.id,
            org_id: stored.org_id,
            user_id: stored.user_id,
            client_name: stored.client_name,
            destination: stored.destination,
            scopes: stored.scopes,
            site_ids: stored.sites,
            created_at: stored.created_at.into(),
            expires_at: stored.expires_at.into(),
            last_used_at: last_used_at.map(Moment),
        }
    }
}

/// An app of a member.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MembersApp")]
pub struct MembersAppView {
    /// The app.
    #[serde(flatten)]
    pub app: AppView,
    /// The email address of its person.
    pub email: String,
}

/// The app in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppPath {
    /// Its id.
    pub app_id: AppId,
}

/// The state of an ended app.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DisconnectedStatus")]
pub enum Disconnected {
    /// Its tokens are refused from now on.
    Disconnected,
}

/// An app that was disconnected.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisconnectedApp {
    /// Its id.
    pub id: AppId,
    /// Always `disconnected`.
    pub status: Disconnected,
}

/// Lists the apps that the caller connected, newest first.
pub async fn list_own_apps(
    call: Call<NoTenant>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<AppView>>, ApiError> {
    let page = input.query.page()?;
    let user = call.session()?.user.id;
    let stored = call.app.ports().oauth.apps_of(user, call.request.at, page).await?;
    Ok(Reply::page(stored.map(|app| AppView::of(&call.app, app)), page.limit, |view| view.id.bits()))
}

/// Disconnects an app of the caller.
pub async fn disconnect_own_app(
    call: Call<NoTenant>,
    input: Input<AppPath>,
) -> Result<Reply<DisconnectedApp>, ApiError> {
    let (id, ground) = (input.path.app_id, call.session()?.ground());
    let audit = call.audit_context();
    disconnected(id, oauth::end_own_app(&*call.app.ports().oauth, ground, id, &audit).await?)
}

/// Lists the apps that are connected to the organization, newest first.
pub async fn list_apps(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<MembersAppView>>, ApiError> {
    let page = input.query.page()?;
    let stored = call.app.ports().oauth.apps_in(call.tenant.id, call.request.at, page).await?;
    let view = |(app, email): (ConnectedApp, String)| MembersAppView {
        app: AppView::of(&call.app, app),
        email: shown_email(&email),
    };
    Ok(Reply::page(stored.map(view), page.limit, |view| view.app.id.bits()))
}

/// Disconnects an app of any member.
pub async fn disconnect_app(call: Call<OrgAccess>, input: Input<AppPath>) -> Result<Reply<DisconnectedApp>, ApiError> {
    let id = input.path.app_id;
    let audit = call.audit_context();
    disconnected(id, oauth::end_app(&*call.app.ports().oauth, call.tenant.id, id, &audit).await?)
}

fn disconnected(id: AppId, was_connected: bool) -> Result<Reply<DisconnectedApp>, ApiError> {
    if was_connected {
        Ok(Reply::new(DisconnectedApp { id, status: Disconnected::Disconnected }))
    } else {
        Err(ApiError::not_found("connected app"))
    }
}
