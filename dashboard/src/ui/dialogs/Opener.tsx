// A button whose dialog or menu is loaded and created at its first use. Most are never clicked, and figures should not
// wait for them.

import { useId, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button as AriaButton } from "react-aria-components";

import { LoadContext } from "../loading/part";

/** The properties that the opened dialog or menu needs. */
export interface Opening {
  trigger: RefObject<HTMLButtonElement | null>;
  id: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface OpenerProps {
  opens: "dialog" | "menu";
  className: string | undefined;
  /** The label for screen readers, if the text of the button is not enough. */
  label?: string;
  button: ReactNode;
  /** Set if the parent controls whether it is open. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the pointer is over the button, to load the code in advance. */
  onNear?: () => unknown;
  children: (opening: Opening) => ReactNode;
}

export function Opener({
  opens,
  className,
  label,
  button,
  isOpen: isHeldOpen,
  onOpenChange: onHeldChange,
  onNear,
  children,
}: OpenerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const isOpen = isHeldOpen ?? isOwnOpen;
  const onOpenChange = onHeldChange ?? setOwnOpen;
  if (isOpen && !wasOpened) setOpened(true);
  // If loading the code fails, the button is closed again, so that the next click tries again.
  const request = useMemo(
    () => ({
      isWanted: isOpen,
      onFailure: () => {
        onOpenChange(false);
      },
      onRetry: () => {
        onOpenChange(true);
      },
    }),
    [isOpen, onOpenChange],
  );
  return (
    <>
      <AriaButton
        ref={trigger}
        className={className}
        aria-haspopup={opens}
        aria-expanded={isOpen}
        {...(label === undefined ? {} : { "aria-label": label })}
        {...(isOpen ? { "aria-controls": id } : {})}
        onPress={() => {
          onOpenChange(!isOpen);
        }}
        onKeyDown={(event) => {
          if (opens === "menu" && (event.key === "ArrowDown" || event.key === "ArrowUp")) onOpenChange(true);
          else event.continuePropagation();
        }}
        onHoverStart={() => void onNear?.()}
      >
        {button}
      </AriaButton>
      {wasOpened ? <LoadContext value={request}>{children({ trigger, id, isOpen, onOpenChange })}</LoadContext> : null}
    </>
  );
}
