# Written by clients/generate.mjs from the OpenAPI document; do not edit.
"""A method for each operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from . import types as t
from ._transport import Answer, Options, SavedFile, Transport


class Operations:
    """A method for each operation."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def accept_invitation(self, body: t.InvitationAcceptance, *, options: Options | None = None) -> Answer[t.AcceptedInvitation]:
        """Accept an invitation, with a session or a new account."""
        return self._transport.send("POST", "/api/v1/auth/invitations/accept", {}, {}, body, options)

    def add_passkey(self, body: t.PasskeyCreate, *, options: Options | None = None) -> Answer[t.AddedPasskey]:
        """Add a passkey."""
        return self._transport.send("POST", "/api/v1/auth/passkeys", {}, {}, body, options)

    def approve_proposed_rules(self, site_id: t.SiteId, body: t.ProposedRuleSelection, *, options: Options | None = None) -> Answer[t.ApprovedRules]:
        """Approve proposed rules, all or some."""
        return self._transport.send("POST", "/api/v1/rules/{siteId}/proposed/approve", {"siteId": site_id}, {}, body, options, takes_key=True)

    def ask_recipient_again(self, recipient_id: t.RecipientId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Recipient]:
        """Send a recipient another link to confirm."""
        return self._transport.send("POST", "/api/v1/notifications/recipients/{recipientId}/confirmation", {"recipientId": recipient_id}, {"orgId": org_id}, None, options, takes_key=True)

    def begin_identity_link(self, body: t.SignInProviderChoice, *, options: Options | None = None) -> Answer[t.ProviderVisit]:
        """Begin to link an account at a sign-in provider to your account."""
        return self._transport.send("POST", "/api/v1/auth/identities", {}, {}, body, options)

    def begin_identity_proof(self, body: t.SignInProviderChoice, *, options: Options | None = None) -> Answer[t.ProviderVisit]:
        """Begin to prove through a provider who is in this session."""
        return self._transport.send("POST", "/api/v1/auth/identities/proof", {}, {}, body, options)

    def begin_passkey(self, *, options: Options | None = None) -> Answer[t.PasskeyCeremony]:
        """Begin to add a passkey."""
        return self._transport.send("POST", "/api/v1/auth/passkeys/options", {}, {}, None, options)

    def begin_passkey_proof(self, *, options: Options | None = None) -> Answer[t.PasskeyCeremony]:
        """Begin to prove with a passkey who is in this session."""
        return self._transport.send("POST", "/api/v1/auth/passkeys/proof/options", {}, {}, None, options)

    def begin_passkey_sign_in(self, body: t.PasskeyWanted, *, options: Options | None = None) -> Answer[t.PasskeyCeremony]:
        """Begin to sign in with a passkey."""
        return self._transport.send("POST", "/api/v1/auth/passkeys/login/options", {}, {}, body, options, is_public=True)

    def change_password(self, body: t.PasswordChange, *, options: Options | None = None) -> Answer[t.EndedSessions]:
        """Change the password and end all other sessions."""
        return self._transport.send("POST", "/api/v1/auth/password", {}, {}, body, options)

    def confirm_recipient(self, body: t.EmailedToken, *, options: Options | None = None) -> Answer[t.RecipientConfirmed]:
        """Confirm a recipient with the token of an emailed link."""
        return self._transport.send("POST", "/api/v1/notifications/recipients/confirm", {}, {}, body, options, is_public=True)

    def confirm_totp(self, body: t.AuthenticatorAppConfirmation, *, options: Options | None = None) -> Answer[t.RecoveryCodes]:
        """Confirm an authenticator app with its first code."""
        return self._transport.send("POST", "/api/v1/auth/factors/totp/confirm", {}, {}, body, options)

    def connect_app(self, org_id: t.OrgId, body: t.AppConnect, *, options: Options | None = None) -> Answer[t.ConnectedRedirect]:
        """Connect an app that asks by OAuth."""
        return self._transport.send("POST", "/api/v1/orgs/{orgId}/apps", {"orgId": org_id}, {}, body, options)

    def create_annotation(self, site_id: t.SiteId, body: t.AnnotationCreate, *, options: Options | None = None) -> Answer[t.Annotation]:
        """Write a note on a site's charts."""
        return self._transport.send("POST", "/api/v1/annotations/{siteId}", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_api_key(self, body: t.ApiKeyCreate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.CreatedApiKey]:
        """Create an API key."""
        return self._transport.send("POST", "/api/v1/keys", {}, {"orgId": org_id}, body, options, takes_key=True)

    def create_channel(self, body: t.ChannelCreate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Channel]:
        """Add a channel."""
        return self._transport.send("POST", "/api/v1/notifications/channels", {}, {"orgId": org_id}, body, options, takes_key=True)

    def create_log_source(self, site_id: t.SiteId, body: t.LogSourceCreate, *, options: Options | None = None) -> Answer[t.CreatedLogSource]:
        """Create a log source."""
        return self._transport.send("POST", "/api/v1/logs/{siteId}/sources", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_monitor(self, site_id: t.SiteId, body: t.MonitorCreate, *, options: Options | None = None) -> Answer[t.Monitor]:
        """Create a monitor: a question that engines are asked on a schedule."""
        return self._transport.send("POST", "/api/v1/monitors/{siteId}", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_organization(self, body: t.OrganizationCreate, *, options: Options | None = None) -> Answer[t.Organization]:
        """Create an organization."""
        return self._transport.send("POST", "/api/v1/orgs", {}, {}, body, options, takes_key=True)

    def create_prompt(self, site_id: t.SiteId, body: t.PromptCreate, *, options: Options | None = None) -> Answer[t.Prompt]:
        """Create a prompt template."""
        return self._transport.send("POST", "/api/v1/prompts/{siteId}", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_recipient(self, body: t.RecipientCreate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Recipient]:
        """Add a recipient, who gets a link to confirm."""
        return self._transport.send("POST", "/api/v1/notifications/recipients", {}, {"orgId": org_id}, body, options, takes_key=True)

    def create_rule(self, site_id: t.SiteId, body: t.RuleCreate, *, options: Options | None = None) -> Answer[t.Rule]:
        """Create a prompt rule."""
        return self._transport.send("POST", "/api/v1/rules/{siteId}", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_service_account(self, org_id: t.OrgId, body: t.ServiceAccountCreate, *, options: Options | None = None) -> Answer[t.ServiceAccount]:
        """Create a service account."""
        return self._transport.send("POST", "/api/v1/orgs/{orgId}/service-accounts", {"orgId": org_id}, {}, body, options, takes_key=True)

    def create_service_token(self, org_id: t.OrgId, service_account_id: t.ServiceAccountId, *, body: t.ServiceTokenCreate | None = None, options: Options | None = None) -> Answer[t.CreatedServiceToken]:
        """Give a service account a new token."""
        return self._transport.send("POST", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token", {"orgId": org_id, "serviceAccountId": service_account_id}, {}, body, options, takes_key=True)

    def create_shared_link(self, site_id: t.SiteId, body: t.SharedLinkCreate, *, options: Options | None = None) -> Answer[t.CreatedSharedLink]:
        """Create a shared link."""
        return self._transport.send("POST", "/api/v1/links/{siteId}", {"siteId": site_id}, {}, body, options, takes_key=True)

    def create_site(self, body: t.SiteCreate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.CreatedSite]:
        """Register a site."""
        return self._transport.send("POST", "/api/v1/sites", {}, {"orgId": org_id}, body, options, takes_key=True)

    def create_webhook(self, body: t.WebhookCreate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.CreatedWebhook]:
        """Create a webhook."""
        return self._transport.send("POST", "/api/v1/webhooks", {}, {"orgId": org_id}, body, options, takes_key=True)

    def delete_annotation(self, site_id: t.SiteId, annotation_id: t.AnnotationId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a note on a site's charts."""
        return self._transport.send("DELETE", "/api/v1/annotations/{siteId}/{annotationId}", {"siteId": site_id, "annotationId": annotation_id}, {}, None, options)

    def delete_channel(self, channel_id: t.ChannelId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a channel with its messages."""
        return self._transport.send("DELETE", "/api/v1/notifications/channels/{channelId}", {"channelId": channel_id}, {"orgId": org_id}, None, options)

    def delete_log_source(self, site_id: t.SiteId, source_id: t.LogSourceId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a log source; what it sent stays counted."""
        return self._transport.send("DELETE", "/api/v1/logs/{siteId}/sources/{sourceId}", {"siteId": site_id, "sourceId": source_id}, {}, None, options)

    def delete_monitor(self, site_id: t.SiteId, monitor_id: t.MonitorId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a monitor with everything it found."""
        return self._transport.send("DELETE", "/api/v1/monitors/{siteId}/{monitorId}", {"siteId": site_id, "monitorId": monitor_id}, {}, None, options)

    def delete_organization(self, org_id: t.OrgId, body: t.OrganizationDeletion, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete the organization and everything in it."""
        return self._transport.send("DELETE", "/api/v1/orgs/{orgId}", {"orgId": org_id}, {}, body, options)

    def delete_prompt(self, site_id: t.SiteId, prompt_id: t.PromptId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a prompt template."""
        return self._transport.send("DELETE", "/api/v1/prompts/{siteId}/{promptId}", {"siteId": site_id, "promptId": prompt_id}, {}, None, options)

    def delete_recipient(self, recipient_id: t.RecipientId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a recipient."""
        return self._transport.send("DELETE", "/api/v1/notifications/recipients/{recipientId}", {"recipientId": recipient_id}, {"orgId": org_id}, None, options)

    def delete_rule(self, site_id: t.SiteId, rule_id: t.RuleId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a prompt rule."""
        return self._transport.send("DELETE", "/api/v1/rules/{siteId}/{ruleId}", {"siteId": site_id, "ruleId": rule_id}, {}, None, options)

    def delete_service_account(self, org_id: t.OrgId, service_account_id: t.ServiceAccountId, *, options: Options | None = None) -> Answer[t.DeletedServiceAccount]:
        """Delete a service account and its tokens."""
        return self._transport.send("DELETE", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", {"orgId": org_id, "serviceAccountId": service_account_id}, {}, None, options)

    def delete_shared_link(self, site_id: t.SiteId, link_id: t.SharedLinkId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """End a shared link and its sessions."""
        return self._transport.send("DELETE", "/api/v1/links/{siteId}/{linkId}", {"siteId": site_id, "linkId": link_id}, {}, None, options)

    def delete_site(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a site and all its data."""
        return self._transport.send("DELETE", "/api/v1/sites/{siteId}", {"siteId": site_id}, {}, None, options)

    def delete_webhook(self, webhook_id: t.WebhookId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Deleted]:
        """Delete a webhook with its deliveries."""
        return self._transport.send("DELETE", "/api/v1/webhooks/{webhookId}", {"webhookId": webhook_id}, {"orgId": org_id}, None, options)

    def disconnect_app(self, org_id: t.OrgId, app_id: t.AppId, *, options: Options | None = None) -> Answer[t.DisconnectedApp]:
        """Disconnect an app of a member."""
        return self._transport.send("DELETE", "/api/v1/orgs/{orgId}/apps/{appId}", {"orgId": org_id, "appId": app_id}, {}, None, options)

    def disconnect_own_app(self, app_id: t.AppId, *, options: Options | None = None) -> Answer[t.DisconnectedApp]:
        """Disconnect one of your apps."""
        return self._transport.send("DELETE", "/api/v1/auth/apps/{appId}", {"appId": app_id}, {}, None, options)

    def dismiss_proposed_rules(self, site_id: t.SiteId, body: t.ProposedRuleSelection, *, options: Options | None = None) -> Answer[t.DismissedRules]:
        """Dismiss proposed rules, all or some."""
        return self._transport.send("POST", "/api/v1/rules/{siteId}/proposed/dismiss", {"siteId": site_id}, {}, body, options, takes_key=True)

    def end_session(self, session_id: t.SessionId, *, options: Options | None = None) -> Answer[t.EndedSession]:
        """End one of your sessions."""
        return self._transport.send("DELETE", "/api/v1/auth/sessions/{sessionId}", {"sessionId": session_id}, {}, None, options)

    def download_audit_entries(self, *, action: str | None = None, actor_id: str | None = None, target_id: str | None = None, from_: str | None = None, to: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> SavedFile:
        """Download audit entries as NDJSON: a file."""
        return self._transport.file("GET", "/api/v1/audit/export", {}, {"action": action, "actorId": actor_id, "targetId": target_id, "from": from_, "to": to, "orgId": org_id}, None, options)

    def export_prompts(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.PromptExport]:
        """Every prompt template of a site as a file."""
        return self._transport.send("GET", "/api/v1/prompts/{siteId}/export", {"siteId": site_id}, {}, None, options)

    def download_prompts(self, site_id: t.SiteId, *, format_: Literal["csv", "ndjson"], options: Options | None = None) -> SavedFile:
        """Every prompt template of a site as a file: a file."""
        return self._transport.file("GET", "/api/v1/prompts/{siteId}/export", {"siteId": site_id}, {"format": format_}, None, options)

    def finish_sign_in(self, provider: str, body: t.SignInProviderAnswer, *, options: Options | None = None) -> Answer[t.ProviderSignIn]:
        """Sign in with what came back from a provider."""
        return self._transport.send("POST", "/api/v1/auth/oidc/{provider}/finish", {"provider": provider}, {}, body, options, is_public=True)

    def forget_remembered_browsers(self, *, options: Options | None = None) -> Answer[t.EndedSessions]:
        """Ask for the second factor in every browser again."""
        return self._transport.send("DELETE", "/api/v1/auth/factors/browsers", {}, {}, None, options)

    def give_second_factor(self, body: t.SecondFactor, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Give the second factor that a sign-in waits for."""
        return self._transport.send("POST", "/api/v1/auth/second-factor", {}, {}, body, options, is_public=True)

    def import_prompts(self, site_id: t.SiteId, body: t.PromptFile | t.EnvelopedPromptFile | str, *, mode: t.ImportMode | None = None, dry_run: bool | None = None, partial: bool | None = None, content_type: str = "application/json", options: Options | None = None) -> Answer[t.Imported]:
        """Add, edit and replace prompt templates from a file."""
        return self._transport.send("POST", "/api/v1/prompts/{siteId}/import", {"siteId": site_id}, {"mode": mode, "dryRun": dry_run, "partial": partial}, body, options, takes_key=True, content_type=content_type)

    def ingest_logs(self, body: str | str, *, content_type: str = "application/json", options: Options | None = None) -> Answer[t.LogBatch]:
        """Send lines of an access log."""
        return self._transport.send("POST", "/api/v1/logs/ingest", {}, {}, body, options, is_public=True, content_type=content_type)

    def invite_member(self, org_id: t.OrgId, body: t.MemberCreate, *, options: Options | None = None) -> Answer[t.InvitedMember]:
        """Invite a member."""
        return self._transport.send("POST", "/api/v1/orgs/{orgId}/members", {"orgId": org_id}, {}, body, options, takes_key=True)

    def leave_organization(self, org_id: t.OrgId, *, options: Options | None = None) -> Answer[t.RemovedMember]:
        """Leave the organization."""
        return self._transport.send("DELETE", "/api/v1/orgs/{orgId}/members/me", {"orgId": org_id}, {}, None, options)

    def link_identity_with_password(self, body: t.IdentityLinkPassword, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Link an identity to your account with its password, and sign in."""
        return self._transport.send("POST", "/api/v1/auth/identities/link", {}, {}, body, options, is_public=True)

    def list_annotations(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.AnnotationList]:
        """List the notes on a site's charts."""
        return self._transport.send("GET", "/api/v1/annotations/{siteId}", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, options)

    def iterate_annotations(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.Annotation]:
        """List the notes on a site's charts: every row, page by page."""
        return self._transport.items("GET", "/api/v1/annotations/{siteId}", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "limit": limit}, None, options)

    def list_api_keys(self, *, status: t.KeyStatus | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ApiKeyList]:
        """List API keys, masked."""
        return self._transport.send("GET", "/api/v1/keys", {}, {"status": status, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_api_keys(self, *, status: t.KeyStatus | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.ApiKey]:
        """List API keys, masked: every row, page by page."""
        return self._transport.items("GET", "/api/v1/keys", {}, {"status": status, "limit": limit, "orgId": org_id}, None, options)

    def list_apps(self, org_id: t.OrgId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.MembersAppList]:
        """List the apps that members connected."""
        return self._transport.send("GET", "/api/v1/orgs/{orgId}/apps", {"orgId": org_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_apps(self, org_id: t.OrgId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.MembersApp]:
        """List the apps that members connected: every row, page by page."""
        return self._transport.items("GET", "/api/v1/orgs/{orgId}/apps", {"orgId": org_id}, {"limit": limit}, None, options)

    def list_audit_entries(self, *, action: str | None = None, actor_id: str | None = None, target_id: str | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.AuditEntryList]:
        """List audit entries."""
        return self._transport.send("GET", "/api/v1/audit", {}, {"action": action, "actorId": actor_id, "targetId": target_id, "from": from_, "to": to, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_audit_entries(self, *, action: str | None = None, actor_id: str | None = None, target_id: str | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.AuditEntry]:
        """List audit entries: every row, page by page."""
        return self._transport.items("GET", "/api/v1/audit", {}, {"action": action, "actorId": actor_id, "targetId": target_id, "from": from_, "to": to, "limit": limit, "orgId": org_id}, None, options)

    def list_change_evidence(self, site_id: t.SiteId, *, monitor_id: t.MonitorId | None = None, limit: int | None = None, options: Options | None = None) -> Answer[t.ChangeEvidenceList]:
        """How far changes of citation rates are that are not clear yet."""
        return self._transport.send("GET", "/api/v1/changes/{siteId}/evidence", {"siteId": site_id}, {"monitorId": monitor_id, "limit": limit}, None, options)

    def list_changes(self, site_id: t.SiteId, *, since: str | None = None, level: t.ChangeLevel | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.CitationChangeList]:
        """Clear changes of citation rates."""
        return self._transport.send("GET", "/api/v1/changes/{siteId}", {"siteId": site_id}, {"since": since, "level": level, "limit": limit, "cursor": cursor}, None, options)

    def iterate_changes(self, site_id: t.SiteId, *, since: str | None = None, level: t.ChangeLevel | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.CitationChange]:
        """Clear changes of citation rates: every row, page by page."""
        return self._transport.items("GET", "/api/v1/changes/{siteId}", {"siteId": site_id}, {"since": since, "level": level, "limit": limit}, None, options)

    def list_channel_messages(self, channel_id: t.ChannelId, *, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ChannelMessageList]:
        """List messages of the last 30 days."""
        return self._transport.send("GET", "/api/v1/notifications/channels/{channelId}/messages", {"channelId": channel_id}, {"limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_channel_messages(self, channel_id: t.ChannelId, *, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.ChannelMessage]:
        """List messages of the last 30 days: every row, page by page."""
        return self._transport.items("GET", "/api/v1/notifications/channels/{channelId}/messages", {"channelId": channel_id}, {"limit": limit, "orgId": org_id}, None, options)

    def list_channels(self, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ChannelList]:
        """List channels."""
        return self._transport.send("GET", "/api/v1/notifications/channels", {}, {"orgId": org_id}, None, options)

    def list_citations(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, cited: bool | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.CitationList]:
        """What engines' answers say about a site."""
        return self._transport.send("GET", "/api/v1/citations/{siteId}", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "cited": cited, "limit": limit, "cursor": cursor}, None, options)

    def iterate_citations(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, cited: bool | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.Citation]:
        """What engines' answers say about a site: every row, page by page."""
        return self._transport.items("GET", "/api/v1/citations/{siteId}", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "cited": cited, "limit": limit}, None, options)

    def download_citations(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, cited: bool | None = None, table: t.AnswersTable | None = None, language: t.FileLanguage | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> SavedFile:
        """What engines' answers say about a site: a file."""
        return self._transport.file("GET", "/api/v1/citations/{siteId}", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "cited": cited, "format": format_, "table": table, "language": language, "limit": limit, "cursor": cursor}, None, options)

    def list_cited_urls(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, owner: t.SourceOwner | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.CitedUrlsReport]:
        """The pages that engines' answers cite."""
        return self._transport.send("GET", "/api/v1/citations/{siteId}/urls", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "owner": owner, "limit": limit, "cursor": cursor}, None, options)

    def iterate_cited_urls(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, owner: t.SourceOwner | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.CitedUrlRow]:
        """The pages that engines' answers cite: every row, page by page."""
        return self._transport.items("GET", "/api/v1/citations/{siteId}/urls", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "owner": owner, "limit": limit}, None, options)

    def list_config_versions(self, site_id: t.SiteId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.ConfigVersionList]:
        """List versions of the widget configuration."""
        return self._transport.send("GET", "/api/v1/sites/{siteId}/config/versions", {"siteId": site_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_config_versions(self, site_id: t.SiteId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.ConfigVersion]:
        """List versions of the widget configuration: every row, page by page."""
        return self._transport.items("GET", "/api/v1/sites/{siteId}/config/versions", {"siteId": site_id}, {"limit": limit}, None, options)

    def list_deliveries(self, webhook_id: t.WebhookId, *, status: t.DeliveryStatus | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.WebhookDeliveryList]:
        """List deliveries of the last 30 days."""
        return self._transport.send("GET", "/api/v1/webhooks/{webhookId}/deliveries", {"webhookId": webhook_id}, {"status": status, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_deliveries(self, webhook_id: t.WebhookId, *, status: t.DeliveryStatus | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.WebhookDelivery]:
        """List deliveries of the last 30 days: every row, page by page."""
        return self._transport.items("GET", "/api/v1/webhooks/{webhookId}/deliveries", {"webhookId": webhook_id}, {"status": status, "limit": limit, "orgId": org_id}, None, options)

    def list_engines(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.EngineStatusList]:
        """Whether each engine can be asked on this instance."""
        return self._transport.send("GET", "/api/v1/monitors/{siteId}/engines", {"siteId": site_id}, {}, None, options)

    def list_ledger_entries(self, *, type_: t.LedgerEntryType | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.LedgerEntryList]:
        """List the credit ledger."""
        return self._transport.send("GET", "/api/v1/credits/ledger", {}, {"type": type_, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_ledger_entries(self, *, type_: t.LedgerEntryType | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.LedgerEntry]:
        """List the credit ledger: every row, page by page."""
        return self._transport.items("GET", "/api/v1/credits/ledger", {}, {"type": type_, "limit": limit, "orgId": org_id}, None, options)

    def list_linked_identities(self, *, options: Options | None = None) -> Answer[t.LinkedIdentityList]:
        """List your linked accounts at sign-in providers."""
        return self._transport.send("GET", "/api/v1/auth/identities", {}, {}, None, options)

    def list_log_lines(self, site_id: t.SiteId, *, limit: int | None = None, options: Options | None = None) -> Answer[t.LogLineList]:
        """The newest reads of crawlers, line by line."""
        return self._transport.send("GET", "/api/v1/logs/{siteId}/lines", {"siteId": site_id}, {"limit": limit}, None, options)

    def list_log_sources(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.LogSourceList]:
        """List log sources and what they sent."""
        return self._transport.send("GET", "/api/v1/logs/{siteId}/sources", {"siteId": site_id}, {}, None, options)

    def list_members(self, org_id: t.OrgId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.MemberList]:
        """List members, and those who were invited."""
        return self._transport.send("GET", "/api/v1/orgs/{orgId}/members", {"orgId": org_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_members(self, org_id: t.OrgId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.Member]:
        """List members, and those who were invited: every row, page by page."""
        return self._transport.items("GET", "/api/v1/orgs/{orgId}/members", {"orgId": org_id}, {"limit": limit}, None, options)

    def list_monitor_choices(self, site_id: t.SiteId, *, engines: str | None = None, options: Options | None = None) -> Answer[t.MonitorChoiceList]:
        """What each cadence and number of samples costs, and what it would find."""
        return self._transport.send("GET", "/api/v1/monitors/{siteId}/choices", {"siteId": site_id}, {"engines": engines}, None, options)

    def list_monitors(self, site_id: t.SiteId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.MonitorList]:
        """List monitors, their latest runs and whether their engines can be asked."""
        return self._transport.send("GET", "/api/v1/monitors/{siteId}", {"siteId": site_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_monitors(self, site_id: t.SiteId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.Monitor]:
        """List monitors, their latest runs and whether their engines can be asked: every row, page by page."""
        return self._transport.items("GET", "/api/v1/monitors/{siteId}", {"siteId": site_id}, {"limit": limit}, None, options)

    def list_notification_routes(self, org_id: t.OrgId, *, options: Options | None = None) -> Answer[t.NotificationRoutes]:
        """What is sent where."""
        return self._transport.send("GET", "/api/v1/orgs/{orgId}/notifications", {"orgId": org_id}, {}, None, options)

    def list_own_apps(self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.ConnectedAppList]:
        """List the apps that you connected."""
        return self._transport.send("GET", "/api/v1/auth/apps", {}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_own_apps(self, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.ConnectedApp]:
        """List the apps that you connected: every row, page by page."""
        return self._transport.items("GET", "/api/v1/auth/apps", {}, {"limit": limit}, None, options)

    def list_passkeys(self, *, options: Options | None = None) -> Answer[t.PasskeyList]:
        """List your passkeys."""
        return self._transport.send("GET", "/api/v1/auth/passkeys", {}, {}, None, options)

    def list_prompts(self, site_id: t.SiteId, *, status: t.PromptStatus | None = None, kind: t.PromptKind | None = None, language: str | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.PromptList]:
        """List prompt templates."""
        return self._transport.send("GET", "/api/v1/prompts/{siteId}", {"siteId": site_id}, {"status": status, "kind": kind, "language": language, "limit": limit, "cursor": cursor}, None, options)

    def iterate_prompts(self, site_id: t.SiteId, *, status: t.PromptStatus | None = None, kind: t.PromptKind | None = None, language: str | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.Prompt]:
        """List prompt templates: every row, page by page."""
        return self._transport.items("GET", "/api/v1/prompts/{siteId}", {"siteId": site_id}, {"status": status, "kind": kind, "language": language, "limit": limit}, None, options)

    def list_proposed_rules(self, site_id: t.SiteId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.ProposedRules]:
        """List the rules that a generation proposes for single pages."""
        return self._transport.send("GET", "/api/v1/rules/{siteId}/proposed", {"siteId": site_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_proposed_rules(self, site_id: t.SiteId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.ProposedRule]:
        """List the rules that a generation proposes for single pages: every row, page by page."""
        return self._transport.items("GET", "/api/v1/rules/{siteId}/proposed", {"siteId": site_id}, {"limit": limit}, None, options)

    def list_recipients(self, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.RecipientList]:
        """List recipients."""
        return self._transport.send("GET", "/api/v1/notifications/recipients", {}, {"orgId": org_id}, None, options)

    def list_refused_origins(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.RefusedOriginList]:
        """Origins whose events the site refused."""
        return self._transport.send("GET", "/api/v1/sites/{siteId}/refused-origins", {"siteId": site_id}, {}, None, options)

    def list_requests(self, *, key: t.KeyId | None = None, status: int | None = None, route: str | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.LoggedRequestList]:
        """List the latest requests with API keys."""
        return self._transport.send("GET", "/api/v1/requests", {}, {"key": key, "status": status, "route": route, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_requests(self, *, key: t.KeyId | None = None, status: int | None = None, route: str | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.LoggedRequest]:
        """List the latest requests with API keys: every row, page by page."""
        return self._transport.items("GET", "/api/v1/requests", {}, {"key": key, "status": status, "route": route, "limit": limit, "orgId": org_id}, None, options)

    def list_rules(self, site_id: t.SiteId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.RuleList]:
        """List prompt rules."""
        return self._transport.send("GET", "/api/v1/rules/{siteId}", {"siteId": site_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_rules(self, site_id: t.SiteId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.Rule]:
        """List prompt rules: every row, page by page."""
        return self._transport.items("GET", "/api/v1/rules/{siteId}", {"siteId": site_id}, {"limit": limit}, None, options)

    def list_service_accounts(self, org_id: t.OrgId, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.ServiceAccountList]:
        """List service accounts and their tokens, masked."""
        return self._transport.send("GET", "/api/v1/orgs/{orgId}/service-accounts", {"orgId": org_id}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_service_accounts(self, org_id: t.OrgId, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.ServiceAccount]:
        """List service accounts and their tokens, masked: every row, page by page."""
        return self._transport.items("GET", "/api/v1/orgs/{orgId}/service-accounts", {"orgId": org_id}, {"limit": limit}, None, options)

    def list_sessions(self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.SessionList]:
        """List your sessions."""
        return self._transport.send("GET", "/api/v1/auth/sessions", {}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_sessions(self, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.Session]:
        """List your sessions: every row, page by page."""
        return self._transport.items("GET", "/api/v1/auth/sessions", {}, {"limit": limit}, None, options)

    def list_shared_links(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.SharedLinkList]:
        """List the shared links of a site."""
        return self._transport.send("GET", "/api/v1/links/{siteId}", {"siteId": site_id}, {}, None, options)

    def list_sign_in_providers(self, *, options: Options | None = None) -> Answer[t.SignInProviderList]:
        """List the providers to sign in with."""
        return self._transport.send("GET", "/api/v1/auth/providers", {}, {}, None, options, is_public=True)

    def list_sign_ins(self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.SignInList]:
        """List your latest sign-ins."""
        return self._transport.send("GET", "/api/v1/auth/logins", {}, {"limit": limit, "cursor": cursor}, None, options)

    def iterate_sign_ins(self, *, limit: int | None = None, options: Options | None = None) -> Iterator[t.SignIn]:
        """List your latest sign-ins: every row, page by page."""
        return self._transport.items("GET", "/api/v1/auth/logins", {}, {"limit": limit}, None, options)

    def list_sites(self, *, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.SiteList]:
        """List sites and their install status."""
        return self._transport.send("GET", "/api/v1/sites", {}, {"limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_sites(self, *, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.Site]:
        """List sites and their install status: every row, page by page."""
        return self._transport.items("GET", "/api/v1/sites", {}, {"limit": limit, "orgId": org_id}, None, options)

    def list_webhook_events(self, *, since: t.MessageId | None = None, type_: t.EventName | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.WebhookEventList]:
        """Read events back, from the oldest or after one that you have."""
        return self._transport.send("GET", "/api/v1/webhook-events", {}, {"since": since, "type": type_, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_webhook_events(self, *, since: t.MessageId | None = None, type_: t.EventName | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.WebhookEvent]:
        """Read events back, from the oldest or after one that you have: every row, page by page."""
        return self._transport.items("GET", "/api/v1/webhook-events", {}, {"since": since, "type": type_, "limit": limit, "orgId": org_id}, None, options)

    def list_webhooks(self, *, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.WebhookList]:
        """List webhooks."""
        return self._transport.send("GET", "/api/v1/webhooks", {}, {"limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_webhooks(self, *, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.Webhook]:
        """List webhooks: every row, page by page."""
        return self._transport.items("GET", "/api/v1/webhooks", {}, {"limit": limit, "orgId": org_id}, None, options)

    def open_shared_link(self, body: t.SharedLinkToken, *, options: Options | None = None) -> Answer[t.SharedLinkSession]:
        """Open a shared link."""
        return self._transport.send("POST", "/api/v1/auth/link", {}, {}, body, options, is_public=True)

    def preview_config(self, site_id: t.SiteId, body: t.WidgetConfigInput, *, options: Options | None = None) -> Answer[t.ConfigPreview]:
        """Preview what readers would get from a configuration."""
        return self._transport.send("POST", "/api/v1/sites/{siteId}/config/preview", {"siteId": site_id}, {}, body, options)

    def preview_pages(self, site_id: t.SiteId, body: t.PagesPreviewInput, *, options: Options | None = None) -> Answer[t.PagesPreview]:
        """Preview which pages other settings would merge and split."""
        return self._transport.send("POST", "/api/v1/sites/{siteId}/pages/preview", {"siteId": site_id}, {}, body, options)

    def preview_prompt(self, site_id: t.SiteId, body: t.PromptPreviewRequest, *, options: Options | None = None) -> Answer[t.PromptPreview]:
        """Preview a prompt on a page before it is stored."""
        return self._transport.send("POST", "/api/v1/prompts/{siteId}/preview", {"siteId": site_id}, {}, body, options)

    def preview_shared_link(self, site_id: t.SiteId, body: t.SharedLinkCreate, *, options: Options | None = None) -> Answer[t.SharedView]:
        """Preview what the viewers of a shared link would see."""
        return self._transport.send("POST", "/api/v1/links/{siteId}/preview", {"siteId": site_id}, {}, body, options)

    def put_notification_routes(self, org_id: t.OrgId, body: t.NotificationRoutesUpdate, *, options: Options | None = None) -> Answer[t.NotificationRoutes]:
        """Decide what is sent where."""
        return self._transport.send("PUT", "/api/v1/orgs/{orgId}/notifications", {"orgId": org_id}, {}, body, options)

    def reauthenticate(self, body: t.Reauthentication, *, options: Options | None = None) -> Answer[t.Reauthenticated]:
        """Give your password or a code again."""
        return self._transport.send("POST", "/api/v1/auth/reauthenticate", {}, {}, body, options)

    def regenerate_prompt(self, site_id: t.SiteId, prompt_id: t.PromptId, *, estimate: bool | None = None, options: Options | None = None) -> Answer[t.StartedGenerationOrGenerationEstimate]:
        """Regenerate a generated prompt from the site's pages."""
        return self._transport.send("POST", "/api/v1/prompts/{siteId}/{promptId}/regenerate", {"siteId": site_id, "promptId": prompt_id}, {"estimate": estimate}, None, options, takes_key=True)

    def regenerate_prompts(self, site_id: t.SiteId, *, body: t.SiteRegeneration | None = None, estimate: bool | None = None, options: Options | None = None) -> Answer[t.StartedGenerationOrGenerationEstimate]:
        """Regenerate prompts and questions from the site's pages."""
        return self._transport.send("POST", "/api/v1/prompts/{siteId}/regenerate", {"siteId": site_id}, {"estimate": estimate}, body, options, takes_key=True)

    def remove_member(self, org_id: t.OrgId, user_id: t.UserId, *, options: Options | None = None) -> Answer[t.RemovedMember]:
        """Remove a member, or withdraw an invitation."""
        return self._transport.send("DELETE", "/api/v1/orgs/{orgId}/members/{userId}", {"orgId": org_id, "userId": user_id}, {}, None, options)

    def remove_passkey(self, passkey_id: t.PasskeyId, *, options: Options | None = None) -> Answer[t.RemovedPasskey]:
        """Remove a passkey."""
        return self._transport.send("DELETE", "/api/v1/auth/passkeys/{passkeyId}", {"passkeyId": passkey_id}, {}, None, options)

    def remove_totp(self, *, options: Options | None = None) -> Answer[t.EndedSessions]:
        """Remove your authenticator app."""
        return self._transport.send("DELETE", "/api/v1/auth/factors/totp", {}, {}, None, options)

    def rename_passkey(self, passkey_id: t.PasskeyId, body: t.PasskeyUpdate, *, options: Options | None = None) -> Answer[t.Passkey]:
        """Rename a passkey."""
        return self._transport.send("PATCH", "/api/v1/auth/passkeys/{passkeyId}", {"passkeyId": passkey_id}, {}, body, options)

    def renew_invitation(self, org_id: t.OrgId, user_id: t.UserId, *, options: Options | None = None) -> Answer[t.InvitedMember]:
        """Create a new token for an invited person."""
        return self._transport.send("POST", "/api/v1/orgs/{orgId}/members/{userId}/invitation", {"orgId": org_id, "userId": user_id}, {}, None, options, takes_key=True)

    def reorder_rules(self, site_id: t.SiteId, body: t.RuleOrder, *, options: Options | None = None) -> Answer[t.RuleList]:
        """Reorder the rules of a site."""
        return self._transport.send("PUT", "/api/v1/rules/{siteId}/order", {"siteId": site_id}, {}, body, options)

    def replace_config(self, site_id: t.SiteId, body: t.WidgetConfigInput, *, options: Options | None = None) -> Answer[t.StoredWidgetConfig]:
        """Replace the widget configuration."""
        return self._transport.send("PUT", "/api/v1/sites/{siteId}/config", {"siteId": site_id}, {}, body, options)

    def replace_recovery_codes(self, *, options: Options | None = None) -> Answer[t.RecoveryCodes]:
        """Replace your recovery codes."""
        return self._transport.send("POST", "/api/v1/auth/factors/recovery", {}, {}, None, options)

    def replace_rule(self, site_id: t.SiteId, rule_id: t.RuleId, body: t.RuleCreate, *, options: Options | None = None) -> Answer[t.Rule]:
        """Replace a prompt rule."""
        return self._transport.send("PUT", "/api/v1/rules/{siteId}/{ruleId}", {"siteId": site_id, "ruleId": rule_id}, {}, body, options)

    def replay_deliveries(self, webhook_id: t.WebhookId, body: t.WebhookReplay, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ReplayedDeliveries]:
        """Send again what failed or waits since a time."""
        return self._transport.send("POST", "/api/v1/webhooks/{webhookId}/replay", {"webhookId": webhook_id}, {"orgId": org_id}, body, options, takes_key=True)

    def replay_delivery(self, webhook_id: t.WebhookId, delivery_id: t.DeliveryId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.WebhookDelivery]:
        """Send a message again."""
        return self._transport.send("POST", "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay", {"webhookId": webhook_id, "deliveryId": delivery_id}, {"orgId": org_id}, None, options, takes_key=True)

    def report_leaked_api_key(self, body: t.LeakedKey, *, options: Options | None = None) -> Answer[t.LeakReport]:
        """Revoke a key that you found in public."""
        return self._transport.send("POST", "/api/v1/keys/leaked", {}, {}, body, options, is_public=True)

    def request_email_change(self, body: t.EmailChange, *, options: Options | None = None) -> Answer[t.VerificationEmailRequested]:
        """Request a change of your email address."""
        return self._transport.send("POST", "/api/v1/auth/email", {}, {}, body, options)

    def request_password_reset(self, body: t.PasswordResetRequest, *, options: Options | None = None) -> Answer[t.PasswordResetRequested]:
        """Request an email with a link that sets a new password."""
        return self._transport.send("POST", "/api/v1/auth/reset", {}, {}, body, options, is_public=True)

    def resend_verification_email(self, *, options: Options | None = None) -> Answer[t.VerificationEmailRequested]:
        """Send the email that confirms your address again."""
        return self._transport.send("POST", "/api/v1/auth/email/resend", {}, {}, None, options)

    def reset_password(self, body: t.PasswordReset, *, options: Options | None = None) -> Answer[t.EndedSessions]:
        """Set a new password with the token of an emailed link."""
        return self._transport.send("POST", "/api/v1/auth/reset/finish", {}, {}, body, options, is_public=True)

    def revoke_access(self, body: t.AccessRevocation, *, options: Options | None = None) -> Answer[t.RevokedAccess]:
        """End all other sessions, links in emails and remembered browsers."""
        return self._transport.send("POST", "/api/v1/auth/revoke-all", {}, {}, body, options)

    def revoke_api_key(self, key_id: t.KeyId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.RevokedKey]:
        """Revoke an API key."""
        return self._transport.send("DELETE", "/api/v1/keys/{keyId}", {"keyId": key_id}, {"orgId": org_id}, None, options)

    def roll_back_config(self, site_id: t.SiteId, body: t.ConfigRollback, *, options: Options | None = None) -> Answer[t.StoredWidgetConfig]:
        """Restore a version of the widget configuration."""
        return self._transport.send("POST", "/api/v1/sites/{siteId}/config/rollback", {"siteId": site_id}, {}, body, options, takes_key=True)

    def rotate_api_key(self, key_id: t.KeyId, *, body: t.KeyRotation | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.CreatedApiKey]:
        """Replace an API key with a new one."""
        return self._transport.send("POST", "/api/v1/keys/{keyId}/rotate", {"keyId": key_id}, {"orgId": org_id}, body, options, takes_key=True)

    def rotate_log_source(self, site_id: t.SiteId, source_id: t.LogSourceId, *, options: Options | None = None) -> Answer[t.CreatedLogSource]:
        """Give a log source a new token."""
        return self._transport.send("POST", "/api/v1/logs/{siteId}/sources/{sourceId}/rotate", {"siteId": site_id, "sourceId": source_id}, {}, None, options, takes_key=True)

    def rotate_webhook_secret(self, webhook_id: t.WebhookId, *, body: t.SecretRotation | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.CreatedWebhook]:
        """Give a webhook a new secret."""
        return self._transport.send("POST", "/api/v1/webhooks/{webhookId}/rotate", {"webhookId": webhook_id}, {"orgId": org_id}, body, options, takes_key=True)

    def run_monitor(self, site_id: t.SiteId, monitor_id: t.MonitorId, *, estimate: bool | None = None, options: Options | None = None) -> Answer[t.StartedRunOrRunEstimate]:
        """Run a monitor now, or estimate the cost."""
        return self._transport.send("POST", "/api/v1/monitors/{siteId}/{monitorId}/run", {"siteId": site_id, "monitorId": monitor_id}, {"estimate": estimate}, None, options, takes_key=True)

    def send_events(self, body: t.EventOrEventList, *, widget_version: str | None = None, options: Options | None = None) -> Answer[t.AcceptedEvents]:
        """Store events from a widget."""
        return self._transport.send("POST", "/api/v1/events", {}, {"widgetVersion": widget_version}, body, options, is_public=True)

    def set_up_instance(self, body: t.InstanceSetup, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Create the first owner with the setup token."""
        return self._transport.send("POST", "/api/v1/auth/setup", {}, {}, body, options, is_public=True)

    def set_up_totp(self, *, options: Options | None = None) -> Answer[t.AuthenticatorAppSetup]:
        """Get a secret for an authenticator app."""
        return self._transport.send("POST", "/api/v1/auth/factors/totp", {}, {}, None, options)

    def show_ai_clicks(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.AiClicksInclude] | None = None, options: Options | None = None) -> Answer[t.AiClicks]:
        """Clicks on assistants' buttons."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/ai", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_ai_clicks(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.AiClicksInclude] | None = None, table: t.AssistantsTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Clicks on assistants' buttons: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/ai", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include, "table": table, "language": language}, None, options)

    def show_api_key(self, key_id: t.KeyId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ApiKey]:
        """One API key, masked."""
        return self._transport.send("GET", "/api/v1/keys/{keyId}", {"keyId": key_id}, {"orgId": org_id}, None, options)

    def show_app_request(self, body: t.AppRequest, *, options: Options | None = None) -> Answer[t.AskedAccess]:
        """Show what an app asks for."""
        return self._transport.send("POST", "/api/v1/auth/apps/request", {}, {}, body, options)

    def show_citation(self, site_id: t.SiteId, citation_id: t.CitationId, *, options: Options | None = None) -> Answer[t.CitationDetail]:
        """A citation with the answer as the engine sent it."""
        return self._transport.send("GET", "/api/v1/citations/{siteId}/{citationId}", {"siteId": site_id, "citationId": citation_id}, {}, None, options)

    def show_citation_summary(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, engine: t.Engine | None = None, monitor_id: t.MonitorId | None = None, compare: t.Compare | None = None, group_by: t.CitationsGroupBy | None = None, options: Options | None = None) -> Answer[t.CitationSummary]:
        """How often each engine cites and mentions a site."""
        return self._transport.send("GET", "/api/v1/citations/{siteId}/summary", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "engine": engine, "monitorId": monitor_id, "compare": compare, "groupBy": group_by}, None, options)

    def show_crawlers(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.CrawlersInclude] | None = None, options: Options | None = None) -> Answer[t.CrawlerHits]:
        """Requests of known crawlers that ran the widget."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/crawlers", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_crawlers(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.CrawlersInclude] | None = None, table: t.CrawlersTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Requests of known crawlers that ran the widget: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/crawlers", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include, "table": table, "language": language}, None, options)

    def show_credits(self, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Credits]:
        """The credit balance."""
        return self._transport.send("GET", "/api/v1/credits", {}, {"orgId": org_id}, None, options)

    def show_invitation(self, body: t.InvitationToken, *, options: Options | None = None) -> Answer[t.InvitationDetail]:
        """Show what an invitation is for."""
        return self._transport.send("POST", "/api/v1/auth/invitations/show", {}, {}, body, options, is_public=True)

    def show_item_clicks(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, options: Options | None = None) -> Answer[t.ItemClicks]:
        """Clicks on the site's own items in the widget."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/items", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval}, None, options)

    def download_item_clicks(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, table: t.ItemsTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Clicks on the site's own items in the widget: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/items", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "table": table, "language": language}, None, options)

    def show_job(self, job_id: t.JobId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Job]:
        """The progress of a job, and its result."""
        return self._transport.send("GET", "/api/v1/jobs/{jobId}", {"jobId": job_id}, {"orgId": org_id}, None, options)

    def show_key_usage(self, key_id: t.KeyId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.KeyUsage]:
        """Requests with an API key by day, route and status."""
        return self._transport.send("GET", "/api/v1/keys/{keyId}/usage", {"keyId": key_id}, {"orgId": org_id}, None, options)

    def show_link_registry(self, *, options: Options | None = None) -> Answer[t.LinkRegistry]:
        """The assistants and networks that a widget can offer."""
        return self._transport.send("GET", "/api/v1/link-registry", {}, {}, None, options, is_public=True)

    def show_live_activity(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.Live]:
        """The last thirty minutes."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/live", {"siteId": site_id}, {}, None, options)

    def show_mail_status(self, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.MailHealth]:
        """Whether email works, or since when and why it does not."""
        return self._transport.send("GET", "/api/v1/mail", {}, {"orgId": org_id}, None, options)

    def show_me(self, *, options: Options | None = None) -> Answer[t.Me]:
        """Show your account."""
        return self._transport.send("GET", "/api/v1/me", {}, {}, None, options)

    def show_missing_views(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.MissingViews]:
        """Whether views stopped while the widget is still loaded."""
        return self._transport.send("GET", "/api/v1/sites/{siteId}/missing-views", {"siteId": site_id}, {}, None, options)

    def show_notifications(self, *, options: Options | None = None) -> Answer[t.Notifications]:
        """Show which reports and alerts you get by email."""
        return self._transport.send("GET", "/api/v1/me/notifications", {}, {}, None, options)

    def download_openapi(self, *, options: Options | None = None) -> SavedFile:
        """This document: a file."""
        return self._transport.file("GET", "/api/v1/openapi.json", {}, {}, None, options, is_public=True)

    def show_organization(self, org_id: t.OrgId, *, options: Options | None = None) -> Answer[t.Organization]:
        """Profile, plan and seats of the organization."""
        return self._transport.send("GET", "/api/v1/orgs/{orgId}", {"orgId": org_id}, {}, None, options)

    def show_own_api_key(self, *, options: Options | None = None) -> Answer[t.OwnApiKey]:
        """The calling key and the state of its rate limit."""
        return self._transport.send("GET", "/api/v1/keys/self", {}, {}, None, options)

    def show_page_file(self, site_id: t.SiteId, *, path: str | None = None, days: int | None = None, from_: str | None = None, to: str | None = None, options: Options | None = None) -> Answer[t.PageFile]:
        """What is known of a page, in one line of time."""
        return self._transport.send("GET", "/api/v1/pages/{siteId}/file", {"siteId": site_id}, {"path": path, "days": days, "from": from_, "to": to}, None, options)

    def show_pages(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, group_by: t.PagesGroupBy | None = None, sort: t.PageSort | None = None, order: t.Order | None = None, q: str | None = None, limit: int | None = None, cursor: str | None = None, options: Options | None = None) -> Answer[t.PagesReport]:
        """Pages and what readers did on them."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/pages", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "groupBy": group_by, "sort": sort, "order": order, "q": q, "limit": limit, "cursor": cursor}, None, options)

    def iterate_pages(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, group_by: t.PagesGroupBy | None = None, sort: t.PageSort | None = None, order: t.Order | None = None, q: str | None = None, limit: int | None = None, options: Options | None = None) -> Iterator[t.PageItem]:
        """Pages and what readers did on them: every row, page by page."""
        return self._transport.items("GET", "/api/v1/analytics/{siteId}/pages", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "groupBy": group_by, "sort": sort, "order": order, "q": q, "limit": limit}, None, options)

    def download_pages(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, group_by: t.PagesGroupBy | None = None, sort: t.PageSort | None = None, order: t.Order | None = None, q: str | None = None, limit: int | None = None, cursor: str | None = None, table: t.PagesTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Pages and what readers did on them: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/pages", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "groupBy": group_by, "sort": sort, "order": order, "q": q, "limit": limit, "cursor": cursor, "table": table, "language": language}, None, options)

    def show_prompt(self, site_id: t.SiteId, prompt_id: t.PromptId, *, options: Options | None = None) -> Answer[t.Prompt]:
        """A prompt template."""
        return self._transport.send("GET", "/api/v1/prompts/{siteId}/{promptId}", {"siteId": site_id, "promptId": prompt_id}, {}, None, options)

    def show_public_config(self, site_id: t.SiteId, *, language: str | None = None, options: Options | None = None) -> Answer[t.PublicConfig]:
        """The public widget configuration."""
        return self._transport.send("GET", "/api/v1/sites/{siteId}/config", {"siteId": site_id}, {"language": language}, None, options, is_public=True)

    def show_question_clicks(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.QuestionsInclude] | None = None, options: Options | None = None) -> Answer[t.QuestionClicks]:
        """Clicks on questions, suggested and readers' own."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/questions", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_question_clicks(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.QuestionsInclude] | None = None, table: t.QuestionsTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Clicks on questions, suggested and readers' own: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/questions", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include, "table": table, "language": language}, None, options)

    def show_reads(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, compare: t.Compare | None = None, page: str | None = None, purpose: t.ReadPurpose | None = None, evidence: t.Evidence | None = None, crawler: str | None = None, pages: t.ReadPageList | None = None, limit: int | None = None, options: Options | None = None) -> Answer[t.ReadsReport]:
        """What crawlers read, by the logs of the site's web servers."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/reads", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "compare": compare, "page": page, "purpose": purpose, "evidence": evidence, "crawler": crawler, "pages": pages, "limit": limit}, None, options)

    def download_reads(self, site_id: t.SiteId, *, format_: Literal["csv"], days: int | None = None, from_: str | None = None, to: str | None = None, compare: t.Compare | None = None, page: str | None = None, purpose: t.ReadPurpose | None = None, evidence: t.Evidence | None = None, crawler: str | None = None, pages: t.ReadPageList | None = None, limit: int | None = None, options: Options | None = None) -> SavedFile:
        """What crawlers read, by the logs of the site's web servers: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/reads", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "compare": compare, "page": page, "purpose": purpose, "evidence": evidence, "crawler": crawler, "pages": pages, "limit": limit, "format": format_}, None, options)

    def show_referrers(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.ReferrersInclude] | None = None, options: Options | None = None) -> Answer[t.Referrals]:
        """Visits by source."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/referrers", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_referrers(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.ReferrersInclude] | None = None, table: t.SourcesTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Visits by source: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/referrers", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include, "table": table, "language": language}, None, options)

    def show_report(self, site_id: t.SiteId, *, period: str | None = None, audience: t.ReportAudience | None = None, options: Options | None = None) -> Answer[t.SiteReport]:
        """The report of a site about a week or month."""
        return self._transport.send("GET", "/api/v1/reports/{siteId}", {"siteId": site_id}, {"period": period, "audience": audience}, None, options)

    def show_request(self, request_id: t.RequestId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.LoggedRequest]:
        """A request with an API key, by its id."""
        return self._transport.send("GET", "/api/v1/requests/{requestId}", {"requestId": request_id}, {"orgId": org_id}, None, options)

    def show_rule(self, site_id: t.SiteId, rule_id: t.RuleId, *, options: Options | None = None) -> Answer[t.Rule]:
        """A prompt rule."""
        return self._transport.send("GET", "/api/v1/rules/{siteId}/{ruleId}", {"siteId": site_id, "ruleId": rule_id}, {}, None, options)

    def show_second_factors(self, *, options: Options | None = None) -> Answer[t.SecondFactors]:
        """Show your second factors."""
        return self._transport.send("GET", "/api/v1/auth/factors", {}, {}, None, options)

    def show_shared_link_brand(self, body: t.SharedLinkBrandToken, *, options: Options | None = None) -> Answer[t.SharedLinkBrand]:
        """Show whose shared link it is."""
        return self._transport.send("POST", "/api/v1/auth/link/brand", {}, {}, body, options, is_public=True)

    def show_shared_view(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.SharedView]:
        """What a shared link shows."""
        return self._transport.send("GET", "/api/v1/links/{siteId}/view", {"siteId": site_id}, {}, None, options)

    def show_shares(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.SharesInclude] | None = None, options: Options | None = None) -> Answer[t.Shares]:
        """Shares by channel: assistants, networks, copies."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/shares", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_shares(self, site_id: t.SiteId, *, format_: Literal["csv", "xlsx"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.SharesInclude] | None = None, table: t.SharesTable | None = None, language: t.FileLanguage | None = None, options: Options | None = None) -> SavedFile:
        """Shares by channel: assistants, networks, copies: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/shares", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include, "table": table, "language": language}, None, options)

    def show_sign_in_options(self, *, options: Options | None = None) -> Answer[t.SignInOptions]:
        """Ways to sign in: whether sign-up is open, whom to ask for a new password."""
        return self._transport.send("GET", "/api/v1/auth/options", {}, {}, None, options, is_public=True)

    def show_site(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.SiteDetail]:
        """A site with its widget configuration."""
        return self._transport.send("GET", "/api/v1/sites/{siteId}", {"siteId": site_id}, {}, None, options)

    def show_site_overview(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, options: Options | None = None) -> Answer[t.Overview]:
        """A site at a glance."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/overview", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval}, None, options)

    def download_site_overview(self, site_id: t.SiteId, *, format_: Literal["csv"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, options: Options | None = None) -> SavedFile:
        """A site at a glance: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/overview", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_}, None, options)

    def show_sites_overview(self, *, days: int | None = None, from_: str | None = None, to: str | None = None, sort: t.SitesOverviewSort | None = None, q: str | None = None, limit: int | None = None, cursor: str | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.SitesOverview]:
        """Every site at a glance, and what needs attention."""
        return self._transport.send("GET", "/api/v1/analytics/overview", {}, {"days": days, "from": from_, "to": to, "sort": sort, "q": q, "limit": limit, "cursor": cursor, "orgId": org_id}, None, options)

    def iterate_sites_overview(self, *, days: int | None = None, from_: str | None = None, to: str | None = None, sort: t.SitesOverviewSort | None = None, q: str | None = None, limit: int | None = None, org_id: t.OrgId | None = None, options: Options | None = None) -> Iterator[t.SitesOverviewSite]:
        """Every site at a glance, and what needs attention: every row, page by page."""
        return self._transport.items("GET", "/api/v1/analytics/overview", {}, {"days": days, "from": from_, "to": to, "sort": sort, "q": q, "limit": limit, "orgId": org_id}, None, options)

    def show_social_clicks(self, site_id: t.SiteId, *, days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.SocialInclude] | None = None, options: Options | None = None) -> Answer[t.SocialClicks]:
        """Clicks on share buttons."""
        return self._transport.send("GET", "/api/v1/analytics/{siteId}/social", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "include": include}, None, options)

    def download_social_clicks(self, site_id: t.SiteId, *, format_: Literal["csv"], days: int | None = None, from_: str | None = None, to: str | None = None, page: str | None = None, platform: str | None = None, compare: t.Compare | None = None, interval: t.SeriesInterval | None = None, include: list[t.SocialInclude] | None = None, options: Options | None = None) -> SavedFile:
        """Clicks on share buttons: a file."""
        return self._transport.file("GET", "/api/v1/analytics/{siteId}/social", {"siteId": site_id}, {"days": days, "from": from_, "to": to, "page": page, "platform": platform, "compare": compare, "interval": interval, "format": format_, "include": include}, None, options)

    def sign_in(self, body: t.Credentials, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Sign in."""
        return self._transport.send("POST", "/api/v1/auth/login", {}, {}, body, options, is_public=True)

    def sign_in_by_gate(self, body: t.HeaderSignIn, *, options: Options | None = None) -> Answer[t.ProviderSignIn]:
        """Sign in as the person whom the gate in front of this service names."""
        return self._transport.send("POST", "/api/v1/auth/header", {}, {}, body, options, is_public=True)

    def sign_in_with_one_time_token(self, body: t.OneTimeToken, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Sign in with a one-time token that the operator created."""
        return self._transport.send("POST", "/api/v1/auth/one-time", {}, {}, body, options, is_public=True)

    def sign_in_with_passkey(self, body: t.PasskeyAnswer, *, options: Options | None = None) -> Answer[t.StartedSession]:
        """Sign in with a passkey."""
        return self._transport.send("POST", "/api/v1/auth/passkeys/login", {}, {}, body, options, is_public=True)

    def sign_out(self, *, options: Options | None = None) -> Answer[t.EndedSessions]:
        """End this session."""
        return self._transport.send("POST", "/api/v1/auth/logout", {}, {}, None, options)

    def sign_up(self, body: t.SignUp, *, options: Options | None = None) -> Answer[t.SignUpResult]:
        """Create an account and an organization."""
        return self._transport.send("POST", "/api/v1/auth/signup", {}, {}, body, options, is_public=True)

    def test_channel(self, channel_id: t.ChannelId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ChannelMessage]:
        """Send a test message to a channel."""
        return self._transport.send("POST", "/api/v1/notifications/channels/{channelId}/test", {"channelId": channel_id}, {"orgId": org_id}, None, options, takes_key=True)

    def test_rules(self, site_id: t.SiteId, body: t.RuleTest, *, options: Options | None = None) -> Answer[t.RuleTestResult]:
        """Test what the widget does on a page."""
        return self._transport.send("POST", "/api/v1/rules/{siteId}/test", {"siteId": site_id}, {}, body, options)

    def test_webhook(self, webhook_id: t.WebhookId, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.WebhookDelivery]:
        """Send a test message."""
        return self._transport.send("POST", "/api/v1/webhooks/{webhookId}/test", {"webhookId": webhook_id}, {"orgId": org_id}, None, options, takes_key=True)

    def undo_email_change(self, body: t.EmailedToken, *, options: Options | None = None) -> Answer[t.RestoredEmail]:
        """Undo a change of address with a link sent to the previous address."""
        return self._transport.send("POST", "/api/v1/auth/email/undo", {}, {}, body, options, is_public=True)

    def unlink_identity(self, identity_id: t.LinkedIdentityId, *, options: Options | None = None) -> Answer[t.UnlinkedIdentity]:
        """Unlink an account at a sign-in provider from your account."""
        return self._transport.send("DELETE", "/api/v1/auth/identities/{identityId}", {"identityId": identity_id}, {}, None, options)

    def update_annotation(self, site_id: t.SiteId, annotation_id: t.AnnotationId, body: t.AnnotationUpdate, *, options: Options | None = None) -> Answer[t.Annotation]:
        """Change a note on a site's charts."""
        return self._transport.send("PATCH", "/api/v1/annotations/{siteId}/{annotationId}", {"siteId": site_id, "annotationId": annotation_id}, {}, body, options)

    def update_api_key(self, key_id: t.KeyId, body: t.ApiKeyUpdate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.ApiKey]:
        """Change the name, scopes, sites, networks or expiration of an API key."""
        return self._transport.send("PATCH", "/api/v1/keys/{keyId}", {"keyId": key_id}, {"orgId": org_id}, body, options)

    def update_channel(self, channel_id: t.ChannelId, body: t.ChannelUpdate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Channel]:
        """Change a channel, or enable it again."""
        return self._transport.send("PATCH", "/api/v1/notifications/channels/{channelId}", {"channelId": channel_id}, {"orgId": org_id}, body, options)

    def update_log_source(self, site_id: t.SiteId, source_id: t.LogSourceId, body: t.LogSourceUpdate, *, options: Options | None = None) -> Answer[t.LogSource]:
        """Change the settings of a log source."""
        return self._transport.send("PATCH", "/api/v1/logs/{siteId}/sources/{sourceId}", {"siteId": site_id, "sourceId": source_id}, {}, body, options)

    def update_me(self, body: t.MeUpdate, *, options: Options | None = None) -> Answer[t.Me]:
        """Change your name."""
        return self._transport.send("PATCH", "/api/v1/me", {}, {}, body, options)

    def update_member(self, org_id: t.OrgId, user_id: t.UserId, body: t.MemberUpdate, *, options: Options | None = None) -> Answer[t.ChangedMember]:
        """Give a member another role or other sites."""
        return self._transport.send("PATCH", "/api/v1/orgs/{orgId}/members/{userId}", {"orgId": org_id, "userId": user_id}, {}, body, options)

    def update_monitor(self, site_id: t.SiteId, monitor_id: t.MonitorId, body: t.MonitorUpdate, *, options: Options | None = None) -> Answer[t.Monitor]:
        """Change a monitor."""
        return self._transport.send("PATCH", "/api/v1/monitors/{siteId}/{monitorId}", {"siteId": site_id, "monitorId": monitor_id}, {}, body, options)

    def update_notifications(self, body: t.NotificationsUpdate, *, options: Options | None = None) -> Answer[t.Notifications]:
        """Change which reports and alerts you get by email."""
        return self._transport.send("PATCH", "/api/v1/me/notifications", {}, {}, body, options)

    def update_organization(self, org_id: t.OrgId, body: t.OrganizationUpdate, *, options: Options | None = None) -> Answer[t.Organization]:
        """Change the name, slug, sign-in rules or brand of the organization."""
        return self._transport.send("PATCH", "/api/v1/orgs/{orgId}", {"orgId": org_id}, {}, body, options)

    def update_prompt(self, site_id: t.SiteId, prompt_id: t.PromptId, body: t.PromptUpdate, *, options: Options | None = None) -> Answer[t.Prompt]:
        """Edit a prompt template."""
        return self._transport.send("PATCH", "/api/v1/prompts/{siteId}/{promptId}", {"siteId": site_id, "promptId": prompt_id}, {}, body, options)

    def update_recipient(self, recipient_id: t.RecipientId, body: t.RecipientUpdate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Recipient]:
        """Change what a recipient gets."""
        return self._transport.send("PATCH", "/api/v1/notifications/recipients/{recipientId}", {"recipientId": recipient_id}, {"orgId": org_id}, body, options)

    def update_service_account(self, org_id: t.OrgId, service_account_id: t.ServiceAccountId, body: t.ServiceAccountUpdate, *, options: Options | None = None) -> Answer[t.ServiceAccount]:
        """Change the name, role or sites of a service account."""
        return self._transport.send("PATCH", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", {"orgId": org_id, "serviceAccountId": service_account_id}, {}, body, options)

    def update_shared_link(self, site_id: t.SiteId, link_id: t.SharedLinkId, body: t.SharedLinkUpdate, *, options: Options | None = None) -> Answer[t.SharedLink]:
        """Change a shared link."""
        return self._transport.send("PATCH", "/api/v1/links/{siteId}/{linkId}", {"siteId": site_id, "linkId": link_id}, {}, body, options)

    def update_site(self, site_id: t.SiteId, body: t.SiteUpdate, *, options: Options | None = None) -> Answer[t.UpdatedSite]:
        """Change a site's name, domain, origins, time zone, note or pages."""
        return self._transport.send("PATCH", "/api/v1/sites/{siteId}", {"siteId": site_id}, {}, body, options)

    def update_webhook(self, webhook_id: t.WebhookId, body: t.WebhookUpdate, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.Webhook]:
        """Change a webhook, or enable it again."""
        return self._transport.send("PATCH", "/api/v1/webhooks/{webhookId}", {"webhookId": webhook_id}, {"orgId": org_id}, body, options)

    def verify_audit_log(self, *, org_id: t.OrgId | None = None, options: Options | None = None) -> Answer[t.AuditChain]:
        """Check whether the audit log is intact."""
        return self._transport.send("GET", "/api/v1/audit/verify", {}, {"orgId": org_id}, None, options)

    def verify_email(self, body: t.EmailedToken, *, options: Options | None = None) -> Answer[t.VerifiedEmail]:
        """Confirm an address with the token of an emailed link."""
        return self._transport.send("POST", "/api/v1/auth/email/verify", {}, {}, body, options, is_public=True)

    def verify_install(self, site_id: t.SiteId, *, options: Options | None = None) -> Answer[t.VerifiedSite]:
        """Look for the snippet on the site's page."""
        return self._transport.send("POST", "/api/v1/sites/{siteId}/verify", {"siteId": site_id}, {}, None, options, takes_key=True)
