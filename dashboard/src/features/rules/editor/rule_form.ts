// The form of a rule and the request for it. In the form, lists have one entry per line, and times are days.

import { every } from "../../../api/closed_list";
import type { Schemas } from "../../../api/client";
import { dayOf, midnight as startOf } from "../../shared/period/local_days";
import type { Rule } from "../queries";

export type ActionType = Schemas["RuleActionType"];
export const ACTIONS = every<ActionType>()([
  "set_questions",
  "use_prompt",
  "append",
  "prepend",
  "hide_platforms",
  "hide_widget",
]);
export const TIMES = ["always", "from", "until", "between"] as const;
export type Times = (typeof TIMES)[number];

/** The names of the fields are the paths that the API uses in errors. */
export const FIELDS = [
  "name",
  "enabled",
  "priority",
  "match",
  "match.paths",
  "match.excludePaths",
  "match.hosts",
  "match.languages",
  "action",
  "action.promptId",
  "action.text",
  "action.questions",
  "action.platformIds",
  "startsAt",
  "endsAt",
];

const DEFAULT_PRIORITY = 100;
const PRIORITY_STEP = 10;

export interface QuestionField {
  id: string | null;
  text: string;
}

export interface RuleForm {
  name: string;
  enabled: boolean;
  priority: number;
  paths: string;
  excludePaths: string;
  hosts: string;
  languages: string;
  action: ActionType;
  promptId: string | null;
  text: string;
  questions: QuestionField[];
  platformIds: string[];
  times: Times;
  /** `2026-11-22`, in the person's own time zone. */
  firstDay: string;
  lastDay: string;
}

/** The properties of each part of the form. */
export interface RuleFormProps {
  form: RuleForm;
  set: (change: Partial<RuleForm>) => void;
}

export function newRule(rules: readonly Rule[]): RuleForm {
  const first = rules[0]?.priority;
  return {
    name: "",
    enabled: true,
    priority: first === undefined ? DEFAULT_PRIORITY : Math.max(0, first - PRIORITY_STEP),
    paths: "",
    excludePaths: "",
    hosts: "",
    languages: "",
    action: "set_questions",
    promptId: null,
    text: "",
    questions: [{ id: null, text: "" }],
    platformIds: [],
    times: "always",
    firstDay: "",
    lastDay: "",
  };
}

export function formOf(rule: Rule): RuleForm {
  const { name, enabled, priority, match, action, startsAt, endsAt } = rule;
  return {
    name,
    enabled,
    priority,
    paths: match.paths.join("\n"),
    excludePaths: match.excludePaths.join("\n"),
    hosts: match.hosts.join("\n"),
    languages: match.languages.join(", "),
    action: action.type,
    promptId: action.promptId ?? null,
    text: action.text ?? "",
    questions: (action.questions ?? []).map(({ id, text }) => ({ id, text })),
    platformIds: action.platformIds ?? [],
    times: startsAt === null ? (endsAt === null ? "always" : "until") : endsAt === null ? "from" : "between",
    firstDay: startsAt === null ? "" : dayOf(new Date(startsAt)),
    // The stored time is the start of the day after the last one.
    lastDay: endsAt === null ? "" : dayOf(new Date(Date.parse(endsAt) - 1)),
  };
}

/** A rule as it is sent, with every field of the form. */
type WholeRule = Schemas["RuleCreate"] & {
  match: Schemas["RuleMatch"];
  startsAt: string | null;
  endsAt: string | null;
};

/** `before` is the rule that is edited. If its day in the form is unchanged, the exact stored time is kept. */
export function bodyOf(form: RuleForm, before: Rule | null): WholeRule {
  const old = before === null ? null : formOf(before);
  const hasStart = form.times === "from" || form.times === "between";
  const hasEnd = form.times === "until" || form.times === "between";
  const startsAt = !hasStart
    ? null
    : old?.firstDay === form.firstDay && before !== null
      ? before.startsAt
      : midnight(form.firstDay, 0);
  const endsAt = !hasEnd
    ? null
    : old?.lastDay === form.lastDay && before !== null
      ? before.endsAt
      : midnight(form.lastDay, 1);
  return {
    name: form.name.trim(),
    enabled: form.enabled,
    priority: form.priority,
    match: {
      paths: linesOf(form.paths),
      excludePaths: linesOf(form.excludePaths),
      hosts: hostsOf(form.hosts),
      languages: form.languages.split(/[\s,;]+/).filter((tag) => tag !== ""),
    },
    action: actionOf(form),
    startsAt,
    endsAt,
  };
}

function actionOf(form: RuleForm): Schemas["RuleActionInput"] {
  const none = { promptId: null, text: null, questions: null, platformIds: null };
  switch (form.action) {
    case "use_prompt":
      return { ...none, type: form.action, promptId: form.promptId };
    case "append":
    case "prepend":
      return { ...none, type: form.action, text: form.text };
    case "set_questions":
      return {
        ...none,
        type: form.action,
        questions: form.questions.filter(({ text }) => text.trim() !== "").map(({ id, text }) => ({ id, text })),
      };
    case "hide_platforms":
      return { ...none, type: form.action, platformIds: form.platformIds };
    case "hide_widget":
      return { ...none, type: form.action };
  }
}

export function linesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/\n+/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}

/** The hosts in a text; pasted addresses become hosts. */
function hostsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((host) => host.replace(/^https?:\/\//i, "").replace(/[/?#].*$/, ""))
        .filter((host) => host !== ""),
    ),
  ];
}

/** The start of a day; null if no day is chosen. The field then says that one is required. */
const midnight = (day: string, daysLater: number): string | null => (day === "" ? null : startOf(day, daysLater));

export type PatternFault = "no_slash" | "too_long" | "too_many_stars";

/**
 * What is wrong with a pattern; null if it is valid. The rules are those of `InvalidGlob` in
 * `crates/domain/src/shared/glob.rs`.
 */
export function faultOf(pattern: string): PatternFault | null {
  if (!pattern.startsWith("/")) return "no_slash";
  if (Array.from(pattern).length > 256) return "too_long";
  if ((pattern.match(/\*\*+/g) ?? []).length > 8) return "too_many_stars";
  return null;
}

/** The path of an address that was pasted instead of a pattern. */
export function pathIn(text: string): string {
  return text.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "") || "/";
}
