// Reads how far cargo is from what it prints to stderr, and shows it.

/** How often a line says how far a build is where lines stay. */
const EVERY_MS = 15_000;

/** A step that cargo reports, such as `   Compiling serde v1.0.0`. */
const STEP =
  /^ *(?:Adding|Blocking|Checking|Compiling|Dirty|Documenting|Downgrading|Downloaded|Downloading|Executable|Finished|Fresh|Locking|Removing|Running|Unpacking|Updating)\b/;
/** Cargo's progress bar: `    Building [===>      ] 12/430: serde, syn`. */
const BAR = /^ *(Building|Fetch|Downloading)\b[^[]*(?:\[[=> ]*\])? *(?:(\d+)\/(\d+))?/;
/** Colors, and the instruction to erase a line. */
const CONTROL = /\x1b\[[0-9;]*[A-Za-z]/g;

/** Cargo waits for another cargo. */
const WAITING = /^ *Blocking\b/;

/** @typedef {{ step: "Building" | "Downloading", done: number, total: number }} Progress in crates, and build scripts */

/**
 * Takes cargo's output in parts. `onProgress` gets how far the build is, `onWaiting` is called when another cargo has to
 * end first, `onText` gets every other line.
 * @param {{ onProgress: (progress: Progress) => void, onWaiting: () => void, onText: (line: string) => void }} receivers
 */
export function readCargo({ onProgress, onWaiting, onText }) {
  let rest = "";
  let wasText = false;
  const take = (/** @type {string} */ raw) => {
    const line = raw.replace(CONTROL, "");
    const bar = BAR.exec(line);
    if (bar?.[3] !== undefined) {
      const step = bar[1] === "Building" ? "Building" : "Downloading";
      onProgress({ step, done: Number(bar[2]), total: Number(bar[3]) });
    }
    if (WAITING.test(line)) onWaiting();
    // An empty line is what remains of an erased bar, unless it is within a message.
    const isText = bar === null && (line === "" ? wasText : !STEP.test(line));
    if (isText) onText(line);
    wasText = isText;
  };
  return {
    /** @param {string} part */
    write(part) {
      const lines = (rest + part).split(/[\r\n]/);
      rest = lines.pop() ?? "";
      lines.forEach(take);
    },
    end() {
      if (rest !== "") take(rest);
      rest = "";
    },
  };
}

/**
 * Shows how far a build is: on a terminal in one line that changes, else in a line every 15 seconds.
 * @param {{ isTerminal: boolean, write: (text: string) => void, now?: () => number }} output
 */
export function showProgress({ isTerminal, write, now = Date.now }) {
  const began = now();
  let shown = began;
  const clock = () => {
    const seconds = Math.round((now() - began) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const percent = (/** @type {Progress} */ { done, total }) => Math.floor((100 * done) / Math.max(1, total));
  return {
    /** @param {Progress} progress */
    at(progress) {
      if (!isTerminal && now() - shown < EVERY_MS) return;
      shown = now();
      const text = `${progress.step}: ${percent(progress)} % (${progress.done} of ${progress.total}), ${clock()}`;
      write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
    },
    waiting() {
      write(`${isTerminal ? "\r\x1b[K" : ""}Another build is running; this one waits for it.\n`);
    },
    /** Removes the line that changes. */
    clear() {
      if (isTerminal) write("\r\x1b[K");
    },
  };
}
