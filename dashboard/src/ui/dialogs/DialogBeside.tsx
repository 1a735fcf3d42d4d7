// The dialog that a `DialogOpener` opens.

import type { ReactNode } from "react";
import { Dialog, Popover } from "react-aria-components";

import type { Opening } from "./Opener";

interface DialogBesideProps {
  opening: Opening;
  title: string;
  placement: "bottom start" | "top start";
  popover: string | undefined;
  dialog: string | undefined;
  children: ReactNode;
}

export function DialogBeside({
  opening: { trigger, id, isOpen, onOpenChange },
  title,
  placement,
  popover = "",
  dialog = "",
  children,
}: DialogBesideProps) {
  return (
    <Popover triggerRef={trigger} isOpen={isOpen} onOpenChange={onOpenChange} className={popover} placement={placement}>
      <Dialog id={id} className={dialog} aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  );
}
