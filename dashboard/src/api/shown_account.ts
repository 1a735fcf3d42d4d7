// Whose data this document shows. Another account may sign in in the same browser meanwhile, and its cookie is sent with
// the requests of every tab: the service refuses those that name another account.

/** The header with the account's id: `crates/api/src/pipeline/guard.rs`. */
export const ACCOUNT_HEADER = "askline-account";

let shown: string | null = null;

export const shownAccount = {
  /** Stores the first account only: a document never changes to another one. */
  set: (id: string): void => {
    shown ??= id;
  },
  get: (): string | null => shown,
};
