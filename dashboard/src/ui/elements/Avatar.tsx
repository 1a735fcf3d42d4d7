// One or two letters on a colored background. People recognize a site or a person by them.

import styles from "./Avatar.module.css";

const COLORS = 6;

export function Avatar({ name, seed, isPerson = false }: { name: string; seed: string; isPerson?: boolean }) {
  const words = name.trim().split(/\s+/);
  const letters = isPerson
    ? words
        .slice(0, 2)
        .map((word) => Array.from(word)[0] ?? "")
        .join("")
    : (Array.from(name.trim())[0] ?? "?");
  // Calculated from the whole id, so that the colors of adjacent rows usually differ.
  const place =
    Array.from(seed).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7) % COLORS;
  return (
    <span className={`${styles.avatar} ${isPerson ? styles.person : styles[`c${String(place)}`]}`} aria-hidden="true">
      {letters.toLocaleUpperCase()}
    </span>
  );
}
