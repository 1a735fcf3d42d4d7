// A mail server on loopback, and a reader of mails: for journeys that go through an inbox. It accepts every mail unless told otherwise.

import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** Longer than a mail ever takes here; only a failing test waits this long. */
const MAX_ARRIVES_MS = 15_000;

/** @typedef {{ to: string, text: string }} Mail */

export async function openMailBox() {
  /** @type {Mail[]} */
  const taken = [];
  /** @type {Set<string>} */
  const given = new Set();
  /** What it says instead of its greeting, and to which recipient it says what. */
  let greeting = "220 mail.example.com";
  /** @type {Map<string, string>} */
  const refused = new Map();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
    let to = "";
    /** @type {string[] | null} */
    let message = null;
    say(greeting);
    createInterface({ input: socket }).on("line", (line) => {
      if (message !== null && line !== ".") return void message.push(line);
      if (message !== null) {
        taken.push({ to, text: textOf(message.join("\n")) });
        message = null;
        return void say("250 taken");
      }
      if (line.startsWith("RCPT TO:")) to = /<(.*)>/.exec(line)?.[1] ?? "";
      if (line === "DATA") {
        message = [];
        return void say("354 go on");
      }
      const refusal = line.startsWith("RCPT TO:") ? refused.get(to) : undefined;
      say(refusal ?? (line.startsWith("EHLO") ? "250 mail.example.com" : line === "QUIT" ? "221 good-bye" : "250 yes"));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    /** Settings of an instance that sends its mails here. Its address must be known before it starts, since mails contain it. */
    async settings() {
      const listen = `127.0.0.1:${await freePort()}`;
      return { ASKLINE_MAIL__URL: `smtp://127.0.0.1:${port}?tls=off`, ASKLINE_MAIL__FROM: "Askline <askline@example.com>", ASKLINE_LISTEN: listen, ASKLINE_PUBLIC_URL: `http://${listen}` };
    },
    /**
     * The path of the latest link to a page in a mail to this address, once a new one has arrived.
     * @param {string} to
     * @param {string} page
     */
    async link(to, page) {
      const pattern = new RegExp(`/${page}#[0-9a-z_]+`);
      for (const end = Date.now() + MAX_ARRIVES_MS; Date.now() < end;) {
        const found = taken.filter((mail) => mail.to === to).map(({ text }) => pattern.exec(text)?.[0]).findLast((path) => path !== undefined && !given.has(path));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to} with a link to /${page}: ${JSON.stringify(taken)}`);
    },
    /** Turns every connection away with this line, until `work`. @param {string} line */
    fail: (line) => void (greeting = line),
    work: () => void (greeting = "220 mail.example.com"),
    /** Answers with this line when a mail is for this address. @param {string} to @param {string} line */
    refuse: (to, line) => void refused.set(to, line),
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** An unused port. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The message, decoded from quoted-printable.
 * @param {string} message
 */
function textOf(message) {
  return message.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}
