// A button whose dialog or menu is created, and its code loaded, at the first use: most are never
// clicked, and figures do not wait for them.

import { useId, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button as AriaButton } from "react-aria-components";

import { Wish } from "../loading/part";

/** What the opened part needs for its position. */
export interface Opening {
  trigger: RefObject<HTMLButtonElement | null>;
  id: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface OpenerProps {
  opens: "dialog" | "menu";
  className: string | undefined;
  /** Where the words of the button do not say it. */
  label?: string;
  button: ReactNode;
  /** Where something else opens it too. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Fetches what will be opened: someone points at the button. */
  onNear?: () => unknown;
  children: (opening: Opening) => ReactNode;
}

export function Opener({ opens, className, label, button, isOpen: isHeldOpen, onOpenChange: onHeldChange, onNear, children }: OpenerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const isOpen = isHeldOpen ?? isOwnOpen;
  const onOpenChange = onHeldChange ?? setOwnOpen;
  if (isOpen && !wasOpened) setOpened(true);
  // What does not come leaves the button as it was, so that the next press tries again.
  const wish = useMemo(() => ({ isWanted: isOpen, onFailure: () => { onOpenChange(false); }, onRetry: () => { onOpenChange(true); } }), [isOpen, onOpenChange]);
  return (
    <>
      <AriaButton
        ref={trigger} className={className} aria-haspopup={opens} aria-expanded={isOpen}
        {...(label === undefined ? {} : { "aria-label": label })} {...(isOpen ? { "aria-controls": id } : {})}
        onPress={() => { onOpenChange(!isOpen); }}
        onKeyDown={(event) => {
          if (opens === "menu" && (event.key === "ArrowDown" || event.key === "ArrowUp")) onOpenChange(true);
          else event.continuePropagation();
        }}
        onHoverStart={() => void onNear?.()}
      >
        {button}
      </AriaButton>
      {wasOpened ? <Wish value={wish}>{children({ trigger, id, isOpen, onOpenChange })}</Wish> : null}
    </>
  );
}
