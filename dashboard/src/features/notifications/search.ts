// The search parameters of the page about notifications.

export interface NotificationsSearch {
  /** The channel whose sheet is open. */
  open?: string;
}

export function readNotificationsSearch({ open }: Record<string, unknown>): NotificationsSearch {
  return typeof open === "string" && /^ntf_[0-9a-z]{26}$/.test(open) ? { open } : {};
}
