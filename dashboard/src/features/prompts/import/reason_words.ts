// Why a file, or items of it, are refused or stored differently.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { ApiFailure } from "../../../api/failure";
import type { Violation } from "../../../words/errors";
import { formsFor, type Language } from "../../../words/language";
import { formsOf } from "../../../words/forms";
import { warningWords } from "../../../words/warnings";
import { i18n } from "../../../words/i18n";
// What the prompt policy refuses has words of its own.
import "../../../words/policy";

/** The codes that only files of prompts have. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  DUPLICATE: msg`This is in the file more than once.`,
  INVALID_JSON: msg`This isn’t valid JSON. Check quotes, commas and brackets.`,
  INVALID_VALUE: msg`This value has the wrong format.`,
  REQUIRED: msg`A new prompt needs this.`,
  UNKNOWN_FIELD: msg`There is no such field.`,
  UNKNOWN_PLATFORM: msg`The site has no assistant with this ID.`,
  UNKNOWN_VALUE: msg`This value isn’t allowed. An exported file shows the allowed ones.`,
  WRONG_NUMBER_OF_CELLS: msg`The row has more or fewer cells than the header.`,
};

const LENGTHS = /has (\d+) (?:characters|bytes); (?:at most|it may have) (\d+)/;
const PLACEHOLDER = /\{\{[^{}]*\}\}/;

const number = (text: string | undefined): string =>
  formsOf(formsFor(i18n.locale as Language, navigator.languages)).number(Number(text));

/** What is wrong with an item, or why it was stored differently. For an unknown code the API's own sentence is shown. */
export function reasonWords({ code = "", message: told, path = "" }: Violation): string {
  // The API puts the field before sentences that do not name it.
  const message = path !== "" && told.startsWith(`${path}: `) ? told.slice(path.length + 2) : told;
  const lengths = LENGTHS.exec(message);
  if (code === "TOO_LONG" && lengths !== null) {
    const [length, most] = [number(lengths[1]), number(lengths[2])];
    return i18n._(msg`This is too long: ${length} characters. At most ${most} are allowed.`);
  }
  const placeholder = PLACEHOLDER.exec(message)?.[0];
  if (code === "UNKNOWN_PLACEHOLDER" && placeholder !== undefined)
    return i18n._(msg`There is no placeholder ${placeholder}.`);
  const known = REASONS[code];
  return known === undefined ? warningWords({ code, message, path }) : i18n._(known);
}

/** Why a whole file is refused; null for a failure that has nothing to do with the file. */
export function fileProblem(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure)) return null;
  if (failure.code === "PAYLOAD_TOO_LARGE")
    return i18n._(msg`The file is larger than 5 MiB. Split it into smaller files.`);
  const [detail] = failure.details;
  if (detail === undefined) return null;
  const line = detail.line ?? 1;
  const name = detail.path;
  const words: Readonly<Record<string, MessageDescriptor>> = {
    DUPLICATE_COLUMN: msg`Line ${line}: the column “${name}” appears twice.`,
    INVALID_CSV: msg`Line ${line}: this isn’t a valid CSV file. Check the quotes.`,
    INVALID_ENCODING: msg`Line ${line}: the file isn’t saved as UTF-8. In a spreadsheet, save it as “CSV UTF-8”.`,
    INVALID_JSON: msg`Line ${line}: the file isn’t valid JSON. Check quotes, commas and brackets.`,
    NEWER_VERSION: msg`A newer version of Askline exported this file. Upgrade Askline first.`,
    NO_HEADER: msg`The file is empty. Its first line must name the columns, such as name, kind and text.`,
    NO_ITEMS: msg`The file has no prompts. Replacing all prompts with it would delete every prompt.`,
    TOO_MANY: msg`The file has more than 2,000 prompts, the limit of a site.`,
    UNKNOWN_COLUMN: msg`Line ${line}: there is no column “${name}”. An exported file has all column names.`,
    UNKNOWN_KIND: msg`The file is an export of something else than prompts.`,
    UNKNOWN_VERSION: msg`The file isn’t an export of prompts: its “exportVersion” is unknown.`,
  };
  const known = words[detail.code ?? ""];
  if (known !== undefined) return i18n._(known);
  // The file as a whole does not have the form of an export: a field of it is missing, unknown or of the wrong type.
  return failure.code === "VALIDATION_FAILED" && !name.startsWith("items[")
    ? i18n._(msg`The file isn’t an export of prompts: check “${name}”. An exported file shows the format.`)
    : null;
}
