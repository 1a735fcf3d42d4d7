// Email through a real Postfix: STARTTLS, TLS from the first byte, a refusal, a greylist. The link in a delivered email
// sets a new password.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT } from "./dockerfile.mjs";
import { accepts, freePort, until } from "./throwaway_servers.mjs";

const ASKLINE = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");
/** The recipient, and the user that owns the mailbox: `nobody`. */
const ADA = "ada@example.com";
const NOBODY = 65_534;
const PASSWORD = "a good long password";

// Not 0700: Postfix's parts run as several users.
const folder = mkdtempSync(join(tmpdir(), "askline-postfix-"));
chmodSync(folder, 0o755);
const mailbox = join(folder, "mail", "ada");
const ports = { startTls: 0, tls: 0, plain: 0 };
/** @type {import("node:child_process").ChildProcess[]} */
const running = [];

const settings = () => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/state
mail_owner = postfix
maillog_file = /dev/stdout
myhostname = localhost
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_received_header = yes
virtual_mailbox_domains = example.com
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{ ${ADA}=ada/, late@example.com=late/ }
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
smtpd_recipient_restrictions = check_recipient_access inline:{ { late@example.com = 450 4.2.0 Greylisted, come again } }, reject_unauth_destination
`;

const services = () => {
  const smtpd = (/** @type {number} */ port, /** @type {string[]} */ ...settings) =>
    [`127.0.0.1:${port} inet n - n - - smtpd`, ...settings.map((one) => `  -o ${one}`)].join("\n");
  const others = [
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "proxymap unix - - n - - proxymap",
    "virtual unix - n n - - virtual",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "anvil unix - - n - 1 anvil",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    "smtp unix - - n - - smtp",
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  return [
    smtpd(ports.startTls, "smtpd_tls_security_level=may"),
    smtpd(ports.tls, "smtpd_tls_wrappermode=yes"),
    smtpd(ports.plain, "smtpd_tls_security_level=none"),
    ...others,
  ].join("\n");
};

/** The log of Postfix. */
const log = () => readFileSync(join(folder, "log"), "utf8");

/** @param {string[]} line */
function run(...[program, ...words]) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: "utf8",
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  assert.equal(status, 0, `${program} ${words[0]}: ${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

before(async () => {
  assert.equal(process.getuid?.(), 0, "Postfix starts as root alone");
  for (const name of /** @type {const} */ (["startTls", "tls", "plain"])) ports[name] = await freePort();
  for (const name of ["queue", "state", "etc", "mail"]) mkdirSync(join(folder, name));
  run("chown", "postfix", join(folder, "state"));
  run("chown", `${NOBODY}:${NOBODY}`, join(folder, "mail"));
  run(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
    "-addext",
    "basicConstraints=critical,CA:FALSE",
    "-keyout",
    join(folder, "key.pem"),
    "-out",
    join(folder, "cert.pem"),
  );
  writeFileSync(join(folder, "etc", "main.cf"), settings());
  writeFileSync(join(folder, "etc", "master.cf"), `${services()}\n`);
  // A file, because Postfix opens its output by name.
  const output = openSync(join(folder, "log"), "a");
  // The program that `postfix start-fg` starts, without the script in between, whose end would not end Postfix.
  run("postfix", "-c", join(folder, "etc"), "check");
  const programs = run("postconf", "-h", "-c", join(folder, "etc"), "daemon_directory").trim();
  const postfix = spawn(
    "setpriv",
    ["--pdeathsig", "TERM", "--", join(programs, "master"), "-s", "-c", join(folder, "etc")],
    { stdio: ["ignore", output, output] },
  );
  running.push(postfix);
  for (const port of Object.values(ports)) {
    await until("Postfix accepts connections", async () => {
      assert.equal(postfix.exitCode, null, `Postfix ended: ${log()}`);
      return accepts(port);
    });
  }
});

after(async () => {
  for (const child of running.reverse()) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const environment = (/** @type {string} */ url) => ({
  PATH: process.env.PATH,
  HOME: folder,
  ASKLINE_PUBLIC_URL: "https://ask.example.com",
  ASKLINE_MAIL__FROM: "Askline <askline@example.org>",
  ASKLINE_MAIL__URL: url,
  ASKLINE_MAIL__CA_FILE: join(folder, "cert.pem"),
});

/**
 * Runs a command of the binary to its end.
 * @param {string} url the mail server's address
 * @param {string[]} words
 */
function askline(url, ...words) {
  const { status, stdout, stderr } = spawnSync(ASKLINE, words, {
    encoding: "utf8",
    env: environment(url),
    input: PASSWORD,
  });
  return { status, text: stdout + stderr, stdout };
}

const doctor = (/** @type {string} */ url, /** @type {string} */ to) =>
  askline(url, "doctor", "--data", join(folder, "data"), "--mail", to);

/** The emails in the mailbox. */
function delivered() {
  const read = (/** @type {string} */ kind) =>
    readdirSync(join(mailbox, kind)).map((name) => readFileSync(join(mailbox, kind, name), "utf8"));
  try {
    return read("new");
  } catch {
    return [];
  }
}

/**
 * Waits for another email; returns all emails in the mailbox.
 * @param {number} before the number of emails before it
 */
async function nextMail(before) {
  await until("the mail is delivered", async () => delivered().length > before);
  const mails = delivered();
  assert.equal(mails.length, before + 1);
  return mails;
}

/** The text of a part that is encoded as quoted-printable. @param {string} mail */
const decoded = (mail) =>
  mail
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

test("a mail goes to Postfix by STARTTLS, and by TLS from the first byte", async () => {
  for (const url of [`smtp://localhost:${ports.startTls}`, `smtps://localhost:${ports.tls}`]) {
    const before = delivered().length;
    const { status, text } = doctor(url, ADA);
    assert.equal(status, 0, `${text}\n${log()}`);
    for (const mail of await nextMail(before)) {
      for (const told of [
        /using TLSv1\.3/,
        /^Subject: /m,
        /^From: "?Askline"? <askline@example\.org>/m,
        /multipart\/alternative/,
      ])
        assert.match(mail, told);
    }
  }
});

test("what Postfix refuses is reported with what to do", () => {
  const url = `smtp://localhost:${ports.startTls}`;
  for (const [to, code, advice] of [
    ["stranger@example.com", "550", "refuses the recipient"],
    ["late@example.com", "450", "says to try again later"],
  ]) {
    const { status, text } = doctor(url, to);
    assert.equal(status, 1, text);
    assert.ok(text.includes(`< ${code}`) && text.includes(advice), text);
  }
  const unsealed = doctor(`smtp://localhost:${ports.plain}`, ADA);
  assert.ok(unsealed.status === 1 && unsealed.text.includes("does not offer STARTTLS"), unsealed.text);
  const opportunistic = doctor(`smtp://localhost:${ports.plain}?tls=opportunistic`, ADA);
  assert.equal(opportunistic.status, 0, opportunistic.text);
});

test("a forgotten password is set by the link in a mail that Postfix delivered", async () => {
  const url = `smtp://localhost:${ports.startTls}`;
  const data = ["--data", join(folder, "data")];
  const made = askline(
    url,
    "org",
    "create",
    ...data,
    "--name",
    "Ada's",
    "--owner-email",
    ADA,
    "--owner-password-stdin",
  );
  assert.equal(made.status, 0, made.text);
  const proven = askline(url, "user", "prove", ...data, ADA);
  assert.equal(proven.status, 0, proven.text);
  const service = spawn(ASKLINE, ["serve", "--json", "--listen", "127.0.0.1:0", ...data], {
    env: environment(url),
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.push(service);
  const line = await new Promise((done) => service.stdout.setEncoding("utf8").once("data", done));
  const { listening } = JSON.parse(line);
  const post = (/** @type {string} */ path, /** @type {object} */ body) =>
    fetch(`${listening}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const before = delivered().length;
  assert.equal((await post("reset", { email: ADA })).status, 202);
  const mails = await nextMail(before);
  const token = mails.map((mail) => /reset#(reset_\w+)/.exec(decoded(mail))?.[1]).find((found) => found !== undefined);
  const password = "another good long password";
  assert.equal((await post("reset/finish", { token, password })).status, 200);
  assert.equal((await post("login", { email: ADA, password })).status, 200);
});
