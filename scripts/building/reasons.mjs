// Why a build failed for a cause outside of the project, in one sentence.

import { statfsSync } from "node:fs";

/** With less than this left, a write that failed failed for lack of space, in bytes. */
const NEARLY_NOTHING = 16 * 1024 * 1024;

const NO_SPACE = /no space left on device|\bENOSPC\b|disk quota exceeded|\bEDQUOT\b/i;
/** What cargo, npm and the libraries below them print when a server is not reached. */
const NO_NETWORK =
  /spurious network error|failed to download|download of \S+ failed|could(?:n't| not) (?:resolve|connect)|failed to resolve address|network failure|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/i;

/**
 * The bytes that an ordinary user may still write to the disk with this folder.
 * @param {string} folder
 */
export function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * A sentence that says what is wrong and what to do; `undefined` if the cause is in the output itself.
 * @param {string} output what the failed command printed
 * @param {string} folder where it writes
 * @param {(folder: string) => number} [free]
 * @returns {string | undefined}
 */
export function reasonOf(output, folder, free = freeBytes) {
  if (NO_SPACE.test(output) || free(folder) < NEARLY_NOTHING)
    return `The disk is full: free some space for ${folder} (a first build needs about 3 GB, all tests 10 GB), and run the command again.`;
  if (NO_NETWORK.test(output))
    return "Libraries could not be downloaded: the first build needs the network; connect, or set HTTPS_PROXY to your proxy, and run the command again.";
  return undefined;
}
