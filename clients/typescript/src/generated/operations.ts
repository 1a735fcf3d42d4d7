// Written by clients/generate.mjs from the OpenAPI document; do not edit.

import type { Answer, Options, SavedFile, Transport } from "../transport.js";
import type { StartedSession, UserId, OrgId, Credentials, SecondFactor, PasskeyAnswer, SignUpResult, SignUp, InstanceSetup, OneTimeToken, AcceptedInvitation, InvitationAcceptance, InvitationDetail, InvitationToken, SharedLinkSession, SiteId, SharedLinkToken, SharedLinkBrand, SharedLinkBrandToken, SignInOptions, SignInProviderList, ProviderSignIn, SignInProviderAnswer, HeaderSignIn, IdentityLinkPassword, LinkedIdentityList, LinkedIdentityId, ProviderVisit, SignInProviderChoice, UnlinkedIdentity, EndedSessions, PasswordChange, RevokedAccess, KeyId, ServiceAccountId, AccessRevocation, PasswordResetRequested, PasswordResetRequest, PasswordReset, VerificationEmailRequested, EmailChange, VerifiedEmail, EmailedToken, RestoredEmail, SecondFactors, AuthenticatorAppSetup, RecoveryCodes, AuthenticatorAppConfirmation, Reauthenticated, Reauthentication, SessionList, Session, SessionId, EndedSession, SignInList, SignIn, PasskeyList, Passkey, PasskeyId, PasskeyCeremony, AddedPasskey, PasskeyCreate, PasskeyUpdate, RemovedPasskey, PasskeyWanted, Me, MeUpdate, Notifications, NotificationsUpdate, ChannelList, Channel, ChannelId, ReportAudience, ChannelCreate, ChannelUpdate, Deleted, ChannelMessage, MessageId, ChannelMessageList, RecipientList, Recipient, RecipientId, RecipientCreate, RecipientConfirmed, RecipientUpdate, NotificationRoutes, NotificationRoutesUpdate, AskedAccess, AppRequest, ConnectedAppList, ConnectedApp, AppId, DisconnectedApp, ConnectedRedirect, AppConnect, MembersAppList, MembersApp, CreatedApiKey, KeyStatus, ApiKeyCreate, ApiKeyList, ApiKey, OwnApiKey, LeakReport, LeakedKey, ApiKeyUpdate, RevokedKey, KeyRotation, KeyUsage, LoggedRequestList, LoggedRequest, RequestId, ServiceAccount, ServiceAccountCreate, ServiceAccountList, ServiceAccountUpdate, DeletedServiceAccount, CreatedServiceToken, ServiceTokenCreate, Organization, OrganizationCreate, OrganizationUpdate, OrganizationDeletion, MemberList, Member, InvitedMember, MemberCreate, ChangedMember, MemberUpdate, RemovedMember, AuditEntryList, AuditEntry, AuditChain, SiteList, Site, CreatedSite, StoredWidgetConfig, PromptId, SiteCreate, SiteDetail, UpdatedSite, SiteUpdate, PublicConfig, PromptKind, RuleId, WidgetConfigInput, ConfigVersionList, ConfigVersion, ConfigRollback, ConfigPreview, PagesPreview, PagesPreviewInput, VerifiedSite, RefusedOriginList, MissingViews, AcceptedEvents, EventOrEventList, SitesOverviewSort, SitesOverview, SitesOverviewSite, Engine, CitationChange, ChangeLevel, MonitorId, Compare, SeriesInterval, Overview, Live, AiClicksInclude, AssistantsTable, FileLanguage, AiClicks, SocialInclude, SocialClicks, QuestionsInclude, QuestionsTable, QuestionClicks, ItemsTable, ItemClicks, SharesInclude, SharesTable, Shares, ReferrersInclude, SourcesTable, Referrals, CrawlersInclude, CrawlersTable, CrawlerHits, ReadPurpose, Evidence, ReadPageList, ReadsReport, PagesGroupBy, PageSort, Order, PagesTable, PagesReport, PageItem, PageFile, SiteReport, AnnotationList, Annotation, AnnotationId, AnnotationCreate, AnnotationUpdate, SharedLinkList, SharedLink, SharedLinkId, CreatedSharedLink, SharedLinkCreate, SharedView, SharedLinkUpdate, LogBatch, LogSourceList, LogSource, LogSourceId, LogLineList, CreatedLogSource, LogSourceCreate, LogSourceUpdate, PromptStatus, PromptList, Prompt, PromptCreate, PromptUpdate, PromptPreview, PromptPreviewRequest, StartedGenerationOrGenerationEstimate, JobId, SiteRegeneration, RuleList, Rule, RuleCreate, RuleTestResult, RuleTest, ProposedRules, ProposedRule, ApprovedRules, ProposedRuleSelection, DismissedRules, RuleOrder, Credits, LedgerEntryType, LedgerEntryList, LedgerEntry, PromptExport, ImportMode, Imported, PromptFile, EnvelopedPromptFile, AnswersTable, CitationList, Citation, CitationId, SourceOwner, CitationsGroupBy, CitationSummary, CitedUrlsReport, CitedUrlRow, CitationDetail, CitationChangeList, ChangeEvidenceList, MonitorList, Monitor, MonitorCreate, EngineStatusList, MonitorChoiceList, MonitorUpdate, StartedRunOrRunEstimate, Job, WebhookList, Webhook, WebhookId, EventName, CreatedWebhook, WebhookCreate, WebhookUpdate, SecretRotation, WebhookDelivery, DeliveryId, DeliveryStatus, WebhookDeliveryList, ReplayedDeliveries, WebhookReplay, WebhookEventList, WebhookEvent, MailHealth, LinkRegistry, Meta, PageMeta, WindowMeta, WindowPageMeta } from "./types.js";

/** The version of the document. */
export const VERSION = "0.1.0";

/** A method for each operation. */
export class Operations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Accept an invitation, with a session or a new account. */
  acceptInvitation(input: { body: InvitationAcceptance }, options?: Options): Promise<Answer<AcceptedInvitation, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/invitations/accept"], input, options);
  }

  /** Add a passkey. */
  addPasskey(input: { body: PasskeyCreate }, options?: Options): Promise<Answer<AddedPasskey, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/passkeys"], input, options);
  }

  /** Approve proposed rules, all or some. */
  approveProposedRules(input: { siteId: SiteId; body: ProposedRuleSelection }, options?: Options): Promise<Answer<ApprovedRules, Meta>> {
    return this.#transport.send(["POST", "/api/v1/rules/{siteId}/proposed/approve", true], input, options);
  }

  /** Send a recipient another link to confirm. */
  askRecipientAgain(input: { recipientId: RecipientId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<Recipient, Meta>> {
    return this.#transport.send(["POST", "/api/v1/notifications/recipients/{recipientId}/confirmation", true], input, options);
  }

  /** Begin to link an account at a sign-in provider to your account. */
  beginIdentityLink(input: { body: SignInProviderChoice }, options?: Options): Promise<Answer<ProviderVisit, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/identities"], input, options);
  }

  /** Begin to prove through a provider who is in this session. */
  beginIdentityProof(input: { body: SignInProviderChoice }, options?: Options): Promise<Answer<ProviderVisit, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/identities/proof"], input, options);
  }

  /** Begin to add a passkey. */
  beginPasskey(input: Record<string, never> = {}, options?: Options): Promise<Answer<PasskeyCeremony, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/passkeys/options"], input, options);
  }

  /** Begin to prove with a passkey who is in this session. */
  beginPasskeyProof(input: Record<string, never> = {}, options?: Options): Promise<Answer<PasskeyCeremony, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/passkeys/proof/options"], input, options);
  }

  /** Begin to sign in with a passkey. */
  beginPasskeySignIn(input: { body: PasskeyWanted }, options?: Options): Promise<Answer<PasskeyCeremony, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/passkeys/login/options", false, true], input, options);
  }

  /** Change the password and end all other sessions. */
  changePassword(input: { body: PasswordChange }, options?: Options): Promise<Answer<EndedSessions, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/password"], input, options);
  }

  /** Confirm a recipient with the token of an emailed link. */
  confirmRecipient(input: { body: EmailedToken }, options?: Options): Promise<Answer<RecipientConfirmed, Meta>> {
    return this.#transport.send(["POST", "/api/v1/notifications/recipients/confirm", false, true], input, options);
  }

  /** Confirm an authenticator app with its first code. */
  confirmTotp(input: { body: AuthenticatorAppConfirmation }, options?: Options): Promise<Answer<RecoveryCodes, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/factors/totp/confirm"], input, options);
  }

  /** Connect an app that asks by OAuth. */
  connectApp(input: { orgId: OrgId; body: AppConnect }, options?: Options): Promise<Answer<ConnectedRedirect, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs/{orgId}/apps"], input, options);
  }

  /** Write a note on a site's charts. */
  createAnnotation(input: { siteId: SiteId; body: AnnotationCreate }, options?: Options): Promise<Answer<Annotation, Meta>> {
    return this.#transport.send(["POST", "/api/v1/annotations/{siteId}", true], input, options);
  }

  /** Create an API key. */
  createApiKey(input: { orgId?: OrgId | undefined; body: ApiKeyCreate }, options?: Options): Promise<Answer<CreatedApiKey, Meta>> {
    return this.#transport.send(["POST", "/api/v1/keys", true], input, options);
  }

  /** Add a channel. */
  createChannel(input: { orgId?: OrgId | undefined; body: ChannelCreate }, options?: Options): Promise<Answer<Channel, Meta>> {
    return this.#transport.send(["POST", "/api/v1/notifications/channels", true], input, options);
  }

  /** Create a log source. */
  createLogSource(input: { siteId: SiteId; body: LogSourceCreate }, options?: Options): Promise<Answer<CreatedLogSource, Meta>> {
    return this.#transport.send(["POST", "/api/v1/logs/{siteId}/sources", true], input, options);
  }

  /** Create a monitor: a question that engines are asked on a schedule. */
  createMonitor(input: { siteId: SiteId; body: MonitorCreate }, options?: Options): Promise<Answer<Monitor, Meta>> {
    return this.#transport.send(["POST", "/api/v1/monitors/{siteId}", true], input, options);
  }

  /** Create an organization. */
  createOrganization(input: { body: OrganizationCreate }, options?: Options): Promise<Answer<Organization, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs", true], input, options);
  }

  /** Create a prompt template. */
  createPrompt(input: { siteId: SiteId; body: PromptCreate }, options?: Options): Promise<Answer<Prompt, Meta>> {
    return this.#transport.send(["POST", "/api/v1/prompts/{siteId}", true], input, options);
  }

  /** Add a recipient, who gets a link to confirm. */
  createRecipient(input: { orgId?: OrgId | undefined; body: RecipientCreate }, options?: Options): Promise<Answer<Recipient, Meta>> {
    return this.#transport.send(["POST", "/api/v1/notifications/recipients", true], input, options);
  }

  /** Create a prompt rule. */
  createRule(input: { siteId: SiteId; body: RuleCreate }, options?: Options): Promise<Answer<Rule, Meta>> {
    return this.#transport.send(["POST", "/api/v1/rules/{siteId}", true], input, options);
  }

  /** Create a service account. */
  createServiceAccount(input: { orgId: OrgId; body: ServiceAccountCreate }, options?: Options): Promise<Answer<ServiceAccount, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs/{orgId}/service-accounts", true], input, options);
  }

  /** Give a service account a new token. */
  createServiceToken(input: { orgId: OrgId; serviceAccountId: ServiceAccountId; body?: ServiceTokenCreate }, options?: Options): Promise<Answer<CreatedServiceToken, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token", true], input, options);
  }

  /** Create a shared link. */
  createSharedLink(input: { siteId: SiteId; body: SharedLinkCreate }, options?: Options): Promise<Answer<CreatedSharedLink, Meta>> {
    return this.#transport.send(["POST", "/api/v1/links/{siteId}", true], input, options);
  }

  /** Register a site. */
  createSite(input: { orgId?: OrgId | undefined; body: SiteCreate }, options?: Options): Promise<Answer<CreatedSite, Meta>> {
    return this.#transport.send(["POST", "/api/v1/sites", true], input, options);
  }

  /** Create a webhook. */
  createWebhook(input: { orgId?: OrgId | undefined; body: WebhookCreate }, options?: Options): Promise<Answer<CreatedWebhook, Meta>> {
    return this.#transport.send(["POST", "/api/v1/webhooks", true], input, options);
  }

  /** Delete a note on a site's charts. */
  deleteAnnotation(input: { siteId: SiteId; annotationId: AnnotationId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/annotations/{siteId}/{annotationId}"], input, options);
  }

  /** Delete a channel with its messages. */
  deleteChannel(input: { channelId: ChannelId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/notifications/channels/{channelId}"], input, options);
  }

  /** Delete a log source; what it sent stays counted. */
  deleteLogSource(input: { siteId: SiteId; sourceId: LogSourceId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/logs/{siteId}/sources/{sourceId}"], input, options);
  }

  /** Delete a monitor with everything it found. */
  deleteMonitor(input: { siteId: SiteId; monitorId: MonitorId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/monitors/{siteId}/{monitorId}"], input, options);
  }

  /** Delete the organization and everything in it. */
  deleteOrganization(input: { orgId: OrgId; body: OrganizationDeletion }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/orgs/{orgId}"], input, options);
  }

  /** Delete a prompt template. */
  deletePrompt(input: { siteId: SiteId; promptId: PromptId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/prompts/{siteId}/{promptId}"], input, options);
  }

  /** Delete a recipient. */
  deleteRecipient(input: { recipientId: RecipientId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/notifications/recipients/{recipientId}"], input, options);
  }

  /** Delete a prompt rule. */
  deleteRule(input: { siteId: SiteId; ruleId: RuleId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/rules/{siteId}/{ruleId}"], input, options);
  }

  /** Delete a service account and its tokens. */
  deleteServiceAccount(input: { orgId: OrgId; serviceAccountId: ServiceAccountId }, options?: Options): Promise<Answer<DeletedServiceAccount, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}"], input, options);
  }

  /** End a shared link and its sessions. */
  deleteSharedLink(input: { siteId: SiteId; linkId: SharedLinkId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/links/{siteId}/{linkId}"], input, options);
  }

  /** Delete a site and all its data. */
  deleteSite(input: { siteId: SiteId }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/sites/{siteId}"], input, options);
  }

  /** Delete a webhook with its deliveries. */
  deleteWebhook(input: { webhookId: WebhookId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<Deleted, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/webhooks/{webhookId}"], input, options);
  }

  /** Disconnect an app of a member. */
  disconnectApp(input: { orgId: OrgId; appId: AppId }, options?: Options): Promise<Answer<DisconnectedApp, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/orgs/{orgId}/apps/{appId}"], input, options);
  }

  /** Disconnect one of your apps. */
  disconnectOwnApp(input: { appId: AppId }, options?: Options): Promise<Answer<DisconnectedApp, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/apps/{appId}"], input, options);
  }

  /** Dismiss proposed rules, all or some. */
  dismissProposedRules(input: { siteId: SiteId; body: ProposedRuleSelection }, options?: Options): Promise<Answer<DismissedRules, Meta>> {
    return this.#transport.send(["POST", "/api/v1/rules/{siteId}/proposed/dismiss", true], input, options);
  }

  /** End one of your sessions. */
  endSession(input: { sessionId: SessionId }, options?: Options): Promise<Answer<EndedSession, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/sessions/{sessionId}"], input, options);
  }

  /** Download audit entries as NDJSON: a file. */
  downloadAuditEntries(input: { action?: string | undefined; actorId?: string | undefined; targetId?: string | undefined; from?: string | undefined; to?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/audit/export"], input, options);
  }

  /** Every prompt template of a site as a file. */
  exportPrompts(input: { siteId: SiteId }, options?: Options): Promise<Answer<PromptExport, Meta>> {
    return this.#transport.send(["GET", "/api/v1/prompts/{siteId}/export"], input, options);
  }

  /** Every prompt template of a site as a file: a file. */
  downloadPrompts(input: { siteId: SiteId; format: "csv" | "ndjson" }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/prompts/{siteId}/export"], input, options);
  }

  /** Sign in with what came back from a provider. */
  finishSignIn(input: { provider: string; body: SignInProviderAnswer }, options?: Options): Promise<Answer<ProviderSignIn, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/oidc/{provider}/finish", false, true], input, options);
  }

  /** Ask for the second factor in every browser again. */
  forgetRememberedBrowsers(input: Record<string, never> = {}, options?: Options): Promise<Answer<EndedSessions, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/factors/browsers"], input, options);
  }

  /** Give the second factor that a sign-in waits for. */
  giveSecondFactor(input: { body: SecondFactor }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/second-factor", false, true], input, options);
  }

  /** Add, edit and replace prompt templates from a file. */
  importPrompts(input: { siteId: SiteId; mode?: ImportMode | undefined; dryRun?: boolean | undefined; partial?: boolean | undefined; body: PromptFile | EnvelopedPromptFile | string; contentType?: string }, options?: Options): Promise<Answer<Imported, Meta>> {
    return this.#transport.send(["POST", "/api/v1/prompts/{siteId}/import", true], input, options);
  }

  /** Send lines of an access log. */
  ingestLogs(input: { body: string | string; contentType?: string }, options?: Options): Promise<Answer<LogBatch, Meta>> {
    return this.#transport.send(["POST", "/api/v1/logs/ingest", false, true], input, options);
  }

  /** Invite a member. */
  inviteMember(input: { orgId: OrgId; body: MemberCreate }, options?: Options): Promise<Answer<InvitedMember, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs/{orgId}/members", true], input, options);
  }

  /** Leave the organization. */
  leaveOrganization(input: { orgId: OrgId }, options?: Options): Promise<Answer<RemovedMember, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/orgs/{orgId}/members/me"], input, options);
  }

  /** Link an identity to your account with its password, and sign in. */
  linkIdentityWithPassword(input: { body: IdentityLinkPassword }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/identities/link", false, true], input, options);
  }

  /** List the notes on a site's charts. */
  listAnnotations(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<AnnotationList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/annotations/{siteId}"], input, options);
  }

  /** List the notes on a site's charts: every row, page by page. */
  iterateAnnotations(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<Annotation, void> {
    return this.#transport.items(["GET", "/api/v1/annotations/{siteId}"], input, options);
  }

  /** List API keys, masked. */
  listApiKeys(input: { status?: KeyStatus | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<ApiKeyList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/keys"], input, options);
  }

  /** List API keys, masked: every row, page by page. */
  iterateApiKeys(input: { status?: KeyStatus | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<ApiKey, void> {
    return this.#transport.items(["GET", "/api/v1/keys"], input, options);
  }

  /** List the apps that members connected. */
  listApps(input: { orgId: OrgId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<MembersAppList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/orgs/{orgId}/apps"], input, options);
  }

  /** List the apps that members connected: every row, page by page. */
  iterateApps(input: { orgId: OrgId; limit?: number | undefined }, options?: Options): AsyncGenerator<MembersApp, void> {
    return this.#transport.items(["GET", "/api/v1/orgs/{orgId}/apps"], input, options);
  }

  /** List audit entries. */
  listAuditEntries(input: { action?: string | undefined; actorId?: string | undefined; targetId?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<AuditEntryList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/audit"], input, options);
  }

  /** List audit entries: every row, page by page. */
  iterateAuditEntries(input: { action?: string | undefined; actorId?: string | undefined; targetId?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<AuditEntry, void> {
    return this.#transport.items(["GET", "/api/v1/audit"], input, options);
  }

  /** How far changes of citation rates are that are not clear yet. */
  listChangeEvidence(input: { siteId: SiteId; monitorId?: MonitorId | undefined; limit?: number | undefined }, options?: Options): Promise<Answer<ChangeEvidenceList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/changes/{siteId}/evidence"], input, options);
  }

  /** Clear changes of citation rates. */
  listChanges(input: { siteId: SiteId; since?: string | undefined; level?: ChangeLevel | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<CitationChangeList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/changes/{siteId}"], input, options);
  }

  /** Clear changes of citation rates: every row, page by page. */
  iterateChanges(input: { siteId: SiteId; since?: string | undefined; level?: ChangeLevel | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<CitationChange, void> {
    return this.#transport.items(["GET", "/api/v1/changes/{siteId}"], input, options);
  }

  /** List messages of the last 30 days. */
  listChannelMessages(input: { channelId: ChannelId; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<ChannelMessageList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/notifications/channels/{channelId}/messages"], input, options);
  }

  /** List messages of the last 30 days: every row, page by page. */
  iterateChannelMessages(input: { channelId: ChannelId; limit?: number | undefined; orgId?: OrgId | undefined }, options?: Options): AsyncGenerator<ChannelMessage, void> {
    return this.#transport.items(["GET", "/api/v1/notifications/channels/{channelId}/messages"], input, options);
  }

  /** List channels. */
  listChannels(input: { orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<ChannelList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/notifications/channels"], input, options);
  }

  /** What engines' answers say about a site. */
  listCitations(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; cited?: boolean | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<CitationList, WindowPageMeta>> {
    return this.#transport.send(["GET", "/api/v1/citations/{siteId}"], input, options);
  }

  /** What engines' answers say about a site: every row, page by page. */
  iterateCitations(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; cited?: boolean | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<Citation, void> {
    return this.#transport.items(["GET", "/api/v1/citations/{siteId}"], input, options);
  }

  /** What engines' answers say about a site: a file. */
  downloadCitations(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; cited?: boolean | undefined; format: "csv" | "xlsx"; table?: AnswersTable | undefined; language?: FileLanguage | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/citations/{siteId}"], input, options);
  }

  /** The pages that engines' answers cite. */
  listCitedUrls(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; owner?: SourceOwner | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<CitedUrlsReport, WindowPageMeta>> {
    return this.#transport.send(["GET", "/api/v1/citations/{siteId}/urls"], input, options);
  }

  /** The pages that engines' answers cite: every row, page by page. */
  iterateCitedUrls(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; owner?: SourceOwner | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<CitedUrlRow, void> {
    return this.#transport.items(["GET", "/api/v1/citations/{siteId}/urls"], input, options);
  }

  /** List versions of the widget configuration. */
  listConfigVersions(input: { siteId: SiteId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<ConfigVersionList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/sites/{siteId}/config/versions"], input, options);
  }

  /** List versions of the widget configuration: every row, page by page. */
  iterateConfigVersions(input: { siteId: SiteId; limit?: number | undefined }, options?: Options): AsyncGenerator<ConfigVersion, void> {
    return this.#transport.items(["GET", "/api/v1/sites/{siteId}/config/versions"], input, options);
  }

  /** List deliveries of the last 30 days. */
  listDeliveries(input: { webhookId: WebhookId; status?: DeliveryStatus | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<WebhookDeliveryList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/webhooks/{webhookId}/deliveries"], input, options);
  }

  /** List deliveries of the last 30 days: every row, page by page. */
  iterateDeliveries(input: { webhookId: WebhookId; status?: DeliveryStatus | undefined; limit?: number | undefined; orgId?: OrgId | undefined }, options?: Options): AsyncGenerator<WebhookDelivery, void> {
    return this.#transport.items(["GET", "/api/v1/webhooks/{webhookId}/deliveries"], input, options);
  }

  /** Whether each engine can be asked on this instance. */
  listEngines(input: { siteId: SiteId }, options?: Options): Promise<Answer<EngineStatusList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/monitors/{siteId}/engines"], input, options);
  }

  /** List the credit ledger. */
  listLedgerEntries(input: { type?: LedgerEntryType | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<LedgerEntryList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/credits/ledger"], input, options);
  }

  /** List the credit ledger: every row, page by page. */
  iterateLedgerEntries(input: { type?: LedgerEntryType | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<LedgerEntry, void> {
    return this.#transport.items(["GET", "/api/v1/credits/ledger"], input, options);
  }

  /** List your linked accounts at sign-in providers. */
  listLinkedIdentities(input: Record<string, never> = {}, options?: Options): Promise<Answer<LinkedIdentityList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/auth/identities"], input, options);
  }

  /** The newest reads of crawlers, line by line. */
  listLogLines(input: { siteId: SiteId; limit?: number | undefined }, options?: Options): Promise<Answer<LogLineList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/logs/{siteId}/lines"], input, options);
  }

  /** List log sources and what they sent. */
  listLogSources(input: { siteId: SiteId }, options?: Options): Promise<Answer<LogSourceList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/logs/{siteId}/sources"], input, options);
  }

  /** List members, and those who were invited. */
  listMembers(input: { orgId: OrgId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<MemberList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/orgs/{orgId}/members"], input, options);
  }

  /** List members, and those who were invited: every row, page by page. */
  iterateMembers(input: { orgId: OrgId; limit?: number | undefined }, options?: Options): AsyncGenerator<Member, void> {
    return this.#transport.items(["GET", "/api/v1/orgs/{orgId}/members"], input, options);
  }

  /** What each cadence and number of samples costs, and what it would find. */
  listMonitorChoices(input: { siteId: SiteId; engines?: string | undefined }, options?: Options): Promise<Answer<MonitorChoiceList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/monitors/{siteId}/choices"], input, options);
  }

  /** List monitors, their latest runs and whether their engines can be asked. */
  listMonitors(input: { siteId: SiteId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<MonitorList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/monitors/{siteId}"], input, options);
  }

  /** List monitors, their latest runs and whether their engines can be asked: every row, page by page. */
  iterateMonitors(input: { siteId: SiteId; limit?: number | undefined }, options?: Options): AsyncGenerator<Monitor, void> {
    return this.#transport.items(["GET", "/api/v1/monitors/{siteId}"], input, options);
  }

  /** What is sent where. */
  listNotificationRoutes(input: { orgId: OrgId }, options?: Options): Promise<Answer<NotificationRoutes, Meta>> {
    return this.#transport.send(["GET", "/api/v1/orgs/{orgId}/notifications"], input, options);
  }

  /** List the apps that you connected. */
  listOwnApps(input: { limit?: number | undefined; cursor?: string | undefined } = {}, options?: Options): Promise<Answer<ConnectedAppList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/auth/apps"], input, options);
  }

  /** List the apps that you connected: every row, page by page. */
  iterateOwnApps(input: { limit?: number | undefined } = {}, options?: Options): AsyncGenerator<ConnectedApp, void> {
    return this.#transport.items(["GET", "/api/v1/auth/apps"], input, options);
  }

  /** List your passkeys. */
  listPasskeys(input: Record<string, never> = {}, options?: Options): Promise<Answer<PasskeyList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/auth/passkeys"], input, options);
  }

  /** List prompt templates. */
  listPrompts(input: { siteId: SiteId; status?: PromptStatus | undefined; kind?: PromptKind | undefined; language?: string | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<PromptList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/prompts/{siteId}"], input, options);
  }

  /** List prompt templates: every row, page by page. */
  iteratePrompts(input: { siteId: SiteId; status?: PromptStatus | undefined; kind?: PromptKind | undefined; language?: string | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<Prompt, void> {
    return this.#transport.items(["GET", "/api/v1/prompts/{siteId}"], input, options);
  }

  /** List the rules that a generation proposes for single pages. */
  listProposedRules(input: { siteId: SiteId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<ProposedRules, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/rules/{siteId}/proposed"], input, options);
  }

  /** List the rules that a generation proposes for single pages: every row, page by page. */
  iterateProposedRules(input: { siteId: SiteId; limit?: number | undefined }, options?: Options): AsyncGenerator<ProposedRule, void> {
    return this.#transport.items(["GET", "/api/v1/rules/{siteId}/proposed"], input, options);
  }

  /** List recipients. */
  listRecipients(input: { orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<RecipientList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/notifications/recipients"], input, options);
  }

  /** Origins whose events the site refused. */
  listRefusedOrigins(input: { siteId: SiteId }, options?: Options): Promise<Answer<RefusedOriginList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/sites/{siteId}/refused-origins"], input, options);
  }

  /** List the latest requests with API keys. */
  listRequests(input: { key?: KeyId | undefined; status?: number | undefined; route?: string | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<LoggedRequestList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/requests"], input, options);
  }

  /** List the latest requests with API keys: every row, page by page. */
  iterateRequests(input: { key?: KeyId | undefined; status?: number | undefined; route?: string | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<LoggedRequest, void> {
    return this.#transport.items(["GET", "/api/v1/requests"], input, options);
  }

  /** List prompt rules. */
  listRules(input: { siteId: SiteId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<RuleList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/rules/{siteId}"], input, options);
  }

  /** List prompt rules: every row, page by page. */
  iterateRules(input: { siteId: SiteId; limit?: number | undefined }, options?: Options): AsyncGenerator<Rule, void> {
    return this.#transport.items(["GET", "/api/v1/rules/{siteId}"], input, options);
  }

  /** List service accounts and their tokens, masked. */
  listServiceAccounts(input: { orgId: OrgId; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<ServiceAccountList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/orgs/{orgId}/service-accounts"], input, options);
  }

  /** List service accounts and their tokens, masked: every row, page by page. */
  iterateServiceAccounts(input: { orgId: OrgId; limit?: number | undefined }, options?: Options): AsyncGenerator<ServiceAccount, void> {
    return this.#transport.items(["GET", "/api/v1/orgs/{orgId}/service-accounts"], input, options);
  }

  /** List your sessions. */
  listSessions(input: { limit?: number | undefined; cursor?: string | undefined } = {}, options?: Options): Promise<Answer<SessionList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/auth/sessions"], input, options);
  }

  /** List your sessions: every row, page by page. */
  iterateSessions(input: { limit?: number | undefined } = {}, options?: Options): AsyncGenerator<Session, void> {
    return this.#transport.items(["GET", "/api/v1/auth/sessions"], input, options);
  }

  /** List the shared links of a site. */
  listSharedLinks(input: { siteId: SiteId }, options?: Options): Promise<Answer<SharedLinkList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/links/{siteId}"], input, options);
  }

  /** List the providers to sign in with. */
  listSignInProviders(input: Record<string, never> = {}, options?: Options): Promise<Answer<SignInProviderList, Meta>> {
    return this.#transport.send(["GET", "/api/v1/auth/providers", false, true], input, options);
  }

  /** List your latest sign-ins. */
  listSignIns(input: { limit?: number | undefined; cursor?: string | undefined } = {}, options?: Options): Promise<Answer<SignInList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/auth/logins"], input, options);
  }

  /** List your latest sign-ins: every row, page by page. */
  iterateSignIns(input: { limit?: number | undefined } = {}, options?: Options): AsyncGenerator<SignIn, void> {
    return this.#transport.items(["GET", "/api/v1/auth/logins"], input, options);
  }

  /** List sites and their install status. */
  listSites(input: { limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<SiteList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/sites"], input, options);
  }

  /** List sites and their install status: every row, page by page. */
  iterateSites(input: { limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<Site, void> {
    return this.#transport.items(["GET", "/api/v1/sites"], input, options);
  }

  /** Read events back, from the oldest or after one that you have. */
  listWebhookEvents(input: { since?: MessageId | undefined; type?: EventName | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<WebhookEventList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/webhook-events"], input, options);
  }

  /** Read events back, from the oldest or after one that you have: every row, page by page. */
  iterateWebhookEvents(input: { since?: MessageId | undefined; type?: EventName | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<WebhookEvent, void> {
    return this.#transport.items(["GET", "/api/v1/webhook-events"], input, options);
  }

  /** List webhooks. */
  listWebhooks(input: { limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<WebhookList, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/webhooks"], input, options);
  }

  /** List webhooks: every row, page by page. */
  iterateWebhooks(input: { limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<Webhook, void> {
    return this.#transport.items(["GET", "/api/v1/webhooks"], input, options);
  }

  /** Open a shared link. */
  openSharedLink(input: { body: SharedLinkToken }, options?: Options): Promise<Answer<SharedLinkSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/link", false, true], input, options);
  }

  /** Preview what readers would get from a configuration. */
  previewConfig(input: { siteId: SiteId; body: WidgetConfigInput }, options?: Options): Promise<Answer<ConfigPreview, Meta>> {
    return this.#transport.send(["POST", "/api/v1/sites/{siteId}/config/preview"], input, options);
  }

  /** Preview which pages other settings would merge and split. */
  previewPages(input: { siteId: SiteId; body: PagesPreviewInput }, options?: Options): Promise<Answer<PagesPreview, Meta>> {
    return this.#transport.send(["POST", "/api/v1/sites/{siteId}/pages/preview"], input, options);
  }

  /** Preview a prompt on a page before it is stored. */
  previewPrompt(input: { siteId: SiteId; body: PromptPreviewRequest }, options?: Options): Promise<Answer<PromptPreview, Meta>> {
    return this.#transport.send(["POST", "/api/v1/prompts/{siteId}/preview"], input, options);
  }

  /** Preview what the viewers of a shared link would see. */
  previewSharedLink(input: { siteId: SiteId; body: SharedLinkCreate }, options?: Options): Promise<Answer<SharedView, WindowMeta>> {
    return this.#transport.send(["POST", "/api/v1/links/{siteId}/preview"], input, options);
  }

  /** Decide what is sent where. */
  putNotificationRoutes(input: { orgId: OrgId; body: NotificationRoutesUpdate }, options?: Options): Promise<Answer<NotificationRoutes, Meta>> {
    return this.#transport.send(["PUT", "/api/v1/orgs/{orgId}/notifications"], input, options);
  }

  /** Give your password or a code again. */
  reauthenticate(input: { body: Reauthentication }, options?: Options): Promise<Answer<Reauthenticated, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/reauthenticate"], input, options);
  }

  /** Regenerate a generated prompt from the site's pages. */
  regeneratePrompt(input: { siteId: SiteId; promptId: PromptId; estimate?: boolean | undefined }, options?: Options): Promise<Answer<StartedGenerationOrGenerationEstimate, Meta>> {
    return this.#transport.send(["POST", "/api/v1/prompts/{siteId}/{promptId}/regenerate", true], input, options);
  }

  /** Regenerate prompts and questions from the site's pages. */
  regeneratePrompts(input: { siteId: SiteId; estimate?: boolean | undefined; body?: SiteRegeneration }, options?: Options): Promise<Answer<StartedGenerationOrGenerationEstimate, Meta>> {
    return this.#transport.send(["POST", "/api/v1/prompts/{siteId}/regenerate", true], input, options);
  }

  /** Remove a member, or withdraw an invitation. */
  removeMember(input: { orgId: OrgId; userId: UserId }, options?: Options): Promise<Answer<RemovedMember, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/orgs/{orgId}/members/{userId}"], input, options);
  }

  /** Remove a passkey. */
  removePasskey(input: { passkeyId: PasskeyId }, options?: Options): Promise<Answer<RemovedPasskey, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/passkeys/{passkeyId}"], input, options);
  }

  /** Remove your authenticator app. */
  removeTotp(input: Record<string, never> = {}, options?: Options): Promise<Answer<EndedSessions, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/factors/totp"], input, options);
  }

  /** Rename a passkey. */
  renamePasskey(input: { passkeyId: PasskeyId; body: PasskeyUpdate }, options?: Options): Promise<Answer<Passkey, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/auth/passkeys/{passkeyId}"], input, options);
  }

  /** Create a new token for an invited person. */
  renewInvitation(input: { orgId: OrgId; userId: UserId }, options?: Options): Promise<Answer<InvitedMember, Meta>> {
    return this.#transport.send(["POST", "/api/v1/orgs/{orgId}/members/{userId}/invitation", true], input, options);
  }

  /** Reorder the rules of a site. */
  reorderRules(input: { siteId: SiteId; body: RuleOrder }, options?: Options): Promise<Answer<RuleList, Meta>> {
    return this.#transport.send(["PUT", "/api/v1/rules/{siteId}/order"], input, options);
  }

  /** Replace the widget configuration. */
  replaceConfig(input: { siteId: SiteId; body: WidgetConfigInput }, options?: Options): Promise<Answer<StoredWidgetConfig, Meta>> {
    return this.#transport.send(["PUT", "/api/v1/sites/{siteId}/config"], input, options);
  }

  /** Replace your recovery codes. */
  replaceRecoveryCodes(input: Record<string, never> = {}, options?: Options): Promise<Answer<RecoveryCodes, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/factors/recovery"], input, options);
  }

  /** Replace a prompt rule. */
  replaceRule(input: { siteId: SiteId; ruleId: RuleId; body: RuleCreate }, options?: Options): Promise<Answer<Rule, Meta>> {
    return this.#transport.send(["PUT", "/api/v1/rules/{siteId}/{ruleId}"], input, options);
  }

  /** Send again what failed or waits since a time. */
  replayDeliveries(input: { webhookId: WebhookId; orgId?: OrgId | undefined; body: WebhookReplay }, options?: Options): Promise<Answer<ReplayedDeliveries, Meta>> {
    return this.#transport.send(["POST", "/api/v1/webhooks/{webhookId}/replay", true], input, options);
  }

  /** Send a message again. */
  replayDelivery(input: { webhookId: WebhookId; deliveryId: DeliveryId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<WebhookDelivery, Meta>> {
    return this.#transport.send(["POST", "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay", true], input, options);
  }

  /** Revoke a key that you found in public. */
  reportLeakedApiKey(input: { body: LeakedKey }, options?: Options): Promise<Answer<LeakReport, Meta>> {
    return this.#transport.send(["POST", "/api/v1/keys/leaked", false, true], input, options);
  }

  /** Request a change of your email address. */
  requestEmailChange(input: { body: EmailChange }, options?: Options): Promise<Answer<VerificationEmailRequested, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/email"], input, options);
  }

  /** Request an email with a link that sets a new password. */
  requestPasswordReset(input: { body: PasswordResetRequest }, options?: Options): Promise<Answer<PasswordResetRequested, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/reset", false, true], input, options);
  }

  /** Send the email that confirms your address again. */
  resendVerificationEmail(input: Record<string, never> = {}, options?: Options): Promise<Answer<VerificationEmailRequested, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/email/resend"], input, options);
  }

  /** Set a new password with the token of an emailed link. */
  resetPassword(input: { body: PasswordReset }, options?: Options): Promise<Answer<EndedSessions, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/reset/finish", false, true], input, options);
  }

  /** End all other sessions, links in emails and remembered browsers. */
  revokeAccess(input: { body: AccessRevocation }, options?: Options): Promise<Answer<RevokedAccess, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/revoke-all"], input, options);
  }

  /** Revoke an API key. */
  revokeApiKey(input: { keyId: KeyId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<RevokedKey, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/keys/{keyId}"], input, options);
  }

  /** Restore a version of the widget configuration. */
  rollBackConfig(input: { siteId: SiteId; body: ConfigRollback }, options?: Options): Promise<Answer<StoredWidgetConfig, Meta>> {
    return this.#transport.send(["POST", "/api/v1/sites/{siteId}/config/rollback", true], input, options);
  }

  /** Replace an API key with a new one. */
  rotateApiKey(input: { keyId: KeyId; orgId?: OrgId | undefined; body?: KeyRotation }, options?: Options): Promise<Answer<CreatedApiKey, Meta>> {
    return this.#transport.send(["POST", "/api/v1/keys/{keyId}/rotate", true], input, options);
  }

  /** Give a log source a new token. */
  rotateLogSource(input: { siteId: SiteId; sourceId: LogSourceId }, options?: Options): Promise<Answer<CreatedLogSource, Meta>> {
    return this.#transport.send(["POST", "/api/v1/logs/{siteId}/sources/{sourceId}/rotate", true], input, options);
  }

  /** Give a webhook a new secret. */
  rotateWebhookSecret(input: { webhookId: WebhookId; orgId?: OrgId | undefined; body?: SecretRotation }, options?: Options): Promise<Answer<CreatedWebhook, Meta>> {
    return this.#transport.send(["POST", "/api/v1/webhooks/{webhookId}/rotate", true], input, options);
  }

  /** Run a monitor now, or estimate the cost. */
  runMonitor(input: { siteId: SiteId; monitorId: MonitorId; estimate?: boolean | undefined }, options?: Options): Promise<Answer<StartedRunOrRunEstimate, Meta>> {
    return this.#transport.send(["POST", "/api/v1/monitors/{siteId}/{monitorId}/run", true], input, options);
  }

  /** Store events from a widget. */
  sendEvents(input: { widgetVersion?: string | undefined; body: EventOrEventList }, options?: Options): Promise<Answer<AcceptedEvents, Meta>> {
    return this.#transport.send(["POST", "/api/v1/events", false, true], input, options);
  }

  /** Create the first owner with the setup token. */
  setUpInstance(input: { body: InstanceSetup }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/setup", false, true], input, options);
  }

  /** Get a secret for an authenticator app. */
  setUpTotp(input: Record<string, never> = {}, options?: Options): Promise<Answer<AuthenticatorAppSetup, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/factors/totp"], input, options);
  }

  /** Clicks on assistants' buttons. */
  showAiClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: AiClicksInclude[] | undefined }, options?: Options): Promise<Answer<AiClicks, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/ai"], input, options);
  }

  /** Clicks on assistants' buttons: a file. */
  downloadAiClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; include?: AiClicksInclude[] | undefined; table?: AssistantsTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/ai"], input, options);
  }

  /** One API key, masked. */
  showApiKey(input: { keyId: KeyId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<ApiKey, Meta>> {
    return this.#transport.send(["GET", "/api/v1/keys/{keyId}"], input, options);
  }

  /** Show what an app asks for. */
  showAppRequest(input: { body: AppRequest }, options?: Options): Promise<Answer<AskedAccess, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/apps/request"], input, options);
  }

  /** A citation with the answer as the engine sent it. */
  showCitation(input: { siteId: SiteId; citationId: CitationId }, options?: Options): Promise<Answer<CitationDetail, Meta>> {
    return this.#transport.send(["GET", "/api/v1/citations/{siteId}/{citationId}"], input, options);
  }

  /** How often each engine cites and mentions a site. */
  showCitationSummary(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; engine?: Engine | undefined; monitorId?: MonitorId | undefined; compare?: Compare | undefined; groupBy?: CitationsGroupBy | undefined }, options?: Options): Promise<Answer<CitationSummary, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/citations/{siteId}/summary"], input, options);
  }

  /** Requests of known crawlers that ran the widget. */
  showCrawlers(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: CrawlersInclude[] | undefined }, options?: Options): Promise<Answer<CrawlerHits, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/crawlers"], input, options);
  }

  /** Requests of known crawlers that ran the widget: a file. */
  downloadCrawlers(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; include?: CrawlersInclude[] | undefined; table?: CrawlersTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/crawlers"], input, options);
  }

  /** The credit balance. */
  showCredits(input: { orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<Credits, Meta>> {
    return this.#transport.send(["GET", "/api/v1/credits"], input, options);
  }

  /** Show what an invitation is for. */
  showInvitation(input: { body: InvitationToken }, options?: Options): Promise<Answer<InvitationDetail, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/invitations/show", false, true], input, options);
  }

  /** Clicks on the site's own items in the widget. */
  showItemClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined }, options?: Options): Promise<Answer<ItemClicks, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/items"], input, options);
  }

  /** Clicks on the site's own items in the widget: a file. */
  downloadItemClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; table?: ItemsTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/items"], input, options);
  }

  /** The progress of a job, and its result. */
  showJob(input: { jobId: JobId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<Job, Meta>> {
    return this.#transport.send(["GET", "/api/v1/jobs/{jobId}"], input, options);
  }

  /** Requests with an API key by day, route and status. */
  showKeyUsage(input: { keyId: KeyId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<KeyUsage, Meta>> {
    return this.#transport.send(["GET", "/api/v1/keys/{keyId}/usage"], input, options);
  }

  /** The assistants and networks that a widget can offer. */
  showLinkRegistry(input: Record<string, never> = {}, options?: Options): Promise<Answer<LinkRegistry, Meta>> {
    return this.#transport.send(["GET", "/api/v1/link-registry", false, true], input, options);
  }

  /** The last thirty minutes. */
  showLiveActivity(input: { siteId: SiteId }, options?: Options): Promise<Answer<Live, Meta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/live"], input, options);
  }

  /** Whether email works, or since when and why it does not. */
  showMailStatus(input: { orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<MailHealth, Meta>> {
    return this.#transport.send(["GET", "/api/v1/mail"], input, options);
  }

  /** Show your account. */
  showMe(input: Record<string, never> = {}, options?: Options): Promise<Answer<Me, Meta>> {
    return this.#transport.send(["GET", "/api/v1/me"], input, options);
  }

  /** Whether views stopped while the widget is still loaded. */
  showMissingViews(input: { siteId: SiteId }, options?: Options): Promise<Answer<MissingViews, Meta>> {
    return this.#transport.send(["GET", "/api/v1/sites/{siteId}/missing-views"], input, options);
  }

  /** Show which reports and alerts you get by email. */
  showNotifications(input: Record<string, never> = {}, options?: Options): Promise<Answer<Notifications, Meta>> {
    return this.#transport.send(["GET", "/api/v1/me/notifications"], input, options);
  }

  /** This document: a file. */
  downloadOpenapi(input: Record<string, never> = {}, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/openapi.json", false, true], input, options);
  }

  /** Profile, plan and seats of the organization. */
  showOrganization(input: { orgId: OrgId }, options?: Options): Promise<Answer<Organization, Meta>> {
    return this.#transport.send(["GET", "/api/v1/orgs/{orgId}"], input, options);
  }

  /** The calling key and the state of its rate limit. */
  showOwnApiKey(input: Record<string, never> = {}, options?: Options): Promise<Answer<OwnApiKey, Meta>> {
    return this.#transport.send(["GET", "/api/v1/keys/self"], input, options);
  }

  /** What is known of a page, in one line of time. */
  showPageFile(input: { siteId: SiteId; path?: string | undefined; days?: number | undefined; from?: string | undefined; to?: string | undefined }, options?: Options): Promise<Answer<PageFile, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/pages/{siteId}/file"], input, options);
  }

  /** Pages and what readers did on them. */
  showPages(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; groupBy?: PagesGroupBy | undefined; sort?: PageSort | undefined; order?: Order | undefined; q?: string | undefined; limit?: number | undefined; cursor?: string | undefined }, options?: Options): Promise<Answer<PagesReport, WindowPageMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/pages"], input, options);
  }

  /** Pages and what readers did on them: every row, page by page. */
  iteratePages(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; groupBy?: PagesGroupBy | undefined; sort?: PageSort | undefined; order?: Order | undefined; q?: string | undefined; limit?: number | undefined }, options?: Options): AsyncGenerator<PageItem, void> {
    return this.#transport.items(["GET", "/api/v1/analytics/{siteId}/pages"], input, options);
  }

  /** Pages and what readers did on them: a file. */
  downloadPages(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; groupBy?: PagesGroupBy | undefined; sort?: PageSort | undefined; order?: Order | undefined; q?: string | undefined; limit?: number | undefined; cursor?: string | undefined; table?: PagesTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/pages"], input, options);
  }

  /** A prompt template. */
  showPrompt(input: { siteId: SiteId; promptId: PromptId }, options?: Options): Promise<Answer<Prompt, Meta>> {
    return this.#transport.send(["GET", "/api/v1/prompts/{siteId}/{promptId}"], input, options);
  }

  /** The public widget configuration. */
  showPublicConfig(input: { siteId: SiteId; language?: string | undefined }, options?: Options): Promise<Answer<PublicConfig, Meta>> {
    return this.#transport.send(["GET", "/api/v1/sites/{siteId}/config", false, true], input, options);
  }

  /** Clicks on questions, suggested and readers' own. */
  showQuestionClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: QuestionsInclude[] | undefined }, options?: Options): Promise<Answer<QuestionClicks, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/questions"], input, options);
  }

  /** Clicks on questions, suggested and readers' own: a file. */
  downloadQuestionClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; include?: QuestionsInclude[] | undefined; table?: QuestionsTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/questions"], input, options);
  }

  /** What crawlers read, by the logs of the site's web servers. */
  showReads(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; compare?: Compare | undefined; page?: string | undefined; purpose?: ReadPurpose | undefined; evidence?: Evidence | undefined; crawler?: string | undefined; pages?: ReadPageList | undefined; limit?: number | undefined }, options?: Options): Promise<Answer<ReadsReport, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/reads"], input, options);
  }

  /** What crawlers read, by the logs of the site's web servers: a file. */
  downloadReads(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; compare?: Compare | undefined; page?: string | undefined; purpose?: ReadPurpose | undefined; evidence?: Evidence | undefined; crawler?: string | undefined; pages?: ReadPageList | undefined; limit?: number | undefined; format: "csv" }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/reads"], input, options);
  }

  /** Visits by source. */
  showReferrers(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: ReferrersInclude[] | undefined }, options?: Options): Promise<Answer<Referrals, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/referrers"], input, options);
  }

  /** Visits by source: a file. */
  downloadReferrers(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; include?: ReferrersInclude[] | undefined; table?: SourcesTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/referrers"], input, options);
  }

  /** The report of a site about a week or month. */
  showReport(input: { siteId: SiteId; period?: string | undefined; audience?: ReportAudience | undefined }, options?: Options): Promise<Answer<SiteReport, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/reports/{siteId}"], input, options);
  }

  /** A request with an API key, by its id. */
  showRequest(input: { requestId: RequestId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<LoggedRequest, Meta>> {
    return this.#transport.send(["GET", "/api/v1/requests/{requestId}"], input, options);
  }

  /** A prompt rule. */
  showRule(input: { siteId: SiteId; ruleId: RuleId }, options?: Options): Promise<Answer<Rule, Meta>> {
    return this.#transport.send(["GET", "/api/v1/rules/{siteId}/{ruleId}"], input, options);
  }

  /** Show your second factors. */
  showSecondFactors(input: Record<string, never> = {}, options?: Options): Promise<Answer<SecondFactors, Meta>> {
    return this.#transport.send(["GET", "/api/v1/auth/factors"], input, options);
  }

  /** Show whose shared link it is. */
  showSharedLinkBrand(input: { body: SharedLinkBrandToken }, options?: Options): Promise<Answer<SharedLinkBrand, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/link/brand", false, true], input, options);
  }

  /** What a shared link shows. */
  showSharedView(input: { siteId: SiteId }, options?: Options): Promise<Answer<SharedView, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/links/{siteId}/view"], input, options);
  }

  /** Shares by channel: assistants, networks, copies. */
  showShares(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: SharesInclude[] | undefined }, options?: Options): Promise<Answer<Shares, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/shares"], input, options);
  }

  /** Shares by channel: assistants, networks, copies: a file. */
  downloadShares(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" | "xlsx"; include?: SharesInclude[] | undefined; table?: SharesTable | undefined; language?: FileLanguage | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/shares"], input, options);
  }

  /** Ways to sign in: whether sign-up is open, whom to ask for a new password. */
  showSignInOptions(input: Record<string, never> = {}, options?: Options): Promise<Answer<SignInOptions, Meta>> {
    return this.#transport.send(["GET", "/api/v1/auth/options", false, true], input, options);
  }

  /** A site with its widget configuration. */
  showSite(input: { siteId: SiteId }, options?: Options): Promise<Answer<SiteDetail, Meta>> {
    return this.#transport.send(["GET", "/api/v1/sites/{siteId}"], input, options);
  }

  /** A site at a glance. */
  showSiteOverview(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined }, options?: Options): Promise<Answer<Overview, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/overview"], input, options);
  }

  /** A site at a glance: a file. */
  downloadSiteOverview(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv" }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/overview"], input, options);
  }

  /** Every site at a glance, and what needs attention. */
  showSitesOverview(input: { days?: number | undefined; from?: string | undefined; to?: string | undefined; sort?: SitesOverviewSort | undefined; q?: string | undefined; limit?: number | undefined; cursor?: string | undefined; orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<SitesOverview, PageMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/overview"], input, options);
  }

  /** Every site at a glance, and what needs attention: every row, page by page. */
  iterateSitesOverview(input: { days?: number | undefined; from?: string | undefined; to?: string | undefined; sort?: SitesOverviewSort | undefined; q?: string | undefined; limit?: number | undefined; orgId?: OrgId | undefined } = {}, options?: Options): AsyncGenerator<SitesOverviewSite, void> {
    return this.#transport.items(["GET", "/api/v1/analytics/overview"], input, options);
  }

  /** Clicks on share buttons. */
  showSocialClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; include?: SocialInclude[] | undefined }, options?: Options): Promise<Answer<SocialClicks, WindowMeta>> {
    return this.#transport.send(["GET", "/api/v1/analytics/{siteId}/social"], input, options);
  }

  /** Clicks on share buttons: a file. */
  downloadSocialClicks(input: { siteId: SiteId; days?: number | undefined; from?: string | undefined; to?: string | undefined; page?: string | undefined; platform?: string | undefined; compare?: Compare | undefined; interval?: SeriesInterval | undefined; format: "csv"; include?: SocialInclude[] | undefined }, options?: Options): Promise<SavedFile> {
    return this.#transport.file(["GET", "/api/v1/analytics/{siteId}/social"], input, options);
  }

  /** Sign in. */
  signIn(input: { body: Credentials }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/login", false, true], input, options);
  }

  /** Sign in as the person whom the gate in front of this service names. */
  signInByGate(input: { body: HeaderSignIn }, options?: Options): Promise<Answer<ProviderSignIn, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/header", false, true], input, options);
  }

  /** Sign in with a one-time token that the operator created. */
  signInWithOneTimeToken(input: { body: OneTimeToken }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/one-time", false, true], input, options);
  }

  /** Sign in with a passkey. */
  signInWithPasskey(input: { body: PasskeyAnswer }, options?: Options): Promise<Answer<StartedSession, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/passkeys/login", false, true], input, options);
  }

  /** End this session. */
  signOut(input: Record<string, never> = {}, options?: Options): Promise<Answer<EndedSessions, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/logout"], input, options);
  }

  /** Create an account and an organization. */
  signUp(input: { body: SignUp }, options?: Options): Promise<Answer<SignUpResult, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/signup", false, true], input, options);
  }

  /** Send a test message to a channel. */
  testChannel(input: { channelId: ChannelId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<ChannelMessage, Meta>> {
    return this.#transport.send(["POST", "/api/v1/notifications/channels/{channelId}/test", true], input, options);
  }

  /** Test what the widget does on a page. */
  testRules(input: { siteId: SiteId; body: RuleTest }, options?: Options): Promise<Answer<RuleTestResult, Meta>> {
    return this.#transport.send(["POST", "/api/v1/rules/{siteId}/test"], input, options);
  }

  /** Send a test message. */
  testWebhook(input: { webhookId: WebhookId; orgId?: OrgId | undefined }, options?: Options): Promise<Answer<WebhookDelivery, Meta>> {
    return this.#transport.send(["POST", "/api/v1/webhooks/{webhookId}/test", true], input, options);
  }

  /** Undo a change of address with a link sent to the previous address. */
  undoEmailChange(input: { body: EmailedToken }, options?: Options): Promise<Answer<RestoredEmail, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/email/undo", false, true], input, options);
  }

  /** Unlink an account at a sign-in provider from your account. */
  unlinkIdentity(input: { identityId: LinkedIdentityId }, options?: Options): Promise<Answer<UnlinkedIdentity, Meta>> {
    return this.#transport.send(["DELETE", "/api/v1/auth/identities/{identityId}"], input, options);
  }

  /** Change a note on a site's charts. */
  updateAnnotation(input: { siteId: SiteId; annotationId: AnnotationId; body: AnnotationUpdate }, options?: Options): Promise<Answer<Annotation, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/annotations/{siteId}/{annotationId}"], input, options);
  }

  /** Change the name, scopes, sites, networks or expiration of an API key. */
  updateApiKey(input: { keyId: KeyId; orgId?: OrgId | undefined; body: ApiKeyUpdate }, options?: Options): Promise<Answer<ApiKey, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/keys/{keyId}"], input, options);
  }

  /** Change a channel, or enable it again. */
  updateChannel(input: { channelId: ChannelId; orgId?: OrgId | undefined; body: ChannelUpdate }, options?: Options): Promise<Answer<Channel, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/notifications/channels/{channelId}"], input, options);
  }

  /** Change the settings of a log source. */
  updateLogSource(input: { siteId: SiteId; sourceId: LogSourceId; body: LogSourceUpdate }, options?: Options): Promise<Answer<LogSource, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/logs/{siteId}/sources/{sourceId}"], input, options);
  }

  /** Change your name. */
  updateMe(input: { body: MeUpdate }, options?: Options): Promise<Answer<Me, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/me"], input, options);
  }

  /** Give a member another role or other sites. */
  updateMember(input: { orgId: OrgId; userId: UserId; body: MemberUpdate }, options?: Options): Promise<Answer<ChangedMember, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/orgs/{orgId}/members/{userId}"], input, options);
  }

  /** Change a monitor. */
  updateMonitor(input: { siteId: SiteId; monitorId: MonitorId; body: MonitorUpdate }, options?: Options): Promise<Answer<Monitor, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/monitors/{siteId}/{monitorId}"], input, options);
  }

  /** Change which reports and alerts you get by email. */
  updateNotifications(input: { body: NotificationsUpdate }, options?: Options): Promise<Answer<Notifications, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/me/notifications"], input, options);
  }

  /** Change the name, slug, sign-in rules or brand of the organization. */
  updateOrganization(input: { orgId: OrgId; body: OrganizationUpdate }, options?: Options): Promise<Answer<Organization, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/orgs/{orgId}"], input, options);
  }

  /** Edit a prompt template. */
  updatePrompt(input: { siteId: SiteId; promptId: PromptId; body: PromptUpdate }, options?: Options): Promise<Answer<Prompt, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/prompts/{siteId}/{promptId}"], input, options);
  }

  /** Change what a recipient gets. */
  updateRecipient(input: { recipientId: RecipientId; orgId?: OrgId | undefined; body: RecipientUpdate }, options?: Options): Promise<Answer<Recipient, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/notifications/recipients/{recipientId}"], input, options);
  }

  /** Change the name, role or sites of a service account. */
  updateServiceAccount(input: { orgId: OrgId; serviceAccountId: ServiceAccountId; body: ServiceAccountUpdate }, options?: Options): Promise<Answer<ServiceAccount, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}"], input, options);
  }

  /** Change a shared link. */
  updateSharedLink(input: { siteId: SiteId; linkId: SharedLinkId; body: SharedLinkUpdate }, options?: Options): Promise<Answer<SharedLink, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/links/{siteId}/{linkId}"], input, options);
  }

  /** Change a site's name, domain, origins, time zone, note or pages. */
  updateSite(input: { siteId: SiteId; body: SiteUpdate }, options?: Options): Promise<Answer<UpdatedSite, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/sites/{siteId}"], input, options);
  }

  /** Change a webhook, or enable it again. */
  updateWebhook(input: { webhookId: WebhookId; orgId?: OrgId | undefined; body: WebhookUpdate }, options?: Options): Promise<Answer<Webhook, Meta>> {
    return this.#transport.send(["PATCH", "/api/v1/webhooks/{webhookId}"], input, options);
  }

  /** Check whether the audit log is intact. */
  verifyAuditLog(input: { orgId?: OrgId | undefined } = {}, options?: Options): Promise<Answer<AuditChain, Meta>> {
    return this.#transport.send(["GET", "/api/v1/audit/verify"], input, options);
  }

  /** Confirm an address with the token of an emailed link. */
  verifyEmail(input: { body: EmailedToken }, options?: Options): Promise<Answer<VerifiedEmail, Meta>> {
    return this.#transport.send(["POST", "/api/v1/auth/email/verify", false, true], input, options);
  }

  /** Look for the snippet on the site's page. */
  verifyInstall(input: { siteId: SiteId }, options?: Options): Promise<Answer<VerifiedSite, Meta>> {
    return this.#transport.send(["POST", "/api/v1/sites/{siteId}/verify", true], input, options);
  }
}
