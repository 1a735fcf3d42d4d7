// The search parameters of the audit log: its filters, and the open entry.

export const PERIODS = [1, 7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export interface AuditSearch {
  /** An action, or a group of actions such as `key.*`. */
  action?: string;
  actor?: string;
  /** The id of the changed object. */
  target?: string;
  /** The number of days until now. Without it, and without a range, the whole log. */
  days?: Period;
  /** A custom range of whole days in the person's time zone: `2026-11-01`. */
  from?: string;
  to?: string;
  open?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[a-z]{1,10}(_[0-9a-z]{1,64})?$/;
const ACTION = /^[a-z_]{1,40}\.([a-z_]{1,40}|\*)$/;

function isDay(value: unknown): value is string {
  return typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));
}

export function readAuditSearch({ action, actor, target, days, from, to, open }: Record<string, unknown>): AuditSearch {
  const found: AuditSearch = {};
  if (typeof action === "string" && ACTION.test(action)) found.action = action;
  if (typeof actor === "string" && ID.test(actor)) found.actor = actor;
  if (typeof target === "string" && ID.test(target)) found.target = target;
  const period = PERIODS.find((one) => one === Number(days));
  if (isDay(from) && isDay(to) && from <= to) Object.assign(found, { from, to });
  else if (period !== undefined) found.days = period;
  if (typeof open === "string" && /^aud_[0-9a-z]{26}$/.test(open)) found.open = open;
  return found;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The start of the day that is `after` days later than `day`, in the person's time zone. */
function beginningOf(day: string, after: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}

interface AuditFilter {
  action?: string;
  actorId?: string;
  targetId?: string;
  from?: string;
  to?: string;
}

/**
 * The filters in the API's form. The start of a period changes only once per minute, so that rendering again does not
 * send a new request.
 */
export function filterOf({ action, actor, target, days, from, to }: AuditSearch, now: number): AuditFilter {
  return {
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(target === undefined ? {} : { targetId: target }),
    ...(days === undefined
      ? {}
      : { from: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS - days * DAY_MS).toISOString() }),
    ...(from === undefined || to === undefined ? {} : { from: beginningOf(from, 0), to: beginningOf(to, 1) }),
  };
}
