// Paths as people write them: "/über" for "/%C3%BCber".

/** As it stands where it cannot be read, and where reading would hide what it says: a space, a control character, a `%`. */
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
