// The forms before sign-in: which values are refused, and where errors are shown. Also in which language.

import { beforeEach, expect, test } from "vitest";

import { Unreachable, failureOf } from "../../src/api/failure";
import { element, fill } from "../../src/sign_in/parts/element";
import { emailField, newPasswordField, typedToken } from "../../src/sign_in/parts/fields";
import { form } from "../../src/sign_in/parts/form";
import { localAddress, signInAddress } from "../../src/sign_in/next";
import { hasToken, takeToken, tokenOr } from "../../src/sign_in/token";
import { showLanguage } from "../../src/words/language";

beforeEach(async () => {
  await showLanguage("en");
  document.body.replaceChildren();
});

const refusal = (
  status: number,
  code: string,
  details: readonly { path: string; code: string; message: string }[] = [],
) =>
  failureOf(new Response(null, { status, headers: { "x-request-id": "req_1" } }), {
    data: null,
    error: { code, message: "No.", docUrl: "", retryable: false, details },
  });

/** A form in the page, filled with an address and a password, and submitted. */
function sent(send: () => Promise<void>): HTMLFormElement {
  const made = form({ fields: { email: emailField(), password: newPasswordField() }, action: () => "Send", send });
  document.body.append(made);
  for (const [name, value] of [
    ["email", "ada@example.org"],
    ["password", "four words in a row"],
  ] as const)
    inputOf(made, name).value = value;
  made.requestSubmit();
  return made;
}

function inputOf(made: HTMLFormElement, name: string): HTMLInputElement {
  const found = made.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (found === null) throw new Error(`No field ${name}.`);
  return found;
}

const described = (input: HTMLInputElement): string | undefined =>
  document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent;
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

test("what the API refuses is shown at its field, by its code and in the person's language, and the first such field has the focus", async () => {
  await showLanguage("de");
  const details = [
    { path: "password", code: "TOO_SIMPLE", message: "a" },
    { path: "email", code: "INVALID_EMAIL", message: "b" },
  ];
  const made = sent(() => Promise.reject(refusal(422, "VALIDATION_FAILED", details)));
  await settled();
  const [email, password] = [inputOf(made, "email"), inputOf(made, "password")];
  expect(described(email)).toBe("Geben Sie eine E-Mail-Adresse wie name@example.com ein.");
  expect(described(password)).toContain("Passwort");
  expect([email, password].map((input) => input.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
  expect(document.activeElement).toBe(email);
  expect(made.querySelector("[role=alert]")).toBeNull();
  // The values are kept.
  expect([email.value, password.value]).toEqual(["ada@example.org", "four words in a row"]);
});

test("what belongs to no field is shown above the form, and follows the language", async () => {
  const made = sent(() => Promise.reject(refusal(429, "RATE_LIMITED")));
  await settled();
  const note = made.querySelector("[role=alert]");
  expect(note?.textContent).toContain("Too many requests");
  await showLanguage("de");
  expect(note?.textContent).toContain("Zu viele");
  expect(inputOf(made, "email").labels?.[0]?.textContent).toBe("E-Mail");
});

test("a lost connection is reported, and a failure of the service with the request's id", async () => {
  const lost = sent(() => Promise.reject(new Unreachable(0)));
  const failed = sent(() => Promise.reject(refusal(500, "INTERNAL_ERROR")));
  await settled();
  expect(lost.querySelector("[role=alert]")?.textContent).toContain("Can’t reach Askline");
  expect(failed.querySelector("[role=alert] code")?.textContent).toBe("req_1");
  expect(lost.querySelector("code")).toBeNull();
});

test("a second press while the first runs sends nothing, and the button is busy until the answer", async () => {
  let sentTimes = 0;
  let answer = (): void => undefined;
  const made = sent(() => {
    sentTimes += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const button = made.querySelector<HTMLButtonElement>("button[type=submit]");
  expect(button?.getAttribute("aria-disabled")).toBe("true");
  made.requestSubmit();
  answer();
  await settled();
  expect(sentTimes).toBe(1);
  expect(button?.getAttribute("aria-disabled")).toBeNull();
});

test("what the browser finds invalid is shown at its field, and nothing is sent", () => {
  const made = form({
    fields: { email: emailField() },
    action: () => "Send",
    send: () => Promise.reject(new Error("It was sent.")),
  });
  document.body.append(made);
  made.requestSubmit();
  const email = inputOf(made, "email");
  expect(email.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(email);
});

test("a token is removed from the address, and typed if the address had no token", () => {
  expect(Object.keys(typedToken(() => "Token"))).toEqual(["token"]);
  history.replaceState(null, "", "/reset#reset_1");
  expect(takeToken("reset")).toBe(true);
  expect([location.hash, hasToken(), tokenOr("typed")]).toEqual(["", true, "reset_1"]);
  expect(typedToken(() => "Token")).toEqual({});
  history.replaceState(null, "", "/reset#%");
  takeToken("reset");
  expect(tokenOr()).toBe("%");
});

test("a token is taken out of the path of a link whose # was escaped on its way", () => {
  for (const path of ["/join%23inv_1", "/join/%23inv_1", "/join%2523inv_1"]) {
    history.replaceState(null, "", path);
    expect(takeToken("join")).toBe(true);
    expect([location.pathname, location.hash, tokenOr()]).toEqual(["/join", "", "inv_1"]);
  }
});

test("a sentence has its links where its language puts them", () => {
  const made = fill(
    element("p"),
    () => "New? <0>Join</0>, or <1>ask</1>.",
    (words) => element("a", {}, words),
    (words) => element("b", {}, words),
  );
  const parts = [...made.childNodes].map((node) => [node.nodeName, node.textContent]);
  expect(parts).toEqual([
    ["#text", "New? "],
    ["A", "Join"],
    ["#text", ", or "],
    ["B", "ask"],
    ["#text", "."],
  ]);
});

test("the page that someone wanted is the one that opens", () => {
  const wanted = "/sites/site_1/overview?days=7&page=%2Fpricing";
  const next = new URL(signInAddress(wanted), "https://ask.example").searchParams.get("next") ?? "";
  expect(localAddress(next, "https://ask.example")).toBe(wanted);
  expect(signInAddress("/")).toBe("/login");
});

test("a sentence without links shows a value that looks like one as it was written", () => {
  const contact = "<0>Ada</0> <b>\\x41</b>";
  expect(fill(element("p"), () => `Ask ${contact}.`).textContent).toBe(`Ask ${contact}.`);
});
