// Copies a text and confirms it.

import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";

import { Button, IconButton } from "./Button";
import { COPIED_FOR_MS, copyText } from "./copy_text";

export function useCopy(): { isCopied: boolean; hasFailed: boolean; copy: (text: string) => void } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state !== "copied") return undefined;
    const timer = setTimeout(() => {
      setState("idle");
    }, COPIED_FOR_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const copy = (text: string): void => {
    void copyText(text).then((isCopied) => {
      setState(isCopied ? "copied" : "failed");
    });
  };
  return { isCopied: state === "copied", hasFailed: state === "failed", copy };
}

/**
 * `what` is part of the label for screen readers, so that the copy buttons of a page differ; except on a large button
 * with its own `words`.
 */
export function CopyButton({
  text,
  what,
  words,
  isSmall = true,
}: {
  text: string;
  what: string;
  words?: string;
  isSmall?: boolean;
}) {
  const { t } = useLingui();
  const { isCopied, hasFailed, copy } = useCopy();
  const label = isCopied ? t`Copied` : hasFailed ? t`Couldn’t copy` : (words ?? t`Copy`);
  if (isSmall)
    return (
      <IconButton
        icon={isCopied ? "check" : "copy"}
        label={`${label}: ${what}`}
        onPress={() => {
          copy(text);
        }}
      />
    );
  return (
    <Button
      icon={isCopied ? "check" : "copy"}
      aria-label={words === undefined ? `${label}: ${what}` : label}
      onPress={() => {
        copy(text);
      }}
    >
      {label}
    </Button>
  );
}
