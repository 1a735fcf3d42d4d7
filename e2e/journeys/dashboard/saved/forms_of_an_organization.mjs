// The forms of the account and of an organization. They are ordered so that later ones find what earlier ones saved.

import { becomes } from "../../../scenes/askline.mjs";
import {
  choose,
  confirm,
  dialogCloses,
  dialogOf,
  holds,
  lacks,
  nameField,
  save,
  saveSettings,
  says,
} from "./steps.mjs";

/**
 * @param {() => import("./steps.mjs").Scene} scene
 * @returns {Record<string, import("./steps.mjs").Form>}
 */
export const formsOfAnOrganization = (scene) => {
  const of = (/** @type {string} */ name) => scene().ofOrganization(name);
  const audit = () => [of("audit")];
  return {
    "the name of the account": {
      sends: ["account/AccountPage.tsx PATCH /me"],
      path: () => "/account",
      fill: async (page) => {
        await nameField(page).fill("Ada Saved");
        await saveSettings(page);
      },
      shown: (page) => holds(nameField(page), "Ada Saved"),
      lists: () => [of("members")],
      text: "Ada Saved",
    },
    "the weekly report by email": {
      sends: ["account/mails/mail_choices.ts PATCH /me/notifications"],
      path: () => "/account",
      fill: (page) => page.locator("label").filter({ hasText: "Weekly report" }).click(),
      shown: (page) => becomes(() => page.getByRole("switch", { name: "Weekly report" }).isChecked(), true),
    },
    "a session that is ended": {
      sends: ["account/Sessions.tsx DELETE /auth/sessions/{sessionId}"],
      path: () => "/account",
      fill: (page) => page.getByRole("button", { name: "Sign out Firefox, Windows" }).click(),
      // It is still in the list of recent sign-ins.
      shown: async (page) => {
        await says(page, "This browser");
        await becomes(() => page.getByRole("button", { name: "Sign out Firefox, Windows" }).count(), 0);
        await page.getByRole("row", { name: /Firefox, Windows.*Ended/ }).waitFor();
      },
    },
    "the name of the organization": {
      sends: ["organization_settings/OrganizationName.tsx PATCH /orgs/{orgId}"],
      path: () => of("settings"),
      fill: async (page) => {
        await nameField(page).fill("Saved Press");
        await saveSettings(page);
      },
      shown: (page) => holds(nameField(page), "Saved Press"),
    },
    "the brand of the organization": {
      sends: ["organization_settings/BrandForm.tsx PATCH /orgs/{orgId}"],
      path: () => of("settings"),
      fill: async (page) => {
        await page.getByLabel("Brand name").fill("Saved Studio");
        await page.getByRole("button", { name: "Save brand" }).click();
        await page.getByRole("status").getByText("Saved.").waitFor();
      },
      shown: (page) => holds(page.getByLabel("Brand name"), "Saved Studio"),
    },
    "a new site": {
      sends: ["add_site/AddSitePage.tsx POST /sites"],
      path: () => of("sites/new"),
      fill: async (page) => {
        await page.getByLabel("Domain").fill("saved.example");
        await nameField(page).fill("Saved Site");
        await page.getByRole("button", { name: "Add the site" }).click();
        await page.getByRole("heading", { name: "Set up Saved Site" }).waitFor();
      },
      shown: (page) => page.getByText("Saved Site").first().waitFor(),
      lists: () => [of("sites")],
      text: "Saved Site",
    },
    "a site that is deleted": {
      sends: ["site_settings/SiteSettingsPage.tsx DELETE /sites/{siteId}"],
      path: () => of("sites"),
      fill: async (page) => {
        await page.getByRole("link", { name: "Saved Site" }).click();
        await page.getByRole("heading", { name: "Set up Saved Site" }).waitFor();
        await page.getByRole("navigation").getByRole("link", { name: "Site settings" }).click();
        await page.getByRole("button", { name: "Delete the site…" }).click();
        await page.getByRole("alertdialog").getByRole("textbox").fill("Saved Site");
        await confirm(page, "Delete the site");
        await page.waitForURL(/\/sites$/);
      },
      shown: (page) => lacks(page, "Saved Site", "Saved Notes"),
    },
    "a new key": {
      sends: ["keys/CreateKeyDialog.tsx POST /keys"],
      path: () => of("keys"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Create key" }).first().click();
        await dialogOf(page).getByLabel("Name").fill("Key saved");
        await dialogOf(page).getByRole("button", { name: "Create key" }).click();
        await dialogOf(page).getByRole("button", { name: "Done", exact: true }).click();
      },
      shown: (page) => says(page, "Key saved"),
      lists: audit,
      text: "Key saved",
    },
    "a changed key": {
      sends: ["keys/ChangeKeyDialog.tsx PATCH /keys/{keyId}"],
      path: () => of("keys"),
      fill: async (page) => {
        await choose(page, "Key saved", "Change…");
        await dialogOf(page).getByLabel("Allowed IPs").click();
        await page.getByRole("option", { name: "Only these IP addresses" }).click();
        await dialogOf(page).locator("textarea[name=allowedIps]").fill("192.0.2.7");
        await dialogOf(page).getByRole("button", { name: "Save" }).click();
        await dialogOf(page).waitFor({ state: "detached" });
      },
      shown: (page) => says(page, "1 allowed IP address or network"),
      lists: audit,
      text: "changed the key Key saved",
    },
    "a key that is rotated": {
      sends: ["keys/RotateKeyDialog.tsx POST /keys/{keyId}/rotate"],
      path: () => of("keys"),
      fill: async (page) => {
        await choose(page, "Key saved", "Rotate…");
        await dialogOf(page).getByRole("button", { name: "Rotate" }).click();
        await page.getByText("“Key saved” has a new key").waitFor();
        await page.getByRole("button", { name: "Done", exact: true }).click();
      },
      shown: (page) => says(page, "Rotated, still valid"),
      lists: audit,
      text: "rotated the key Key saved",
    },
    "a key that is revoked": {
      sends: ["keys/RevokeKeyDialog.tsx DELETE /keys/{keyId}"],
      path: () => of("keys"),
      fill: async (page) => {
        await page
          .getByRole("row", { name: /Key saved/ })
          .filter({ hasNotText: "Rotated" })
          .getByRole("button", { name: "Actions for Key saved" })
          .click();
        await page.getByRole("menuitem", { name: "Revoke…" }).click();
        await confirm(page, "Revoke");
      },
      shown: (page) =>
        becomes(
          () =>
            page
              .getByRole("row", { name: /Key saved/ })
              .filter({ hasNotText: "Rotated" })
              .count(),
          0,
        ),
      lists: audit,
      text: "revoked the key Key saved",
    },
    "a new webhook": {
      sends: ["webhooks/WebhookDialog.tsx POST /webhooks"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Create webhook" }).first().click();
        await dialogOf(page).getByLabel("URL", { exact: true }).fill("https://example.com/saved");
        await dialogOf(page).getByLabel("Purpose").fill("Hook saved");
        await dialogOf(page).getByRole("button", { name: "Create webhook" }).click();
        await dialogOf(page).getByRole("button", { name: "Done", exact: true }).click();
        await dialogCloses(page);
      },
      shown: (page) => says(page, "Hook saved"),
    },
    "a webhook that was there": {
      sends: ["webhooks/WebhookDialog.tsx PATCH /webhooks/{webhookId}"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await choose(page, "Hook before", "Edit…");
        await dialogOf(page).getByLabel("Purpose").fill("Hook after");
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => says(page, "Hook after").then(() => lacks(page, "Hook before", "Hook after")),
    },
    "a webhook that is disabled": {
      sends: ["webhooks/WebhookActions.tsx PATCH /webhooks/{webhookId}"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await choose(page, "Hook after", "Disable…");
        await confirm(page, "Disable");
      },
      shown: (page) =>
        page
          .getByRole("row", { name: /Hook after/ })
          .getByText("Disabled")
          .waitFor(),
    },
    "a secret that is rotated": {
      sends: ["webhooks/RotateSecretDialog.tsx POST /webhooks/{webhookId}/rotate"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await choose(page, "Hook saved", "Rotate the secret…");
        await dialogOf(page).getByRole("button", { name: "Rotate" }).click();
        await dialogOf(page).getByText("Copy the secret now").waitFor();
        await dialogOf(page).getByRole("button", { name: "Done", exact: true }).click();
        await dialogCloses(page);
      },
      shown: (page) => inSheet(page, "old secret valid until"),
    },
    "a test message": {
      sends: ["webhooks/send.ts POST /webhooks/{webhookId}/test"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await choose(page, "Hook saved", "Send a test message");
        await dialogOf(page).getByLabel("Request body").waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      shown: (page) => inSheet(page, "1 delivery in the last 30 days"),
    },
    "a message that is sent again": {
      sends: ["webhooks/send.ts POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await page.getByRole("link", { name: "Hook saved" }).click();
        await dialogOf(page).getByRole("link", { name: /test/i }).first().click();
        await dialogOf(page).getByRole("button", { name: "Send again" }).click();
        await dialogOf(page).getByRole("link", { name: "All deliveries" }).click();
        await dialogOf(page).getByText("2 deliveries in the last 30 days").waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      shown: (page) => inSheet(page, "2 deliveries in the last 30 days"),
    },
    "a webhook that is deleted": {
      sends: ["webhooks/WebhookActions.tsx DELETE /webhooks/{webhookId}"],
      path: () => of("webhooks"),
      fill: async (page) => {
        await choose(page, "Hook to delete", "Delete…");
        await confirm(page, "Delete");
      },
      shown: (page) => lacks(page, "Hook to delete", "Hook saved"),
    },
    "a new channel": {
      sends: ["notifications/ChannelDialog.tsx POST /notifications/channels"],
      path: () => of("notifications"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Add channel" }).first().click();
        await dialogOf(page).getByLabel("Name").fill("Chat saved");
        const address = "https://hooks.slack.com/services/T00000000/B00000000/abcdefgh9fQ3";
        await dialogOf(page).getByLabel("Address").fill(address);
        await dialogOf(page).getByRole("button", { name: "Add channel" }).click();
        await dialogCloses(page);
      },
      shown: (page) => says(page, "Chat saved"),
    },
    "a channel that was there": {
      sends: ["notifications/ChannelDialog.tsx PATCH /notifications/channels/{channelId}"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "Chat before", "Edit…");
        await dialogOf(page).getByLabel("Name").fill("Chat after");
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => says(page, "Chat after"),
    },
    "what is sent to a channel": {
      sends: ["notifications/RoutesDialog.tsx PUT /orgs/{orgId}/notifications"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "Chat saved", "Choose what is sent…");
        await dialogOf(page).getByRole("checkbox", { name: "A rule is created" }).click({ force: true });
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => page.getByRole("row", { name: /A rule is created/ }).waitFor(),
    },
    "a test of a channel": {
      sends: ["notifications/ChannelActions.tsx POST /notifications/channels/{channelId}/test"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "Chat saved", "Send a test message");
        await dialogOf(page).getByText("1 message", { exact: true }).waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      shown: async (page) => {
        await page.getByRole("link", { name: "Chat saved" }).click();
        await dialogOf(page).getByText("1 message", { exact: true }).waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
    },
    "a channel that is disabled": {
      sends: ["notifications/ChannelActions.tsx PATCH /notifications/channels/{channelId}"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "Chat after", "Disable…");
        await confirm(page, "Disable");
      },
      shown: (page) =>
        page
          .getByRole("row", { name: /Chat after/ })
          .getByText("Disabled")
          .waitFor(),
    },
    "a channel that is deleted": {
      sends: ["notifications/ChannelActions.tsx DELETE /notifications/channels/{channelId}"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "Chat to delete", "Delete…");
        await confirm(page, "Delete");
      },
      shown: (page) => lacks(page, "Chat to delete", "Chat saved"),
    },
    "what a recipient gets": {
      sends: ["notifications/recipients/RecipientDialog.tsx PATCH /notifications/recipients/{recipientId}"],
      path: () => of("notifications"),
      fill: async (page) => {
        await choose(page, "client@example.com", "Edit…");
        await dialogOf(page).getByRole("checkbox", { name: "Monthly report" }).click({ force: true });
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => says(page, "weekly and monthly"),
    },
    "the sites of a member": {
      sends: ["members/SitesDialog.tsx PATCH /orgs/{orgId}/members/{userId}"],
      path: () => of("members"),
      fill: async (page) => {
        await choose(page, scene().guest, "Choose sites…");
        await dialogOf(page)
          .getByRole("button", { name: /All sites/ })
          .click();
        await page.getByRole("option", { name: "Selected sites only" }).click();
        await dialogOf(page).getByRole("button", { name: "Save sites" }).click();
        await dialogCloses(page);
      },
      shown: (page) =>
        page
          .getByRole("row", { name: new RegExp(scene().guest) })
          .getByText("No site", { exact: true })
          .filter({ visible: true })
          .waitFor(),
    },
    "the role of a member": {
      sends: ["members/RoleDialog.tsx PATCH /orgs/{orgId}/members/{userId}"],
      path: () => of("members"),
      fill: async (page) => {
        await choose(page, scene().guest, "Change the role…");
        await dialogOf(page).getByRole("button", { name: /Role/ }).click();
        await page.getByRole("option", { name: "Admin" }).click();
        await dialogOf(page).getByRole("button", { name: "Change the role" }).click();
        await dialogCloses(page);
      },
      shown: (page) =>
        page
          .getByRole("row", { name: new RegExp(scene().guest) })
          .getByRole("cell", { name: /^Admin/ })
          .waitFor(),
    },
    "an invitation": {
      sends: ["members/InviteDialog.tsx POST /orgs/{orgId}/members"],
      path: () => of("members"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Invite someone" }).first().click();
        await dialogOf(page).locator("input[name=email]").fill("saved@example.org");
        await dialogOf(page).locator("button[type=submit]").click();
        await dialogOf(page).getByText("won’t be shown again").waitFor();
        await dialogOf(page).getByRole("button", { name: "Done" }).click();
      },
      shown: (page) => says(page, "saved@example.org"),
    },
    "an invitation that is withdrawn": {
      sends: ["members/MemberActions.tsx DELETE /orgs/{orgId}/members/{userId}"],
      path: () => of("members"),
      fill: async (page) => {
        await choose(page, "saved@example.org", "Withdraw…");
        await confirm(page, "Withdraw");
      },
      shown: (page) => lacks(page, "saved@example.org", scene().guest),
      lists: audit,
      text: "withdrew the invitation for saved@example.org",
    },
  };
};

/** The sheet of the webhook shows the text. @param {import("playwright-core").Page} page @param {string} text */
async function inSheet(page, text) {
  await page.getByRole("link", { name: "Hook saved" }).click();
  await dialogOf(page).getByText(text).waitFor();
  await page.keyboard.press("Escape");
  await dialogCloses(page);
}
