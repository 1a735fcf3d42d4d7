// Written by clients/generate.mjs from the OpenAPI document; do not edit.

/** Values that are known; a later release may add others. */
export type Open<Known extends string> = Known | (string & {});

/** The response to a sign-in. */
export interface StartedSession { token: string; expiresAt: string; user: User; orgs: SessionOrganization[]; endedSessions: number; }
/** A user, as they see themselves. */
export interface User { id: UserId; email: string; name: string; createdAt: string; emailVerifiedAt: string | null; pendingEmail: PendingEmail | null; mailState: EmailState | null; mailAnswer: string | null; }
export type UserId = string;
/** An address that replaces the account's address once it is confirmed. */
export interface PendingEmail { email: string; expiresAt: string; }
/** Why an account gets no email. */
export type EmailState = Open<"refused">;
/** An organization and the member's role there. */
export interface SessionOrganization { id: OrgId; name: string; role: RoleOutput; }
export type OrgId = string;
/** A member's role. */
export type Role = "viewer" | "member" | "admin" | "owner";
/** Email and password. */
export interface Credentials { email: string; password: string; }
/** The second step of a sign-in: */
export interface SecondFactor { challenge: string; code?: string | null; recoveryCode?: string | null; passkey?: PasskeyAnswer | null; remember?: boolean; }
/** The answer of a passkey. */
export interface PasskeyAnswer { ceremony: string; credential: Record<string, unknown>; }
/** The response to a sign-up: */
export type SignUpResult = StartedSession | SignUpRequested;
/** The response to a sign-up that an email continues, whether or not an account has the address. */
export interface SignUpRequested { status: AcceptedStatus; }
/** The state of a request for an email. */
export type AcceptedStatus = "accepted";
/** A new account with a new organization. */
export interface SignUp { email: string; password: string; name?: string | null; organizationName: string; }
/** The first account of an instance, with the setup token that the server printed. */
export interface InstanceSetup { token: string; email: string; password: string; name?: string | null; organizationName: string; }
/** A one-time token. */
export interface OneTimeToken { token: string; }
/** The response to a person who accepted an invitation. */
export interface AcceptedInvitation { token: string | null; expiresAt: string; user: User; orgs: SessionOrganization[]; endedSessions: number; }
/** The acceptance of an invitation. */
export interface InvitationAcceptance { token: string; password?: string | null; name?: string | null; email?: string | null; }
/** What an invitation offers. */
export interface InvitationDetail { organization: string; role: RoleOutput; inviter: Inviter | null; email: string; }
/** The person who sent the invitation. */
export interface Inviter { name: string; email: string; }
/** An invitation's token. */
export interface InvitationToken { token: string; }
/** A session of a shared link. */
export interface SharedLinkSession { token: string; sessionExpiresAt: string; siteId: SiteId; name: string; panels: SharedPanelOutput[]; filter: LinkFilter; range: LinkRange; expiresAt: string | null; }
export type SiteId = string;
/** What a shared link can show. */
export type SharedPanel = "figures" | "chart" | "loop" | "assistants" | "pages" | "questions" | "referrers" | "shares" | "crawlers" | "devices" | "citations" | "reads";
/** What every number of a link is limited to. */
export interface LinkFilter { pages: string[]; platforms: string[]; }
/** The days that a link shows. */
export type LinkRange = { days: number; } | { from: string; to: string; };
/** The token of a link, and its password if it has one. */
export interface SharedLinkToken { token: string; password?: string | null; }
/** Whose link it is. */
export interface SharedLinkBrand { brand: ShownBrand | null; }
/** A brand as people without an account see it. */
export interface ShownBrand { name: string; logoUrl?: string | null; accent?: BrandAccent | null; measuredWith: boolean; }
/** An accent on a light and on a dark ground. */
export interface BrandAccent { light: AccentTones; dark: AccentTones; }
/** An accent on one ground, as near to the chosen color as can be read. */
export interface AccentTones { text: string; shape: string; onShape: string; }
/** The token of a link. */
export interface SharedLinkBrandToken { token: string; }
/** The ways to sign in. */
export interface SignInOptions { signup: boolean; contact: string | null; passwordReset: boolean; passkeys: boolean; needsSetup: boolean; }
/** A list: */
export interface SignInProviderList { items: SignInProvider[]; }
/** A provider to sign in with. */
export interface SignInProvider { name: string; title: string; kind: SignInProviderKind; }
/** How a provider signs people in. */
export type SignInProviderKind = Open<"oidc" | "header">;
/** The response to a sign-in through a provider: */
export type ProviderSignIn = StartedSession | SignInStep;
/** A sign-in that has not started a session. */
export interface SignInStep { status: SignInStepStatus; link: IdentityLink | null; }
/** How a sign-in through a provider goes on. */
export type SignInStepStatus = Open<"password_required" | "linked" | "proven">;
/** The account that an identity can be linked to. */
export interface IdentityLink { state: string; email: string; provider: string; }
/** What came back from a provider. */
export interface SignInProviderAnswer { code: string; state: string; iss?: string | null; }
/** The body of the request: */
export type HeaderSignIn = Record<string, unknown>;
/** The password of the account that an identity is to be linked to. */
export interface IdentityLinkPassword { state: string; password: string; }
/** A list: */
export interface LinkedIdentityList { items: LinkedIdentity[]; }
/** An account at a sign-in provider that is linked to the account here. */
export interface LinkedIdentity { id: LinkedIdentityId; provider: string; title: string; email: string; linkedAt: string; lastUsedAt: string; }
export type LinkedIdentityId = string;
/** Where to go on in order to link an identity, or to prove who is in the session. */
export interface ProviderVisit { location: string; }
/** The sign-in provider that a person in a session is to be sent to. */
export interface SignInProviderChoice { provider: string; }
/** An identity that was unlinked. */
export interface UnlinkedIdentity { id: LinkedIdentityId; status: UnlinkedStatus; }
/** The state of an unlinked identity. */
export type UnlinkedStatus = Open<"unlinked">;
/** The result of ending the session of the request, all others, or all. */
export interface EndedSessions { status: EndedStatus; }
/** The state of an ended session. */
export type EndedStatus = "ended";
/** A change of the password. */
export interface PasswordChange { currentPassword?: string | null; newPassword: string; }
/** The result of ending all other access to the account. */
export interface RevokedAccess { status: EndedStatus; keysStillActive: ActiveKey[]; serviceAccounts: NamedServiceAccount[]; }
/** An active API key of a person whose access ended. */
export interface ActiveKey { id: KeyId; orgId: OrgId; name: string; maskedKey: string; }
export type KeyId = string;
/** A service account by name. */
export interface NamedServiceAccount { id: ServiceAccountId; name: string; }
export type ServiceAccountId = string;
/** The end of all other sign-ins of the account that is signed in. */
export interface AccessRevocation { password?: string | null; }
/** The response to a request for a link, whether or not one is sent. */
export interface PasswordResetRequested { status: AcceptedStatus; }
/** The account whose password is to be reset. */
export interface PasswordResetRequest { email: string; }
/** A new password, with the token from an emailed link. */
export interface PasswordReset { token: string; password: string; code?: string | null; recoveryCode?: string | null; passkey?: PasskeyAnswer | null; }
/** The response to a request for a confirmation email. */
export interface VerificationEmailRequested { status: AcceptedStatus; email: string; }
/** A new email address for the account that is signed in. */
export interface EmailChange { email: string; password: string; }
/** A confirmed address of an account. */
export interface VerifiedEmail { email: string; session: StartedSession | null; }
/** The token of an emailed link. */
export interface EmailedToken { token: string; }
/** The address that an account has again. */
export interface RestoredEmail { email: string; }
/** What the account has to sign in with, beside its password. */
export interface SecondFactors { totp: AuthenticatorApp | null; recoveryCodesLeft: number; rememberedBrowsers: RememberedBrowser[]; proofs: SignInProof[]; freshUntil: string; }
/** An authenticator app. */
export interface AuthenticatorApp { since: string; }
/** A browser that does not ask for the second factor. */
export interface RememberedBrowser { userAgent: string; since: string; until: string; }
/** Something that proved who a person is. */
export type SignInProof = Open<"password" | "totp" | "recoveryCode" | "rememberedBrowser" | "passkey" | "trustedProvider" | "provider" | "oneTimeLink">;
/** What an authenticator app needs to be set up. */
export interface AuthenticatorAppSetup { secret: string; uri: string; qr: string; }
/** New recovery codes. */
export interface RecoveryCodes { recoveryCodes: string[]; }
/** The first code of an authenticator app. */
export interface AuthenticatorAppConfirmation { code: string; }
/** The result of a proof that was given again. */
export interface Reauthenticated { freshUntil: string; proofs: SignInProof[]; }
/** A proof that is given again: */
export interface Reauthentication { password?: string | null; code?: string | null; recoveryCode?: string | null; passkey?: PasskeyAnswer | null; }
/** A list: */
export interface SessionList { items: Session[]; }
/** A session, without its token. */
export interface Session { id: SessionId; createdAt: string; lastUsedAt: string; expiresAt: string; userAgent: string; current: boolean; }
export type SessionId = string;
/** A session that was ended. */
export interface EndedSession { id: SessionId; status: EndedStatus; }
/** A list: */
export interface SignInList { items: SignIn[]; }
/** A sign-in of the account. */
export interface SignIn { sessionId: SessionId; loggedInAt: string; userAgent: string; open: boolean; current: boolean; }
/** A list: */
export interface PasskeyList { items: Passkey[]; }
/** A passkey of the caller. */
export interface Passkey { id: PasskeyId; name: string; isBackedUp: boolean; createdAt: string; lastUsedAt: string | null; }
export type PasskeyId = string;
/** What a browser needs to ask a person for a passkey. */
export interface PasskeyCeremony { ceremony: string; options: Record<string, unknown>; expiresAt: string; }
/** A passkey that was added. */
export interface AddedPasskey { passkey: Passkey; recoveryCodes: string[] | null; }
/** A new passkey. */
export interface PasskeyCreate { ceremony: string; credential: Record<string, unknown>; name: string; }
/** Another name of a passkey. */
export interface PasskeyUpdate { name: string; }
/** A passkey that was removed. */
export interface RemovedPasskey { id: PasskeyId; status: PasskeyRemovedStatus; }
/** The state of a removed passkey. */
export type PasskeyRemovedStatus = "removed";
/** What a second step belongs to. */
export interface PasskeyWanted { secondStepOf?: string | null; }
/** Who is signed in. */
export interface Me { user: User; orgs: MyOrganization[]; session: CurrentSession; }
/** An organization and what the member may do there. */
export interface MyOrganization { id: OrgId; name: string; role: RoleOutput; plan: Plan; siteIds?: SiteId[] | null; secondFactorMissing: boolean; }
/** A plan. */
export type Plan = Open<"free" | "pro" | "business" | "enterprise">;
/** The session of a request. */
export interface CurrentSession { id: SessionId; createdAt: string; expiresAt: string; }
/** Changes to the account that is signed in; */
export interface MeUpdate { name?: string; }
/** The notifications of the person. */
export interface Notifications { items: Notification[]; quietHours: QuietHours | null; obstacle: NotificationObstacle | null; }
/** Whether the person gets a kind of notification. */
export interface Notification { kind: MailNotificationKindOutput; channel: NotificationChannelOutput; wanted: boolean; except: SiteId[]; nextAt: string | null; }
/** What a person can get by email. */
export type MailNotificationKind = "report.weekly" | "report.monthly" | "citation.gained" | "citation.lost" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "site.stale" | "monitor.failing" | "credits.low" | "credits.exhausted" | "key.expiring" | "webhook.disabled";
/** How a notification reaches a person. */
export type NotificationChannel = "mail";
/** The hours in which a person gets no alert. */
export interface QuietHours { from: string; to: string; timezone: string; }
/** Why nothing is sent, whatever is wanted. */
export type NotificationObstacle = Open<"no_mail_server" | "address_not_confirmed" | "address_refused">;
/** A change of what the person gets: */
export interface NotificationsUpdate { kind?: MailNotificationKind; channel?: NotificationChannel; wanted?: boolean; siteId?: SiteId; except?: SiteId[]; quietHours?: QuietHoursInput | null; }
/** A list: */
export interface ChannelList { items: Channel[]; }
/** A channel. */
export interface Channel { id: ChannelId; type: ChannelTypeOutput; name: string; maskedAddress: string; audience: ReportAudienceOutput; state: ChannelState; isGone: boolean; failure: string | null; failingSince: string | null; lastSentAt: string | null; createdAt: string; updatedAt: string; createdBy: KeyCreator | null; }
export type ChannelId = string;
/** The service that a channel belongs to. */
export type ChannelType = "slack" | "discord" | "teams";
/** Whom a report is for. */
export type ReportAudience = "team" | "client";
/** The state of a channel. */
export type ChannelState = Open<"active" | "failing" | "disabled">;
/** The creator of a key. */
export interface KeyCreator { id: UserId; email: string; }
/** A channel to add. */
export interface ChannelCreate { type: ChannelType; name: string; address: string; audience?: ReportAudience; }
/** Changes to a channel; */
export interface ChannelUpdate { name?: string; address?: string; enabled?: boolean; audience?: ReportAudience; }
/** The result of a deletion. */
export interface Deleted { id: string; status: "deleted"; }
/** A message to a channel. */
export interface ChannelMessage { id: MessageId; channelId: ChannelId; siteId: SiteId | null; kind: string; title: string; state: MessageState; digestId: MessageId | null; attempts: number; createdAt: string; sentAt: string | null; nextAttemptAt: string | null; responseStatus: number | null; failure: string | null; }
export type MessageId = string;
/** The state of a message. */
export type MessageState = Open<"pending" | "waiting" | "sent" | "failed">;
/** A list: */
export interface ChannelMessageList { items: ChannelMessage[]; }
/** A list: */
export interface RecipientList { items: Recipient[]; }
/** A recipient. */
export interface Recipient { id: RecipientId; email: string; audience: ReportAudienceOutput; state: RecipientState; refusal: string | null; siteIds: SiteId[] | null; weekly: boolean; monthly: boolean; language: MailLanguageOutput; confirmedAt: string | null; createdAt: string; updatedAt: string; createdBy: KeyCreator | null; }
export type RecipientId = string;
/** The state of a recipient. */
export type RecipientState = Open<"pending" | "confirmed" | "refused" | "unsubscribed">;
/** A language of emails. */
export type MailLanguage = "en" | "de";
/** A recipient to add. */
export interface RecipientCreate { email: string; audience: ReportAudience; siteIds?: SiteId[] | null; weekly?: boolean; monthly?: boolean; language?: MailLanguage; }
/** A confirmed recipient, as its owner sees it. */
export interface RecipientConfirmed { email: string; organization: string; audience: ReportAudienceOutput; weekly: boolean; monthly: boolean; }
/** Changes to a recipient; */
export interface RecipientUpdate { audience?: ReportAudience; siteIds?: SiteId[] | null; weekly?: boolean; monthly?: boolean; language?: MailLanguage; }
/** What is sent where. */
export interface NotificationRoutes { kinds: NotificationKindOutput[]; items: NotificationRoute[]; }
/** What can be sent to a channel: */
export type NotificationKind = "report.weekly" | "report.monthly" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
/** An event or a report that is sent to a channel. */
export interface NotificationRoute { kind: NotificationKindOutput; channelId: ChannelId; siteIds: SiteId[] | null; }
/** What is to be sent where. */
export interface NotificationRoutesUpdate { items: NotificationRouteInput[]; }
/** An event or a report that is sent to a channel. */
export interface NotificationRouteInput { kind: NotificationKind; channelId: ChannelId; siteIds?: SiteId[] | null; }
/** What a client asks for. */
export interface AskedAccess { clientName: string; documentHost: string | null; isEntered: boolean; destination: string; isThisComputer: boolean; fingerprint: string; scopes: ScopeOutput[]; refusedUrl: string; }
export type Scope = "analytics:read" | "sites:read" | "sites:write" | "prompts:read" | "prompts:write" | "citations:read" | "credits:read" | "rules:read" | "rules:write" | "org:read" | "*";
/** A request of an OAuth client. */
export interface AppRequest { request: string; }
/** A list: */
export interface ConnectedAppList { items: ConnectedApp[]; }
/** A connected app. */
export interface ConnectedApp { id: AppId; orgId: OrgId; userId: UserId; clientName: string; destination: string; scopes: ScopeOutput[]; siteIds: SiteId[] | null; createdAt: string; expiresAt: string; lastUsedAt: string | null; }
export type AppId = string;
/** An app that was disconnected. */
export interface DisconnectedApp { id: AppId; status: DisconnectedStatus; }
/** The state of an ended app. */
export type DisconnectedStatus = Open<"disconnected">;
/** Where the browser goes after an app was connected. */
export interface ConnectedRedirect { redirectUrl: string; }
/** The consent to a client's request. */
export interface AppConnect { request: string; fingerprint: string; scopes: Scope[]; siteIds?: SiteId[] | null; expiresInDays?: number | null; }
/** A list: */
export interface MembersAppList { items: MembersApp[]; }
/** An app of a member. */
export interface MembersApp { id: AppId; orgId: OrgId; userId: UserId; clientName: string; destination: string; scopes: ScopeOutput[]; siteIds: SiteId[] | null; createdAt: string; expiresAt: string; lastUsedAt: string | null; email: string; }
/** A new API key with its plaintext. */
export interface CreatedApiKey { id: KeyId; name: string; maskedKey: string; scopes: ScopeOutput[]; siteIds: SiteId[] | null; allowedIps: string[] | null; status: KeyStatusOutput; createdAt: string; createdBy: KeyCreator | null; expiresAt: string | null; lastUsedAt: string | null; rateLimitPerMinute: number; rotatedFromId: KeyId | null; replacedById: KeyId | null; revokedAt: string | null; key: string | null; }
/** The status of a key. */
export type KeyStatus = "active" | "expired" | "revoked";
/** A key to create. */
export interface ApiKeyCreate { scopes: Scope[]; name?: string | null; siteIds?: SiteId[] | null; allowedIps?: string[] | null; expiresAt?: string | null; }
/** A list: */
export interface ApiKeyList { items: ApiKey[]; }
/** An API key, masked. */
export interface ApiKey { id: KeyId; name: string; maskedKey: string; scopes: ScopeOutput[]; siteIds: SiteId[] | null; allowedIps: string[] | null; status: KeyStatusOutput; createdAt: string; createdBy: KeyCreator | null; expiresAt: string | null; lastUsedAt: string | null; rateLimitPerMinute: number; rotatedFromId: KeyId | null; replacedById: KeyId | null; revokedAt: string | null; }
/** The calling key, and the state of its rate limit. */
export interface OwnApiKey { key: ApiKey; rate: RateState; }
/** The state of a rate limit in a sliding minute. */
export interface RateState { limit: number; remaining: number; resetAt: string | null; }
/** The response to every report. */
export interface LeakReport { status: ReceivedStatus; }
/** The state of a report. */
export type ReceivedStatus = "received";
/** A leaked key. */
export interface LeakedKey { key: string; }
/** Changes to a key; */
export interface ApiKeyUpdate { name?: string; scopes?: Scope[]; siteIds?: SiteId[] | null; allowedIps?: string[] | null; expiresAt?: string | null; }
/** A key that was revoked, now or earlier. */
export interface RevokedKey { id: KeyId; status: RevokedStatus; revokedAt: string; }
/** The state of a revoked key. */
export type RevokedStatus = "revoked";
/** How to rotate a key. */
export interface KeyRotation { overlapSeconds?: number | null; }
/** How often a key was used. */
export interface KeyUsage { from: string; to: string; requests: number; uses: KeyUse[]; }
/** The requests of a key on one day, to one route and with one status. */
export interface KeyUse { date: string; method: string; route: string; status: number; requests: number; }
/** A list: */
export interface LoggedRequestList { items: LoggedRequest[]; }
/** A request with an API key. */
export interface LoggedRequest { id: RequestId; keyId: KeyId; at: string; method: string; route: string; status: number; code: string | null; durationMs: number; }
export type RequestId = string;
/** A service account: */
export interface ServiceAccount { id: ServiceAccountId; name: string; role: RoleOutput; siteIds: SiteId[] | null; createdAt: string; createdBy: KeyCreator | null; lastUsedAt: string | null; tokens: ServiceToken[]; }
/** A valid token of a service account, masked. */
export interface ServiceToken { maskedToken: string; allowedIps: string[] | null; createdAt: string; createdBy: KeyCreator | null; expiresAt: string; }
/** A service account to create. */
export interface ServiceAccountCreate { name: string; role: "viewer" | "member" | "admin"; siteIds?: SiteId[] | null; }
/** A list: */
export interface ServiceAccountList { items: ServiceAccount[]; }
/** Changes to a service account; */
export interface ServiceAccountUpdate { name?: string; role?: "viewer" | "member" | "admin"; siteIds?: SiteId[] | null; }
/** A deleted service account, and what it created and left. */
export interface DeletedServiceAccount { id: ServiceAccountId; status: DeletedStatus; made: MadeObject[]; }
/** The state of a deleted service account. */
export type DeletedStatus = Open<"deleted">;
/** An object that a service account created and that is still there. */
export interface MadeObject { type: string; id: string; name: string; }
/** A service account with its new token. */
export interface CreatedServiceToken { serviceAccount: ServiceAccount; token: string | null; }
/** A token to create for a service account. */
export interface ServiceTokenCreate { expiresAt?: string | null; allowedIps?: string[] | null; overlapSeconds?: number | null; }
/** An organization. */
export interface Organization { id: OrgId; name: string; slug: string; createdAt: string; plan: PlanDetail; seats: Seats; requireSecondFactor: boolean; rememberBrowsers: boolean; brand: Brand | null; }
/** A plan. */
export interface PlanDetail { id: Plan; name: string; requestsPerMinute: number; limits: PlanLimits; }
/** The limits of a plan; */
export interface PlanLimits { keys: number; sites: number | null; seats: number | null; creditsPerMonth: number; retentionDays: number; }
/** The seats of an organization. */
export interface Seats { total: number | null; used: number; pending: number; }
/** A brand, as it was chosen and as it is shown. */
export interface Brand { name: string; accent: string | null; readableAccent: BrandAccent | null; logoUrl: string | null; replyTo: string | null; measuredWith: boolean; }
/** An organization to create. */
export interface OrganizationCreate { name: string; slug?: string | null; }
/** Changes to an organization; */
export interface OrganizationUpdate { name?: string; slug?: string; requireSecondFactor?: boolean; rememberBrowsers?: boolean; brand?: BrandUpdate | null; }
/** Changes to a brand; */
export interface BrandUpdate { name?: string; accent?: string | null; logoPng?: string | null; replyTo?: string | null; measuredWith?: boolean; }
/** The confirmation that is needed to delete an organization. */
export interface OrganizationDeletion { name: string; }
/** A list: */
export interface MemberList { items: Member[]; }
/** A member, or someone who was invited. */
export interface Member { userId: UserId; email: string; name: string; role: RoleOutput; siteIds: SiteId[] | null; status: MemberStatus; createdAt: string; invitationExpiresAt: string | null; mailState: EmailState | null; mailAnswer: string | null; }
/** Whether someone is a member or only invited. */
export type MemberStatus = Open<"active" | "pending">;
/** Someone who was invited, and the invitation to send to them. */
export interface InvitedMember { member: Member; invitation: Invitation; }
/** An invitation for you to send. */
export interface Invitation { token: string | null; acceptUrl: string | null; expiresAt: string; mailed: boolean; }
/** A person to be invited. */
export interface MemberCreate { email: string; role: Role; siteIds?: SiteId[] | null; }
/** A member after a change. */
export interface ChangedMember { userId: UserId; email: string; name: string; role: RoleOutput; siteIds: SiteId[] | null; status: MemberStatus; createdAt: string; invitationExpiresAt: string | null; mailState: EmailState | null; mailAnswer: string | null; keysStillActive: ActiveKey[]; serviceAccounts: NamedServiceAccount[]; }
/** Changes to a member; */
export interface MemberUpdate { role?: Role; siteIds?: SiteId[] | null; }
/** A member who left or was removed, or someone whose invitation was withdrawn. */
export interface RemovedMember { userId: UserId; status: RemovedStatus; keysStillActive: ActiveKey[]; serviceAccounts: NamedServiceAccount[]; }
/** The state of a removed member. */
export type RemovedStatus = "removed";
/** A list: */
export interface AuditEntryList { items: AuditEntry[]; }
/** An entry of the audit log. */
export interface AuditEntry { id: AuditId; occurredAt: string; action: string; actor: Actor; targets: Target[]; ip: string | null; userAgent: string | null; requestId: string | null; metadata: unknown; previousHash: string; hash: string; }
export type AuditId = string;
/** Who made a change. */
export interface Actor { type: ActorKind; id: string; name: string; via: Via | null; }
/** The kinds of actors. */
export type ActorKind = Open<"user" | "key" | "service" | "system">;
/** What made a change as a user. */
export interface Via { app: ViaApp; }
/** A connected app that made a change. */
export interface ViaApp { id: AppId; name: string; }
/** An object that was changed. */
export interface Target { type: string; id: string; name: string; }
/** The result of checking the audit log. */
export interface AuditChain { intact: boolean; entries: number; brokenAt: AuditId | null; truncated: boolean; checkedAt: string; }
/** A list: */
export interface SiteList { items: Site[]; }
/** A site. */
export interface Site { id: SiteId; orgId: OrgId; name: string; domain: string; aliases: string[]; allowedOrigins: string[]; timezone: string; note: string; pages: PageSettings; readPages: boolean; creditsPerMonth?: number | null; createdAt: string; updatedAt: string; install: Install; }
/** Which addresses of a site are one page, as the owner set it. */
export interface PageSettings { distinct: DistinctionOutput[]; queryParameters: QueryParameter[]; hashRoutes: HashRoutes; }
/** Two spellings of an address that are one page unless the site says otherwise. */
export type Distinction = "trailing_slash" | "index_files";
/** A query parameter that belongs to a page's identity. */
export interface QueryParameter { name: string; paths?: string[]; }
/** Where a fragment that begins with #/ or #!/ belongs to a page's identity. */
export type HashRoutes = boolean | string[];
/** Whether the widget is installed, and where it was seen. */
export interface Install { status: InstallStatus; diagnostic: Diagnostic | null; widgetVersion: string | null; firstSeenAt: string | null; lastSeenAt: string | null; lastSeenUrl: string | null; lastSeenAutomated: boolean; checkedAt: string | null; proposedQueryParameters: string[]; }
/** Whether the widget is installed. */
export type InstallStatus = Open<"pending" | "installed" | "stale" | "error">;
/** Why a check failed. */
export interface Diagnostic { code: InstallProblem; advice: string; }
/** Why a check failed. */
export type InstallProblem = Open<"unreachable" | "no_snippet" | "wrong_site" | "multiple_snippets" | "blocked_by_csp" | "unknown">;
/** A new site. */
export interface CreatedSite { id: SiteId; orgId: OrgId; name: string; domain: string; aliases: string[]; allowedOrigins: string[]; timezone: string; note: string; pages: PageSettings; readPages: boolean; creditsPerMonth: number | null; createdAt: string; updatedAt: string; install: Install; scriptUrl: string | null; config: StoredWidgetConfig; warnings: SiteWarning[]; }
/** A widget configuration and its version. */
export interface StoredWidgetConfig { version: number; updatedAt: string; enabled: boolean; placement: Placement; platforms: PlatformChoice[]; customPlatforms: CustomPlatform[]; social: SocialChoice[]; questions: Questions; intents: Intents; menu: MenuItem[]; markdown: Markdown; theme: Theme; labels: Record<string, Record<string, string>>; privacy: Privacy; warnings: ConfigWarning[]; }
/** Where the widget appears. */
export interface Placement { mode: PlacementModeOutput; selector: string | null; position: PositionOutput | null; includePaths: string[]; excludePaths: string[]; side: SideOutput | null; offset: number; hideForToday: boolean; }
/** How the widget is placed. */
export type PlacementMode = "inline" | "floating" | "manual";
/** Where the widget appears. */
export type Position = "before" | "after" | "prepend" | "append" | "bottom-right" | "bottom-left" | "top-right" | "top-left";
/** A side of the window, relative to the reading direction of the page's language. */
export type Side = "start" | "end";
/** An assistant in the widget. */
export interface PlatformChoice { id: string; enabled: boolean; label: string | null; promptId: PromptId | null; }
export type PromptId = string;
/** A custom assistant of a site. */
export interface CustomPlatform { id: string; label: string; urlTemplate: string; }
/** A network on which the page can be shared. */
export interface SocialChoice { id: string; enabled: boolean; }
/** Suggested questions. */
export interface Questions { enabled: boolean; max: number; own: boolean; items: Question[]; }
/** A suggested question. */
export interface Question { id: QuestionId; text: string; }
export type QuestionId = string;
/** The row of buttons for the kinds of prompts that the site has: */
export interface Intents { enabled: boolean; }
/** One of a site's own items. */
export interface MenuItem { id: MenuItemId; kind: MenuItemKindOutput; label: string; url: string | null; text: string | null; }
export type MenuItemId = string;
/** What an item does when a reader clicks it. */
export type MenuItemKind = "link" | "command" | "editor" | "markdown" | "preferred_source";
/** Copying the page as Markdown. */
export interface Markdown { copy: boolean; }
/** How the widget looks. */
export interface Theme { preset: PresetOutput; accent: string; radius: number; size: SizeOutput; layout: LayoutOutput; marks: MarksOutput; }
/** Whether the widget is light or dark, or follows the page. */
export type Preset = "light" | "dark" | "auto" | "blend";
/** The size of the widget. */
export type Size = "sm" | "md" | "lg";
/** The layout of the buttons. */
export type Layout = "row" | "stacked" | "menu" | "bar" | "compact";
/** The style of the icons of assistants and networks. */
export type Marks = "mono" | "brand" | "none";
/** What is counted, and what readers see before a prompt is sent. */
export interface Privacy { track: boolean; respectDoNotTrack: boolean; showPromptPreview: boolean; }
/** A warning about what readers will see. */
export interface ConfigWarning { path: string; code: string; message: string; }
/** Something about a site that is allowed but may not be what was meant. */
export interface SiteWarning { path: string; code: string; message: string; siteId: SiteId; }
/** A site to create. */
export interface SiteCreate { name?: string | null; domain: string; aliases?: string[]; allowedOrigins?: string[] | null; timezone?: string | null; note?: string | null; pages?: PageSettingsInput | null; readPages?: boolean | null; creditsPerMonth?: number | null; }
/** A site with its widget configuration. */
export interface SiteDetail { id: SiteId; orgId: OrgId; name: string; domain: string; aliases: string[]; allowedOrigins: string[]; timezone: string; note: string; pages: PageSettings; readPages: boolean; creditsPerMonth: number | null; createdAt: string; updatedAt: string; install: Install; scriptUrl: string | null; config: StoredWidgetConfig; }
/** A site after a change. */
export interface UpdatedSite { id: SiteId; orgId: OrgId; name: string; domain: string; aliases: string[]; allowedOrigins: string[]; timezone: string; note: string; pages: PageSettings; readPages: boolean; creditsPerMonth?: number | null; createdAt: string; updatedAt: string; install: Install; warnings: SiteWarning[]; }
/** Changes to a site; */
export interface SiteUpdate { name?: string; domain?: string; aliases?: string[]; allowedOrigins?: string[]; timezone?: string; note?: string; pages?: PageSettingsInput; readPages?: boolean; creditsPerMonth?: number | null; }
/** Everything that the widget needs for any page. */
export interface PublicConfig { siteId: SiteId; siteName: string; version: number; config: WidgetConfig; prompts: PublicPrompt[]; rules: PublicRule[]; registry: PublicPlatform[]; shareTargets: PublicShareTarget[]; plain: boolean; pages?: PageSettings | null; looks: WidgetLooks; labels: Record<string, Record<string, string>>; }
/** The settings of a site's widget. */
export interface WidgetConfig { enabled: boolean; placement: Placement; platforms: PlatformChoice[]; customPlatforms: CustomPlatform[]; social: SocialChoice[]; questions: Questions; intents: Intents; menu: MenuItem[]; markdown: Markdown; theme: Theme; labels: Record<string, Record<string, string>>; privacy: Privacy; }
/** A prompt as the widget needs it. */
export interface PublicPrompt { id: PromptId; name: string; kind: PromptKindOutput; text: string; platformIds: string[]; language: string; weight: number; variantGroup: string | null; }
/** What a prompt asks for. */
export type PromptKind = "summary" | "question" | "compare" | "explain" | "custom";
/** A rule as the widget needs it. */
export interface PublicRule { id: RuleId; match: RuleMatch; action: RuleAction; startsAt: string | null; endsAt: string | null; }
export type RuleId = string;
/** The pages that a rule matches. */
export interface RuleMatch { paths: string[]; excludePaths: string[]; hosts: string[]; languages: string[]; }
/** What a rule does. */
export interface RuleAction { promptId?: PromptId; text?: string; questions?: Question[]; platformIds?: string[]; type: Open<"use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget">; }
/** A platform as the widget receives it. */
export interface PublicPlatform { id: string; name: string; strategy: Strategy; urlTemplate: string; maxUrlBytes: number; fallback: string; copiesPrompt?: boolean; mark?: string | null; markColor?: string | null; markOn?: Background | null; }
/** How a prompt gets to a platform. */
export type Strategy = Open<"prefill" | "copy_then_open">;
/** The background that the page has behind the widget. */
export type Background = "light" | "dark";
/** A network as the widget receives it. */
export interface PublicShareTarget { id: string; name: string; urlTemplate: string; mark?: string | null; markColor?: string | null; markOn?: Background | null; }
/** The widget's colors, by the background of the page. */
export interface WidgetLooks { light: WidgetLook; dark: WidgetLook; }
/** Colors of the widget, each as #rrggbb. */
export interface WidgetLook { bg: string; over: string; fg: string; dim: string; line: string; edge: string; soft: string; accent: string; on: string; hover: string; }
/** A widget configuration as it is sent, before its checks. */
export interface WidgetConfigInput { enabled?: boolean; placement?: PlacementInput; platforms?: PlatformChoiceInput[] | null; customPlatforms?: CustomPlatformInput[]; social?: SocialChoiceInput[] | null; questions?: QuestionsInput; intents?: IntentsInput; menu?: MenuItemInput[]; markdown?: MarkdownInput; theme?: ThemeInput; labels?: Record<string, Record<string, string>>; privacy?: PrivacyInput; config?: WidgetConfigInput | null; version?: number | null; createdAt?: string | null; updatedAt?: string | null; updatedBy?: unknown; warnings?: unknown; siteId?: string | null; siteName?: string | null; prompts?: unknown; rules?: unknown; registry?: unknown; shareTargets?: unknown; plain?: boolean | null; looks?: unknown; }
/** Suggested questions in a request. */
export interface QuestionsInput { enabled?: boolean; max?: number; own?: boolean; items?: QuestionInput[]; }
/** A suggested question in a request. */
export interface QuestionInput { id?: QuestionId | null; text: string; }
/** One of a site's own items in a request. */
export interface MenuItemInput { id?: MenuItemId | null; kind: MenuItemKind; label: string; url?: string | null; text?: string | null; }
/** A list: */
export interface ConfigVersionList { items: ConfigVersion[]; }
/** A stored version of the configuration. */
export interface ConfigVersion { version: number; createdAt: string; actor: Actor; config: WidgetConfig; }
/** The version to restore. */
export interface ConfigRollback { version: number; }
/** What readers would get from a configuration that is not stored. */
export interface ConfigPreview { payload: PublicConfig; warnings: ConfigWarning[]; disabled: DisabledPlatforms; }
/** The platforms and networks that a configuration disables. */
export interface DisabledPlatforms { registry: PublicPlatform[]; shareTargets: PublicShareTarget[]; }
/** What settings for pages would merge and split. */
export interface PagesPreview { pageCount: number; pageCountAfter: number; isComplete: boolean; mergeCount: number; merges: PageGroup[]; splitCount: number; splits: PageGroup[]; }
/** A page, and the pages that become it or that it becomes. */
export interface PageGroup { page: string; pageCount: number; pages: string[]; }
/** Settings whose effect is asked for. */
export interface PagesPreviewInput { pages: PageSettingsInput; }
/** A site after its page was looked at. */
export interface VerifiedSite { id: SiteId; orgId: OrgId; name: string; domain: string; aliases: string[]; allowedOrigins: string[]; timezone: string; note: string; pages: PageSettings; readPages: boolean; creditsPerMonth?: number | null; createdAt: string; updatedAt: string; install: Install; citable: CitationCheck[]; }
/** A condition for engines to cite the site. */
export interface CitationCheck { kind: CitationCheckKind; state: CitationCheckState; crawlers: string[]; pages: string[]; }
/** What a check looks at. */
export type CitationCheckKind = Open<"robots_txt" | "noindex" | "nosnippet" | "refused" | "generative_control">;
/** What a check found. */
export type CitationCheckState = Open<"passed" | "failed" | "unknown" | "manual">;
/** A list: */
export interface RefusedOriginList { items: RefusedOrigin[]; }
/** An origin whose events the site refused. */
export interface RefusedOrigin { origin: string; count: number; lastAt: string; sameDomain: boolean; }
/** Whether views of a site are missing. */
export interface MissingViews { missing: boolean; since: string | null; configRequests: number | null; possibleCauses: MissingViewsCause[]; }
/** Why events may not arrive although the configuration does. */
export type MissingViewsCause = Open<"blocked_host" | "content_blocker" | "content_security_policy" | "consent">;
/** What happened to the events of a request. */
export interface AcceptedEvents { accepted: number; dropped: number; errors: EventError[]; }
/** Why one event was refused. */
export interface EventError { index: number; code: string; message: string; }
/** One event, or up to 50. */
export type EventOrEventList = EventList | Event;
/** Several events. */
export interface EventList { events: Event[]; }
/** An event of a widget. */
export interface Event { siteId: SiteId; type: EventType; eventId: string; url: string; title?: string | null; referrer?: string | null; platform?: string | null; network?: string | null; questionId?: AskedQuestion | null; promptId?: PromptId | null; age?: number | null; widget?: boolean | null; automated?: boolean | null; }
/** The types of events that a widget sends. */
export type EventType = "view" | "ai_click" | "social_click" | "question_click" | "item_click" | "copy";
export type AskedQuestion = "own" | QuestionId;
/** The order of the list of all sites. */
export type SitesOverviewSort = "attention" | "name" | "asks";
/** A page of the list of all sites. */
export interface SitesOverview { totals: SitesOverviewTotals; items: SitesOverviewSite[]; }
/** Sums over sites. */
export interface SitesOverviewTotals { sites: number; asks: number; }
/** A site at a glance. */
export interface SitesOverviewSite { siteId: SiteId; name: string; domain: string; timezone: string; install: SitesOverviewInstall; asks: number; aiReferrals: number; shares: number; views: number; citationRate: number | null; interval95: Interval | null; previous: SitesOverviewPrevious; series: SeriesRow[]; attention: Attention[]; }
/** Whether the widget is in place. */
export interface SitesOverviewInstall { status: InstallStatus; }
/** The range that contains the true rate in 95 of 100 cases. */
export interface Interval { low: number; high: number; method: IntervalMethod; }
/** How an interval was computed. */
export type IntervalMethod = Open<"wilson_by_run" | "wilson_by_question" | "too_few_runs">;
/** A site in the previous period. */
export interface SitesOverviewPrevious { asks: number; aiReferrals: number; shares: number; views: number; citationRate: number | null; interval95: Interval | null; clearChanges: ClearChanges; }
/** Whether each count clearly differs from that of the previous period. */
export interface ClearChanges { asks: boolean; aiReferrals: boolean; questionClicks: boolean; shares: boolean; views: boolean; }
/** One row of a series. */
export interface SeriesRow { date: string; value: number; }
/** One thing that needs attention. */
export interface Attention { code: AttentionCode; since: string | null; query: string | null; engine: EngineOutput | null; change: CitationChange | null; }
/** What needs attention, the most urgent first. */
export type AttentionCode = Open<"install_error" | "citation_lost" | "stale" | "credits_low" | "not_installed">;
/** An engine that answers questions after searching the web. */
export type Engine = "openai" | "anthropic" | "perplexity" | "xai" | "gemini";
/** A clear change of a citation rate. */
export interface CitationChange { id: ChangeId; siteId: SiteId; level: ChangeLevelOutput; monitorId: MonitorId | null; query: string | null; engine: EngineOutput | null; direction: ChangeDirection; firstRunId: RunId; firstRunAt: string; clearRunId: RunId; clearAt: string; before: ChangedRate; after: ChangedRate; strength: ChangeStrength; readingVersion: number; partOf: ChangeId | null; note: ChangeNote | null; endedAt: string | null; isCurrent: boolean; }
export type ChangeId = string;
/** Which rate changed. */
export type ChangeLevel = "cell" | "question" | "engine" | "site";
export type MonitorId = string;
/** Whether a rate rose or fell. */
export type ChangeDirection = Open<"rise" | "fall">;
export type RunId = string;
/** The answers before or after a change, and the rate to show for them. */
export interface ChangedRate { samples: number; citedCount: number; rate: number; }
/** How strong the evidence for a change is. */
export type ChangeStrength = Open<"sure" | "very_sure">;
/** What is to be known about a change besides its figures. */
export type ChangeNote = Open<"clear_before_upgrade" | "not_confirmed_by_new_reading">;
/** What to compare with. */
export type Compare = "previous" | "year";
/** The length of one row of a series. */
export type SeriesInterval = "hour" | "day" | "week" | "month";
/** The format of the response. */
export type Format = "json" | "csv";
/** A site at a glance. */
export interface Overview { site: OverviewSite; totals: OverviewTotals; series: OverviewRow[]; byPlatform: OverviewPlatformSeries[]; assistants: PanelOfAssistantRow; pages: PanelOfOverviewPage; questions: PanelOfOverviewQuestion; items: PanelOfItemRow; referrers: PanelOfOverviewReferrerType; sources: PanelOfSourceRow; shares: PanelOfShareRow; crawlers: PanelOfCrawlerHitsRow; reads?: PanelOfOverviewRead | null; automation: Automation; devices: PanelOfDeviceRow; citations: OverviewCitations; notFiltered?: NotFiltered[]; previous?: PreviousOverview | null; }
/** The parts of the site that are needed to read its figures. */
export interface OverviewSite { id: SiteId; orgId: OrgId; name: string; domain: string; timezone: string; }
/** Sums over a period. */
export interface OverviewTotals { asks: number; aiReferrals: number; questionClicks: number; shares: number; views: number; viewsWithWidget: number; asksPer100Views: number | null; days: number; }
/** The counts of one row of the series. */
export interface OverviewRow { date: string; asks: number; aiReferrals: number; questionClicks: number; shares: number; views: number; }
/** The series of an assistant. */
export interface OverviewPlatformSeries { platform: string; asks: number[]; aiReferrals: number[]; other?: boolean; }
/** The first rows of a list. */
export interface PanelOfAssistantRow { total: number; items: AssistantRow[]; }
/** An assistant. */
export interface AssistantRow { platform: string; asks: number; visits: number; previous?: number; change?: RowChange; other?: boolean; }
/** Whether a row clearly differs from the previous period. */
export interface RowChange { clear: boolean; reason: RowReason; }
/** Why a row's change is clear or not. */
export type RowReason = Open<"clear" | "within_variation" | "too_short" | "too_few">;
/** The first rows of a list. */
export interface PanelOfOverviewPage { total: number; items: OverviewPage[]; }
/** A page. */
export interface OverviewPage { path: string | null; url: string | null; other?: boolean; title: string | null; views: number; asks: number; aiReferrals: number; citations: number; citationShare: number | null; interval95: Interval | null; previous?: number; change?: RowChange; }
/** The first rows of a list. */
export interface PanelOfOverviewQuestion { total: number; items: OverviewQuestion[]; }
/** A suggested question. */
export interface OverviewQuestion { questionId: string; question: string | null; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** The first rows of a list. */
export interface PanelOfItemRow { total: number; items: ItemRow[]; }
/** Clicks by own item. */
export interface ItemRow { itemId: string; label: string | null; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** The first rows of a list. */
export interface PanelOfOverviewReferrerType { total: number; items: OverviewReferrerType[]; }
/** Visits by kind of source. */
export interface OverviewReferrerType { type: ReferrerType; value: number; }
/** The kinds of sources that visits come from. */
export type ReferrerType = Open<"ai_assistant" | "search" | "social" | "campaign" | "direct" | "other">;
/** The first rows of a list. */
export interface PanelOfSourceRow { total: number; items: SourceRow[]; }
/** Visits by source. */
export interface SourceRow { referrer: string; type: ReferrerType; value: number; previous?: number; change?: RowChange; }
/** The first rows of a list. */
export interface PanelOfShareRow { total: number; items: ShareRow[]; }
/** Shares by channel. */
export interface ShareRow { channel: string; value: number; previous?: number; change?: RowChange; }
/** The first rows of a list. */
export interface PanelOfCrawlerHitsRow { total: number; items: CrawlerHitsRow[]; }
/** Requests by crawler. */
export interface CrawlerHitsRow { crawler: string; value: number; previous?: number; change?: RowChange; }
/** The first rows of a list. */
export interface PanelOfOverviewRead { total: number; items: OverviewRead[]; }
/** Reads by crawler. */
export interface OverviewRead { crawler: string; reads: number; }
/** How much programs did, according to their user agents and their browsers. */
export interface Automation { crawlerHits: number; automatedHits: number; libraryViews: number; libraries: PanelOfLibraryRow; }
/** The first rows of a list. */
export interface PanelOfLibraryRow { total: number; items: LibraryRow[]; }
/** Page views by HTTP library. */
export interface LibraryRow { library: string; value: number; }
/** The first rows of a list. */
export interface PanelOfDeviceRow { total: number; items: DeviceRow[]; }
/** What readers did on a kind of device. */
export interface DeviceRow { device: Device; views: number; asks: number; previous?: number; change?: RowChange; }
/** A kind of device. */
export type Device = Open<"phone" | "tablet" | "desktop">;
/** How often engines cite the site. */
export interface OverviewCitations { samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; questions: number; byEngine: EngineCitationRate[]; changes: CitationChange[]; difference?: Difference | null; }
/** How often the answers of an engine cite the site. */
export interface EngineCitationRate { engine: EngineOutput; samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; }
/** Whether a figure differs clearly from the previous one. */
export interface Difference { different: boolean | null; method: DifferenceMethod; detectable: number | null; }
/** How figures were compared, or why they were not. */
export type DifferenceMethod = Open<"permutation_by_week" | "too_short" | "list_too_long" | "betting_by_run" | "too_few_runs">;
/** Figures that a filter does not apply to. */
export interface NotFiltered { figures: UnfilteredFigures; by: FilterName; leftOut: boolean; reason: string; }
/** Figures that not every filter can narrow. */
export type UnfilteredFigures = Open<"asks" | "shares" | "items" | "crawlers" | "views" | "citations" | "citationsByEngine">;
/** A filter. */
export type FilterName = Open<"page" | "platform">;
/** The previous period. */
export interface PreviousOverview { totals: OverviewTotals; clearChanges: ClearChanges; changes: CountChanges; series: OverviewRow[]; citations: CitationRate; }
/** For each count, whether it clearly differs from that of the previous period, why not, and which counts would. */
export interface CountChanges { asks: CountChange; aiReferrals: CountChange; questionClicks: CountChange; shares: CountChange; views: CountChange; }
/** Whether a count clearly differs from that of the previous period. */
export interface CountChange { clear: boolean; reason: ChangeReason; clearFrom: number | null; clearUntil: number | null; }
/** Why a change is clear or not. */
export type ChangeReason = Open<"clear" | "within_variation" | "too_short">;
/** How often answers cite the site. */
export interface CitationRate { samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; }
/** The last half hour. */
export interface Live { asOf: string; lastEventAt: string | null; totals: LiveTotals; series: MinuteRow[]; newest: LiveEvent[]; automated: LiveAutomated; pages: LivePage[]; assistants: LiveAssistant[]; }
/** Sums of half an hour, or of a minute. */
export interface LiveTotals { asks: number; aiReferrals: number; views: number; }
/** A minute. */
export interface MinuteRow { minute: string; asks: number; aiReferrals: number; views: number; }
/** An event of a reader, or of an automated browser. */
export interface LiveEvent { at: string; type: EventTypeOutput; path: string; url: string | null; title: string | null; platform: string | null; network: string | null; item: string | null; referrer: string | null; }
/** Events of browsers that a program drives, such as a test, in the last half hour. */
export interface LiveAutomated { automatedHits: number; newest: LiveEvent[]; }
/** A page of the last half hour. */
export interface LivePage { path: string; url: string | null; title: string | null; lastEventAt: string; asks: number; views: number; }
/** An assistant of the last half hour. */
export interface LiveAssistant { platform: string; lastEventAt: string; asks: number; visits: number; }
/** The format of a response that contains a table. */
export type TableFormat = "json" | "csv" | "xlsx";
/** Optional parts of the report. */
export type AiClicksInclude = "byPrompt" | "seriesByPlatform";
/** The table in the file. */
export type AssistantsTable = "assistants";
/** The language of a file's headings. */
export type FileLanguage = "en" | "de";
/** Clicks on an assistant's button. */
export interface AiClicks { totals: AiTotals; series: SeriesRow[]; byPlatform: PlatformRow[]; byPrompt?: PromptRow[]; seriesByPlatform?: PlatformSeries[]; previous?: PreviousAiTotals | null; }
/** Totals of AI clicks. */
export interface AiTotals { aiClicks: number; days: number; }
/** Clicks by platform. */
export interface PlatformRow { platform: string; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** Clicks by prompt. */
export interface PromptRow { promptId: string | null; name: string | null; value: number; other?: boolean; }
/** The series of a platform. */
export interface PlatformSeries { platform: string; values: number[]; other?: boolean; }
/** What was counted in the previous period. */
export interface PreviousAiTotals { totals: AiTotals; series: SeriesRow[]; }
/** What a report of shares on networks can include. */
export type SocialInclude = "seriesByNetwork";
/** Clicks on share buttons. */
export interface SocialClicks { totals: SocialTotals; series: SeriesRow[]; byNetwork: NetworkRow[]; seriesByNetwork?: NetworkSeries[]; previous?: PreviousSocialTotals | null; }
/** Totals of social clicks. */
export interface SocialTotals { socialClicks: number; days: number; }
/** Clicks by network. */
export interface NetworkRow { network: string; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** The series of a network. */
export interface NetworkSeries { network: string; values: number[]; other?: boolean; }
/** What was counted in the previous period. */
export interface PreviousSocialTotals { totals: SocialTotals; series: SeriesRow[]; }
/** What a report of suggested questions can include. */
export type QuestionsInclude = "seriesByPlatform";
/** The table in the file. */
export type QuestionsTable = "questions";
/** Clicks on a question, suggested or the reader's own. */
export interface QuestionClicks { totals: QuestionTotals; series: SeriesRow[]; byQuestion: QuestionRow[]; byPlatform: PlatformRow[]; seriesByPlatform?: PlatformSeries[]; previous?: PreviousQuestionTotals | null; }
/** Totals of question clicks. */
export interface QuestionTotals { questionClicks: number; days: number; }
/** Clicks by suggested question. */
export interface QuestionRow { questionId: string; question: string | null; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** What was counted in the previous period. */
export interface PreviousQuestionTotals { totals: QuestionTotals; series: SeriesRow[]; }
/** The table in the file. */
export type ItemsTable = "items";
/** Clicks on the site's own items. */
export interface ItemClicks { totals: ItemTotals; series: SeriesRow[]; byItem: ItemRow[]; previous?: PreviousItemTotals | null; }
/** Totals of clicks on own items. */
export interface ItemTotals { itemClicks: number; days: number; }
/** What was counted in the previous period. */
export interface PreviousItemTotals { totals: ItemTotals; series: SeriesRow[]; }
/** What a report of shares can include. */
export type SharesInclude = "seriesByChannel";
/** The table in the file. */
export type SharesTable = "shares";
/** Shares through every channel: */
export interface Shares { totals: ShareTotals; series: SeriesRow[]; byChannel: ChannelRow[]; seriesByChannel?: ChannelSeries[]; previous?: PreviousShareTotals | null; }
/** Totals of shares. */
export interface ShareTotals { shares: number; aiClicks: number; socialClicks: number; copies: number; days: number; }
/** Shares by channel. */
export interface ChannelRow { channel: string; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** The series of a channel. */
export interface ChannelSeries { channel: string; values: number[]; other?: boolean; }
/** What was counted in the previous period. */
export interface PreviousShareTotals { totals: ShareTotals; series: SeriesRow[]; }
/** What a report of visits can include. */
export type ReferrersInclude = "seriesByType";
/** The table in the file. */
export type SourcesTable = "sources";
/** Visits by source. */
export interface Referrals { totals: VisitTotals; series: SeriesRow[]; byReferrer: ReferrerRow[]; byType: ReferrerTypeRow[]; byAssistant: PlatformRow[]; seriesByType?: ReferrerTypeSeries[]; previous?: PreviousVisitTotals | null; }
/** Totals of visits. */
export interface VisitTotals { visits: number; days: number; }
/** Visits by referrer. */
export interface ReferrerRow { referrer: string; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** Visits by kind of source. */
export interface ReferrerTypeRow { type: Open<"ai_assistant" | "search" | "social" | "campaign" | "direct" | "other">; value: number; }
/** The series of a kind of source. */
export interface ReferrerTypeSeries { type: Open<"ai_assistant" | "search" | "social" | "campaign" | "direct" | "other">; values: number[]; }
/** What was counted in the previous period. */
export interface PreviousVisitTotals { totals: VisitTotals; series: SeriesRow[]; }
/** What a report of crawlers can include. */
export type CrawlersInclude = "seriesByCrawler";
/** The table in the file. */
export type CrawlersTable = "crawlers";
/** Requests of known crawlers, which are never counted as people. */
export interface CrawlerHits { totals: CrawlerTotals; series: SeriesRow[]; byCrawler: CrawlerRow[]; seriesByCrawler?: CrawlerSeries[]; previous?: PreviousCrawlerTotals | null; }
/** Totals of crawler requests. */
export interface CrawlerTotals { hits: number; days: number; }
/** Requests by crawler. */
export interface CrawlerRow { crawler: string; value: number; previous?: number; change?: RowChange; other?: boolean; }
/** The series of a crawler. */
export interface CrawlerSeries { crawler: string; values: number[]; other?: boolean; }
/** What was counted in the previous period. */
export interface PreviousCrawlerTotals { totals: CrawlerTotals; series: SeriesRow[]; }
/** What a crawler or an agent reads a page for. */
export type ReadPurpose = "training" | "search" | "user" | "agent" | "other";
/** How certain it is that a request came from the crawler that its user agent names. */
export type Evidence = "verified" | "claimed" | "refuted";
/** Which pages are listed. */
export type ReadPageList = "all" | "never_cited" | "not_read";
/** What crawlers read on a site. */
export interface ReadsReport { totals: ReadTotals; previous: ReadTotals | null; series: ReadDay[]; byCrawler: CrawlerReads[]; pages: ReadPage[]; pageCounts: PageCounts; addressLists: AddressListState; robotsReadAt: string | null; lastBatchAt: string | null; }
/** Sums of reads. */
export interface ReadTotals { reads: number; training: number; search: number; user: number; agent: number; other: number; refused: number; refuted: number; }
/** The reads of a day, without refuted ones. */
export interface ReadDay { date: string; training: number; search: number; user: number; agent: number; other: number; }
/** The reads of a crawler for one purpose. */
export interface CrawlerReads { crawler: string; maker: string | null; purpose: ReadPurposeOutput; reads: number; verified: number; claimed: number; refuted: number; answered: number; redirected: number; refused: number; notFound: number; failed: number; pages: number; lastAt: string | null; refusedSince: string | null; networks: string[]; disallowed: number | null; }
/** A page: */
export interface ReadPage { path: string | null; url: string | null; training: number; search: number; user: number; agent: number; other: number; unanswered: number; lastReadAt: string | null; lastCrawler: string | null; asks: number; visitsBack: number; citations: number; citationShare: number | null; }
/** How many pages each list has. */
export interface PageCounts { all: number; neverCited: number; notRead: number; }
/** How old the lists are that decide what is verified. */
export interface AddressListState { loaded: number; oldestReadAt: string | null; }
/** What a row represents. */
export type PagesGroupBy = "page" | "folder";
/** What pages are sorted by. */
export type PageSort = "aiClicks" | "asks" | "change" | "views" | "socialClicks" | "questionClicks" | "aiReferrals" | "citations" | "clickRate" | "lastClickAt" | "path";
/** The sort direction. */
export type Order = "asc" | "desc";
/** The table in the file. */
export type PagesTable = "pages";
/** Pages and their figures. */
export interface PagesReport { totals: PageTotals; items: PageItem[]; previous?: PreviousPages | null; }
/** Sums over pages. */
export interface PageTotals { pages: number; views: number; aiClicks: number; socialClicks: number; questionClicks: number; days: number; }
/** One page. */
export interface PageItem { path: string | null; title: string | null; views: number; viewsWithWidget: number; aiClicks: number; socialClicks: number; questionClicks: number; aiReferrals: number; citations: number; topPlatform: string | null; lastClickAt: string | null; url: string | null; other?: boolean; citationShare: number | null; interval95: Interval | null; clickRate: number | null; reads: PageReads | null; lastReadAt: string | null; previous?: number; change?: RowChange; }
/** Reads that got a page, by what they were for, by the logs of the site's web servers. */
export interface PageReads { training: number; search: number; user: number; agent: number; }
/** What happened on pages in the previous period. */
export interface PreviousPages { totals: PageTotals; }
/** What is known of a page. */
export interface PageFile { path: string; url: string | null; text: TextReading; totals: FileTotals; previous: FileTotals; weeks: PageWeek[]; citedBy: CitingQuestion[]; citingQuestions: number; happened: PageHappened[]; hasMore: boolean; }
/** Whether a page's text is read. */
export interface TextReading { enabled: boolean; chosen: boolean; triedAt: string | null; outcome: ReadingOutcome | null; }
/** How the last reading of a page ended. */
export type ReadingOutcome = Open<"read" | "unchanged" | "robots_forbidden" | "noindex" | "redirected" | "refused" | "unreachable" | "no_text">;
/** Sums of a page in a period. */
export interface FileTotals { reads: ReadTotals; views: number; asks: number; citationShare: number | null; }
/** A page's figures in a week, or in the part of it that is in the period. */
export interface PageWeek { from: string; to: string; views: number; asks: number; reads: number; before: PageWeekBefore; }
/** A page's figures in the days of the previous period that belong to a week. */
export interface PageWeekBefore { views: number; asks: number; reads: number; }
/** A question whose answers cite the page. */
export interface CitingQuestion { monitorId: MonitorId; query: string; citations: number; lastCitedAt: string; engines: CitingEngine[]; }
/** An engine whose answers to a question cite the page. */
export interface CitingEngine { engine: EngineOutput; citations: number; lastCitedAt: string; }
/** Something that happened to a page. */
export interface PageHappened { date: string; at: string | null; kind: PageHappenedKind; read: ReadOfDay | null; text: TextOfPage | null; citation: CitationOfPage | null; note: NoteOfPage | null; rule: RuleOfPage | null; }
/** What happened. */
export type PageHappenedKind = Open<"read" | "text_first_read" | "text_changed" | "citation_gained" | "citation_lost" | "note" | "rule_created" | "rule_changed">;
/** The reads of a page by one crawler on a day. */
export interface ReadOfDay { crawler: string; purpose: ReadPurposeOutput; evidence: EvidenceOutput; reads: number; lastAt: string; }
/** A version of a page's text. */
export interface TextOfPage { words: number; structure: Structure; wordsBefore: number | null; structureBefore: Structure | null; sentences: ChangedSentence[]; changedSentences: number; }
/** How many parts of a kind a text has. */
export interface Structure { headings: number; codeLines: number; tables: number; tableRows: number; listItems: number; }
/** A sentence, a line of code or a row of a table that changed. */
export interface ChangedSentence { change: SentenceChange; text: string; }
/** What happened to a sentence. */
export type SentenceChange = Open<"added" | "removed" | "moved">;
/** A clear change of the citation rate of a question and engine. */
export interface CitationOfPage { monitorId: MonitorId | null; query: string | null; engine: EngineOutput | null; firstRunAt: string; before: ChangedRate; after: ChangedRate; }
/** A note on the site's charts. */
export interface NoteOfPage { text: string; kind: AnnotationKind; author: string | null; }
/** What an annotation is about. */
export type AnnotationKind = Open<"note" | "release" | "outage" | "config" | "prompts" | "rules" | "monitor" | "widget" | "model">;
/** A rule whose paths include the page. */
export interface RuleOfPage { id: RuleId; name: string; action: RuleActionTypeOutput; }
/** The type of an action. */
export type RuleActionType = "use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget";
/** The report of a site about a week or month. */
export interface SiteReport { site: OverviewSite; period: string; earlierPeriod: string; laterPeriod: string | null; audience: ReportAudienceOutput; from: string; to: string; previousFrom: string; previousTo: string; news: ReportNews[]; toDo: ToDo | null; figures: ReportFigure[]; citationChanges: ReportedChange[]; rising: ReportRising; needs: ReportNeed[]; series: OverviewRow[]; }
/** Something that a report has to say. */
export interface ReportNews { code: NewsCode; subject: string | null; engine: EngineOutput | null; value: number | null; previous: number | null; }
/** A kind of news, the most important first. */
export type NewsCode = Open<"widget_missing" | "crawler_refused" | "citation_lost" | "citation_gained" | "asks_fell" | "visits_fell" | "asks_rose" | "visits_rose" | "page_rose" | "question_rose">;
/** What a team can do about the news, and about what needs attention. */
export type ToDo = Open<"check_widget" | "allow_crawler" | "read_answers" | "add_credits" | "open_page">;
/** A figure beside that of the previous period. */
export interface ReportFigure { figure: ReportFigureName; value: number | null; previous: number | null; change: ReportFigureChange; samples: number | null; interval95: Interval | null; }
/** A figure of a report. */
export type ReportFigureName = Open<"asks" | "aiReferrals" | "asksPer100Views" | "citationRate">;
/** Whether a figure clearly changed. */
export type ReportFigureChange = Open<"rise" | "fall" | "none" | "too_short" | "untested">;
/** A clear change of a citation rate in a report. */
export interface ReportedChange { change: CitationChange; passage: string | null; }
/** What rose, of the pages and questions that the overview lists: */
export interface ReportRising { pages: ReportRisenPage[]; questions: ReportRisenQuestion[]; }
/** A page that rose. */
export interface ReportRisenPage { path: string; title: string | null; asks: number; previousAsks: number; }
/** A question that rose. */
export interface ReportRisenQuestion { questionId: string; question: string; questionClicks: number; previousQuestionClicks: number; }
/** Something that needs attention. */
export interface ReportNeed { code: ReportNeedCode; since: string | null; crawler: string | null; refused: number | null; }
/** What needs attention, the most urgent first. */
export type ReportNeedCode = Open<"install_error" | "stale" | "not_installed" | "crawler_refused" | "credits_low">;
/** A list: */
export interface AnnotationList { items: Annotation[]; }
/** A dated note on the charts of a site. */
export interface Annotation { id: AnnotationId; siteId: SiteId; date: string; time: string | null; text: string; kind: AnnotationKind; author: Actor; createdAt: string; }
export type AnnotationId = string;
/** An annotation to write. */
export interface AnnotationCreate { date?: string | null; time?: string | null; text: string; kind?: "note" | "release" | "outage"; }
/** Changes to an annotation; */
export interface AnnotationUpdate { date?: string; time?: string | null; text?: string; kind?: "note" | "release" | "outage"; }
/** A list: */
export interface SharedLinkList { items: SharedLink[]; }
/** A shared link. */
export interface SharedLink { id: SharedLinkId; siteId: SiteId; name: string; panels: SharedPanelOutput[]; filter: LinkFilter; range: LinkRange; compare: boolean; notes: boolean; embed: LinkEmbed | null; maskedToken: string; hasPassword: boolean; expiresAt: string | null; createdAt: string; createdBy: KeyCreator | null; lastUsedAt: string | null; uses: number; }
export type SharedLinkId = string;
/** Where a link can be embedded. */
export interface LinkEmbed { origins: string[]; }
/** A link with its new token. */
export interface CreatedSharedLink { link: SharedLink; token: string | null; }
/** A shared link to create. */
export interface SharedLinkCreate { name: string; panels: SharedPanel[]; filter?: SharedLinkFilterInput | null; range: SharedLinkRangeInput; compare?: boolean | null; notes?: boolean | null; expiresAt?: string | null; password?: string | null; embed?: SharedLinkEmbedInput | null; }
/** What every number of a link is limited to. */
export interface SharedLinkFilterInput { pages?: string[] | null; platforms?: string[] | null; }
/** The days of a link: */
export interface SharedLinkRangeInput { days?: number | null; from?: string | null; to?: string | null; }
/** Where a link can be embedded. */
export interface SharedLinkEmbedInput { origins: string[]; }
/** What a shared link shows. */
export interface SharedView { name: string; sharedBy: string; brand: ShownBrand | null; site: SharedSite; panels: SharedPanelOutput[]; filter: LinkFilter; compare: boolean; expiresAt: string | null; figures?: SharedFigures | null; chart?: SharedChart | null; loop?: SharedLoop | null; assistants?: PanelOfAssistantRow | null; pages?: PanelOfOverviewPage | null; questions?: PanelOfOverviewQuestion | null; referrers?: PanelOfOverviewReferrerType | null; sources?: PanelOfSourceRow | null; shares?: PanelOfShareRow | null; crawlers?: PanelOfCrawlerHitsRow | null; reads?: PanelOfOverviewRead | null; devices?: PanelOfDeviceRow | null; citations?: SharedCitations | null; notes?: SharedNote[] | null; }
/** The site of a shared link. */
export interface SharedSite { id: SiteId; name: string; domain: string; }
/** The figures of a shared link. */
export interface SharedFigures { asks?: SharedCount | null; aiReferrals?: SharedCount | null; questionClicks?: SharedCount | null; shares?: SharedCount | null; asksPer100Views?: number | null; citations?: CitationRate | null; previousCitations?: CitationRate | null; }
/** A count of a shared link. */
export interface SharedCount { value: number; previous?: number | null; change?: CountChange | null; }
/** Asks by day. */
export interface SharedChart { dates: string[]; asks: number[]; previous?: number[] | null; byPlatform: OverviewPlatformSeries[]; }
/** Asks, visits back and citations. */
export interface SharedLoop { asks: number; aiReferrals: number; citations: CitationRate; }
/** How often engines cite the site. */
export interface SharedCitations { samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; questions: number; byEngine: EngineCitationRate[]; }
/** A note on the site's charts, without its author. */
export interface SharedNote { date: string; text: string; kind: AnnotationKind; isOwn: boolean; }
/** Changes to a shared link; */
export interface SharedLinkUpdate { name?: string; panels?: SharedPanel[]; filter?: SharedLinkFilterInput; range?: SharedLinkRangeInput; compare?: boolean; notes?: boolean; expiresAt?: string | null; password?: string | null; embed?: SharedLinkEmbedInput | null; }
/** What became of a batch. */
export interface LogBatch { repeated: boolean; format: LogFormatOutput | null; lines: number; kept: number; unreadable: number; otherHosts: number; outOfRange: number; errors: LogLineError[]; }
/** The formats that have a name. */
export type LogFormat = "common" | "combined" | "combined-vhost" | "nginx-json" | "caddy" | "apache" | "traefik" | "cloudfront" | "iis-w3c" | "vercel" | "cloudflare" | "haproxy" | "fastly" | "bunny" | "netlify";
/** A line that cannot be read. */
export interface LogLineError { line: number; message: string; }
/** A list: */
export interface LogSourceList { items: LogSource[]; }
/** A source of logs, and what it sent. */
export interface LogSource { id: LogSourceId; siteId: SiteId; name: string; format: LogFormatOutput | null; logFormat: string | null; hosts: string[]; verificationCode: string | null; hasDrainSecret: boolean; maskedToken: string; createdAt: string; state: LogSourceState; }
export type LogSourceId = string;
/** What a source sent since it was created. */
export interface LogSourceState { lines: number; kept: number; unreadable: number; otherHosts: number; outOfRange: number; lastLineAt: string | null; lastBatchAt: string | null; }
/** A list: */
export interface LogLineList { items: LogLine[]; }
/** A read of a crawler, without the address that it came from. */
export interface LogLine { at: string; method: string; path: string; status: number | null; crawler: string; maker: string | null; purpose: ReadPurposeOutput; evidence: EvidenceOutput; }
/** A source with its new token. */
export interface CreatedLogSource { source: LogSource; token: string | null; }
/** A source to create. */
export interface LogSourceCreate { name: string; format?: LogFormat | null; logFormat?: string | null; hosts?: string[] | null; verificationCode?: string | null; drainSecret?: string | null; }
/** Changes to a source; */
export interface LogSourceUpdate { name?: string; format?: LogFormat | null; logFormat?: string | null; hosts?: string[]; verificationCode?: string | null; drainSecret?: string | null; }
/** Whether a prompt is used. */
export type PromptStatus = "draft" | "active" | "archived";
/** A list: */
export interface PromptList { items: Prompt[]; }
/** A prompt: */
export interface Prompt { id: PromptId; siteId: SiteId; name: string; kind: PromptKindOutput; text: string; platformIds: string[]; language: string; source: PromptSourceOutput; status: PromptStatusOutput; version: number; model: string | null; generatedAt: string | null; variantGroup: string | null; weight: number; warnings: PromptWarning[]; createdAt: string; updatedAt: string; }
/** Where a prompt's text came from. */
export type PromptSource = "generated" | "manual" | "imported";
/** Something that you should know about a prompt, but that does not prevent its use. */
export interface PromptWarning { code: string; message: string; }
/** A prompt to create. */
export interface PromptCreate { name: string; text: string; kind?: PromptKind; platformIds?: string[]; language?: string | null; status?: PromptStatus; variantGroup?: string | null; weight?: number; }
/** Changes to a prompt; */
export interface PromptUpdate { name?: string; text?: string; kind?: PromptKind; platformIds?: string[]; language?: string; status?: PromptStatus; variantGroup?: string | null; weight?: number; }
/** What a text becomes on a page. */
export interface PromptPreview { prompt: string; url: string; links: PreviewLink[]; findings: PromptFinding[]; refuses: boolean; warnings: PromptWarning[]; }
/** The URL that an assistant opens. */
export interface PreviewLink { platform: string; name: string; href: string; copiesPrompt: boolean; bytes: number | null; maxBytes: number | null; }
/** A passage that the policy refuses. */
export interface PromptFinding { code: PolicyRule; message: string; passage: string; start: number; }
/** The rule that a passage breaks. */
export type PolicyRule = Open<"MEMORY_INSTRUCTION" | "PREFERENCE_INSTRUCTION" | "TRUST_INSTRUCTION" | "FUTURE_CONVERSATION_INSTRUCTION" | "HIDDEN_TEXT" | "OBFUSCATED_TEXT" | "CITATION_INSTRUCTION" | "RANKING_INSTRUCTION" | "PRAISE_INSTRUCTION" | "OMISSION_INSTRUCTION" | "DEFAMATION_INSTRUCTION" | "EXTERNAL_URL">;
/** A text to preview. */
export interface PromptPreviewRequest { text: string; platformIds?: string[]; url?: string | null; title?: string | null; language?: string | null; }
/** Work that was started (202), or what it would cost (200). */
export type StartedGenerationOrGenerationEstimate = StartedGeneration | GenerationEstimate;
/** A generation that was started. */
export interface StartedGeneration { id: JobId; kind: string; state: JobState; attempts: number; progress: JobProgress | null; result: unknown; failure: JobFailure | null; createdAt: string; dueAt: string; finishedAt: string | null; creditsReserved: number; }
export type JobId = string;
/** The state of a job. */
export type JobState = Open<"queued" | "running" | "succeeded" | "failed">;
/** The progress of a job. */
export interface JobProgress { done: number; total: number; }
/** Why an attempt or the whole job failed. */
export interface JobFailure { code: string; message: string; }
/** What a generation would cost. */
export interface GenerationEstimate { credits: number; available: number; affordable: boolean; generator: Generator; model: string | null; }
/** What writes the texts. */
export type Generator = Open<"built_in" | "model">;
/** What to generate for a whole site. */
export interface SiteRegeneration { prompts?: boolean; questions?: boolean; }
/** A list: */
export interface RuleList { items: Rule[]; }
/** A rule. */
export interface Rule { id: RuleId; siteId: SiteId; name: string; enabled: boolean; priority: number; match: RuleMatch; action: RuleAction; startsAt: string | null; endsAt: string | null; createdAt: string; updatedAt: string; }
/** A rule to create, or to replace another one. */
export interface RuleCreate { name: string; enabled?: boolean; priority?: number; match?: RuleMatchInput; action: RuleActionInput; startsAt?: string | null; endsAt?: string | null; id?: string | null; siteId?: string | null; createdAt?: string | null; updatedAt?: string | null; }
/** What a rule does. */
export interface RuleActionInput { type: RuleActionType; promptId?: PromptId | null; text?: string | null; questions?: QuestionInput[] | null; platformIds?: string[] | null; }
/** What the widget does on a page. */
export interface RuleTestResult { matched: MatchedRule[]; skipped: SkippedRule[]; shown: boolean; resolved: ResolvedOffer[]; questions: Question[]; }
/** A rule that applies. */
export interface MatchedRule { ruleId: RuleId; name: string; action: RuleActionTypeOutput; }
/** A rule that does not apply. */
export interface SkippedRule { ruleId: RuleId; reason: SkipReason; }
/** Why a rule does not apply on a page. */
export type SkipReason = Open<"disabled" | "not_started" | "ended" | "host" | "path" | "excluded_path" | "language" | "overruled">;
/** An assistant's button. */
export interface ResolvedOffer { platform: string; promptId: PromptId | null; prompt: string; href: string; copiesPrompt: boolean; }
/** A page to test the rules on. */
export interface RuleTest { url: string; language?: string | null; at?: string | null; }
/** The proposed rules of a site. */
export interface ProposedRules { jobId: JobId | null; generatedAt: string | null; total: number; items: ProposedRule[]; leftOut: SkippedPages[]; }
/** A rule that a generation proposes for one page. */
export interface ProposedRule { id: ProposedRuleId; siteId: SiteId; page: ProposedPage; name: string; priority: number; match: RuleMatch; action: RuleAction; createdAt: string; }
export type ProposedRuleId = string;
/** The page that a rule is proposed for. */
export interface ProposedPage { url: string; title: string; }
/** Pages that were left out for one reason. */
export interface SkippedPages { reason: SkippedPagesReason; message: string; pages: number; urls: string[]; }
/** Why a page has no proposal, or fewer than it could. */
export type SkippedPagesReason = Open<"noindex" | "not_read" | "unreadable" | "sitemap_skipped" | "sitemap_compressed" | "sitemap_forbidden" | "sitemap_elsewhere" | "sitemap_failed" | "sitemap_unreadable" | "sitemap_read_in_part" | "too_many_sitemaps" | "feed_skipped" | "nothing_to_say" | "shared_address" | "no_words" | "has_rule" | "dismissed" | "too_many">;
/** What was approved. */
export interface ApprovedRules { approved: ApprovedRule[]; remaining: number; }
/** A proposal and the rule that it became. */
export interface ApprovedRule { proposalId: ProposedRuleId; rule: Rule; }
/** The proposals to approve or dismiss: */
export interface ProposedRuleSelection { ids?: ProposedRuleId[] | null; all?: boolean; }
/** What was dismissed. */
export interface DismissedRules { dismissed: ProposedRuleId[]; remaining: number; }
/** The order in which rules are evaluated. */
export interface RuleOrder { ruleIds: RuleId[]; }
/** An organization's credits. */
export interface Credits { orgId: OrgId; balance: number; reserved: number; available: number; monthlyAllowance: number; usedThisPeriod: number; periodStart: string; periodEnd: string; pace?: CreditPace | null; }
/** How fast credits are spent. */
export interface CreditPace { creditsPerDay: number; runsOutAt?: string | null; }
/** Why the balance changed. */
export type LedgerEntryType = "grant" | "debit" | "refund" | "adjustment";
/** A list: */
export interface LedgerEntryList { items: LedgerEntry[]; }
/** One transaction of the ledger. */
export interface LedgerEntry { id: LedgerEntryId; sequence: number; type: LedgerEntryTypeOutput; amount: number; balanceAfter: number; reason: string; reference: LedgerReference; createdAt: string; }
export type LedgerEntryId = string;
/** What a transaction or a reservation is about. */
export interface LedgerReference { type: string; id: string; }
/** The format of a file. */
export type PromptFileFormat = "json" | "csv" | "ndjson";
/** Every prompt of a site. */
export interface PromptExport { exportVersion: "1.0"; kind: "prompts"; generatedAt: string; items: Prompt[]; }
/** What happens to existing prompts. */
export type ImportMode = "upsert" | "create" | "replace";
/** The result of an import. */
export interface Imported { dryRun: boolean; created: number; updated: number; skipped: number; failed: number; deleted?: number; errors: ImportError[]; warnings: ImportError[]; }
/** Why an item is invalid, or stored differently from the file. */
export interface ImportError { index: number; line: number; path: string; code: string; message: string; }
/** A file of prompts as JSON. */
export interface PromptFile { exportVersion: string; kind: "prompts"; generatedAt?: string | null; items: PromptItem[]; }
/** One item of a file: */
export interface PromptItem { id?: PromptId | null; name?: string | null; kind?: PromptKind | null; text?: string | null; platformIds?: string[] | null; language?: string | null; status?: PromptStatus | null; variantGroup?: string | null; weight?: number | null; model?: string | null; generatedAt?: string | null; siteId?: SiteId | null; source?: PromptSource | null; version?: number | null; warnings?: PromptWarningInput[] | null; createdAt?: string | null; updatedAt?: string | null; }
/** The whole response of an export, with its envelope. */
export interface EnvelopedPromptFile { data: PromptFile; error?: Record<string, unknown> | null; meta?: Record<string, unknown>; }
/** The table in the file. */
export type AnswersTable = "answers";
/** A list: */
export interface CitationList { items: Citation[]; }
/** What one answer of one engine says about a site. */
export interface Citation { id: CitationId; runId: RunId; monitorId: MonitorId; query: string; engine: EngineOutput; model: string; surface: Surface; sample: number; ranAt: string; readingVersion: number; status: CitationStatus; failure: JobFailure | null; outcome: CitationOutcome | null; searched: boolean; mentioned: boolean; cited: boolean; position: number | null; citedUrls: CitedUrl[]; consultedUrls: CitedUrl[]; competitors: CompetitorResult[]; answerExcerpt: string | null; danglingMarkers: number; billedQueries: number | null; creditsUsed: number | null; }
export type CitationId = string;
/** Where an engine was asked. */
export type Surface = Open<"api">;
/** Whether there is an answer. */
export type CitationStatus = Open<"succeeded" | "failed">;
/** What an answer says about a site: */
export type CitationOutcome = Open<"cited" | "consulted" | "mentioned" | "absent">;
/** A source: */
export interface CitedUrl { url: string; domain: string; title: string | null; position: number; owner: SourceOwnerOutput; pageKnown: boolean; }
/** Whose page a source is. */
export type SourceOwner = "own" | "competitor" | "other";
/** What an answer says about a competitor. */
export interface CompetitorResult { domain: string; mentioned: boolean; cited: boolean; position: number | null; }
/** How the rates are grouped in addition to engines. */
export type CitationsGroupBy = "monitor" | "competitor";
/** How visible the site is in the answers of engines. */
export interface CitationSummary { totals: CitationRates; byEngine: EngineRates[]; series: CitationDay[]; seriesByWeek: CitationWeek[]; seriesByEngine: EngineTrend[]; changes: CitationChange[]; byMonitor?: MonitorRates[] | null; byCompetitor?: CompetitorRates[] | null; previous?: PreviousRates | null; }
/** Counts and rates over answers. */
export interface CitationRates { failedCount: number; unreadableCount: number; unreadableRate: number | null; unsearchedCount: number; consultedCount: number; samples: number; citedCount: number; mentionedCount: number; citationRate: number | null; mentionRate: number | null; shareOfVoice: number | null; averagePosition: number | null; interval95: Interval | null; mentionInterval95: Interval | null; shareOfVoiceInterval95: Interval | null; averagePositionInterval95: MeanInterval | null; previousCitationRate: number | null; difference: Difference | null; credits: number | null; billedQueries: number | null; }
/** The range that contains a true mean in 95 of 100 cases. */
export interface MeanInterval { lowest: number; highest: number; }
/** The rates of one engine. */
export interface EngineRates { engine: EngineOutput; failedCount: number; unreadableCount: number; unreadableRate: number | null; unsearchedCount: number; consultedCount: number; samples: number; citedCount: number; mentionedCount: number; citationRate: number | null; mentionRate: number | null; shareOfVoice: number | null; averagePosition: number | null; interval95: Interval | null; mentionInterval95: Interval | null; shareOfVoiceInterval95: Interval | null; averagePositionInterval95: MeanInterval | null; previousCitationRate: number | null; difference: Difference | null; credits: number | null; billedQueries: number | null; }
/** The answers of one day. */
export interface CitationDay { date: string; samples: number; citedCount: number; }
/** The answers of a week: */
export interface CitationWeek { from: string; to: string; samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; }
/** The answers of one engine by day. */
export interface EngineTrend { engine: EngineOutput; samples: number[]; citedCounts: number[]; }
/** The rates of one monitor. */
export interface MonitorRates { monitorId: MonitorId; query: string; failedCount: number; unreadableCount: number; unreadableRate: number | null; unsearchedCount: number; consultedCount: number; samples: number; citedCount: number; mentionedCount: number; citationRate: number | null; mentionRate: number | null; shareOfVoice: number | null; averagePosition: number | null; interval95: Interval | null; mentionInterval95: Interval | null; shareOfVoiceInterval95: Interval | null; averagePositionInterval95: MeanInterval | null; previousCitationRate: number | null; difference: Difference | null; credits: number | null; billedQueries: number | null; byEngine: EngineRates[]; lastRun: LastRun | null; }
/** The latest run of a monitor, and the current changes of its rates. */
export interface LastRun { id: RunId; status: RunStatus; finishedAt: string | null; changes: RunChange[]; markedEngines: EngineOutput[]; }
/** The status of a run. */
export type RunStatus = Open<"running" | "succeeded" | "failed">;
/** An engine's answers in a run, compared with the previous run, and the current clear change of the rate. */
export interface RunChange { engine: EngineOutput; previousRunId: RunId; samples: number; citedCount: number; previousSamples: number; previousCitedCount: number; different: boolean | null; method: DifferenceMethod; detectable: number | null; detectableAt: string | null; tooEarlySince: string | null; newReadingSince: string | null; flipped: boolean; change: CitationChange | null; }
/** The rates of a competitor, over the answers in which it was looked for; */
export interface CompetitorRates { domain: string; samples: number; citedCount: number; mentionedCount: number; citationRate: number | null; mentionRate: number | null; shareOfVoice: number | null; averagePosition: number | null; interval95: Interval | null; mentionInterval95: Interval | null; shareOfVoiceInterval95: Interval | null; averagePositionInterval95: MeanInterval | null; previousCitationRate: number | null; difference: Difference | null; siteOnSameAnswers: SameAnswers; }
/** How often the site is cited in the answers in which a competitor was looked for. */
export interface SameAnswers { samples: number; citedCount: number; citationRate: number | null; interval95: Interval | null; }
/** The rates of the previous period. */
export interface PreviousRates { totals: CitationRates; byEngine: EngineRates[]; }
/** The pages that answers cite. */
export interface CitedUrlsReport { totals: OwnerTotals; items: CitedUrlRow[]; }
/** Citations of pages by owner. */
export interface OwnerTotals { own: number; competitor: number; other: number; }
/** How often a page is cited. */
export interface CitedUrlRow { url: string; domain: string; title: string | null; owner: SourceOwnerOutput; citations: number; engines: EngineOutput[]; firstCitedAt: string; lastCitedAt: string; }
/** A citation with the engine's raw response. */
export interface CitationDetail { id: CitationId; runId: RunId; monitorId: MonitorId; query: string; engine: EngineOutput; model: string; surface: Surface; sample: number; ranAt: string; readingVersion: number; status: CitationStatus; failure: JobFailure | null; outcome: CitationOutcome | null; searched: boolean; mentioned: boolean; cited: boolean; position: number | null; citedUrls: CitedUrl[]; consultedUrls: CitedUrl[]; competitors: CompetitorResult[]; answerExcerpt: string | null; danglingMarkers: number; billedQueries: number | null; creditsUsed: number | null; rawAnswer: string | null; rawAnswerTruncated: boolean; }
/** A list: */
export interface CitationChangeList { items: CitationChange[]; }
/** A list: */
export interface ChangeEvidenceList { items: ChangeEvidence[]; }
/** The evidence for a change of a citation rate that is not clear yet. */
export interface ChangeEvidence { level: ChangeLevelOutput; monitorId: MonitorId | null; query: string | null; engine: EngineOutput | null; direction: ChangeDirection | null; possibleSince: string | null; fraction: number; outlook: Outlook; daysLeft: number | null; before: ComparedAnswers | null; after: ComparedAnswers | null; partOf: ChangeId | null; measuredAt: string; }
/** What can be said about when a change becomes clear. */
export type Outlook = Open<"clear" | "too_early" | "weak" | "growing" | "slow" | "one_part">;
/** Answers before or after a possible change. */
export interface ComparedAnswers { samples: number; citedCount: number; }
/** A list: */
export interface MonitorList { items: Monitor[]; }
/** A monitor. */
export interface Monitor { id: MonitorId; siteId: SiteId; query: string; engines: EngineOutput[]; cadence: CadenceOutput; samplesPerRun: number; region: string | null; language: string | null; competitors: Competitor[]; enabled: boolean; nextRunAt: string | null; archivedAt: string | null; createdAt: string; updatedAt: string; lastRun: MonitorRun | null; engineStatus: EngineStatus[]; creditsPerRun: number; }
/** How often a monitor runs. */
export type Cadence = "daily" | "weekly" | "manual";
/** A competitor to look for in the same answers. */
export interface Competitor { domain: string; aliases: string[]; }
/** A run of a monitor. */
export interface MonitorRun { id: RunId; monitorId: MonitorId; jobId: JobId | null; trigger: RunTrigger; status: RunStatus; failure: JobFailure | null; creditsReserved: number; creditsUsed: number; startedAt: string; finishedAt: string | null; changes: RunChange[]; }
/** What started a run. */
export type RunTrigger = Open<"manual" | "schedule">;
/** Whether an engine can be asked, and what an answer costs. */
export interface EngineStatus { engine: EngineOutput; readiness: EngineReadiness; reason: string | null; model: string; creditsPerAnswer: number; }
/** Whether an engine can be asked. */
export type EngineReadiness = Open<"ready" | "no_key" | "terms_not_confirmed">;
/** A monitor to create. */
export interface MonitorCreate { query: string; engines: Engine[]; cadence?: Cadence | null; samplesPerRun?: number | null; region?: string | null; language?: string | null; competitors?: CompetitorInput[]; enabled?: boolean | null; }
/** A competitor in a request: */
export type CompetitorInput = string | NamedCompetitor;
/** A competitor's domain with its brand names. */
export interface NamedCompetitor { domain: string; aliases?: string[]; }
/** A list: */
export interface EngineStatusList { items: EngineStatus[]; }
/** A list: */
export interface MonitorChoiceList { items: MonitorChoice[]; }
/** A cadence with a number of samples: */
export interface MonitorChoice { cadence: CadenceOutput; samplesPerRun: number; creditsPerRun: number; creditsPer30Days: number; firstChangeDays: number; finds: FoundAfter[]; isProposed: boolean; }
/** When a lasting change of a citation rate is found. */
export interface FoundAfter { rateBefore: number; rateAfter: number; days: number | null; }
/** Changes to a monitor; */
export interface MonitorUpdate { query?: string; engines?: Engine[]; cadence?: Cadence; samplesPerRun?: number; region?: string | null; language?: string | null; competitors?: CompetitorInput[]; enabled?: boolean; archived?: boolean; }
/** Work that was started (202), or what it would cost (200). */
export type StartedRunOrRunEstimate = StartedRun | RunEstimate;
/** A run that was started. */
export interface StartedRun { run: MonitorRun; job: Job; creditsReserved: number; }
/** Background work. */
export interface Job { id: JobId; kind: string; state: JobState; attempts: number; progress: JobProgress | null; result: unknown; failure: JobFailure | null; createdAt: string; dueAt: string; finishedAt: string | null; }
/** What a run may cost. */
export interface RunEstimate { credits: number; available: number; affordable: boolean; engines: EngineEstimate[]; }
/** What an engine may cost in a run. */
export interface EngineEstimate { engine: EngineOutput; readiness: EngineReadiness; reason: string | null; model: string; creditsPerAnswer: number; answers: number; credits: number; }
/** A list: */
export interface WebhookList { items: Webhook[]; }
/** A webhook. */
export interface Webhook { id: WebhookId; url: string; urlUnreadable: boolean; events: EventNameOutput[]; description: string; enabled: boolean; disabledReason: DisabledReason | null; consecutiveFailures: number; failingSince: string | null; previousSecretExpiresAt: string | null; createdAt: string; updatedAt: string; }
export type WebhookId = string;
/** An event that a webhook can receive. */
export type EventName = "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
/** Why the service disabled a webhook. */
export type DisabledReason = Open<"too_many_failures" | "gone">;
/** A webhook with its new secret. */
export interface CreatedWebhook { id: WebhookId; url: string; urlUnreadable: boolean; events: EventNameOutput[]; description: string; enabled: boolean; disabledReason: DisabledReason | null; consecutiveFailures: number; failingSince: string | null; previousSecretExpiresAt: string | null; createdAt: string; updatedAt: string; secret: string | null; }
/** A webhook to create. */
export interface WebhookCreate { url: string; events: EventName[]; description?: string | null; enabled?: boolean | null; }
/** Changes to a webhook; */
export interface WebhookUpdate { url?: string; events?: EventName[]; description?: string; enabled?: boolean; }
/** Options for rotating a webhook's secret. */
export interface SecretRotation { overlapSeconds?: number | null; }
/** The delivery of one message to one webhook. */
export interface WebhookDelivery { id: DeliveryId; webhookId: WebhookId; messageId: MessageId; event: string; payload: unknown; status: DeliveryStatusOutput; attempts: number; createdAt: string; lastAttemptAt: string | null; nextAttemptAt: string | null; responseStatus: number | null; responseBody: string | null; durationMs: number | null; failure: string | null; attemptLog: WebhookAttempt[]; }
export type DeliveryId = string;
/** The status of a delivery. */
export type DeliveryStatus = "pending" | "succeeded" | "failed";
/** One attempt at a delivery. */
export interface WebhookAttempt { at: string; responseStatus: number | null; durationMs: number; failure: string | null; }
/** A list: */
export interface WebhookDeliveryList { items: WebhookDelivery[]; }
/** How many messages are sent again. */
export interface ReplayedDeliveries { replayed: number; hasMore: boolean; }
/** Which messages are sent again together. */
export interface WebhookReplay { since: string; status?: ReplayedStatus; }
/** The status of deliveries that are sent again together. */
export type ReplayedStatus = "failed" | "pending";
/** A list: */
export interface WebhookEventList { items: WebhookEvent[]; }
/** An event, as webhooks get it. */
export interface WebhookEvent { id: MessageId; type: string; timestamp: string; data: unknown; }
/** Whether the instance can send email. */
export interface MailHealth { enabled: boolean; failingSince: string | null; failure: string | null; waiting: number; }
/** What a widget can offer on this instance. */
export interface LinkRegistry { platforms: KnownPlatform[]; networks: PublicShareTarget[]; defaultPlatformIds: string[]; defaultNetworkIds: string[]; fileDate: string | null; }
/** An assistant, how a prompt reaches it, and how well that is known. */
export interface KnownPlatform { id: string; name: string; strategy: Strategy; urlTemplate: string; maxUrlBytes: number; fallback: string; copiesPrompt?: boolean; mark?: string | null; markColor?: string | null; markOn?: Background | null; behavior: PlatformBehavior; }
/** How well it is known how a prompt reaches an assistant. */
export interface PlatformBehavior { autoSubmits: AutoSubmits; confidence: Confidence; checkedOn: string; note: string | null; }
/** Whether a platform sends a prompt without another click. */
export type AutoSubmits = "yes" | "no" | "uncertain";
/** How certain the sources of an entry are. */
export type Confidence = Open<"high" | "medium" | "low">;
/** The error member of the envelope. */
export interface ApiError { code: Open<"BAD_REQUEST" | "INVALID_PARAMETER" | "INVALID_CURSOR" | "UNAUTHENTICATED" | "INVALID_API_KEY" | "API_KEY_EXPIRED" | "API_KEY_REVOKED" | "SESSION_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_CREDITS" | "INSUFFICIENT_SCOPE" | "PLAN_REQUIRED" | "FORBIDDEN" | "REAUTHENTICATION_REQUIRED" | "IP_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "GONE" | "CONFLICT" | "LIMIT_REACHED" | "IDEMPOTENCY_IN_PROGRESS" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_FAILED" | "PROMPT_POLICY_VIOLATION" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE">; message: string; docUrl: string; retryable: boolean; details?: Violation[]; requiredScope?: ScopeOutput | null; challenge?: SignInChallenge | null; }
/** A problem with an input. */
export interface Violation { path: string; code: string; message: string; line?: number; bytes?: number; allowed?: Allowed; }
/** The valid values. */
export type Allowed = string[] | number;
/** A sign-in that waits for the second factor. */
export interface SignInChallenge { id?: string | null; methods: string[]; mayRemember: boolean; expiresAt?: string | null; }
/** How to read the next page of a list. */
export interface Pagination { limit: number; hasMore: boolean; nextCursor: Cursor | null; }
export type Cursor = string;
/** The calendar dates that a response covers, both included. */
export interface Range { from: string; to: string; timezone: string; }
/** What a caller should know about a response that is not an error. */
export interface Note { code: string; message: string; }
/** data of key.created, key.revoked and key.expiring. */
export interface KeyMessageData { key: MessageKey; nextStep: MessageNextStep | null; }
/** A key, without its secret. */
export interface MessageKey { id: KeyId; name: string; maskedKey: string; scopes: ScopeOutput[]; siteIds: SiteId[] | null; createdAt: string; expiresAt: string | null; revokedAt: string | null; }
/** What to do about an alert. */
export interface MessageNextStep { text: string; path: string; }
/** data of key.rotated. */
export interface KeyRotatedMessageData { key: MessageKey; replacedKey: MessageKey; }
/** data of site.installed and site.stale. */
export interface SiteMessageData { site: MessageSite; reason: StaleReason | null; silentSince: string | null; nextStep: MessageNextStep | null; }
/** A site, and when the widget was last seen on it. */
export interface MessageSite { id: SiteId; name: string; domain: string; lastSeenAt: string | null; lastSeenUrl: string | null; }
/** Why a site is stale. */
export type StaleReason = Open<"not_seen" | "no_views">;
/** data of prompt.generated. */
export interface PromptGeneratedMessageData { site: MessageGeneratedSite; jobId: JobId; model: string | null; createdPromptIds: PromptId[]; updatedPromptIds: PromptId[]; questionsStored: boolean; }
/** The site that prompts were generated for. */
export interface MessageGeneratedSite { id: SiteId; name: string; domain: string; }
/** data of crawler.refused. */
export interface CrawlerRefusedMessageData { site: MessageAlertSite; crawler: MessageRefusedCrawler; nextStep: MessageNextStep | null; }
/** A site that an alert is about. */
export interface MessageAlertSite { id: SiteId; name: string; domain: string; }
/** An AI crawler that the server refuses. */
export interface MessageRefusedCrawler { name: string; maker: string | null; purpose: ReadPurposeOutput; refusedSince: string; requests: number; refused: number; }
/** data of referrals.dropped and referrals.risen. */
export interface ReferralsMessageData { site: MessageAlertSite; referrals: MessageReferrals; nextStep: MessageNextStep | null; }
/** The visits from assistants on a day that is not as usual. */
export interface MessageReferrals { date: string; visits: number; expected: number; }
/** data of citation.run_completed. */
export interface RunMessageData { run: MessageRun; }
/** A monitor run that ended. */
export interface MessageRun { id: RunId; monitorId: MonitorId; siteId: SiteId; query: string; status: RunStatus; failure: JobFailure | null; samples: number; failed: number; citedCount: number; creditsUsed: number; startedAt: string; finishedAt: string; }
/** data of citation.gained and citation.lost. */
export interface CitationMessageData { citation: MessageCitation; nextStep: MessageNextStep | null; }
/** A clear change of a citation rate. */
export interface MessageCitation { change: CitationChange; monitorId: MonitorId | null; engine: EngineOutput | null; siteId: SiteId; query: string | null; runId: RunId; citedUrls: string[]; }
/** data of monitor.failing. */
export interface FailingMessageData { monitor: MessageFailingMonitor; nextStep: MessageNextStep | null; }
/** An engine whose responses can no longer be read, and the run with which it was noticed. */
export interface MessageFailingMonitor { id: MonitorId; siteId: SiteId; query: string; runId: RunId; engine: EngineOutput; requests: number; unreadableCount: number; unreadableRate: number; previousUnreadableRate: number | null; reason: string; }
/** data of credits.low and credits.exhausted. */
export interface CreditsMessageData { credits: MessageCredits; site: MessageSiteCredits | null; nextStep: MessageNextStep | null; }
/** The credits of an organization. */
export interface MessageCredits { orgId: OrgId; balance: number; reserved: number; available: number; monthlyAllowance: number; periodEnd: string; }
/** A site that has a limit of credits. */
export interface MessageSiteCredits { id: SiteId; name: string; creditsPerMonth: number; creditsUsed: number; }
/** data of webhook.disabled. */
export interface WebhookDisabledMessageData { webhook: MessageWebhook; nextStep: MessageNextStep | null; }
/** A webhook that the service disabled. */
export interface MessageWebhook { id: WebhookId; origin: string; description: string; disabledReason: DisabledReason; consecutiveFailures: number; failingSince: string; }
/** data of events about what someone changed: */
export interface ChangeMessageData { action: string; auditEntryId: AuditId; actor: MessageActor; targets: MessageObject[]; siteId: SiteId | null; role: RoleOutput | null; previousRole: RoleOutput | null; }
/** Who changed something. */
export interface MessageActor { type: ActorKind; id: string; }
/** What was changed. */
export interface MessageObject { type: string; id: string; }
/** data of webhook.test. */
export interface TestMessageData { webhookId: WebhookId; }
export interface Failure { data: Record<string, unknown> | null; error: ApiError; meta: Meta; }
export interface Meta { requestId: string; }
export interface PageMeta { requestId: string; pagination: Pagination; }
export interface WindowMeta { requestId: string; range: Range; notes?: Note[]; }
export interface WindowPageMeta { requestId: string; pagination: Pagination; range: Range; notes?: Note[]; }
/** A custom assistant of a site. */
export interface CustomPlatformInput { id: string; label: string; urlTemplate: string; }
/** The row of buttons for the kinds of prompts that the site has: */
export interface IntentsInput { enabled?: boolean; }
/** Copying the page as Markdown. */
export interface MarkdownInput { copy?: boolean; }
/** Which addresses of a site are one page, as the owner set it. */
export interface PageSettingsInput { distinct?: Distinction[]; queryParameters?: QueryParameterInput[]; hashRoutes?: HashRoutes; }
/** Where the widget appears. */
export interface PlacementInput { mode?: PlacementMode; selector?: string | null; position?: Position | null; includePaths?: string[]; excludePaths?: string[]; side?: Side | null; offset?: number; hideForToday?: boolean; }
/** An assistant in the widget. */
export interface PlatformChoiceInput { id: string; enabled?: boolean; label?: string | null; promptId?: PromptId | null; }
/** What is counted, and what readers see before a prompt is sent. */
export interface PrivacyInput { track?: boolean; respectDoNotTrack?: boolean; showPromptPreview?: boolean; }
/** Something that you should know about a prompt, but that does not prevent its use. */
export interface PromptWarningInput { code: string; message: string; }
/** A query parameter that belongs to a page's identity. */
export interface QueryParameterInput { name: string; paths?: string[]; }
/** The hours in which a person gets no alert. */
export interface QuietHoursInput { from: string; to: string; timezone: string; }
/** The pages that a rule matches. */
export interface RuleMatchInput { paths?: string[]; excludePaths?: string[]; hosts?: string[]; languages?: string[]; }
/** A network on which the page can be shared. */
export interface SocialChoiceInput { id: string; enabled?: boolean; }
/** How the widget looks. */
export interface ThemeInput { preset?: Preset; accent?: string; radius?: number; size?: Size; layout?: Layout; marks?: Marks; }
/** How often a monitor runs. */
export type CadenceOutput = Open<"daily" | "weekly" | "manual">;
/** Which rate changed. */
export type ChangeLevelOutput = Open<"cell" | "question" | "engine" | "site">;
/** The service that a channel belongs to. */
export type ChannelTypeOutput = Open<"slack" | "discord" | "teams">;
/** The status of a delivery. */
export type DeliveryStatusOutput = Open<"pending" | "succeeded" | "failed">;
/** Two spellings of an address that are one page unless the site says otherwise. */
export type DistinctionOutput = Open<"trailing_slash" | "index_files">;
/** An engine that answers questions after searching the web. */
export type EngineOutput = Open<"openai" | "anthropic" | "perplexity" | "xai" | "gemini">;
/** An event that a webhook can receive. */
export type EventNameOutput = Open<"key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed">;
/** The types of events that a widget sends. */
export type EventTypeOutput = Open<"view" | "ai_click" | "social_click" | "question_click" | "item_click" | "copy">;
/** How certain it is that a request came from the crawler that its user agent names. */
export type EvidenceOutput = Open<"verified" | "claimed" | "refuted">;
/** The status of a key. */
export type KeyStatusOutput = Open<"active" | "expired" | "revoked">;
/** The layout of the buttons. */
export type LayoutOutput = Open<"row" | "stacked" | "menu" | "bar" | "compact">;
/** Why the balance changed. */
export type LedgerEntryTypeOutput = Open<"grant" | "debit" | "refund" | "adjustment">;
/** The formats that have a name. */
export type LogFormatOutput = Open<"common" | "combined" | "combined-vhost" | "nginx-json" | "caddy" | "apache" | "traefik" | "cloudfront" | "iis-w3c" | "vercel" | "cloudflare" | "haproxy" | "fastly" | "bunny" | "netlify">;
/** A language of emails. */
export type MailLanguageOutput = Open<"en" | "de">;
/** What a person can get by email. */
export type MailNotificationKindOutput = Open<"report.weekly" | "report.monthly" | "citation.gained" | "citation.lost" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "site.stale" | "monitor.failing" | "credits.low" | "credits.exhausted" | "key.expiring" | "webhook.disabled">;
/** The style of the icons of assistants and networks. */
export type MarksOutput = Open<"mono" | "brand" | "none">;
/** What an item does when a reader clicks it. */
export type MenuItemKindOutput = Open<"link" | "command" | "editor" | "markdown" | "preferred_source">;
/** How a notification reaches a person. */
export type NotificationChannelOutput = Open<"mail">;
/** What can be sent to a channel: */
export type NotificationKindOutput = Open<"report.weekly" | "report.monthly" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed">;
/** How the widget is placed. */
export type PlacementModeOutput = Open<"inline" | "floating" | "manual">;
/** Where the widget appears. */
export type PositionOutput = Open<"before" | "after" | "prepend" | "append" | "bottom-right" | "bottom-left" | "top-right" | "top-left">;
/** Whether the widget is light or dark, or follows the page. */
export type PresetOutput = Open<"light" | "dark" | "auto" | "blend">;
/** What a prompt asks for. */
export type PromptKindOutput = Open<"summary" | "question" | "compare" | "explain" | "custom">;
/** Where a prompt's text came from. */
export type PromptSourceOutput = Open<"generated" | "manual" | "imported">;
/** Whether a prompt is used. */
export type PromptStatusOutput = Open<"draft" | "active" | "archived">;
/** What a crawler or an agent reads a page for. */
export type ReadPurposeOutput = Open<"training" | "search" | "user" | "agent" | "other">;
/** Whom a report is for. */
export type ReportAudienceOutput = Open<"team" | "client">;
/** A member's role. */
export type RoleOutput = Open<"viewer" | "member" | "admin" | "owner">;
/** The type of an action. */
export type RuleActionTypeOutput = Open<"use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget">;
/** A later release may add values. */
export type ScopeOutput = Open<"analytics:read" | "sites:read" | "sites:write" | "prompts:read" | "prompts:write" | "citations:read" | "credits:read" | "rules:read" | "rules:write" | "org:read" | "*">;
/** What a shared link can show. */
export type SharedPanelOutput = Open<"figures" | "chart" | "loop" | "assistants" | "pages" | "questions" | "referrers" | "shares" | "crawlers" | "devices" | "citations" | "reads">;
/** A side of the window, relative to the reading direction of the page's language. */
export type SideOutput = Open<"start" | "end">;
/** The size of the widget. */
export type SizeOutput = Open<"sm" | "md" | "lg">;
/** Whose page a source is. */
export type SourceOwnerOutput = Open<"own" | "competitor" | "other">;
