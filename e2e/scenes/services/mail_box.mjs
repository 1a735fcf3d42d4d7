// A mail server on loopback, and a parser of emails, for tests with an inbox. It accepts every email unless a test says
// otherwise.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

import { freePort } from "../../../deploy/throwaway_servers.mjs";

/** Longer than an email ever takes here; only a failing test waits this long. */
const MAX_ARRIVES_MS = 60_000;
const FROM = "Askline <askline@example.com>";

/**
 * How the server's connections are encrypted: from the first byte, or by STARTTLS. @typedef {"tls" | "starttls"}
 * Encryption
 */
/**
 * An email, its recipient, and whether its connection was encrypted. @typedef {{ to: string, isEncrypted: boolean,
 * parsed: import("mailparser").ParsedMail }} Mail
 */

/** @param {Encryption} [encryption] */
export async function openMailBox(encryption = "starttls") {
  /** @type {Mail[]} */
  const taken = [];
  /** @type {Set<string>} */
  const given = new Set();
  /** The error with which the server refuses every connection. @type {Error | null} */
  let failure = null;
  /** The error for each refused recipient. @type {Map<string, Error>} */
  const refused = new Map();
  const certificate = await makeCertificate();
  const server = new SMTPServer({
    ...certificate.pair,
    secure: encryption === "tls",
    authOptional: true,
    disableReverseLookup: true,
    onConnect: (_, done) => done(failure),
    onRcptTo: ({ address }, _, done) => done(refused.get(address)),
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo;
      const isEncrypted = session.secure;
      simpleParser(stream).then((parsed) => {
        taken.push({ to: recipient?.address ?? "", isEncrypted, parsed });
        done();
      }, done);
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (listening.address());
  const url = encryption === "tls" ? `smtps://localhost:${port}` : `smtp://localhost:${port}?tls=required`;
  return {
    /**
     * Settings of an instance that sends its emails here. Its address must be known before it starts, because emails
     * contain it.
     */
    async settings() {
      const listen = `127.0.0.1:${await freePort()}`;
      return {
        ASKLINE_MAIL__URL: url,
        ASKLINE_MAIL__CA_FILE: certificate.file,
        ASKLINE_MAIL__FROM: FROM,
        ASKLINE_LISTEN: listen,
        ASKLINE_PUBLIC_URL: `http://${listen}`,
      };
    },
    /**
     * The path of the latest link to a page in an email to this address, once a new one has arrived. Text and HTML
     * contain the same.
     * @param {string} to
     * @param {string} page
     */
    async link(to, page) {
      const pattern = new RegExp(`/${page}#[0-9a-z_]+`);
      for (const end = Date.now() + MAX_ARRIVES_MS; Date.now() < end; ) {
        const links = taken.filter((mail) => mail.to === to).map(({ parsed }) => linkIn(parsed, pattern));
        const found = links.findLast((path) => path !== undefined && !given.has(path));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to} with a link to /${page}: ${JSON.stringify(taken)}`);
    },
    /** The emails to this address. @param {string} to */
    mails: (to) => taken.filter((mail) => mail.to === to),
    /** Refuses every connection with this line, until `work` is called. @param {string} line */
    fail: (line) => void (failure = refusal(line)),
    work: () => void (failure = null),
    /** Refuses emails to this address with this line. @param {string} to @param {string} line */
    refuse: (to, line) => void refused.set(to, refusal(line)),
    async end() {
      await new Promise((resolve) => server.close(() => resolve(undefined)));
      await rm(certificate.folder, { recursive: true });
    },
  };
}

/** A reply such as `550 5.1.1 no such user`, in the form that the server's library expects. @param {string} line */
function refusal(line) {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
}

/**
 * The link in an email, which both of its parts contain.
 * @param {import("mailparser").ParsedMail} mail
 * @param {RegExp} pattern
 */
function linkIn({ text = "", html }, pattern) {
  const path = pattern.exec(text)?.[0];
  if (path !== undefined && pattern.exec(html || "")?.[0] !== path)
    throw new Error(`The HTML of this mail has another link than ${path}: ${html}`);
  return path;
}

/** A certificate for `localhost`, which only the instance under test trusts. */
async function makeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), "askline-mail-box-"));
  const [file, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const names = [
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
    "-addext",
    "basicConstraints=critical,CA:FALSE",
  ];
  await promisify(execFile)("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...names,
    "-keyout",
    keyFile,
    "-out",
    file,
  ]);
  const [cert, key] = await Promise.all([readFile(file, "utf8"), readFile(keyFile, "utf8")]);
  return { folder, file, pair: { cert, key } };
}
