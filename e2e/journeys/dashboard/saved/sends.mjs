// Requests in the dashboard's sources that may store something. Also which of them have no form in the table.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../../scenes/askline.mjs";

const SOURCES = join(ROOT, "dashboard/src");
const SENT = /api\s*\.(POST|PUT|PATCH|DELETE)\(\s*"\/api\/v1([^"]+)"/g;
/** Every other way to send something, which `SENT` does not find. */
const OTHERWISE = /\bfetch\(|sendBeacon|XMLHttpRequest|\bapi\s*\[|\bapi\s*\.\s*request\b/;
/** These files pass requests on to the browser, or send GET requests, which store nothing. */
// The page of a shared link sends its token, and nothing that is stored but its use.
const MAY_FETCH = ["api/prefetched.ts", "api/client.ts", "api/browser_sessions.ts", "shared_page/session.ts"];

/**
 * Every request in the sources, such as `account/AccountPage.tsx PATCH /me`.
 * @returns {{ sent: string[], otherwise: string[] }} also the files that send in a way that is not read here
 */
export function sentBySources() {
  const files = readdirSync(SOURCES, { encoding: "utf8", recursive: true }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith("generated/"),
  );
  const texts = files.map((name) => /** @type {const} */ ([name, readFileSync(join(SOURCES, name), "utf8")]));
  const sent = texts.flatMap(([name, text]) =>
    [...text.matchAll(SENT)].map(([, method, path]) => `${name.replace("features/", "")} ${method} ${path}`),
  );
  const otherwise = texts
    .filter(([name, text]) => !MAY_FETCH.includes(name) && OTHERWISE.test(text))
    .map(([name]) => name);
  return { sent: [...new Set(sent)].sort(), otherwise };
}

/**
 * Whether a request of the browser is the one that `named` describes. @param {string} named @param
 * {import("playwright-core").Request} request
 */
export function isSent(named, request) {
  const [, method, path = ""] = named.split(" ");
  const pattern = new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return request.method() === method && pattern.test(new URL(request.url()).pathname);
}

/** Why a request has no form in the table. */
export const WITHOUT_FORM = {
  "Nothing is stored: the answer is shown where it was asked for.": [
    "shared/prompts/queries.ts POST /prompts/{siteId}/preview",
    "rules/queries.ts POST /rules/{siteId}/test",
    "site_settings/PagesFields.tsx POST /sites/{siteId}/pages/preview",
    "shared/shared_links/queries.ts POST /links/{siteId}/preview",
    "connect/ConnectPage.tsx POST /auth/apps/request",
    "widget/queries.ts POST /sites/{siteId}/config/preview",
  ],
  "Afterwards no page of the organization can be opened; e2e/journeys/organization has these journeys.": [
    "organization_settings/OrganizationSettingsPage.tsx DELETE /orgs/{orgId}",
    "shared/members/LeaveDialog.tsx DELETE /orgs/{orgId}/members/me",
  ],
  "e2e/journeys/sites/shared_links.test.mjs creates, changes and ends one, in two browsers.": [
    "shared/shared_links/EditLinkDialog.tsx PATCH /links/{siteId}/{linkId}",
    "site_settings/shared_links/CreateLinkDialog.tsx POST /links/{siteId}",
    "shared/shared_links/LinkTable.tsx DELETE /links/{siteId}/{linkId}",
  ],
  "It ends access; e2e/journeys/organization/access.test.mjs has these journeys.": [
    "account/AccessForm.tsx POST /auth/revoke-all",
    "members/RemoveDialog.tsx DELETE /orgs/{orgId}/members/{userId}",
    "shared/keys/ActiveKeys.tsx DELETE /keys/{keyId}",
  ],
  "A service account and its token are in e2e/journeys/organization/service_accounts.test.mjs.": [
    "keys/service_accounts/DeleteServiceAccountDialog.tsx DELETE /orgs/{orgId}/service-accounts/{serviceAccountId}",
    "keys/service_accounts/ServiceAccountDialog.tsx PATCH /orgs/{orgId}/service-accounts/{serviceAccountId}",
    "keys/service_accounts/ServiceAccountDialog.tsx POST /orgs/{orgId}/service-accounts",
    "keys/service_accounts/ServiceTokenDialog.tsx POST /orgs/{orgId}/service-accounts/{serviceAccountId}/token",
  ],
  "A log source and its token are in e2e/journeys/sites/crawlers.test.mjs.": [
    "crawlers/sources/ChangeSourceDialog.tsx PATCH /logs/{siteId}/sources/{sourceId}",
    "crawlers/sources/CreateSourceDialog.tsx POST /logs/{siteId}/sources",
    "crawlers/sources/DeleteSourceDialog.tsx DELETE /logs/{siteId}/sources/{sourceId}",
    "crawlers/sources/RotateSourceDialog.tsx POST /logs/{siteId}/sources/{sourceId}/rotate",
  ],
  "It needs an app that asks; e2e/journeys/organization/connected_apps.test.mjs has one.": [
    "account/ConnectedApps.tsx DELETE /auth/apps/{appId}",
    "connect/ConnectPage.tsx POST /orgs/{orgId}/apps",
    "shared/apps/OrganizationApps.tsx DELETE /orgs/{orgId}/apps/{appId}",
  ],
  "It needs a device; e2e/journeys/sign_in/passkeys.test.mjs has one.": [
    "account/Passkeys.tsx POST /auth/passkeys",
    "account/Passkeys.tsx POST /auth/passkeys/options",
    "account/Passkeys.tsx PATCH /auth/passkeys/{passkeyId}",
    "account/Passkeys.tsx DELETE /auth/passkeys/{passkeyId}",
    "api/passkeys.ts POST /auth/passkeys/login/options",
    "api/passkeys.ts POST /auth/passkeys/proof/options",
    "sign_in/pages/passkey.ts POST /auth/passkeys/login",
    "sign_in/pages/passkey.ts POST /auth/passkeys/login/options",
    "sign_in/pages/passkey.ts POST /auth/second-factor",
  ],
  "It needs an identity provider; e2e/journeys/sign_in/oidc.test.mjs has one.": [
    "account/LinkedAccounts.tsx DELETE /auth/identities/{identityId}",
    "account/LinkedAccounts.tsx POST /auth/identities",
    "shell/account/AskAgain.tsx POST /auth/identities/proof",
    "sign_in/pages/provider_buttons.ts POST /auth/header",
    "sign_in/pages/provider_return.ts POST /auth/oidc/{provider}/finish",
    "sign_in/pages/provider_step.ts POST /auth/identities/link",
  ],
  "What is stored is secret; pages show at most when it expires.": [
    "account/AccountPage.tsx POST /auth/password",
    "members/InviteDialog.tsx POST /orgs/{orgId}/members/{userId}/invitation",
  ],
  "An email follows, and the page changes when the link in it is opened; e2e/journeys/sign_in/mail.test.mjs opens it.":
    ["account/AddressForm.tsx POST /auth/email", "account/AddressForm.tsx POST /auth/email/resend"],
  "It needs an engine, which a demo does not have; e2e/journeys/api/monitor.test.mjs and e2e/journeys/sites/citations.test.mjs have one.":
    ["citations/monitor/RunDialog.tsx POST /monitors/{siteId}/{monitorId}/run"],
  "It needs a mail server, which a demo does not have; e2e/journeys/organization/recipients.test.mjs has one.": [
    "notifications/recipients/RecipientActions.tsx DELETE /notifications/recipients/{recipientId}",
    "notifications/recipients/RecipientActions.tsx POST /notifications/recipients/{recipientId}/confirmation",
    "notifications/recipients/RecipientDialog.tsx POST /notifications/recipients",
  ],
  "It needs an authenticator app; e2e/journeys/sign_in/second_factor.test.mjs has one.": [
    "account/SecondFactor.tsx DELETE /auth/factors/browsers",
    "account/SecondFactor.tsx DELETE /auth/factors/totp",
    "account/SecondFactor.tsx POST /auth/factors/recovery",
    "sign_in_rules/SignInRules.tsx PATCH /orgs/{orgId}",
    "shared/second_factor/SecondFactorMissing.tsx POST /auth/reauthenticate",
    "shared/second_factor/TotpSetup.tsx POST /auth/factors/totp",
    "shared/second_factor/TotpSetup.tsx POST /auth/factors/totp/confirm",
    "shell/account/AskAgain.tsx POST /auth/reauthenticate",
  ],
  "It belongs to signing in or out, outside the pages of the table; e2e/journeys/sign_in has these journeys.": [
    "shell/account/AccountMenu.tsx POST /auth/logout",
    "shell/account/SignInAgain.tsx POST /auth/login",
    "shell/account/SignInAgain.tsx POST /auth/second-factor",
    "sign_in/pages/second_step.ts POST /auth/second-factor",
    "sign_in/pages/address_links.ts POST /auth/email/undo",
    "sign_in/pages/address_links.ts POST /auth/email/verify",
    "sign_in/pages/address_links.ts POST /notifications/recipients/confirm",
    "sign_in/pages/enter.ts POST /auth/one-time",
    "sign_in/pages/enter.ts POST /auth/password",
    "sign_in/pages/forgot.ts POST /auth/reset",
    "sign_in/pages/invitation.ts POST /auth/invitations/show",
    "sign_in/pages/join.ts POST /auth/invitations/accept",
    "sign_in/pages/join.ts POST /auth/logout",
    "sign_in/pages/reset.ts POST /auth/reset/finish",
    "sign_in/pages/setup.ts POST /auth/setup",
    "sign_in/pages/sign_in_form.ts POST /auth/login",
    "sign_in/pages/signup.ts POST /auth/signup",
  ],
};
