# Written by clients/generate.mjs from the OpenAPI document; do not edit.
"""The objects of requests and responses.

Strings of responses whose values a later release may extend are plain ``str``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

class StartedSession(TypedDict):
    """The response to a sign-in."""
    token: str
    expiresAt: str
    user: User
    orgs: list[SessionOrganization]
    endedSessions: int

class User(TypedDict):
    """A user, as they see themselves."""
    id: UserId
    email: str
    name: str
    createdAt: str
    emailVerifiedAt: str | None
    pendingEmail: PendingEmail | None
    mailState: EmailState | None
    mailAnswer: str | None

UserId: TypeAlias = "str"

class PendingEmail(TypedDict):
    """An address that replaces the account's address once it is confirmed."""
    email: str
    expiresAt: str

# Why an account gets no email.
EmailState: TypeAlias = "str"

class SessionOrganization(TypedDict):
    """An organization and the member's role there."""
    id: OrgId
    name: str
    role: RoleOutput

OrgId: TypeAlias = "str"

# A member's role.
Role: TypeAlias = "Literal['viewer', 'member', 'admin', 'owner']"

class Credentials(TypedDict):
    """Email and password."""
    email: str
    password: str

class SecondFactor(TypedDict):
    """The second step of a sign-in:"""
    challenge: str
    code: NotRequired[str | None]
    recoveryCode: NotRequired[str | None]
    passkey: NotRequired[PasskeyAnswer | None]
    remember: NotRequired[bool]

class PasskeyAnswer(TypedDict):
    """The answer of a passkey."""
    ceremony: str
    credential: dict[str, Any]

# The response to a sign-up:
SignUpResult: TypeAlias = "StartedSession | SignUpRequested"

class SignUpRequested(TypedDict):
    """The response to a sign-up that an email continues, whether or not an account has the address."""
    status: AcceptedStatus

# The state of a request for an email.
AcceptedStatus: TypeAlias = "Literal['accepted']"

class SignUp(TypedDict):
    """A new account with a new organization."""
    email: str
    password: str
    name: NotRequired[str | None]
    organizationName: str

class InstanceSetup(TypedDict):
    """The first account of an instance, with the setup token that the server printed."""
    token: str
    email: str
    password: str
    name: NotRequired[str | None]
    organizationName: str

class OneTimeToken(TypedDict):
    """A one-time token."""
    token: str

class AcceptedInvitation(TypedDict):
    """The response to a person who accepted an invitation."""
    token: str | None
    expiresAt: str
    user: User
    orgs: list[SessionOrganization]
    endedSessions: int

class InvitationAcceptance(TypedDict):
    """The acceptance of an invitation."""
    token: str
    password: NotRequired[str | None]
    name: NotRequired[str | None]
    email: NotRequired[str | None]

class InvitationDetail(TypedDict):
    """What an invitation offers."""
    organization: str
    role: RoleOutput
    inviter: Inviter | None
    email: str

class Inviter(TypedDict):
    """The person who sent the invitation."""
    name: str
    email: str

class InvitationToken(TypedDict):
    """An invitation's token."""
    token: str

class SharedLinkSession(TypedDict):
    """A session of a shared link."""
    token: str
    sessionExpiresAt: str
    siteId: SiteId
    name: str
    panels: list[SharedPanelOutput]
    filter: LinkFilter
    range: LinkRange
    expiresAt: str | None

SiteId: TypeAlias = "str"

# What a shared link can show.
SharedPanel: TypeAlias = "Literal['figures', 'chart', 'loop', 'assistants', 'pages', 'questions', 'referrers', 'shares', 'crawlers', 'devices', 'citations', 'reads']"

class LinkFilter(TypedDict):
    """What every number of a link is limited to."""
    pages: list[str]
    platforms: list[str]

class LinkRangeChoice1(TypedDict):
    """The last days."""
    days: int

# Fixed dates.
LinkRangeChoice2 = TypedDict("LinkRangeChoice2", {
    "from": "str",
    "to": "str",
})

# The days that a link shows.
LinkRange: TypeAlias = "LinkRangeChoice1 | LinkRangeChoice2"

class SharedLinkToken(TypedDict):
    """The token of a link, and its password if it has one."""
    token: str
    password: NotRequired[str | None]

class SharedLinkBrand(TypedDict):
    """Whose link it is."""
    brand: ShownBrand | None

class ShownBrand(TypedDict):
    """A brand as people without an account see it."""
    name: str
    logoUrl: NotRequired[str | None]
    accent: NotRequired[BrandAccent | None]
    measuredWith: bool

class BrandAccent(TypedDict):
    """An accent on a light and on a dark ground."""
    light: AccentTones
    dark: AccentTones

class AccentTones(TypedDict):
    """An accent on one ground, as near to the chosen color as can be read."""
    text: str
    shape: str
    onShape: str

class SharedLinkBrandToken(TypedDict):
    """The token of a link."""
    token: str

class SignInOptions(TypedDict):
    """The ways to sign in."""
    signup: bool
    contact: str | None
    passwordReset: bool
    passkeys: bool
    needsSetup: bool

class SignInProviderList(TypedDict):
    """A list:"""
    items: list[SignInProvider]

class SignInProvider(TypedDict):
    """A provider to sign in with."""
    name: str
    title: str
    kind: SignInProviderKind

# How a provider signs people in.
SignInProviderKind: TypeAlias = "str"

# The response to a sign-in through a provider:
ProviderSignIn: TypeAlias = "StartedSession | SignInStep"

class SignInStep(TypedDict):
    """A sign-in that has not started a session."""
    status: SignInStepStatus
    link: IdentityLink | None

# How a sign-in through a provider goes on.
SignInStepStatus: TypeAlias = "str"

class IdentityLink(TypedDict):
    """The account that an identity can be linked to."""
    state: str
    email: str
    provider: str

class SignInProviderAnswer(TypedDict):
    """What came back from a provider."""
    code: str
    state: str
    iss: NotRequired[str | None]

# The body of the request:
HeaderSignIn: TypeAlias = "dict[str, Any]"

class IdentityLinkPassword(TypedDict):
    """The password of the account that an identity is to be linked to."""
    state: str
    password: str

class LinkedIdentityList(TypedDict):
    """A list:"""
    items: list[LinkedIdentity]

class LinkedIdentity(TypedDict):
    """An account at a sign-in provider that is linked to the account here."""
    id: LinkedIdentityId
    provider: str
    title: str
    email: str
    linkedAt: str
    lastUsedAt: str

LinkedIdentityId: TypeAlias = "str"

class ProviderVisit(TypedDict):
    """Where to go on in order to link an identity, or to prove who is in the session."""
    location: str

class SignInProviderChoice(TypedDict):
    """The sign-in provider that a person in a session is to be sent to."""
    provider: str

class UnlinkedIdentity(TypedDict):
    """An identity that was unlinked."""
    id: LinkedIdentityId
    status: UnlinkedStatus

# The state of an unlinked identity.
UnlinkedStatus: TypeAlias = "str"

class EndedSessions(TypedDict):
    """The result of ending the session of the request, all others, or all."""
    status: EndedStatus

# The state of an ended session.
EndedStatus: TypeAlias = "Literal['ended']"

class PasswordChange(TypedDict):
    """A change of the password."""
    currentPassword: NotRequired[str | None]
    newPassword: str

class RevokedAccess(TypedDict):
    """The result of ending all other access to the account."""
    status: EndedStatus
    keysStillActive: list[ActiveKey]
    serviceAccounts: list[NamedServiceAccount]

class ActiveKey(TypedDict):
    """An active API key of a person whose access ended."""
    id: KeyId
    orgId: OrgId
    name: str
    maskedKey: str

KeyId: TypeAlias = "str"

class NamedServiceAccount(TypedDict):
    """A service account by name."""
    id: ServiceAccountId
    name: str

ServiceAccountId: TypeAlias = "str"

class AccessRevocation(TypedDict):
    """The end of all other sign-ins of the account that is signed in."""
    password: NotRequired[str | None]

class PasswordResetRequested(TypedDict):
    """The response to a request for a link, whether or not one is sent."""
    status: AcceptedStatus

class PasswordResetRequest(TypedDict):
    """The account whose password is to be reset."""
    email: str

class PasswordReset(TypedDict):
    """A new password, with the token from an emailed link."""
    token: str
    password: str
    code: NotRequired[str | None]
    recoveryCode: NotRequired[str | None]
    passkey: NotRequired[PasskeyAnswer | None]

class VerificationEmailRequested(TypedDict):
    """The response to a request for a confirmation email."""
    status: AcceptedStatus
    email: str

class EmailChange(TypedDict):
    """A new email address for the account that is signed in."""
    email: str
    password: str

class VerifiedEmail(TypedDict):
    """A confirmed address of an account."""
    email: str
    session: StartedSession | None

class EmailedToken(TypedDict):
    """The token of an emailed link."""
    token: str

class RestoredEmail(TypedDict):
    """The address that an account has again."""
    email: str

class SecondFactors(TypedDict):
    """What the account has to sign in with, beside its password."""
    totp: AuthenticatorApp | None
    recoveryCodesLeft: int
    rememberedBrowsers: list[RememberedBrowser]
    proofs: list[SignInProof]
    freshUntil: str

class AuthenticatorApp(TypedDict):
    """An authenticator app."""
    since: str

class RememberedBrowser(TypedDict):
    """A browser that does not ask for the second factor."""
    userAgent: str
    since: str
    until: str

# Something that proved who a person is.
SignInProof: TypeAlias = "str"

class AuthenticatorAppSetup(TypedDict):
    """What an authenticator app needs to be set up."""
    secret: str
    uri: str
    qr: str

class RecoveryCodes(TypedDict):
    """New recovery codes."""
    recoveryCodes: list[str]

class AuthenticatorAppConfirmation(TypedDict):
    """The first code of an authenticator app."""
    code: str

class Reauthenticated(TypedDict):
    """The result of a proof that was given again."""
    freshUntil: str
    proofs: list[SignInProof]

class Reauthentication(TypedDict):
    """A proof that is given again:"""
    password: NotRequired[str | None]
    code: NotRequired[str | None]
    recoveryCode: NotRequired[str | None]
    passkey: NotRequired[PasskeyAnswer | None]

class SessionList(TypedDict):
    """A list:"""
    items: list[Session]

class Session(TypedDict):
    """A session, without its token."""
    id: SessionId
    createdAt: str
    lastUsedAt: str
    expiresAt: str
    userAgent: str
    current: bool

SessionId: TypeAlias = "str"

class EndedSession(TypedDict):
    """A session that was ended."""
    id: SessionId
    status: EndedStatus

class SignInList(TypedDict):
    """A list:"""
    items: list[SignIn]

class SignIn(TypedDict):
    """A sign-in of the account."""
    sessionId: SessionId
    loggedInAt: str
    userAgent: str
    open: bool
    current: bool

class PasskeyList(TypedDict):
    """A list:"""
    items: list[Passkey]

class Passkey(TypedDict):
    """A passkey of the caller."""
    id: PasskeyId
    name: str
    isBackedUp: bool
    createdAt: str
    lastUsedAt: str | None

PasskeyId: TypeAlias = "str"

class PasskeyCeremony(TypedDict):
    """What a browser needs to ask a person for a passkey."""
    ceremony: str
    options: dict[str, Any]
    expiresAt: str

class AddedPasskey(TypedDict):
    """A passkey that was added."""
    passkey: Passkey
    recoveryCodes: list[str] | None

class PasskeyCreate(TypedDict):
    """A new passkey."""
    ceremony: str
    credential: dict[str, Any]
    name: str

class PasskeyUpdate(TypedDict):
    """Another name of a passkey."""
    name: str

class RemovedPasskey(TypedDict):
    """A passkey that was removed."""
    id: PasskeyId
    status: PasskeyRemovedStatus

# The state of a removed passkey.
PasskeyRemovedStatus: TypeAlias = "Literal['removed']"

class PasskeyWanted(TypedDict):
    """What a second step belongs to."""
    secondStepOf: NotRequired[str | None]

class Me(TypedDict):
    """Who is signed in."""
    user: User
    orgs: list[MyOrganization]
    session: CurrentSession

class MyOrganization(TypedDict):
    """An organization and what the member may do there."""
    id: OrgId
    name: str
    role: RoleOutput
    plan: Plan
    siteIds: NotRequired[list[SiteId] | None]
    secondFactorMissing: bool

# A plan.
Plan: TypeAlias = "str"

class CurrentSession(TypedDict):
    """The session of a request."""
    id: SessionId
    createdAt: str
    expiresAt: str

class MeUpdate(TypedDict):
    """Changes to the account that is signed in;"""
    name: NotRequired[str]

class Notifications(TypedDict):
    """The notifications of the person."""
    items: list[Notification]
    quietHours: QuietHours | None
    obstacle: NotificationObstacle | None

# Whether the person gets a kind of notification.
Notification = TypedDict("Notification", {
    "kind": "MailNotificationKindOutput",
    "channel": "NotificationChannelOutput",
    "wanted": "bool",
    "except": "list[SiteId]",
    "nextAt": "str | None",
})

# What a person can get by email.
MailNotificationKind: TypeAlias = "Literal['report.weekly', 'report.monthly', 'citation.gained', 'citation.lost', 'crawler.refused', 'referrals.dropped', 'referrals.risen', 'site.stale', 'monitor.failing', 'credits.low', 'credits.exhausted', 'key.expiring', 'webhook.disabled']"

# How a notification reaches a person.
NotificationChannel: TypeAlias = "Literal['mail']"

# The hours in which a person gets no alert.
QuietHours = TypedDict("QuietHours", {
    "from": "str",
    "to": "str",
    "timezone": "str",
})

# Why nothing is sent, whatever is wanted.
NotificationObstacle: TypeAlias = "str"

# A change of what the person gets:
NotificationsUpdate = TypedDict("NotificationsUpdate", {
    "kind": "NotRequired[MailNotificationKind]",
    "channel": "NotRequired[NotificationChannel]",
    "wanted": "NotRequired[bool]",
    "siteId": "NotRequired[SiteId]",
    "except": "NotRequired[list[SiteId]]",
    "quietHours": "NotRequired[QuietHoursInput | None]",
})

class ChannelList(TypedDict):
    """A list:"""
    items: list[Channel]

class Channel(TypedDict):
    """A channel."""
    id: ChannelId
    type: ChannelTypeOutput
    name: str
    maskedAddress: str
    audience: ReportAudienceOutput
    state: ChannelState
    isGone: bool
    failure: str | None
    failingSince: str | None
    lastSentAt: str | None
    createdAt: str
    updatedAt: str
    createdBy: KeyCreator | None

ChannelId: TypeAlias = "str"

# The service that a channel belongs to.
ChannelType: TypeAlias = "Literal['slack', 'discord', 'teams']"

# Whom a report is for.
ReportAudience: TypeAlias = "Literal['team', 'client']"

# The state of a channel.
ChannelState: TypeAlias = "str"

class KeyCreator(TypedDict):
    """The creator of a key."""
    id: UserId
    email: str

class ChannelCreate(TypedDict):
    """A channel to add."""
    type: ChannelType
    name: str
    address: str
    audience: NotRequired[ReportAudience]

class ChannelUpdate(TypedDict):
    """Changes to a channel;"""
    name: NotRequired[str]
    address: NotRequired[str]
    enabled: NotRequired[bool]
    audience: NotRequired[ReportAudience]

class Deleted(TypedDict):
    """The result of a deletion."""
    id: str
    status: Literal["deleted"]

class ChannelMessage(TypedDict):
    """A message to a channel."""
    id: MessageId
    channelId: ChannelId
    siteId: SiteId | None
    kind: str
    title: str
    state: MessageState
    digestId: MessageId | None
    attempts: int
    createdAt: str
    sentAt: str | None
    nextAttemptAt: str | None
    responseStatus: int | None
    failure: str | None

MessageId: TypeAlias = "str"

# The state of a message.
MessageState: TypeAlias = "str"

class ChannelMessageList(TypedDict):
    """A list:"""
    items: list[ChannelMessage]

class RecipientList(TypedDict):
    """A list:"""
    items: list[Recipient]

class Recipient(TypedDict):
    """A recipient."""
    id: RecipientId
    email: str
    audience: ReportAudienceOutput
    state: RecipientState
    refusal: str | None
    siteIds: list[SiteId] | None
    weekly: bool
    monthly: bool
    language: MailLanguageOutput
    confirmedAt: str | None
    createdAt: str
    updatedAt: str
    createdBy: KeyCreator | None

RecipientId: TypeAlias = "str"

# The state of a recipient.
RecipientState: TypeAlias = "str"

# A language of emails.
MailLanguage: TypeAlias = "Literal['en', 'de']"

class RecipientCreate(TypedDict):
    """A recipient to add."""
    email: str
    audience: ReportAudience
    siteIds: NotRequired[list[SiteId] | None]
    weekly: NotRequired[bool]
    monthly: NotRequired[bool]
    language: NotRequired[MailLanguage]

class RecipientConfirmed(TypedDict):
    """A confirmed recipient, as its owner sees it."""
    email: str
    organization: str
    audience: ReportAudienceOutput
    weekly: bool
    monthly: bool

class RecipientUpdate(TypedDict):
    """Changes to a recipient;"""
    audience: NotRequired[ReportAudience]
    siteIds: NotRequired[list[SiteId] | None]
    weekly: NotRequired[bool]
    monthly: NotRequired[bool]
    language: NotRequired[MailLanguage]

class NotificationRoutes(TypedDict):
    """What is sent where."""
    kinds: list[NotificationKindOutput]
    items: list[NotificationRoute]

# What can be sent to a channel:
NotificationKind: TypeAlias = "Literal['report.weekly', 'report.monthly', 'key.created', 'key.rotated', 'key.revoked', 'key.expiring', 'site.installed', 'site.stale', 'prompt.generated', 'crawler.refused', 'referrals.dropped', 'referrals.risen', 'citation.run_completed', 'citation.gained', 'citation.lost', 'monitor.failing', 'credits.low', 'credits.exhausted', 'webhook.disabled', 'config.published', 'site.created', 'site.deleted', 'prompt.created', 'prompt.updated', 'prompt.deleted', 'prompt.imported', 'rule.created', 'rule.updated', 'rule.deleted', 'rule.reordered', 'member.invited', 'member.joined', 'member.updated', 'member.removed']"

class NotificationRoute(TypedDict):
    """An event or a report that is sent to a channel."""
    kind: NotificationKindOutput
    channelId: ChannelId
    siteIds: list[SiteId] | None

class NotificationRoutesUpdate(TypedDict):
    """What is to be sent where."""
    items: list[NotificationRouteInput]

class NotificationRouteInput(TypedDict):
    """An event or a report that is sent to a channel."""
    kind: NotificationKind
    channelId: ChannelId
    siteIds: NotRequired[list[SiteId] | None]

class AskedAccess(TypedDict):
    """What a client asks for."""
    clientName: str
    documentHost: str | None
    isEntered: bool
    destination: str
    isThisComputer: bool
    fingerprint: str
    scopes: list[ScopeOutput]
    refusedUrl: str

Scope: TypeAlias = "Literal['analytics:read', 'sites:read', 'sites:write', 'prompts:read', 'prompts:write', 'citations:read', 'credits:read', 'rules:read', 'rules:write', 'org:read', '*']"

class AppRequest(TypedDict):
    """A request of an OAuth client."""
    request: str

class ConnectedAppList(TypedDict):
    """A list:"""
    items: list[ConnectedApp]

class ConnectedApp(TypedDict):
    """A connected app."""
    id: AppId
    orgId: OrgId
    userId: UserId
    clientName: str
    destination: str
    scopes: list[ScopeOutput]
    siteIds: list[SiteId] | None
    createdAt: str
    expiresAt: str
    lastUsedAt: str | None

AppId: TypeAlias = "str"

class DisconnectedApp(TypedDict):
    """An app that was disconnected."""
    id: AppId
    status: DisconnectedStatus

# The state of an ended app.
DisconnectedStatus: TypeAlias = "str"

class ConnectedRedirect(TypedDict):
    """Where the browser goes after an app was connected."""
    redirectUrl: str

class AppConnect(TypedDict):
    """The consent to a client's request."""
    request: str
    fingerprint: str
    scopes: list[Scope]
    siteIds: NotRequired[list[SiteId] | None]
    expiresInDays: NotRequired[int | None]

class MembersAppList(TypedDict):
    """A list:"""
    items: list[MembersApp]

class MembersApp(TypedDict):
    """An app of a member."""
    id: AppId
    orgId: OrgId
    userId: UserId
    clientName: str
    destination: str
    scopes: list[ScopeOutput]
    siteIds: list[SiteId] | None
    createdAt: str
    expiresAt: str
    lastUsedAt: str | None
    email: str

class CreatedApiKey(TypedDict):
    """A new API key with its plaintext."""
    id: KeyId
    name: str
    maskedKey: str
    scopes: list[ScopeOutput]
    siteIds: list[SiteId] | None
    allowedIps: list[str] | None
    status: KeyStatusOutput
    createdAt: str
    createdBy: KeyCreator | None
    expiresAt: str | None
    lastUsedAt: str | None
    rateLimitPerMinute: int
    rotatedFromId: KeyId | None
    replacedById: KeyId | None
    revokedAt: str | None
    key: str | None

# The status of a key.
KeyStatus: TypeAlias = "Literal['active', 'expired', 'revoked']"

class ApiKeyCreate(TypedDict):
    """A key to create."""
    scopes: list[Scope]
    name: NotRequired[str | None]
    siteIds: NotRequired[list[SiteId] | None]
    allowedIps: NotRequired[list[str] | None]
    expiresAt: NotRequired[str | None]

class ApiKeyList(TypedDict):
    """A list:"""
    items: list[ApiKey]

class ApiKey(TypedDict):
    """An API key, masked."""
    id: KeyId
    name: str
    maskedKey: str
    scopes: list[ScopeOutput]
    siteIds: list[SiteId] | None
    allowedIps: list[str] | None
    status: KeyStatusOutput
    createdAt: str
    createdBy: KeyCreator | None
    expiresAt: str | None
    lastUsedAt: str | None
    rateLimitPerMinute: int
    rotatedFromId: KeyId | None
    replacedById: KeyId | None
    revokedAt: str | None

class OwnApiKey(TypedDict):
    """The calling key, and the state of its rate limit."""
    key: ApiKey
    rate: RateState

class RateState(TypedDict):
    """The state of a rate limit in a sliding minute."""
    limit: int
    remaining: int
    resetAt: str | None

class LeakReport(TypedDict):
    """The response to every report."""
    status: ReceivedStatus

# The state of a report.
ReceivedStatus: TypeAlias = "Literal['received']"

class LeakedKey(TypedDict):
    """A leaked key."""
    key: str

class ApiKeyUpdate(TypedDict):
    """Changes to a key;"""
    name: NotRequired[str]
    scopes: NotRequired[list[Scope]]
    siteIds: NotRequired[list[SiteId] | None]
    allowedIps: NotRequired[list[str] | None]
    expiresAt: NotRequired[str | None]

class RevokedKey(TypedDict):
    """A key that was revoked, now or earlier."""
    id: KeyId
    status: RevokedStatus
    revokedAt: str

# The state of a revoked key.
RevokedStatus: TypeAlias = "Literal['revoked']"

class KeyRotation(TypedDict):
    """How to rotate a key."""
    overlapSeconds: NotRequired[int | None]

# How often a key was used.
KeyUsage = TypedDict("KeyUsage", {
    "from": "str",
    "to": "str",
    "requests": "int",
    "uses": "list[KeyUse]",
})

class KeyUse(TypedDict):
    """The requests of a key on one day, to one route and with one status."""
    date: str
    method: str
    route: str
    status: int
    requests: int

class LoggedRequestList(TypedDict):
    """A list:"""
    items: list[LoggedRequest]

class LoggedRequest(TypedDict):
    """A request with an API key."""
    id: RequestId
    keyId: KeyId
    at: str
    method: str
    route: str
    status: int
    code: str | None
    durationMs: int

RequestId: TypeAlias = "str"

class ServiceAccount(TypedDict):
    """A service account:"""
    id: ServiceAccountId
    name: str
    role: RoleOutput
    siteIds: list[SiteId] | None
    createdAt: str
    createdBy: KeyCreator | None
    lastUsedAt: str | None
    tokens: list[ServiceToken]

class ServiceToken(TypedDict):
    """A valid token of a service account, masked."""
    maskedToken: str
    allowedIps: list[str] | None
    createdAt: str
    createdBy: KeyCreator | None
    expiresAt: str

class ServiceAccountCreate(TypedDict):
    """A service account to create."""
    name: str
    role: Literal["viewer", "member", "admin"]
    siteIds: NotRequired[list[SiteId] | None]

class ServiceAccountList(TypedDict):
    """A list:"""
    items: list[ServiceAccount]

class ServiceAccountUpdate(TypedDict):
    """Changes to a service account;"""
    name: NotRequired[str]
    role: NotRequired[Literal["viewer", "member", "admin"]]
    siteIds: NotRequired[list[SiteId] | None]

class DeletedServiceAccount(TypedDict):
    """A deleted service account, and what it created and left."""
    id: ServiceAccountId
    status: DeletedStatus
    made: list[MadeObject]

# The state of a deleted service account.
DeletedStatus: TypeAlias = "str"

class MadeObject(TypedDict):
    """An object that a service account created and that is still there."""
    type: str
    id: str
    name: str

class CreatedServiceToken(TypedDict):
    """A service account with its new token."""
    serviceAccount: ServiceAccount
    token: str | None

class ServiceTokenCreate(TypedDict):
    """A token to create for a service account."""
    expiresAt: NotRequired[str | None]
    allowedIps: NotRequired[list[str] | None]
    overlapSeconds: NotRequired[int | None]

class Organization(TypedDict):
    """An organization."""
    id: OrgId
    name: str
    slug: str
    createdAt: str
    plan: PlanDetail
    seats: Seats
    requireSecondFactor: bool
    rememberBrowsers: bool
    brand: Brand | None

class PlanDetail(TypedDict):
    """A plan."""
    id: Plan
    name: str
    requestsPerMinute: int
    limits: PlanLimits

class PlanLimits(TypedDict):
    """The limits of a plan;"""
    keys: int
    sites: int | None
    seats: int | None
    creditsPerMonth: int
    retentionDays: int

class Seats(TypedDict):
    """The seats of an organization."""
    total: int | None
    used: int
    pending: int

class Brand(TypedDict):
    """A brand, as it was chosen and as it is shown."""
    name: str
    accent: str | None
    readableAccent: BrandAccent | None
    logoUrl: str | None
    replyTo: str | None
    measuredWith: bool

class OrganizationCreate(TypedDict):
    """An organization to create."""
    name: str
    slug: NotRequired[str | None]

class OrganizationUpdate(TypedDict):
    """Changes to an organization;"""
    name: NotRequired[str]
    slug: NotRequired[str]
    requireSecondFactor: NotRequired[bool]
    rememberBrowsers: NotRequired[bool]
    brand: NotRequired[BrandUpdate | None]

class BrandUpdate(TypedDict):
    """Changes to a brand;"""
    name: NotRequired[str]
    accent: NotRequired[str | None]
    logoPng: NotRequired[str | None]
    replyTo: NotRequired[str | None]
    measuredWith: NotRequired[bool]

class OrganizationDeletion(TypedDict):
    """The confirmation that is needed to delete an organization."""
    name: str

class MemberList(TypedDict):
    """A list:"""
    items: list[Member]

class Member(TypedDict):
    """A member, or someone who was invited."""
    userId: UserId
    email: str
    name: str
    role: RoleOutput
    siteIds: list[SiteId] | None
    status: MemberStatus
    createdAt: str
    invitationExpiresAt: str | None
    mailState: EmailState | None
    mailAnswer: str | None

# Whether someone is a member or only invited.
MemberStatus: TypeAlias = "str"

class InvitedMember(TypedDict):
    """Someone who was invited, and the invitation to send to them."""
    member: Member
    invitation: Invitation

class Invitation(TypedDict):
    """An invitation for you to send."""
    token: str | None
    acceptUrl: str | None
    expiresAt: str
    mailed: bool

class MemberCreate(TypedDict):
    """A person to be invited."""
    email: str
    role: Role
    siteIds: NotRequired[list[SiteId] | None]

class ChangedMember(TypedDict):
    """A member after a change."""
    userId: UserId
    email: str
    name: str
    role: RoleOutput
    siteIds: list[SiteId] | None
    status: MemberStatus
    createdAt: str
    invitationExpiresAt: str | None
    mailState: EmailState | None
    mailAnswer: str | None
    keysStillActive: list[ActiveKey]
    serviceAccounts: list[NamedServiceAccount]

class MemberUpdate(TypedDict):
    """Changes to a member;"""
    role: NotRequired[Role]
    siteIds: NotRequired[list[SiteId] | None]

class RemovedMember(TypedDict):
    """A member who left or was removed, or someone whose invitation was withdrawn."""
    userId: UserId
    status: RemovedStatus
    keysStillActive: list[ActiveKey]
    serviceAccounts: list[NamedServiceAccount]

# The state of a removed member.
RemovedStatus: TypeAlias = "Literal['removed']"

class AuditEntryList(TypedDict):
    """A list:"""
    items: list[AuditEntry]

class AuditEntry(TypedDict):
    """An entry of the audit log."""
    id: AuditId
    occurredAt: str
    action: str
    actor: Actor
    targets: list[Target]
    ip: str | None
    userAgent: str | None
    requestId: str | None
    metadata: Any
    previousHash: str
    hash: str

AuditId: TypeAlias = "str"

class Actor(TypedDict):
    """Who made a change."""
    type: ActorKind
    id: str
    name: str
    via: Via | None

# The kinds of actors.
ActorKind: TypeAlias = "str"

class Via(TypedDict):
    """What made a change as a user."""
    app: ViaApp

class ViaApp(TypedDict):
    """A connected app that made a change."""
    id: AppId
    name: str

class Target(TypedDict):
    """An object that was changed."""
    type: str
    id: str
    name: str

class AuditChain(TypedDict):
    """The result of checking the audit log."""
    intact: bool
    entries: int
    brokenAt: AuditId | None
    truncated: bool
    checkedAt: str

class SiteList(TypedDict):
    """A list:"""
    items: list[Site]

class Site(TypedDict):
    """A site."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    aliases: list[str]
    allowedOrigins: list[str]
    timezone: str
    note: str
    pages: PageSettings
    readPages: bool
    creditsPerMonth: NotRequired[int | None]
    createdAt: str
    updatedAt: str
    install: Install

class PageSettings(TypedDict):
    """Which addresses of a site are one page, as the owner set it."""
    distinct: list[DistinctionOutput]
    queryParameters: list[QueryParameter]
    hashRoutes: HashRoutes

# Two spellings of an address that are one page unless the site says otherwise.
Distinction: TypeAlias = "Literal['trailing_slash', 'index_files']"

class QueryParameter(TypedDict):
    """A query parameter that belongs to a page's identity."""
    name: str
    paths: NotRequired[list[str]]

# Where a fragment that begins with #/ or #!/ belongs to a page's identity.
HashRoutes: TypeAlias = "bool | list[str]"

class Install(TypedDict):
    """Whether the widget is installed, and where it was seen."""
    status: InstallStatus
    diagnostic: Diagnostic | None
    widgetVersion: str | None
    firstSeenAt: str | None
    lastSeenAt: str | None
    lastSeenUrl: str | None
    lastSeenAutomated: bool
    checkedAt: str | None
    proposedQueryParameters: list[str]

# Whether the widget is installed.
InstallStatus: TypeAlias = "str"

class Diagnostic(TypedDict):
    """Why a check failed."""
    code: InstallProblem
    advice: str

# Why a check failed.
InstallProblem: TypeAlias = "str"

class CreatedSite(TypedDict):
    """A new site."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    aliases: list[str]
    allowedOrigins: list[str]
    timezone: str
    note: str
    pages: PageSettings
    readPages: bool
    creditsPerMonth: int | None
    createdAt: str
    updatedAt: str
    install: Install
    scriptUrl: str | None
    config: StoredWidgetConfig
    warnings: list[SiteWarning]

class StoredWidgetConfig(TypedDict):
    """A widget configuration and its version."""
    version: int
    updatedAt: str
    enabled: bool
    placement: Placement
    platforms: list[PlatformChoice]
    customPlatforms: list[CustomPlatform]
    social: list[SocialChoice]
    questions: Questions
    intents: Intents
    menu: list[MenuItem]
    markdown: Markdown
    theme: Theme
    labels: dict[str, dict[str, str]]
    privacy: Privacy
    warnings: list[ConfigWarning]

class Placement(TypedDict):
    """Where the widget appears."""
    mode: PlacementModeOutput
    selector: str | None
    position: PositionOutput | None
    includePaths: list[str]
    excludePaths: list[str]
    side: SideOutput | None
    offset: int
    hideForToday: bool

# How the widget is placed.
PlacementMode: TypeAlias = "Literal['inline', 'floating', 'manual']"

# Where the widget appears.
Position: TypeAlias = "Literal['before', 'after', 'prepend', 'append', 'bottom-right', 'bottom-left', 'top-right', 'top-left']"

# A side of the window, relative to the reading direction of the page's language.
Side: TypeAlias = "Literal['start', 'end']"

class PlatformChoice(TypedDict):
    """An assistant in the widget."""
    id: str
    enabled: bool
    label: str | None
    promptId: PromptId | None

PromptId: TypeAlias = "str"

class CustomPlatform(TypedDict):
    """A custom assistant of a site."""
    id: str
    label: str
    urlTemplate: str

class SocialChoice(TypedDict):
    """A network on which the page can be shared."""
    id: str
    enabled: bool

class Questions(TypedDict):
    """Suggested questions."""
    enabled: bool
    max: int
    own: bool
    items: list[Question]

class Question(TypedDict):
    """A suggested question."""
    id: QuestionId
    text: str

QuestionId: TypeAlias = "str"

class Intents(TypedDict):
    """The row of buttons for the kinds of prompts that the site has:"""
    enabled: bool

class MenuItem(TypedDict):
    """One of a site's own items."""
    id: MenuItemId
    kind: MenuItemKindOutput
    label: str
    url: str | None
    text: str | None

MenuItemId: TypeAlias = "str"

# What an item does when a reader clicks it.
MenuItemKind: TypeAlias = "Literal['link', 'command', 'editor', 'markdown', 'preferred_source']"

class Markdown(TypedDict):
    """Copying the page as Markdown."""
    copy: bool

class Theme(TypedDict):
    """How the widget looks."""
    preset: PresetOutput
    accent: str
    radius: int
    size: SizeOutput
    layout: LayoutOutput
    marks: MarksOutput

# Whether the widget is light or dark, or follows the page.
Preset: TypeAlias = "Literal['light', 'dark', 'auto', 'blend']"

# The size of the widget.
Size: TypeAlias = "Literal['sm', 'md', 'lg']"

# The layout of the buttons.
Layout: TypeAlias = "Literal['row', 'stacked', 'menu', 'bar', 'compact']"

# The style of the icons of assistants and networks.
Marks: TypeAlias = "Literal['mono', 'brand', 'none']"

class Privacy(TypedDict):
    """What is counted, and what readers see before a prompt is sent."""
    track: bool
    respectDoNotTrack: bool
    showPromptPreview: bool

class ConfigWarning(TypedDict):
    """A warning about what readers will see."""
    path: str
    code: str
    message: str

class SiteWarning(TypedDict):
    """Something about a site that is allowed but may not be what was meant."""
    path: str
    code: str
    message: str
    siteId: SiteId

class SiteCreate(TypedDict):
    """A site to create."""
    name: NotRequired[str | None]
    domain: str
    aliases: NotRequired[list[str]]
    allowedOrigins: NotRequired[list[str] | None]
    timezone: NotRequired[str | None]
    note: NotRequired[str | None]
    pages: NotRequired[PageSettingsInput | None]
    readPages: NotRequired[bool | None]
    creditsPerMonth: NotRequired[int | None]

class SiteDetail(TypedDict):
    """A site with its widget configuration."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    aliases: list[str]
    allowedOrigins: list[str]
    timezone: str
    note: str
    pages: PageSettings
    readPages: bool
    creditsPerMonth: int | None
    createdAt: str
    updatedAt: str
    install: Install
    scriptUrl: str | None
    config: StoredWidgetConfig

class UpdatedSite(TypedDict):
    """A site after a change."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    aliases: list[str]
    allowedOrigins: list[str]
    timezone: str
    note: str
    pages: PageSettings
    readPages: bool
    creditsPerMonth: NotRequired[int | None]
    createdAt: str
    updatedAt: str
    install: Install
    warnings: list[SiteWarning]

class SiteUpdate(TypedDict):
    """Changes to a site;"""
    name: NotRequired[str]
    domain: NotRequired[str]
    aliases: NotRequired[list[str]]
    allowedOrigins: NotRequired[list[str]]
    timezone: NotRequired[str]
    note: NotRequired[str]
    pages: NotRequired[PageSettingsInput]
    readPages: NotRequired[bool]
    creditsPerMonth: NotRequired[int | None]

class PublicConfig(TypedDict):
    """Everything that the widget needs for any page."""
    siteId: SiteId
    siteName: str
    version: int
    config: WidgetConfig
    prompts: list[PublicPrompt]
    rules: list[PublicRule]
    registry: list[PublicPlatform]
    shareTargets: list[PublicShareTarget]
    plain: bool
    pages: NotRequired[PageSettings | None]
    looks: WidgetLooks
    labels: dict[str, dict[str, str]]

class WidgetConfig(TypedDict):
    """The settings of a site's widget."""
    enabled: bool
    placement: Placement
    platforms: list[PlatformChoice]
    customPlatforms: list[CustomPlatform]
    social: list[SocialChoice]
    questions: Questions
    intents: Intents
    menu: list[MenuItem]
    markdown: Markdown
    theme: Theme
    labels: dict[str, dict[str, str]]
    privacy: Privacy

class PublicPrompt(TypedDict):
    """A prompt as the widget needs it."""
    id: PromptId
    name: str
    kind: PromptKindOutput
    text: str
    platformIds: list[str]
    language: str
    weight: int
    variantGroup: str | None

# What a prompt asks for.
PromptKind: TypeAlias = "Literal['summary', 'question', 'compare', 'explain', 'custom']"

class PublicRule(TypedDict):
    """A rule as the widget needs it."""
    id: RuleId
    match: RuleMatch
    action: RuleAction
    startsAt: str | None
    endsAt: str | None

RuleId: TypeAlias = "str"

class RuleMatch(TypedDict):
    """The pages that a rule matches."""
    paths: list[str]
    excludePaths: list[str]
    hosts: list[str]
    languages: list[str]

class RuleAction(TypedDict):
    """What a rule does."""
    promptId: NotRequired[PromptId]
    text: NotRequired[str]
    questions: NotRequired[list[Question]]
    platformIds: NotRequired[list[str]]
    type: str

class PublicPlatform(TypedDict):
    """A platform as the widget receives it."""
    id: str
    name: str
    strategy: Strategy
    urlTemplate: str
    maxUrlBytes: int
    fallback: str
    copiesPrompt: NotRequired[bool]
    mark: NotRequired[str | None]
    markColor: NotRequired[str | None]
    markOn: NotRequired[Background | None]

# How a prompt gets to a platform.
Strategy: TypeAlias = "str"

# The background that the page has behind the widget.
Background: TypeAlias = "Literal['light', 'dark']"

class PublicShareTarget(TypedDict):
    """A network as the widget receives it."""
    id: str
    name: str
    urlTemplate: str
    mark: NotRequired[str | None]
    markColor: NotRequired[str | None]
    markOn: NotRequired[Background | None]

class WidgetLooks(TypedDict):
    """The widget's colors, by the background of the page."""
    light: WidgetLook
    dark: WidgetLook

class WidgetLook(TypedDict):
    """Colors of the widget, each as #rrggbb."""
    bg: str
    over: str
    fg: str
    dim: str
    line: str
    edge: str
    soft: str
    accent: str
    on: str
    hover: str

class WidgetConfigInput(TypedDict):
    """A widget configuration as it is sent, before its checks."""
    enabled: NotRequired[bool]
    placement: NotRequired[PlacementInput]
    platforms: NotRequired[list[PlatformChoiceInput] | None]
    customPlatforms: NotRequired[list[CustomPlatformInput]]
    social: NotRequired[list[SocialChoiceInput] | None]
    questions: NotRequired[QuestionsInput]
    intents: NotRequired[IntentsInput]
    menu: NotRequired[list[MenuItemInput]]
    markdown: NotRequired[MarkdownInput]
    theme: NotRequired[ThemeInput]
    labels: NotRequired[dict[str, dict[str, str]]]
    privacy: NotRequired[PrivacyInput]
    config: NotRequired[WidgetConfigInput | None]
    version: NotRequired[int | None]
    createdAt: NotRequired[str | None]
    updatedAt: NotRequired[str | None]
    updatedBy: NotRequired[Any]
    warnings: NotRequired[Any]
    siteId: NotRequired[str | None]
    siteName: NotRequired[str | None]
    prompts: NotRequired[Any]
    rules: NotRequired[Any]
    registry: NotRequired[Any]
    shareTargets: NotRequired[Any]
    plain: NotRequired[bool | None]
    looks: NotRequired[Any]

class QuestionsInput(TypedDict):
    """Suggested questions in a request."""
    enabled: NotRequired[bool]
    max: NotRequired[int]
    own: NotRequired[bool]
    items: NotRequired[list[QuestionInput]]

class QuestionInput(TypedDict):
    """A suggested question in a request."""
    id: NotRequired[QuestionId | None]
    text: str

class MenuItemInput(TypedDict):
    """One of a site's own items in a request."""
    id: NotRequired[MenuItemId | None]
    kind: MenuItemKind
    label: str
    url: NotRequired[str | None]
    text: NotRequired[str | None]

class ConfigVersionList(TypedDict):
    """A list:"""
    items: list[ConfigVersion]

class ConfigVersion(TypedDict):
    """A stored version of the configuration."""
    version: int
    createdAt: str
    actor: Actor
    config: WidgetConfig

class ConfigRollback(TypedDict):
    """The version to restore."""
    version: int

class ConfigPreview(TypedDict):
    """What readers would get from a configuration that is not stored."""
    payload: PublicConfig
    warnings: list[ConfigWarning]
    disabled: DisabledPlatforms

class DisabledPlatforms(TypedDict):
    """The platforms and networks that a configuration disables."""
    registry: list[PublicPlatform]
    shareTargets: list[PublicShareTarget]

class PagesPreview(TypedDict):
    """What settings for pages would merge and split."""
    pageCount: int
    pageCountAfter: int
    isComplete: bool
    mergeCount: int
    merges: list[PageGroup]
    splitCount: int
    splits: list[PageGroup]

class PageGroup(TypedDict):
    """A page, and the pages that become it or that it becomes."""
    page: str
    pageCount: int
    pages: list[str]

class PagesPreviewInput(TypedDict):
    """Settings whose effect is asked for."""
    pages: PageSettingsInput

class VerifiedSite(TypedDict):
    """A site after its page was looked at."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    aliases: list[str]
    allowedOrigins: list[str]
    timezone: str
    note: str
    pages: PageSettings
    readPages: bool
    creditsPerMonth: NotRequired[int | None]
    createdAt: str
    updatedAt: str
    install: Install
    citable: list[CitationCheck]

class CitationCheck(TypedDict):
    """A condition for engines to cite the site."""
    kind: CitationCheckKind
    state: CitationCheckState
    crawlers: list[str]
    pages: list[str]

# What a check looks at.
CitationCheckKind: TypeAlias = "str"

# What a check found.
CitationCheckState: TypeAlias = "str"

class RefusedOriginList(TypedDict):
    """A list:"""
    items: list[RefusedOrigin]

class RefusedOrigin(TypedDict):
    """An origin whose events the site refused."""
    origin: str
    count: int
    lastAt: str
    sameDomain: bool

class MissingViews(TypedDict):
    """Whether views of a site are missing."""
    missing: bool
    since: str | None
    configRequests: int | None
    possibleCauses: list[MissingViewsCause]

# Why events may not arrive although the configuration does.
MissingViewsCause: TypeAlias = "str"

class AcceptedEvents(TypedDict):
    """What happened to the events of a request."""
    accepted: int
    dropped: int
    errors: list[EventError]

class EventError(TypedDict):
    """Why one event was refused."""
    index: int
    code: str
    message: str

# One event, or up to 50.
EventOrEventList: TypeAlias = "EventList | Event"

class EventList(TypedDict):
    """Several events."""
    events: list[Event]

class Event(TypedDict):
    """An event of a widget."""
    siteId: SiteId
    type: EventType
    eventId: str
    url: str
    title: NotRequired[str | None]
    referrer: NotRequired[str | None]
    platform: NotRequired[str | None]
    network: NotRequired[str | None]
    questionId: NotRequired[AskedQuestion | None]
    promptId: NotRequired[PromptId | None]
    age: NotRequired[int | None]
    widget: NotRequired[bool | None]
    automated: NotRequired[bool | None]

# The types of events that a widget sends.
EventType: TypeAlias = "Literal['view', 'ai_click', 'social_click', 'question_click', 'item_click', 'copy']"

AskedQuestion: TypeAlias = "Literal['own'] | QuestionId"

# The order of the list of all sites.
SitesOverviewSort: TypeAlias = "Literal['attention', 'name', 'asks']"

class SitesOverview(TypedDict):
    """A page of the list of all sites."""
    totals: SitesOverviewTotals
    items: list[SitesOverviewSite]

class SitesOverviewTotals(TypedDict):
    """Sums over sites."""
    sites: int
    asks: int

class SitesOverviewSite(TypedDict):
    """A site at a glance."""
    siteId: SiteId
    name: str
    domain: str
    timezone: str
    install: SitesOverviewInstall
    asks: int
    aiReferrals: int
    shares: int
    views: int
    citationRate: float | None
    interval95: Interval | None
    previous: SitesOverviewPrevious
    series: list[SeriesRow]
    attention: list[Attention]

class SitesOverviewInstall(TypedDict):
    """Whether the widget is in place."""
    status: InstallStatus

class Interval(TypedDict):
    """The range that contains the true rate in 95 of 100 cases."""
    low: float
    high: float
    method: IntervalMethod

# How an interval was computed.
IntervalMethod: TypeAlias = "str"

class SitesOverviewPrevious(TypedDict):
    """A site in the previous period."""
    asks: int
    aiReferrals: int
    shares: int
    views: int
    citationRate: float | None
    interval95: Interval | None
    clearChanges: ClearChanges

class ClearChanges(TypedDict):
    """Whether each count clearly differs from that of the previous period."""
    asks: bool
    aiReferrals: bool
    questionClicks: bool
    shares: bool
    views: bool

class SeriesRow(TypedDict):
    """One row of a series."""
    date: str
    value: int

class Attention(TypedDict):
    """One thing that needs attention."""
    code: AttentionCode
    since: str | None
    query: str | None
    engine: EngineOutput | None
    change: CitationChange | None

# What needs attention, the most urgent first.
AttentionCode: TypeAlias = "str"

# An engine that answers questions after searching the web.
Engine: TypeAlias = "Literal['openai', 'anthropic', 'perplexity', 'xai', 'gemini']"

class CitationChange(TypedDict):
    """A clear change of a citation rate."""
    id: ChangeId
    siteId: SiteId
    level: ChangeLevelOutput
    monitorId: MonitorId | None
    query: str | None
    engine: EngineOutput | None
    direction: ChangeDirection
    firstRunId: RunId
    firstRunAt: str
    clearRunId: RunId
    clearAt: str
    before: ChangedRate
    after: ChangedRate
    strength: ChangeStrength
    readingVersion: int
    partOf: ChangeId | None
    note: ChangeNote | None
    endedAt: str | None
    isCurrent: bool

ChangeId: TypeAlias = "str"

# Which rate changed.
ChangeLevel: TypeAlias = "Literal['cell', 'question', 'engine', 'site']"

MonitorId: TypeAlias = "str"

# Whether a rate rose or fell.
ChangeDirection: TypeAlias = "str"

RunId: TypeAlias = "str"

class ChangedRate(TypedDict):
    """The answers before or after a change, and the rate to show for them."""
    samples: int
    citedCount: int
    rate: float

# How strong the evidence for a change is.
ChangeStrength: TypeAlias = "str"

# What is to be known about a change besides its figures.
ChangeNote: TypeAlias = "str"

# What to compare with.
Compare: TypeAlias = "Literal['previous', 'year']"

# The length of one row of a series.
SeriesInterval: TypeAlias = "Literal['hour', 'day', 'week', 'month']"

# The format of the response.
Format: TypeAlias = "Literal['json', 'csv']"

class Overview(TypedDict):
    """A site at a glance."""
    site: OverviewSite
    totals: OverviewTotals
    series: list[OverviewRow]
    byPlatform: list[OverviewPlatformSeries]
    assistants: PanelOfAssistantRow
    pages: PanelOfOverviewPage
    questions: PanelOfOverviewQuestion
    items: PanelOfItemRow
    referrers: PanelOfOverviewReferrerType
    sources: PanelOfSourceRow
    shares: PanelOfShareRow
    crawlers: PanelOfCrawlerHitsRow
    reads: NotRequired[PanelOfOverviewRead | None]
    automation: Automation
    devices: PanelOfDeviceRow
    citations: OverviewCitations
    notFiltered: NotRequired[list[NotFiltered]]
    previous: NotRequired[PreviousOverview | None]

class OverviewSite(TypedDict):
    """The parts of the site that are needed to read its figures."""
    id: SiteId
    orgId: OrgId
    name: str
    domain: str
    timezone: str

class OverviewTotals(TypedDict):
    """Sums over a period."""
    asks: int
    aiReferrals: int
    questionClicks: int
    shares: int
    views: int
    viewsWithWidget: int
    asksPer100Views: float | None
    days: int

class OverviewRow(TypedDict):
    """The counts of one row of the series."""
    date: str
    asks: int
    aiReferrals: int
    questionClicks: int
    shares: int
    views: int

class OverviewPlatformSeries(TypedDict):
    """The series of an assistant."""
    platform: str
    asks: list[int]
    aiReferrals: list[int]
    other: NotRequired[bool]

class PanelOfAssistantRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[AssistantRow]

class AssistantRow(TypedDict):
    """An assistant."""
    platform: str
    asks: int
    visits: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class RowChange(TypedDict):
    """Whether a row clearly differs from the previous period."""
    clear: bool
    reason: RowReason

# Why a row's change is clear or not.
RowReason: TypeAlias = "str"

class PanelOfOverviewPage(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[OverviewPage]

class OverviewPage(TypedDict):
    """A page."""
    path: str | None
    url: str | None
    other: NotRequired[bool]
    title: str | None
    views: int
    asks: int
    aiReferrals: int
    citations: int
    citationShare: float | None
    interval95: Interval | None
    previous: NotRequired[int]
    change: NotRequired[RowChange]

class PanelOfOverviewQuestion(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[OverviewQuestion]

class OverviewQuestion(TypedDict):
    """A suggested question."""
    questionId: str
    question: str | None
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class PanelOfItemRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[ItemRow]

class ItemRow(TypedDict):
    """Clicks by own item."""
    itemId: str
    label: str | None
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class PanelOfOverviewReferrerType(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[OverviewReferrerType]

class OverviewReferrerType(TypedDict):
    """Visits by kind of source."""
    type: ReferrerType
    value: int

# The kinds of sources that visits come from.
ReferrerType: TypeAlias = "str"

class PanelOfSourceRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[SourceRow]

class SourceRow(TypedDict):
    """Visits by source."""
    referrer: str
    type: ReferrerType
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]

class PanelOfShareRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[ShareRow]

class ShareRow(TypedDict):
    """Shares by channel."""
    channel: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]

class PanelOfCrawlerHitsRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[CrawlerHitsRow]

class CrawlerHitsRow(TypedDict):
    """Requests by crawler."""
    crawler: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]

class PanelOfOverviewRead(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[OverviewRead]

class OverviewRead(TypedDict):
    """Reads by crawler."""
    crawler: str
    reads: int

class Automation(TypedDict):
    """How much programs did, according to their user agents and their browsers."""
    crawlerHits: int
    automatedHits: int
    libraryViews: int
    libraries: PanelOfLibraryRow

class PanelOfLibraryRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[LibraryRow]

class LibraryRow(TypedDict):
    """Page views by HTTP library."""
    library: str
    value: int

class PanelOfDeviceRow(TypedDict):
    """The first rows of a list."""
    total: int
    items: list[DeviceRow]

class DeviceRow(TypedDict):
    """What readers did on a kind of device."""
    device: Device
    views: int
    asks: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]

# A kind of device.
Device: TypeAlias = "str"

class OverviewCitations(TypedDict):
    """How often engines cite the site."""
    samples: int
    citedCount: int
    citationRate: float | None
    interval95: Interval | None
    questions: int
    byEngine: list[EngineCitationRate]
    changes: list[CitationChange]
    difference: NotRequired[Difference | None]

class EngineCitationRate(TypedDict):
    """How often the answers of an engine cite the site."""
    engine: EngineOutput
    samples: int
    citedCount: int
    citationRate: float | None
    interval95: Interval | None

class Difference(TypedDict):
    """Whether a figure differs clearly from the previous one."""
    different: bool | None
    method: DifferenceMethod
    detectable: float | None

# How figures were compared, or why they were not.
DifferenceMethod: TypeAlias = "str"

class NotFiltered(TypedDict):
    """Figures that a filter does not apply to."""
    figures: UnfilteredFigures
    by: FilterName
    leftOut: bool
    reason: str

# Figures that not every filter can narrow.
UnfilteredFigures: TypeAlias = "str"

# A filter.
FilterName: TypeAlias = "str"

class PreviousOverview(TypedDict):
    """The previous period."""
    totals: OverviewTotals
    clearChanges: ClearChanges
    changes: CountChanges
    series: list[OverviewRow]
    citations: CitationRate

class CountChanges(TypedDict):
    """For each count, whether it clearly differs from that of the previous period, why not, and which counts would."""
    asks: CountChange
    aiReferrals: CountChange
    questionClicks: CountChange
    shares: CountChange
    views: CountChange

class CountChange(TypedDict):
    """Whether a count clearly differs from that of the previous period."""
    clear: bool
    reason: ChangeReason
    clearFrom: int | None
    clearUntil: int | None

# Why a change is clear or not.
ChangeReason: TypeAlias = "str"

class CitationRate(TypedDict):
    """How often answers cite the site."""
    samples: int
    citedCount: int
    citationRate: float | None
    interval95: Interval | None

class Live(TypedDict):
    """The last half hour."""
    asOf: str
    lastEventAt: str | None
    totals: LiveTotals
    series: list[MinuteRow]
    newest: list[LiveEvent]
    automated: LiveAutomated
    pages: list[LivePage]
    assistants: list[LiveAssistant]

class LiveTotals(TypedDict):
    """Sums of half an hour, or of a minute."""
    asks: int
    aiReferrals: int
    views: int

class MinuteRow(TypedDict):
    """A minute."""
    minute: str
    asks: int
    aiReferrals: int
    views: int

class LiveEvent(TypedDict):
    """An event of a reader, or of an automated browser."""
    at: str
    type: EventTypeOutput
    path: str
    url: str | None
    title: str | None
    platform: str | None
    network: str | None
    item: str | None
    referrer: str | None

class LiveAutomated(TypedDict):
    """Events of browsers that a program drives, such as a test, in the last half hour."""
    automatedHits: int
    newest: list[LiveEvent]

class LivePage(TypedDict):
    """A page of the last half hour."""
    path: str
    url: str | None
    title: str | None
    lastEventAt: str
    asks: int
    views: int

class LiveAssistant(TypedDict):
    """An assistant of the last half hour."""
    platform: str
    lastEventAt: str
    asks: int
    visits: int

# The format of a response that contains a table.
TableFormat: TypeAlias = "Literal['json', 'csv', 'xlsx']"

# Optional parts of the report.
AiClicksInclude: TypeAlias = "Literal['byPrompt', 'seriesByPlatform']"

# The table in the file.
AssistantsTable: TypeAlias = "Literal['assistants']"

# The language of a file's headings.
FileLanguage: TypeAlias = "Literal['en', 'de']"

class AiClicks(TypedDict):
    """Clicks on an assistant's button."""
    totals: AiTotals
    series: list[SeriesRow]
    byPlatform: list[PlatformRow]
    byPrompt: NotRequired[list[PromptRow]]
    seriesByPlatform: NotRequired[list[PlatformSeries]]
    previous: NotRequired[PreviousAiTotals | None]

class AiTotals(TypedDict):
    """Totals of AI clicks."""
    aiClicks: int
    days: int

class PlatformRow(TypedDict):
    """Clicks by platform."""
    platform: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class PromptRow(TypedDict):
    """Clicks by prompt."""
    promptId: str | None
    name: str | None
    value: int
    other: NotRequired[bool]

class PlatformSeries(TypedDict):
    """The series of a platform."""
    platform: str
    values: list[int]
    other: NotRequired[bool]

class PreviousAiTotals(TypedDict):
    """What was counted in the previous period."""
    totals: AiTotals
    series: list[SeriesRow]

# What a report of shares on networks can include.
SocialInclude: TypeAlias = "Literal['seriesByNetwork']"

class SocialClicks(TypedDict):
    """Clicks on share buttons."""
    totals: SocialTotals
    series: list[SeriesRow]
    byNetwork: list[NetworkRow]
    seriesByNetwork: NotRequired[list[NetworkSeries]]
    previous: NotRequired[PreviousSocialTotals | None]

class SocialTotals(TypedDict):
    """Totals of social clicks."""
    socialClicks: int
    days: int

class NetworkRow(TypedDict):
    """Clicks by network."""
    network: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class NetworkSeries(TypedDict):
    """The series of a network."""
    network: str
    values: list[int]
    other: NotRequired[bool]

class PreviousSocialTotals(TypedDict):
    """What was counted in the previous period."""
    totals: SocialTotals
    series: list[SeriesRow]

# What a report of suggested questions can include.
QuestionsInclude: TypeAlias = "Literal['seriesByPlatform']"

# The table in the file.
QuestionsTable: TypeAlias = "Literal['questions']"

class QuestionClicks(TypedDict):
    """Clicks on a question, suggested or the reader's own."""
    totals: QuestionTotals
    series: list[SeriesRow]
    byQuestion: list[QuestionRow]
    byPlatform: list[PlatformRow]
    seriesByPlatform: NotRequired[list[PlatformSeries]]
    previous: NotRequired[PreviousQuestionTotals | None]

class QuestionTotals(TypedDict):
    """Totals of question clicks."""
    questionClicks: int
    days: int

class QuestionRow(TypedDict):
    """Clicks by suggested question."""
    questionId: str
    question: str | None
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class PreviousQuestionTotals(TypedDict):
    """What was counted in the previous period."""
    totals: QuestionTotals
    series: list[SeriesRow]

# The table in the file.
ItemsTable: TypeAlias = "Literal['items']"

class ItemClicks(TypedDict):
    """Clicks on the site's own items."""
    totals: ItemTotals
    series: list[SeriesRow]
    byItem: list[ItemRow]
    previous: NotRequired[PreviousItemTotals | None]

class ItemTotals(TypedDict):
    """Totals of clicks on own items."""
    itemClicks: int
    days: int

class PreviousItemTotals(TypedDict):
    """What was counted in the previous period."""
    totals: ItemTotals
    series: list[SeriesRow]

# What a report of shares can include.
SharesInclude: TypeAlias = "Literal['seriesByChannel']"

# The table in the file.
SharesTable: TypeAlias = "Literal['shares']"

class Shares(TypedDict):
    """Shares through every channel:"""
    totals: ShareTotals
    series: list[SeriesRow]
    byChannel: list[ChannelRow]
    seriesByChannel: NotRequired[list[ChannelSeries]]
    previous: NotRequired[PreviousShareTotals | None]

class ShareTotals(TypedDict):
    """Totals of shares."""
    shares: int
    aiClicks: int
    socialClicks: int
    copies: int
    days: int

class ChannelRow(TypedDict):
    """Shares by channel."""
    channel: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class ChannelSeries(TypedDict):
    """The series of a channel."""
    channel: str
    values: list[int]
    other: NotRequired[bool]

class PreviousShareTotals(TypedDict):
    """What was counted in the previous period."""
    totals: ShareTotals
    series: list[SeriesRow]

# What a report of visits can include.
ReferrersInclude: TypeAlias = "Literal['seriesByType']"

# The table in the file.
SourcesTable: TypeAlias = "Literal['sources']"

class Referrals(TypedDict):
    """Visits by source."""
    totals: VisitTotals
    series: list[SeriesRow]
    byReferrer: list[ReferrerRow]
    byType: list[ReferrerTypeRow]
    byAssistant: list[PlatformRow]
    seriesByType: NotRequired[list[ReferrerTypeSeries]]
    previous: NotRequired[PreviousVisitTotals | None]

class VisitTotals(TypedDict):
    """Totals of visits."""
    visits: int
    days: int

class ReferrerRow(TypedDict):
    """Visits by referrer."""
    referrer: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class ReferrerTypeRow(TypedDict):
    """Visits by kind of source."""
    type: str
    value: int

class ReferrerTypeSeries(TypedDict):
    """The series of a kind of source."""
    type: str
    values: list[int]

class PreviousVisitTotals(TypedDict):
    """What was counted in the previous period."""
    totals: VisitTotals
    series: list[SeriesRow]

# What a report of crawlers can include.
CrawlersInclude: TypeAlias = "Literal['seriesByCrawler']"

# The table in the file.
CrawlersTable: TypeAlias = "Literal['crawlers']"

class CrawlerHits(TypedDict):
    """Requests of known crawlers, which are never counted as people."""
    totals: CrawlerTotals
    series: list[SeriesRow]
    byCrawler: list[CrawlerRow]
    seriesByCrawler: NotRequired[list[CrawlerSeries]]
    previous: NotRequired[PreviousCrawlerTotals | None]

class CrawlerTotals(TypedDict):
    """Totals of crawler requests."""
    hits: int
    days: int

class CrawlerRow(TypedDict):
    """Requests by crawler."""
    crawler: str
    value: int
    previous: NotRequired[int]
    change: NotRequired[RowChange]
    other: NotRequired[bool]

class CrawlerSeries(TypedDict):
    """The series of a crawler."""
    crawler: str
    values: list[int]
    other: NotRequired[bool]

class PreviousCrawlerTotals(TypedDict):
    """What was counted in the previous period."""
    totals: CrawlerTotals
    series: list[SeriesRow]

# What a crawler or an agent reads a page for.
ReadPurpose: TypeAlias = "Literal['training', 'search', 'user', 'agent', 'other']"

# How certain it is that a request came from the crawler that its user agent names.
Evidence: TypeAlias = "Literal['verified', 'claimed', 'refuted']"

# Which pages are listed.
ReadPageList: TypeAlias = "Literal['all', 'never_cited', 'not_read']"

class ReadsReport(TypedDict):
    """What crawlers read on a site."""
    totals: ReadTotals
    previous: ReadTotals | None
    series: list[ReadDay]
    byCrawler: list[CrawlerReads]
    pages: list[ReadPage]
    pageCounts: PageCounts
    addressLists: AddressListState
    robotsReadAt: str | None
    lastBatchAt: str | None

class ReadTotals(TypedDict):
    """Sums of reads."""
    reads: int
    training: int
    search: int
    user: int
    agent: int
    other: int
    refused: int
    refuted: int

class ReadDay(TypedDict):
    """The reads of a day, without refuted ones."""
    date: str
    training: int
    search: int
    user: int
    agent: int
    other: int

class CrawlerReads(TypedDict):
    """The reads of a crawler for one purpose."""
    crawler: str
    maker: str | None
    purpose: ReadPurposeOutput
    reads: int
    verified: int
    claimed: int
    refuted: int
    answered: int
    redirected: int
    refused: int
    notFound: int
    failed: int
    pages: int
    lastAt: str | None
    refusedSince: str | None
    networks: list[str]
    disallowed: int | None

class ReadPage(TypedDict):
    """A page:"""
    path: str | None
    url: str | None
    training: int
    search: int
    user: int
    agent: int
    other: int
    unanswered: int
    lastReadAt: str | None
    lastCrawler: str | None
    asks: int
    visitsBack: int
    citations: int
    citationShare: float | None

class PageCounts(TypedDict):
    """How many pages each list has."""
    all: int
    neverCited: int
    notRead: int

class AddressListState(TypedDict):
    """How old the lists are that decide what is verified."""
    loaded: int
    oldestReadAt: str | None

# What a row represents.
PagesGroupBy: TypeAlias = "Literal['page', 'folder']"

# What pages are sorted by.
PageSort: TypeAlias = "Literal['aiClicks', 'asks', 'change', 'views', 'socialClicks', 'questionClicks', 'aiReferrals', 'citations', 'clickRate', 'lastClickAt', 'path']"

# The sort direction.
Order: TypeAlias = "Literal['asc', 'desc']"

# The table in the file.
PagesTable: TypeAlias = "Literal['pages']"

class PagesReport(TypedDict):
    """Pages and their figures."""
    totals: PageTotals
    items: list[PageItem]
    previous: NotRequired[PreviousPages | None]

class PageTotals(TypedDict):
    """Sums over pages."""
    pages: int
    views: int
    aiClicks: int
    socialClicks: int
    questionClicks: int
    days: int

class PageItem(TypedDict):
    """One page."""
    path: str | None
    title: str | None
    views: int
    viewsWithWidget: int
    aiClicks: int
    socialClicks: int
    questionClicks: int
    aiReferrals: int
    citations: int
    topPlatform: str | None
    lastClickAt: str | None
    url: str | None
    other: NotRequired[bool]
    citationShare: float | None
    interval95: Interval | None
    clickRate: float | None
    reads: PageReads | None
    lastReadAt: str | None
    previous: NotRequired[int]
    change: NotRequired[RowChange]

class PageReads(TypedDict):
    """Reads that got a page, by what they were for, by the logs of the site's web servers."""
    training: int
    search: int
    user: int
    agent: int

class PreviousPages(TypedDict):
    """What happened on pages in the previous period."""
    totals: PageTotals

class PageFile(TypedDict):
    """What is known of a page."""
    path: str
    url: str | None
    text: TextReading
    totals: FileTotals
    previous: FileTotals
    weeks: list[PageWeek]
    citedBy: list[CitingQuestion]
    citingQuestions: int
    happened: list[PageHappened]
    hasMore: bool

class TextReading(TypedDict):
    """Whether a page's text is read."""
    enabled: bool
    chosen: bool
    triedAt: str | None
    outcome: ReadingOutcome | None

# How the last reading of a page ended.
ReadingOutcome: TypeAlias = "str"

class FileTotals(TypedDict):
    """Sums of a page in a period."""
    reads: ReadTotals
    views: int
    asks: int
    citationShare: float | None

# A page's figures in a week, or in the part of it that is in the period.
PageWeek = TypedDict("PageWeek", {
    "from": "str",
    "to": "str",
    "views": "int",
    "asks": "int",
    "reads": "int",
    "before": "PageWeekBefore",
})

class PageWeekBefore(TypedDict):
    """A page's figures in the days of the previous period that belong to a week."""
    views: int
    asks: int
    reads: int

class CitingQuestion(TypedDict):
    """A question whose answers cite the page."""
    monitorId: MonitorId
    query: str
    citations: int
    lastCitedAt: str
    engines: list[CitingEngine]

class CitingEngine(TypedDict):
    """An engine whose answers to a question cite the page."""
    engine: EngineOutput
    citations: int
    lastCitedAt: str

class PageHappened(TypedDict):
    """Something that happened to a page."""
    date: str
    at: str | None
    kind: PageHappenedKind
    read: ReadOfDay | None
    text: TextOfPage | None
    citation: CitationOfPage | None
    note: NoteOfPage | None
    rule: RuleOfPage | None

# What happened.
PageHappenedKind: TypeAlias = "str"

class ReadOfDay(TypedDict):
    """The reads of a page by one crawler on a day."""
    crawler: str
    purpose: ReadPurposeOutput
    evidence: EvidenceOutput
    reads: int
    lastAt: str

class TextOfPage(TypedDict):
    """A version of a page's text."""
    words: int
    structure: Structure
    wordsBefore: int | None
    structureBefore: Structure | None
    sentences: list[ChangedSentence]
    changedSentences: int

class Structure(TypedDict):
    """How many parts of a kind a text has."""
    headings: int
    codeLines: int
    tables: int
    tableRows: int
    listItems: int

class ChangedSentence(TypedDict):
    """A sentence, a line of code or a row of a table that changed."""
    change: SentenceChange
    text: str

# What happened to a sentence.
SentenceChange: TypeAlias = "str"

class CitationOfPage(TypedDict):
    """A clear change of the citation rate of a question and engine."""
    monitorId: MonitorId | None
    query: str | None
    engine: EngineOutput | None
    firstRunAt: str
    before: ChangedRate
    after: ChangedRate

class NoteOfPage(TypedDict):
    """A note on the site's charts."""
    text: str
    kind: AnnotationKind
    author: str | None

# What an annotation is about.
AnnotationKind: TypeAlias = "str"

class RuleOfPage(TypedDict):
    """A rule whose paths include the page."""
    id: RuleId
    name: str
    action: RuleActionTypeOutput

# The type of an action.
RuleActionType: TypeAlias = "Literal['use_prompt', 'prepend', 'append', 'set_questions', 'hide_platforms', 'hide_widget']"

# The report of a site about a week or month.
SiteReport = TypedDict("SiteReport", {
    "site": "OverviewSite",
    "period": "str",
    "earlierPeriod": "str",
    "laterPeriod": "str | None",
    "audience": "ReportAudienceOutput",
    "from": "str",
    "to": "str",
    "previousFrom": "str",
    "previousTo": "str",
    "news": "list[ReportNews]",
    "toDo": "ToDo | None",
    "figures": "list[ReportFigure]",
    "citationChanges": "list[ReportedChange]",
    "rising": "ReportRising",
    "needs": "list[ReportNeed]",
    "series": "list[OverviewRow]",
})

class ReportNews(TypedDict):
    """Something that a report has to say."""
    code: NewsCode
    subject: str | None
    engine: EngineOutput | None
    value: float | None
    previous: float | None

# A kind of news, the most important first.
NewsCode: TypeAlias = "str"

# What a team can do about the news, and about what needs attention.
ToDo: TypeAlias = "str"

class ReportFigure(TypedDict):
    """A figure beside that of the previous period."""
    figure: ReportFigureName
    value: float | None
    previous: float | None
    change: ReportFigureChange
    samples: int | None
    interval95: Interval | None

# A figure of a report.
ReportFigureName: TypeAlias = "str"

# Whether a figure clearly changed.
ReportFigureChange: TypeAlias = "str"

class ReportedChange(TypedDict):
    """A clear change of a citation rate in a report."""
    change: CitationChange
    passage: str | None

class ReportRising(TypedDict):
    """What rose, of the pages and questions that the overview lists:"""
    pages: list[ReportRisenPage]
    questions: list[ReportRisenQuestion]

class ReportRisenPage(TypedDict):
    """A page that rose."""
    path: str
    title: str | None
    asks: int
    previousAsks: int

class ReportRisenQuestion(TypedDict):
    """A question that rose."""
    questionId: str
    question: str
    questionClicks: int
    previousQuestionClicks: int

class ReportNeed(TypedDict):
    """Something that needs attention."""
    code: ReportNeedCode
    since: str | None
    crawler: str | None
    refused: int | None

# What needs attention, the most urgent first.
ReportNeedCode: TypeAlias = "str"

class AnnotationList(TypedDict):
    """A list:"""
    items: list[Annotation]

class Annotation(TypedDict):
    """A dated note on the charts of a site."""
    id: AnnotationId
    siteId: SiteId
    date: str
    time: str | None
    text: str
    kind: AnnotationKind
    author: Actor
    createdAt: str

AnnotationId: TypeAlias = "str"

class AnnotationCreate(TypedDict):
    """An annotation to write."""
    date: NotRequired[str | None]
    time: NotRequired[str | None]
    text: str
    kind: NotRequired[Literal["note", "release", "outage"]]

class AnnotationUpdate(TypedDict):
    """Changes to an annotation;"""
    date: NotRequired[str]
    time: NotRequired[str | None]
    text: NotRequired[str]
    kind: NotRequired[Literal["note", "release", "outage"]]

class SharedLinkList(TypedDict):
    """A list:"""
    items: list[SharedLink]

class SharedLink(TypedDict):
    """A shared link."""
    id: SharedLinkId
    siteId: SiteId
    name: str
    panels: list[SharedPanelOutput]
    filter: LinkFilter
    range: LinkRange
    compare: bool
    notes: bool
    embed: LinkEmbed | None
    maskedToken: str
    hasPassword: bool
    expiresAt: str | None
    createdAt: str
    createdBy: KeyCreator | None
    lastUsedAt: str | None
    uses: int

SharedLinkId: TypeAlias = "str"

class LinkEmbed(TypedDict):
    """Where a link can be embedded."""
    origins: list[str]

class CreatedSharedLink(TypedDict):
    """A link with its new token."""
    link: SharedLink
    token: str | None

class SharedLinkCreate(TypedDict):
    """A shared link to create."""
    name: str
    panels: list[SharedPanel]
    filter: NotRequired[SharedLinkFilterInput | None]
    range: SharedLinkRangeInput
    compare: NotRequired[bool | None]
    notes: NotRequired[bool | None]
    expiresAt: NotRequired[str | None]
    password: NotRequired[str | None]
    embed: NotRequired[SharedLinkEmbedInput | None]

class SharedLinkFilterInput(TypedDict):
    """What every number of a link is limited to."""
    pages: NotRequired[list[str] | None]
    platforms: NotRequired[list[str] | None]

# The days of a link:
SharedLinkRangeInput = TypedDict("SharedLinkRangeInput", {
    "days": "NotRequired[int | None]",
    "from": "NotRequired[str | None]",
    "to": "NotRequired[str | None]",
})

class SharedLinkEmbedInput(TypedDict):
    """Where a link can be embedded."""
    origins: list[str]

class SharedView(TypedDict):
    """What a shared link shows."""
    name: str
    sharedBy: str
    brand: ShownBrand | None
    site: SharedSite
    panels: list[SharedPanelOutput]
    filter: LinkFilter
    compare: bool
    expiresAt: str | None
    figures: NotRequired[SharedFigures | None]
    chart: NotRequired[SharedChart | None]
    loop: NotRequired[SharedLoop | None]
    assistants: NotRequired[PanelOfAssistantRow | None]
    pages: NotRequired[PanelOfOverviewPage | None]
    questions: NotRequired[PanelOfOverviewQuestion | None]
    referrers: NotRequired[PanelOfOverviewReferrerType | None]
    sources: NotRequired[PanelOfSourceRow | None]
    shares: NotRequired[PanelOfShareRow | None]
    crawlers: NotRequired[PanelOfCrawlerHitsRow | None]
    reads: NotRequired[PanelOfOverviewRead | None]
    devices: NotRequired[PanelOfDeviceRow | None]
    citations: NotRequired[SharedCitations | None]
    notes: NotRequired[list[SharedNote] | None]

class SharedSite(TypedDict):
    """The site of a shared link."""
    id: SiteId
    name: str
    domain: str

class SharedFigures(TypedDict):
    """The figures of a shared link."""
    asks: NotRequired[SharedCount | None]
    aiReferrals: NotRequired[SharedCount | None]
    questionClicks: NotRequired[SharedCount | None]
    shares: NotRequired[SharedCount | None]
    asksPer100Views: NotRequired[float | None]
    citations: NotRequired[CitationRate | None]
    previousCitations: NotRequired[CitationRate | None]

class SharedCount(TypedDict):
    """A count of a shared link."""
    value: int
    previous: NotRequired[int | None]
    change: NotRequired[CountChange | None]

class SharedChart(TypedDict):
    """Asks by day."""
    dates: list[str]
    asks: list[int]
    previous: NotRequired[list[int] | None]
    byPlatform: list[OverviewPlatformSeries]

class SharedLoop(TypedDict):
    """Asks, visits back and citations."""
    asks: int
    aiReferrals: int
    citations: CitationRate

class SharedCitations(TypedDict):
    """How often engines cite the site."""
    samples: int
    citedCount: int
    citationRate: float | None
    interval95: Interval | None
    questions: int
    byEngine: list[EngineCitationRate]

class SharedNote(TypedDict):
    """A note on the site's charts, without its author."""
    date: str
    text: str
    kind: AnnotationKind
    isOwn: bool

class SharedLinkUpdate(TypedDict):
    """Changes to a shared link;"""
    name: NotRequired[str]
    panels: NotRequired[list[SharedPanel]]
    filter: NotRequired[SharedLinkFilterInput]
    range: NotRequired[SharedLinkRangeInput]
    compare: NotRequired[bool]
    notes: NotRequired[bool]
    expiresAt: NotRequired[str | None]
    password: NotRequired[str | None]
    embed: NotRequired[SharedLinkEmbedInput | None]

class LogBatch(TypedDict):
    """What became of a batch."""
    repeated: bool
    format: LogFormatOutput | None
    lines: int
    kept: int
    unreadable: int
    otherHosts: int
    outOfRange: int
    errors: list[LogLineError]

# The formats that have a name.
LogFormat: TypeAlias = "Literal['common', 'combined', 'combined-vhost', 'nginx-json', 'caddy', 'apache', 'traefik', 'cloudfront', 'iis-w3c', 'vercel', 'cloudflare', 'haproxy', 'fastly', 'bunny', 'netlify']"

class LogLineError(TypedDict):
    """A line that cannot be read."""
    line: int
    message: str

class LogSourceList(TypedDict):
    """A list:"""
    items: list[LogSource]

class LogSource(TypedDict):
    """A source of logs, and what it sent."""
    id: LogSourceId
    siteId: SiteId
    name: str
    format: LogFormatOutput | None
    logFormat: str | None
    hosts: list[str]
    verificationCode: str | None
    hasDrainSecret: bool
    maskedToken: str
    createdAt: str
    state: LogSourceState

LogSourceId: TypeAlias = "str"

class LogSourceState(TypedDict):
    """What a source sent since it was created."""
    lines: int
    kept: int
    unreadable: int
    otherHosts: int
    outOfRange: int
    lastLineAt: str | None
    lastBatchAt: str | None

class LogLineList(TypedDict):
    """A list:"""
    items: list[LogLine]

class LogLine(TypedDict):
    """A read of a crawler, without the address that it came from."""
    at: str
    method: str
    path: str
    status: int | None
    crawler: str
    maker: str | None
    purpose: ReadPurposeOutput
    evidence: EvidenceOutput

class CreatedLogSource(TypedDict):
    """A source with its new token."""
    source: LogSource
    token: str | None

class LogSourceCreate(TypedDict):
    """A source to create."""
    name: str
    format: NotRequired[LogFormat | None]
    logFormat: NotRequired[str | None]
    hosts: NotRequired[list[str] | None]
    verificationCode: NotRequired[str | None]
    drainSecret: NotRequired[str | None]

class LogSourceUpdate(TypedDict):
    """Changes to a source;"""
    name: NotRequired[str]
    format: NotRequired[LogFormat | None]
    logFormat: NotRequired[str | None]
    hosts: NotRequired[list[str]]
    verificationCode: NotRequired[str | None]
    drainSecret: NotRequired[str | None]

# Whether a prompt is used.
PromptStatus: TypeAlias = "Literal['draft', 'active', 'archived']"

class PromptList(TypedDict):
    """A list:"""
    items: list[Prompt]

class Prompt(TypedDict):
    """A prompt:"""
    id: PromptId
    siteId: SiteId
    name: str
    kind: PromptKindOutput
    text: str
    platformIds: list[str]
    language: str
    source: PromptSourceOutput
    status: PromptStatusOutput
    version: int
    model: str | None
    generatedAt: str | None
    variantGroup: str | None
    weight: int
    warnings: list[PromptWarning]
    createdAt: str
    updatedAt: str

# Where a prompt's text came from.
PromptSource: TypeAlias = "Literal['generated', 'manual', 'imported']"

class PromptWarning(TypedDict):
    """Something that you should know about a prompt, but that does not prevent its use."""
    code: str
    message: str

class PromptCreate(TypedDict):
    """A prompt to create."""
    name: str
    text: str
    kind: NotRequired[PromptKind]
    platformIds: NotRequired[list[str]]
    language: NotRequired[str | None]
    status: NotRequired[PromptStatus]
    variantGroup: NotRequired[str | None]
    weight: NotRequired[int]

class PromptUpdate(TypedDict):
    """Changes to a prompt;"""
    name: NotRequired[str]
    text: NotRequired[str]
    kind: NotRequired[PromptKind]
    platformIds: NotRequired[list[str]]
    language: NotRequired[str]
    status: NotRequired[PromptStatus]
    variantGroup: NotRequired[str | None]
    weight: NotRequired[int]

class PromptPreview(TypedDict):
    """What a text becomes on a page."""
    prompt: str
    url: str
    links: list[PreviewLink]
    findings: list[PromptFinding]
    refuses: bool
    warnings: list[PromptWarning]

class PreviewLink(TypedDict):
    """The URL that an assistant opens."""
    platform: str
    name: str
    href: str
    copiesPrompt: bool
    bytes: int | None
    maxBytes: int | None

class PromptFinding(TypedDict):
    """A passage that the policy refuses."""
    code: PolicyRule
    message: str
    passage: str
    start: int

# The rule that a passage breaks.
PolicyRule: TypeAlias = "str"

class PromptPreviewRequest(TypedDict):
    """A text to preview."""
    text: str
    platformIds: NotRequired[list[str]]
    url: NotRequired[str | None]
    title: NotRequired[str | None]
    language: NotRequired[str | None]

# Work that was started (202), or what it would cost (200).
StartedGenerationOrGenerationEstimate: TypeAlias = "StartedGeneration | GenerationEstimate"

class StartedGeneration(TypedDict):
    """A generation that was started."""
    id: JobId
    kind: str
    state: JobState
    attempts: int
    progress: JobProgress | None
    result: Any
    failure: JobFailure | None
    createdAt: str
    dueAt: str
    finishedAt: str | None
    creditsReserved: int

JobId: TypeAlias = "str"

# The state of a job.
JobState: TypeAlias = "str"

class JobProgress(TypedDict):
    """The progress of a job."""
    done: int
    total: int

class JobFailure(TypedDict):
    """Why an attempt or the whole job failed."""
    code: str
    message: str

class GenerationEstimate(TypedDict):
    """What a generation would cost."""
    credits: int
    available: int
    affordable: bool
    generator: Generator
    model: str | None

# What writes the texts.
Generator: TypeAlias = "str"

class SiteRegeneration(TypedDict):
    """What to generate for a whole site."""
    prompts: NotRequired[bool]
    questions: NotRequired[bool]

class RuleList(TypedDict):
    """A list:"""
    items: list[Rule]

class Rule(TypedDict):
    """A rule."""
    id: RuleId
    siteId: SiteId
    name: str
    enabled: bool
    priority: int
    match: RuleMatch
    action: RuleAction
    startsAt: str | None
    endsAt: str | None
    createdAt: str
    updatedAt: str

class RuleCreate(TypedDict):
    """A rule to create, or to replace another one."""
    name: str
    enabled: NotRequired[bool]
    priority: NotRequired[int]
    match: NotRequired[RuleMatchInput]
    action: RuleActionInput
    startsAt: NotRequired[str | None]
    endsAt: NotRequired[str | None]
    id: NotRequired[str | None]
    siteId: NotRequired[str | None]
    createdAt: NotRequired[str | None]
    updatedAt: NotRequired[str | None]

class RuleActionInput(TypedDict):
    """What a rule does."""
    type: RuleActionType
    promptId: NotRequired[PromptId | None]
    text: NotRequired[str | None]
    questions: NotRequired[list[QuestionInput] | None]
    platformIds: NotRequired[list[str] | None]

class RuleTestResult(TypedDict):
    """What the widget does on a page."""
    matched: list[MatchedRule]
    skipped: list[SkippedRule]
    shown: bool
    resolved: list[ResolvedOffer]
    questions: list[Question]

class MatchedRule(TypedDict):
    """A rule that applies."""
    ruleId: RuleId
    name: str
    action: RuleActionTypeOutput

class SkippedRule(TypedDict):
    """A rule that does not apply."""
    ruleId: RuleId
    reason: SkipReason

# Why a rule does not apply on a page.
SkipReason: TypeAlias = "str"

class ResolvedOffer(TypedDict):
    """An assistant's button."""
    platform: str
    promptId: PromptId | None
    prompt: str
    href: str
    copiesPrompt: bool

class RuleTest(TypedDict):
    """A page to test the rules on."""
    url: str
    language: NotRequired[str | None]
    at: NotRequired[str | None]

class ProposedRules(TypedDict):
    """The proposed rules of a site."""
    jobId: JobId | None
    generatedAt: str | None
    total: int
    items: list[ProposedRule]
    leftOut: list[SkippedPages]

class ProposedRule(TypedDict):
    """A rule that a generation proposes for one page."""
    id: ProposedRuleId
    siteId: SiteId
    page: ProposedPage
    name: str
    priority: int
    match: RuleMatch
    action: RuleAction
    createdAt: str

ProposedRuleId: TypeAlias = "str"

class ProposedPage(TypedDict):
    """The page that a rule is proposed for."""
    url: str
    title: str

class SkippedPages(TypedDict):
    """Pages that were left out for one reason."""
    reason: SkippedPagesReason
    message: str
    pages: int
    urls: list[str]

# Why a page has no proposal, or fewer than it could.
SkippedPagesReason: TypeAlias = "str"

class ApprovedRules(TypedDict):
    """What was approved."""
    approved: list[ApprovedRule]
    remaining: int

class ApprovedRule(TypedDict):
    """A proposal and the rule that it became."""
    proposalId: ProposedRuleId
    rule: Rule

class ProposedRuleSelection(TypedDict):
    """The proposals to approve or dismiss:"""
    ids: NotRequired[list[ProposedRuleId] | None]
    all: NotRequired[bool]

class DismissedRules(TypedDict):
    """What was dismissed."""
    dismissed: list[ProposedRuleId]
    remaining: int

class RuleOrder(TypedDict):
    """The order in which rules are evaluated."""
    ruleIds: list[RuleId]

class Credits(TypedDict):
    """An organization's credits."""
    orgId: OrgId
    balance: int
    reserved: int
    available: int
    monthlyAllowance: int
    usedThisPeriod: int
    periodStart: str
    periodEnd: str
    pace: NotRequired[CreditPace | None]

class CreditPace(TypedDict):
    """How fast credits are spent."""
    creditsPerDay: float
    runsOutAt: NotRequired[str | None]

# Why the balance changed.
LedgerEntryType: TypeAlias = "Literal['grant', 'debit', 'refund', 'adjustment']"

class LedgerEntryList(TypedDict):
    """A list:"""
    items: list[LedgerEntry]

class LedgerEntry(TypedDict):
    """One transaction of the ledger."""
    id: LedgerEntryId
    sequence: int
    type: LedgerEntryTypeOutput
    amount: int
    balanceAfter: int
    reason: str
    reference: LedgerReference
    createdAt: str

LedgerEntryId: TypeAlias = "str"

class LedgerReference(TypedDict):
    """What a transaction or a reservation is about."""
    type: str
    id: str

# The format of a file.
PromptFileFormat: TypeAlias = "Literal['json', 'csv', 'ndjson']"

class PromptExport(TypedDict):
    """Every prompt of a site."""
    exportVersion: Literal["1.0"]
    kind: Literal["prompts"]
    generatedAt: str
    items: list[Prompt]

# What happens to existing prompts.
ImportMode: TypeAlias = "Literal['upsert', 'create', 'replace']"

class Imported(TypedDict):
    """The result of an import."""
    dryRun: bool
    created: int
    updated: int
    skipped: int
    failed: int
    deleted: NotRequired[int]
    errors: list[ImportError]
    warnings: list[ImportError]

class ImportError(TypedDict):
    """Why an item is invalid, or stored differently from the file."""
    index: int
    line: int
    path: str
    code: str
    message: str

class PromptFile(TypedDict):
    """A file of prompts as JSON."""
    exportVersion: str
    kind: Literal["prompts"]
    generatedAt: NotRequired[str | None]
    items: list[PromptItem]

class PromptItem(TypedDict):
    """One item of a file:"""
    id: NotRequired[PromptId | None]
    name: NotRequired[str | None]
    kind: NotRequired[PromptKind | None]
    text: NotRequired[str | None]
    platformIds: NotRequired[list[str] | None]
    language: NotRequired[str | None]
    status: NotRequired[PromptStatus | None]
    variantGroup: NotRequired[str | None]
    weight: NotRequired[int | None]
    model: NotRequired[str | None]
    generatedAt: NotRequired[str | None]
    siteId: NotRequired[SiteId | None]
    source: NotRequired[PromptSource | None]
    version: NotRequired[int | None]
    warnings: NotRequired[list[PromptWarningInput] | None]
    createdAt: NotRequired[str | None]
    updatedAt: NotRequired[str | None]

class EnvelopedPromptFile(TypedDict):
    """The whole response of an export, with its envelope."""
    data: PromptFile
    error: NotRequired[dict[str, Any] | None]
    meta: NotRequired[dict[str, Any]]

# The table in the file.
AnswersTable: TypeAlias = "Literal['answers']"

class CitationList(TypedDict):
    """A list:"""
    items: list[Citation]

class Citation(TypedDict):
    """What one answer of one engine says about a site."""
    id: CitationId
    runId: RunId
    monitorId: MonitorId
    query: str
    engine: EngineOutput
    model: str
    surface: Surface
    sample: int
    ranAt: str
    readingVersion: int
    status: CitationStatus
    failure: JobFailure | None
    outcome: CitationOutcome | None
    searched: bool
    mentioned: bool
    cited: bool
    position: int | None
    citedUrls: list[CitedUrl]
    consultedUrls: list[CitedUrl]
    competitors: list[CompetitorResult]
    answerExcerpt: str | None
    danglingMarkers: int
    billedQueries: int | None
    creditsUsed: int | None

CitationId: TypeAlias = "str"

# Where an engine was asked.
Surface: TypeAlias = "str"

# Whether there is an answer.
CitationStatus: TypeAlias = "str"

# What an answer says about a site:
CitationOutcome: TypeAlias = "str"

class CitedUrl(TypedDict):
    """A source:"""
    url: str
    domain: str
    title: str | None
    position: int
    owner: SourceOwnerOutput
    pageKnown: bool

# Whose page a source is.
SourceOwner: TypeAlias = "Literal['own', 'competitor', 'other']"

class CompetitorResult(TypedDict):
    """What an answer says about a competitor."""
    domain: str
    mentioned: bool
    cited: bool
    position: int | None

# How the rates are grouped in addition to engines.
CitationsGroupBy: TypeAlias = "Literal['monitor', 'competitor']"

class CitationSummary(TypedDict):
    """How visible the site is in the answers of engines."""
    totals: CitationRates
    byEngine: list[EngineRates]
    series: list[CitationDay]
    seriesByWeek: list[CitationWeek]
    seriesByEngine: list[EngineTrend]
    changes: list[CitationChange]
    byMonitor: NotRequired[list[MonitorRates] | None]
    byCompetitor: NotRequired[list[CompetitorRates] | None]
    previous: NotRequired[PreviousRates | None]

class CitationRates(TypedDict):
    """Counts and rates over answers."""
    failedCount: int
    unreadableCount: int
    unreadableRate: float | None
    unsearchedCount: int
    consultedCount: int
    samples: int
    citedCount: int
    mentionedCount: int
    citationRate: float | None
    mentionRate: float | None
    shareOfVoice: float | None
    averagePosition: float | None
    interval95: Interval | None
    mentionInterval95: Interval | None
    shareOfVoiceInterval95: Interval | None
    averagePositionInterval95: MeanInterval | None
    previousCitationRate: float | None
    difference: Difference | None
    credits: int | None
    billedQueries: int | None

class MeanInterval(TypedDict):
    """The range that contains a true mean in 95 of 100 cases."""
    lowest: float
    highest: float

class EngineRates(TypedDict):
    """The rates of one engine."""
    engine: EngineOutput
    failedCount: int
    unreadableCount: int
    unreadableRate: float | None
    unsearchedCount: int
    consultedCount: int
    samples: int
    citedCount: int
    mentionedCount: int
    citationRate: float | None
    mentionRate: float | None
    shareOfVoice: float | None
    averagePosition: float | None
    interval95: Interval | None
    mentionInterval95: Interval | None
    shareOfVoiceInterval95: Interval | None
    averagePositionInterval95: MeanInterval | None
    previousCitationRate: float | None
    difference: Difference | None
    credits: int | None
    billedQueries: int | None

class CitationDay(TypedDict):
    """The answers of one day."""
    date: str
    samples: int
    citedCount: int

# The answers of a week:
CitationWeek = TypedDict("CitationWeek", {
    "from": "str",
    "to": "str",
    "samples": "int",
    "citedCount": "int",
    "citationRate": "float | None",
    "interval95": "Interval | None",
})

class EngineTrend(TypedDict):
    """The answers of one engine by day."""
    engine: EngineOutput
    samples: list[int]
    citedCounts: list[int]

class MonitorRates(TypedDict):
    """The rates of one monitor."""
    monitorId: MonitorId
    query: str
    failedCount: int
    unreadableCount: int
    unreadableRate: float | None
    unsearchedCount: int
    consultedCount: int
    samples: int
    citedCount: int
    mentionedCount: int
    citationRate: float | None
    mentionRate: float | None
    shareOfVoice: float | None
    averagePosition: float | None
    interval95: Interval | None
    mentionInterval95: Interval | None
    shareOfVoiceInterval95: Interval | None
    averagePositionInterval95: MeanInterval | None
    previousCitationRate: float | None
    difference: Difference | None
    credits: int | None
    billedQueries: int | None
    byEngine: list[EngineRates]
    lastRun: LastRun | None

class LastRun(TypedDict):
    """The latest run of a monitor, and the current changes of its rates."""
    id: RunId
    status: RunStatus
    finishedAt: str | None
    changes: list[RunChange]
    markedEngines: list[EngineOutput]

# The status of a run.
RunStatus: TypeAlias = "str"

class RunChange(TypedDict):
    """An engine's answers in a run, compared with the previous run, and the current clear change of the rate."""
    engine: EngineOutput
    previousRunId: RunId
    samples: int
    citedCount: int
    previousSamples: int
    previousCitedCount: int
    different: bool | None
    method: DifferenceMethod
    detectable: float | None
    detectableAt: str | None
    tooEarlySince: str | None
    newReadingSince: str | None
    flipped: bool
    change: CitationChange | None

class CompetitorRates(TypedDict):
    """The rates of a competitor, over the answers in which it was looked for;"""
    domain: str
    samples: int
    citedCount: int
    mentionedCount: int
    citationRate: float | None
    mentionRate: float | None
    shareOfVoice: float | None
    averagePosition: float | None
    interval95: Interval | None
    mentionInterval95: Interval | None
    shareOfVoiceInterval95: Interval | None
    averagePositionInterval95: MeanInterval | None
    previousCitationRate: float | None
    difference: Difference | None
    siteOnSameAnswers: SameAnswers

class SameAnswers(TypedDict):
    """How often the site is cited in the answers in which a competitor was looked for."""
    samples: int
    citedCount: int
    citationRate: float | None
    interval95: Interval | None

class PreviousRates(TypedDict):
    """The rates of the previous period."""
    totals: CitationRates
    byEngine: list[EngineRates]

class CitedUrlsReport(TypedDict):
    """The pages that answers cite."""
    totals: OwnerTotals
    items: list[CitedUrlRow]

class OwnerTotals(TypedDict):
    """Citations of pages by owner."""
    own: int
    competitor: int
    other: int

class CitedUrlRow(TypedDict):
    """How often a page is cited."""
    url: str
    domain: str
    title: str | None
    owner: SourceOwnerOutput
    citations: int
    engines: list[EngineOutput]
    firstCitedAt: str
    lastCitedAt: str

class CitationDetail(TypedDict):
    """A citation with the engine's raw response."""
    id: CitationId
    runId: RunId
    monitorId: MonitorId
    query: str
    engine: EngineOutput
    model: str
    surface: Surface
    sample: int
    ranAt: str
    readingVersion: int
    status: CitationStatus
    failure: JobFailure | None
    outcome: CitationOutcome | None
    searched: bool
    mentioned: bool
    cited: bool
    position: int | None
    citedUrls: list[CitedUrl]
    consultedUrls: list[CitedUrl]
    competitors: list[CompetitorResult]
    answerExcerpt: str | None
    danglingMarkers: int
    billedQueries: int | None
    creditsUsed: int | None
    rawAnswer: str | None
    rawAnswerTruncated: bool

class CitationChangeList(TypedDict):
    """A list:"""
    items: list[CitationChange]

class ChangeEvidenceList(TypedDict):
    """A list:"""
    items: list[ChangeEvidence]

class ChangeEvidence(TypedDict):
    """The evidence for a change of a citation rate that is not clear yet."""
    level: ChangeLevelOutput
    monitorId: MonitorId | None
    query: str | None
    engine: EngineOutput | None
    direction: ChangeDirection | None
    possibleSince: str | None
    fraction: float
    outlook: Outlook
    daysLeft: int | None
    before: ComparedAnswers | None
    after: ComparedAnswers | None
    partOf: ChangeId | None
    measuredAt: str

# What can be said about when a change becomes clear.
Outlook: TypeAlias = "str"

class ComparedAnswers(TypedDict):
    """Answers before or after a possible change."""
    samples: int
    citedCount: int

class MonitorList(TypedDict):
    """A list:"""
    items: list[Monitor]

class Monitor(TypedDict):
    """A monitor."""
    id: MonitorId
    siteId: SiteId
    query: str
    engines: list[EngineOutput]
    cadence: CadenceOutput
    samplesPerRun: int
    region: str | None
    language: str | None
    competitors: list[Competitor]
    enabled: bool
    nextRunAt: str | None
    archivedAt: str | None
    createdAt: str
    updatedAt: str
    lastRun: MonitorRun | None
    engineStatus: list[EngineStatus]
    creditsPerRun: int

# How often a monitor runs.
Cadence: TypeAlias = "Literal['daily', 'weekly', 'manual']"

class Competitor(TypedDict):
    """A competitor to look for in the same answers."""
    domain: str
    aliases: list[str]

class MonitorRun(TypedDict):
    """A run of a monitor."""
    id: RunId
    monitorId: MonitorId
    jobId: JobId | None
    trigger: RunTrigger
    status: RunStatus
    failure: JobFailure | None
    creditsReserved: int
    creditsUsed: int
    startedAt: str
    finishedAt: str | None
    changes: list[RunChange]

# What started a run.
RunTrigger: TypeAlias = "str"

class EngineStatus(TypedDict):
    """Whether an engine can be asked, and what an answer costs."""
    engine: EngineOutput
    readiness: EngineReadiness
    reason: str | None
    model: str
    creditsPerAnswer: int

# Whether an engine can be asked.
EngineReadiness: TypeAlias = "str"

class MonitorCreate(TypedDict):
    """A monitor to create."""
    query: str
    engines: list[Engine]
    cadence: NotRequired[Cadence | None]
    samplesPerRun: NotRequired[int | None]
    region: NotRequired[str | None]
    language: NotRequired[str | None]
    competitors: NotRequired[list[CompetitorInput]]
    enabled: NotRequired[bool | None]

# A competitor in a request:
CompetitorInput: TypeAlias = "str | NamedCompetitor"

class NamedCompetitor(TypedDict):
    """A competitor's domain with its brand names."""
    domain: str
    aliases: NotRequired[list[str]]

class EngineStatusList(TypedDict):
    """A list:"""
    items: list[EngineStatus]

class MonitorChoiceList(TypedDict):
    """A list:"""
    items: list[MonitorChoice]

class MonitorChoice(TypedDict):
    """A cadence with a number of samples:"""
    cadence: CadenceOutput
    samplesPerRun: int
    creditsPerRun: int
    creditsPer30Days: int
    firstChangeDays: int
    finds: list[FoundAfter]
    isProposed: bool

class FoundAfter(TypedDict):
    """When a lasting change of a citation rate is found."""
    rateBefore: float
    rateAfter: float
    days: int | None

class MonitorUpdate(TypedDict):
    """Changes to a monitor;"""
    query: NotRequired[str]
    engines: NotRequired[list[Engine]]
    cadence: NotRequired[Cadence]
    samplesPerRun: NotRequired[int]
    region: NotRequired[str | None]
    language: NotRequired[str | None]
    competitors: NotRequired[list[CompetitorInput]]
    enabled: NotRequired[bool]
    archived: NotRequired[bool]

# Work that was started (202), or what it would cost (200).
StartedRunOrRunEstimate: TypeAlias = "StartedRun | RunEstimate"

class StartedRun(TypedDict):
    """A run that was started."""
    run: MonitorRun
    job: Job
    creditsReserved: int

class Job(TypedDict):
    """Background work."""
    id: JobId
    kind: str
    state: JobState
    attempts: int
    progress: JobProgress | None
    result: Any
    failure: JobFailure | None
    createdAt: str
    dueAt: str
    finishedAt: str | None

class RunEstimate(TypedDict):
    """What a run may cost."""
    credits: int
    available: int
    affordable: bool
    engines: list[EngineEstimate]

class EngineEstimate(TypedDict):
    """What an engine may cost in a run."""
    engine: EngineOutput
    readiness: EngineReadiness
    reason: str | None
    model: str
    creditsPerAnswer: int
    answers: int
    credits: int

class WebhookList(TypedDict):
    """A list:"""
    items: list[Webhook]

class Webhook(TypedDict):
    """A webhook."""
    id: WebhookId
    url: str
    urlUnreadable: bool
    events: list[EventNameOutput]
    description: str
    enabled: bool
    disabledReason: DisabledReason | None
    consecutiveFailures: int
    failingSince: str | None
    previousSecretExpiresAt: str | None
    createdAt: str
    updatedAt: str

WebhookId: TypeAlias = "str"

# An event that a webhook can receive.
EventName: TypeAlias = "Literal['key.created', 'key.rotated', 'key.revoked', 'key.expiring', 'site.installed', 'site.stale', 'prompt.generated', 'crawler.refused', 'referrals.dropped', 'referrals.risen', 'citation.run_completed', 'citation.gained', 'citation.lost', 'monitor.failing', 'credits.low', 'credits.exhausted', 'webhook.disabled', 'config.published', 'site.created', 'site.deleted', 'prompt.created', 'prompt.updated', 'prompt.deleted', 'prompt.imported', 'rule.created', 'rule.updated', 'rule.deleted', 'rule.reordered', 'member.invited', 'member.joined', 'member.updated', 'member.removed']"

# Why the service disabled a webhook.
DisabledReason: TypeAlias = "str"

class CreatedWebhook(TypedDict):
    """A webhook with its new secret."""
    id: WebhookId
    url: str
    urlUnreadable: bool
    events: list[EventNameOutput]
    description: str
    enabled: bool
    disabledReason: DisabledReason | None
    consecutiveFailures: int
    failingSince: str | None
    previousSecretExpiresAt: str | None
    createdAt: str
    updatedAt: str
    secret: str | None

class WebhookCreate(TypedDict):
    """A webhook to create."""
    url: str
    events: list[EventName]
    description: NotRequired[str | None]
    enabled: NotRequired[bool | None]

class WebhookUpdate(TypedDict):
    """Changes to a webhook;"""
    url: NotRequired[str]
    events: NotRequired[list[EventName]]
    description: NotRequired[str]
    enabled: NotRequired[bool]

class SecretRotation(TypedDict):
    """Options for rotating a webhook's secret."""
    overlapSeconds: NotRequired[int | None]

class WebhookDelivery(TypedDict):
    """The delivery of one message to one webhook."""
    id: DeliveryId
    webhookId: WebhookId
    messageId: MessageId
    event: str
    payload: Any
    status: DeliveryStatusOutput
    attempts: int
    createdAt: str
    lastAttemptAt: str | None
    nextAttemptAt: str | None
    responseStatus: int | None
    responseBody: str | None
    durationMs: int | None
    failure: str | None
    attemptLog: list[WebhookAttempt]

DeliveryId: TypeAlias = "str"

# The status of a delivery.
DeliveryStatus: TypeAlias = "Literal['pending', 'succeeded', 'failed']"

class WebhookAttempt(TypedDict):
    """One attempt at a delivery."""
    at: str
    responseStatus: int | None
    durationMs: int
    failure: str | None

class WebhookDeliveryList(TypedDict):
    """A list:"""
    items: list[WebhookDelivery]

class ReplayedDeliveries(TypedDict):
    """How many messages are sent again."""
    replayed: int
    hasMore: bool

class WebhookReplay(TypedDict):
    """Which messages are sent again together."""
    since: str
    status: NotRequired[ReplayedStatus]

# The status of deliveries that are sent again together.
ReplayedStatus: TypeAlias = "Literal['failed', 'pending']"

class WebhookEventList(TypedDict):
    """A list:"""
    items: list[WebhookEvent]

class WebhookEvent(TypedDict):
    """An event, as webhooks get it."""
    id: MessageId
    type: str
    timestamp: str
    data: Any

class MailHealth(TypedDict):
    """Whether the instance can send email."""
    enabled: bool
    failingSince: str | None
    failure: str | None
    waiting: int

class LinkRegistry(TypedDict):
    """What a widget can offer on this instance."""
    platforms: list[KnownPlatform]
    networks: list[PublicShareTarget]
    defaultPlatformIds: list[str]
    defaultNetworkIds: list[str]
    fileDate: str | None

class KnownPlatform(TypedDict):
    """An assistant, how a prompt reaches it, and how well that is known."""
    id: str
    name: str
    strategy: Strategy
    urlTemplate: str
    maxUrlBytes: int
    fallback: str
    copiesPrompt: NotRequired[bool]
    mark: NotRequired[str | None]
    markColor: NotRequired[str | None]
    markOn: NotRequired[Background | None]
    behavior: PlatformBehavior

class PlatformBehavior(TypedDict):
    """How well it is known how a prompt reaches an assistant."""
    autoSubmits: AutoSubmits
    confidence: Confidence
    checkedOn: str
    note: str | None

# Whether a platform sends a prompt without another click.
AutoSubmits: TypeAlias = "Literal['yes', 'no', 'uncertain']"

# How certain the sources of an entry are.
Confidence: TypeAlias = "str"

class ApiError(TypedDict):
    """The error member of the envelope."""
    code: str
    message: str
    docUrl: str
    retryable: bool
    details: NotRequired[list[Violation]]
    requiredScope: NotRequired[ScopeOutput | None]
    challenge: NotRequired[SignInChallenge | None]

class Violation(TypedDict):
    """A problem with an input."""
    path: str
    code: str
    message: str
    line: NotRequired[int]
    bytes: NotRequired[int]
    allowed: NotRequired[Allowed]

# The valid values.
Allowed: TypeAlias = "list[str] | int"

class SignInChallenge(TypedDict):
    """A sign-in that waits for the second factor."""
    id: NotRequired[str | None]
    methods: list[str]
    mayRemember: bool
    expiresAt: NotRequired[str | None]

class Pagination(TypedDict):
    """How to read the next page of a list."""
    limit: int
    hasMore: bool
    nextCursor: Cursor | None

Cursor: TypeAlias = "str"

# The calendar dates that a response covers, both included.
Range = TypedDict("Range", {
    "from": "str",
    "to": "str",
    "timezone": "str",
})

class Note(TypedDict):
    """What a caller should know about a response that is not an error."""
    code: str
    message: str

class KeyMessageData(TypedDict):
    """data of key.created, key.revoked and key.expiring."""
    key: MessageKey
    nextStep: MessageNextStep | None

class MessageKey(TypedDict):
    """A key, without its secret."""
    id: KeyId
    name: str
    maskedKey: str
    scopes: list[ScopeOutput]
    siteIds: list[SiteId] | None
    createdAt: str
    expiresAt: str | None
    revokedAt: str | None

class MessageNextStep(TypedDict):
    """What to do about an alert."""
    text: str
    path: str

class KeyRotatedMessageData(TypedDict):
    """data of key.rotated."""
    key: MessageKey
    replacedKey: MessageKey

class SiteMessageData(TypedDict):
    """data of site.installed and site.stale."""
    site: MessageSite
    reason: StaleReason | None
    silentSince: str | None
    nextStep: MessageNextStep | None

class MessageSite(TypedDict):
    """A site, and when the widget was last seen on it."""
    id: SiteId
    name: str
    domain: str
    lastSeenAt: str | None
    lastSeenUrl: str | None

# Why a site is stale.
StaleReason: TypeAlias = "str"

class PromptGeneratedMessageData(TypedDict):
    """data of prompt.generated."""
    site: MessageGeneratedSite
    jobId: JobId
    model: str | None
    createdPromptIds: list[PromptId]
    updatedPromptIds: list[PromptId]
    questionsStored: bool

class MessageGeneratedSite(TypedDict):
    """The site that prompts were generated for."""
    id: SiteId
    name: str
    domain: str

class CrawlerRefusedMessageData(TypedDict):
    """data of crawler.refused."""
    site: MessageAlertSite
    crawler: MessageRefusedCrawler
    nextStep: MessageNextStep | None

class MessageAlertSite(TypedDict):
    """A site that an alert is about."""
    id: SiteId
    name: str
    domain: str

class MessageRefusedCrawler(TypedDict):
    """An AI crawler that the server refuses."""
    name: str
    maker: str | None
    purpose: ReadPurposeOutput
    refusedSince: str
    requests: int
    refused: int

class ReferralsMessageData(TypedDict):
    """data of referrals.dropped and referrals.risen."""
    site: MessageAlertSite
    referrals: MessageReferrals
    nextStep: MessageNextStep | None

class MessageReferrals(TypedDict):
    """The visits from assistants on a day that is not as usual."""
    date: str
    visits: int
    expected: float

class RunMessageData(TypedDict):
    """data of citation.run_completed."""
    run: MessageRun

class MessageRun(TypedDict):
    """A monitor run that ended."""
    id: RunId
    monitorId: MonitorId
    siteId: SiteId
    query: str
    status: RunStatus
    failure: JobFailure | None
    samples: int
    failed: int
    citedCount: int
    creditsUsed: int
    startedAt: str
    finishedAt: str

class CitationMessageData(TypedDict):
    """data of citation.gained and citation.lost."""
    citation: MessageCitation
    nextStep: MessageNextStep | None

class MessageCitation(TypedDict):
    """A clear change of a citation rate."""
    change: CitationChange
    monitorId: MonitorId | None
    engine: EngineOutput | None
    siteId: SiteId
    query: str | None
    runId: RunId
    citedUrls: list[str]

class FailingMessageData(TypedDict):
    """data of monitor.failing."""
    monitor: MessageFailingMonitor
    nextStep: MessageNextStep | None

class MessageFailingMonitor(TypedDict):
    """An engine whose responses can no longer be read, and the run with which it was noticed."""
    id: MonitorId
    siteId: SiteId
    query: str
    runId: RunId
    engine: EngineOutput
    requests: int
    unreadableCount: int
    unreadableRate: float
    previousUnreadableRate: float | None
    reason: str

class CreditsMessageData(TypedDict):
    """data of credits.low and credits.exhausted."""
    credits: MessageCredits
    site: MessageSiteCredits | None
    nextStep: MessageNextStep | None

class MessageCredits(TypedDict):
    """The credits of an organization."""
    orgId: OrgId
    balance: int
    reserved: int
    available: int
    monthlyAllowance: int
    periodEnd: str

class MessageSiteCredits(TypedDict):
    """A site that has a limit of credits."""
    id: SiteId
    name: str
    creditsPerMonth: int
    creditsUsed: int

class WebhookDisabledMessageData(TypedDict):
    """data of webhook.disabled."""
    webhook: MessageWebhook
    nextStep: MessageNextStep | None

class MessageWebhook(TypedDict):
    """A webhook that the service disabled."""
    id: WebhookId
    origin: str
    description: str
    disabledReason: DisabledReason
    consecutiveFailures: int
    failingSince: str

class ChangeMessageData(TypedDict):
    """data of events about what someone changed:"""
    action: str
    auditEntryId: AuditId
    actor: MessageActor
    targets: list[MessageObject]
    siteId: SiteId | None
    role: RoleOutput | None
    previousRole: RoleOutput | None

class MessageActor(TypedDict):
    """Who changed something."""
    type: ActorKind
    id: str

class MessageObject(TypedDict):
    """What was changed."""
    type: str
    id: str

class TestMessageData(TypedDict):
    """data of webhook.test."""
    webhookId: WebhookId

class Failure(TypedDict):
    data: dict[str, Any] | None
    error: ApiError
    meta: Meta

class Meta(TypedDict):
    requestId: str

class PageMeta(TypedDict):
    requestId: str
    pagination: Pagination

class WindowMeta(TypedDict):
    requestId: str
    range: Range
    notes: NotRequired[list[Note]]

class WindowPageMeta(TypedDict):
    requestId: str
    pagination: Pagination
    range: Range
    notes: NotRequired[list[Note]]

class CustomPlatformInput(TypedDict):
    """A custom assistant of a site."""
    id: str
    label: str
    urlTemplate: str

class IntentsInput(TypedDict):
    """The row of buttons for the kinds of prompts that the site has:"""
    enabled: NotRequired[bool]

class MarkdownInput(TypedDict):
    """Copying the page as Markdown."""
    copy: NotRequired[bool]

class PageSettingsInput(TypedDict):
    """Which addresses of a site are one page, as the owner set it."""
    distinct: NotRequired[list[Distinction]]
    queryParameters: NotRequired[list[QueryParameterInput]]
    hashRoutes: NotRequired[HashRoutes]

class PlacementInput(TypedDict):
    """Where the widget appears."""
    mode: NotRequired[PlacementMode]
    selector: NotRequired[str | None]
    position: NotRequired[Position | None]
    includePaths: NotRequired[list[str]]
    excludePaths: NotRequired[list[str]]
    side: NotRequired[Side | None]
    offset: NotRequired[int]
    hideForToday: NotRequired[bool]

class PlatformChoiceInput(TypedDict):
    """An assistant in the widget."""
    id: str
    enabled: NotRequired[bool]
    label: NotRequired[str | None]
    promptId: NotRequired[PromptId | None]

class PrivacyInput(TypedDict):
    """What is counted, and what readers see before a prompt is sent."""
    track: NotRequired[bool]
    respectDoNotTrack: NotRequired[bool]
    showPromptPreview: NotRequired[bool]

class PromptWarningInput(TypedDict):
    """Something that you should know about a prompt, but that does not prevent its use."""
    code: str
    message: str

class QueryParameterInput(TypedDict):
    """A query parameter that belongs to a page's identity."""
    name: str
    paths: NotRequired[list[str]]

# The hours in which a person gets no alert.
QuietHoursInput = TypedDict("QuietHoursInput", {
    "from": "str",
    "to": "str",
    "timezone": "str",
})

class RuleMatchInput(TypedDict):
    """The pages that a rule matches."""
    paths: NotRequired[list[str]]
    excludePaths: NotRequired[list[str]]
    hosts: NotRequired[list[str]]
    languages: NotRequired[list[str]]

class SocialChoiceInput(TypedDict):
    """A network on which the page can be shared."""
    id: str
    enabled: NotRequired[bool]

class ThemeInput(TypedDict):
    """How the widget looks."""
    preset: NotRequired[Preset]
    accent: NotRequired[str]
    radius: NotRequired[int]
    size: NotRequired[Size]
    layout: NotRequired[Layout]
    marks: NotRequired[Marks]

# How often a monitor runs.
CadenceOutput: TypeAlias = "str"

# Which rate changed.
ChangeLevelOutput: TypeAlias = "str"

# The service that a channel belongs to.
ChannelTypeOutput: TypeAlias = "str"

# The status of a delivery.
DeliveryStatusOutput: TypeAlias = "str"

# Two spellings of an address that are one page unless the site says otherwise.
DistinctionOutput: TypeAlias = "str"

# An engine that answers questions after searching the web.
EngineOutput: TypeAlias = "str"

# An event that a webhook can receive.
EventNameOutput: TypeAlias = "str"

# The types of events that a widget sends.
EventTypeOutput: TypeAlias = "str"

# How certain it is that a request came from the crawler that its user agent names.
EvidenceOutput: TypeAlias = "str"

# The status of a key.
KeyStatusOutput: TypeAlias = "str"

# The layout of the buttons.
LayoutOutput: TypeAlias = "str"

# Why the balance changed.
LedgerEntryTypeOutput: TypeAlias = "str"

# The formats that have a name.
LogFormatOutput: TypeAlias = "str"

# A language of emails.
MailLanguageOutput: TypeAlias = "str"

# What a person can get by email.
MailNotificationKindOutput: TypeAlias = "str"

# The style of the icons of assistants and networks.
MarksOutput: TypeAlias = "str"

# What an item does when a reader clicks it.
MenuItemKindOutput: TypeAlias = "str"

# How a notification reaches a person.
NotificationChannelOutput: TypeAlias = "str"

# What can be sent to a channel:
NotificationKindOutput: TypeAlias = "str"

# How the widget is placed.
PlacementModeOutput: TypeAlias = "str"

# Where the widget appears.
PositionOutput: TypeAlias = "str"

# Whether the widget is light or dark, or follows the page.
PresetOutput: TypeAlias = "str"

# What a prompt asks for.
PromptKindOutput: TypeAlias = "str"

# Where a prompt's text came from.
PromptSourceOutput: TypeAlias = "str"

# Whether a prompt is used.
PromptStatusOutput: TypeAlias = "str"

# What a crawler or an agent reads a page for.
ReadPurposeOutput: TypeAlias = "str"

# Whom a report is for.
ReportAudienceOutput: TypeAlias = "str"

# A member's role.
RoleOutput: TypeAlias = "str"

# The type of an action.
RuleActionTypeOutput: TypeAlias = "str"

# A later release may add values.
ScopeOutput: TypeAlias = "str"

# What a shared link can show.
SharedPanelOutput: TypeAlias = "str"

# A side of the window, relative to the reading direction of the page's language.
SideOutput: TypeAlias = "str"

# The size of the widget.
SizeOutput: TypeAlias = "str"

# Whose page a source is.
SourceOwnerOutput: TypeAlias = "str"
