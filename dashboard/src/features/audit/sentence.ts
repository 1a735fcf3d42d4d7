// An entry as a sentence: who did what to what.

import { useLingui } from "@lingui/react/macro";

import type { AuditEntry } from "./queries";

type Sentence = (who: string, what: string) => string;

/** The sentences by action. An unknown action is shown by its code. */
function useSentences(): Readonly<Record<string, Sentence>> {
  const { t } = useLingui();
  return {
    "auth.access_revoked": (who) => t`${who} ended all other sessions, links and remembered browsers`,
    "auth.login": (who) => t`${who} signed in`,
    "auth.login_failed": (_, what) => t`Failed sign-in attempt as ${what}`,
    "auth.identity_linked": (who) => t`${who} linked an account at a sign-in provider`,
    "auth.identity_unlinked": (who) => t`${who} unlinked an account at a sign-in provider`,
    "auth.passkey_added": (who) => t`${who} added a passkey`,
    "auth.passkey_removed": (who) => t`${who} removed a passkey`,
    "auth.password_changed": (who) => t`${who} changed their password`,
    "auth.password_reset": (who) => t`${who} set a new password with an emailed link`,
    "auth.email_change_requested": (who) => t`${who} asked to change their email address`,
    "auth.email_change_undone": (who) => t`${who} undid the change to their email address`,
    "auth.email_verified": (who) => t`${who} confirmed their email address`,
    "auth.totp_added": (who) => t`${who} set up an authenticator app`,
    "auth.totp_removed": (who) => t`${who} removed their authenticator app`,
    "auth.recovery_codes_replaced": (who) => t`${who} replaced their recovery codes`,
    "auth.browsers_forgotten": (who) => t`${who} ended their remembered browsers`,
    "auth.reauthenticated": (who) => t`${who} confirmed their identity again`,
    "channel.created": (who, what) => t`${who} added the channel ${what}`,
    "channel.updated": (who, what) => t`${who} changed the channel ${what}`,
    "channel.deleted": (who, what) => t`${who} deleted the channel ${what}`,
    "channel.disabled": (_, what) => t`The channel ${what} was disabled, because its address no longer exists`,
    "channel.tested": (who, what) => t`${who} sent a test message to the channel ${what}`,
    "credits.adjusted": (who) => t`${who} adjusted the credits`,
    "key.created": (who, what) => t`${who} created the key ${what}`,
    "key.updated": (who, what) => t`${who} changed the key ${what}`,
    "key.rotated": (who, what) => t`${who} rotated the key ${what}`,
    "key.revoked": (who, what) => t`${who} revoked the key ${what}`,
    "member.added": (who, what) => t`${who} added ${what} as a member`,
    "member.invited": (who, what) => t`${who} invited ${what}`,
    "member.invitation_renewed": (who, what) => t`${who} created a new invitation link for ${what}`,
    "member.invitation_withdrawn": (who, what) => t`${who} withdrew the invitation for ${what}`,
    "member.joined": (who) => t`${who} joined`,
    "member.left": (who) => t`${who} left`,
    "member.locked": (who, what) => t`${who} locked the account of ${what}`,
    "member.unlocked": (who, what) => t`${who} unlocked the account of ${what}`,
    "member.removed": (who, what) => t`${who} removed ${what}`,
    "member.email_changed": (who, what) => t`${who} changed the email address of ${what}`,
    "member.sites_changed": (who, what) => t`${who} changed which sites ${what} can see`,
    "member.role_changed": (who, what) => t`${who} changed the role of ${what}`,
    "member.identities_unlinked": (who, what) => t`${who} unlinked ${what} from sign-in providers`,
    "member.email_verified": (who, what) => t`${who} confirmed the email address of ${what}`,
    "member.password_reset": (who, what) => t`${who} reset the password of ${what}`,
    "member.second_factor_reset": (who, what) => t`${who} removed the second factor of ${what}`,
    "member.sign_in_link_created": (who, what) => t`${who} created a one-time sign-in link for ${what}`,
    "monitor.created": (who, what) => t`${who} created the monitor “${what}”`,
    "monitor.updated": (who, what) => t`${who} changed the monitor “${what}”`,
    "monitor.deleted": (who, what) => t`${who} deleted the monitor “${what}”`,
    "monitor.run_started": (who, what) => t`${who} started a run of “${what}”`,
    "notifications.routed": (who, what) => t`${who} changed what is sent to ${what}`,
    "oauth.connected": (who, what) => t`${who} connected the app ${what}`,
    "oauth.ended": (_, what) => t`The app ${what} was disconnected`,
    "organization.created": (who, what) => t`${who} created the organization ${what}`,
    "organization.updated": (who, what) => t`${who} changed the organization ${what}`,
    "plan.changed": (who) => t`${who} changed the plan`,
    "prompt.created": (who, what) => t`${who} created the prompt ${what}`,
    "prompt.updated": (who, what) => t`${who} changed the prompt ${what}`,
    "prompt.deleted": (who, what) => t`${who} deleted the prompt ${what}`,
    "prompt.generated": (who, what) => t`${who} generated prompts for ${what}`,
    "prompt.generation_started": (who, what) => t`${who} requested new prompts for ${what}`,
    "prompt.imported": (who, what) => t`${who} imported prompts for ${what}`,
    "recipient.asked": (who, what) => t`${who} sent the recipient ${what} another link to confirm`,
    "recipient.confirmed": (_, what) => t`The recipient ${what} confirmed that it wants reports`,
    "recipient.created": (who, what) => t`${who} added the recipient ${what}`,
    "recipient.deleted": (who, what) => t`${who} removed the recipient ${what}`,
    "recipient.unsubscribed": (_, what) => t`The recipient ${what} unsubscribed from reports`,
    "recipient.updated": (who, what) => t`${who} changed what the recipient ${what} gets`,
    "rule.created": (who, what) => t`${who} created the rule ${what}`,
    "rule.updated": (who, what) => t`${who} changed the rule ${what}`,
    "rule.deleted": (who, what) => t`${who} deleted the rule ${what}`,
    "rule.reordered": (who, what) => t`${who} changed the order of the rules of ${what}`,
    "rule.proposals_approved": (who, what) => t`${who} approved proposed rules: ${what}`,
    "rule.proposals_dismissed": (who, what) => t`${who} dismissed proposed rules for ${what}`,
    "service_account.created": (who, what) => t`${who} created the service account ${what}`,
    "service_account.updated": (who, what) => t`${who} changed the service account ${what}`,
    "service_account.token_created": (who, what) => t`${who} created a token of the service account ${what}`,
    "service_account.deleted": (who, what) => t`${who} deleted the service account ${what}`,
    "log_source.created": (who, what) => t`${who} created the log source ${what}`,
    "log_source.updated": (who, what) => t`${who} changed the log source ${what}`,
    "log_source.rotated": (who, what) => t`${who} created a new token of the log source ${what}`,
    "log_source.deleted": (who, what) => t`${who} deleted the log source ${what}`,
    "site.created": (who, what) => t`${who} added the site ${what}`,
    "site.updated": (who, what) => t`${who} changed the site ${what}`,
    "site.deleted": (who, what) => t`${who} deleted the site ${what}`,
    "site.verified": (who, what) => t`${who} checked the snippet on ${what}`,
    "site.config_updated": (who, what) => t`${who} changed the widget of ${what}`,
    "site.config_rolled_back": (who, what) => t`${who} restored an earlier widget version of ${what}`,
    "webhook.created": (who, what) => t`${who} created the webhook ${what}`,
    "webhook.updated": (who, what) => t`${who} changed the webhook ${what}`,
    "webhook.deleted": (who, what) => t`${who} deleted the webhook ${what}`,
    "webhook.rotated": (who, what) => t`${who} rotated the secret of ${what}`,
    "webhook.tested": (who, what) => t`${who} sent a test message to ${what}`,
    "webhook.replayed": (who, what) => t`${who} sent a message to ${what} again`,
    "webhook.disabled": (who, what) => t`${who} disabled the webhook ${what} because deliveries failed`,
  };
}

export function useSentence(): (entry: AuditEntry) => string {
  const { t } = useLingui();
  const sentences = useSentences();
  return ({ action, actor, targets }) => {
    const app = actor.via?.app.name;
    const by = app === undefined ? actor.name : t`${actor.name} (through the app ${app})`;
    const who =
      actor.type === "key"
        ? t`The key ${actor.name}`
        : actor.type === "service"
          ? t`The service account ${actor.name}`
          : by;
    const named = (those: typeof targets): string => those.map(({ name, id }) => (name === "" ? id : name)).join(", ");
    // For changes to members, sites among the targets are what was changed, not who was changed.
    const isOfMember = action.startsWith("member.");
    const what = named(isOfMember ? targets.filter(({ type }) => type !== "site") : targets);
    const sites = isOfMember ? named(targets.filter(({ type }) => type === "site")) : "";
    const known = sentences[action];
    // Some entries, such as those of the demonstration, have no target.
    const sentence =
      known === undefined || (what === "" && known.length > 1)
        ? `${who}: ${action}${what === "" ? "" : ` (${what})`}`
        : known(who, what);
    return sites === "" ? sentence : `${sentence} (${sites})`;
  };
}
