// What one tab tells the browser's other tabs: that someone signed in or out. Without it a tab would show, and keep in
// memory, what belongs to a person who has left.

import { shownAccount } from "./shown_account";

type Message = "signed in" | "signed out";

/** The document's only one: a message never reaches the channel that sent it. */
const channel = new BroadcastChannel("askline.session");

export function tellOtherTabs(message: Message): void {
  channel.postMessage(message);
}

/**
 * Leaves the document, and with it everything in memory, when its person signs out in another tab, or another person
 * signs in. A document that the Back button takes from the browser's memory is loaded again.
 */
export function followOtherTabs(): void {
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data === "signed out") location.replace("/login");
    else void leaveIfReplaced();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

async function leaveIfReplaced(): Promise<void> {
  // Without the account that is shown: the question is whose session the browser has now.
  const response = await fetch("/api/v1/me", { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) return;
  const { data } = (await response.json()) as { data: { user: { id: string } } };
  if (data.user.id !== shownAccount.get()) location.replace("/");
}
