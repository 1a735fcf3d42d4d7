// Paths in readable form: "/über" for "/%C3%BCber".

/**
 * The path is unchanged if it cannot be decoded, or if decoding would make a character ambiguous: a space, a control
 * character, a `%`.
 */
export function decodedPath(path: string): string {
  return path.replace(/(?:%[\dA-F]{2})+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes);
      return /[\p{C}\p{Z}%/?#\\]/u.test(text) ? bytes : text;
    } catch {
      return bytes;
    }
  });
}
