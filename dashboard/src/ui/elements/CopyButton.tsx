// Copies a text and says that it did.

import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";

import { Button, IconButton } from "./Button";

const SAID_FOR_MS = 2000;

export function useCopy(): { isCopied: boolean; hasFailed: boolean; copy: (text: string) => void } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state !== "copied") return undefined;
    const timer = setTimeout(() => { setState("idle"); }, SAID_FOR_MS);
    return () => { clearTimeout(timer); };
  }, [state]);
  const copy = (text: string): void => {
    // Only secure addresses have the clipboard; elsewhere the text is there to be selected.
    const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
    if (clipboard === undefined) setState("failed");
    else void clipboard.writeText(text).then(() => { setState("copied"); }, () => { setState("failed"); });
  };
  return { isCopied: state === "copied", hasFailed: state === "failed", copy };
}

/** `what` tells buttons of one page apart for those who hear them. */
export function CopyButton({ text, what, words, isSmall = true }: { text: string; what: string; words?: string; isSmall?: boolean }) {
  const { t } = useLingui();
  const { isCopied, hasFailed, copy } = useCopy();
  const label = isCopied ? t`Copied` : hasFailed ? t`Select and copy` : (words ?? t`Copy`);
  if (isSmall) return <IconButton icon={isCopied ? "check" : "copy"} label={`${label}: ${what}`} onPress={() => { copy(text); }} />;
  return (
    <Button icon={isCopied ? "check" : "copy"} aria-label={words === undefined ? `${label}: ${what}` : label} onPress={() => { copy(text); }}>
      {label}
    </Button>
  );
}
