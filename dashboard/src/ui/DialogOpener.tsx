// A button with a small dialog beside it.

import { lazy, type ReactNode } from "react";

import { Opener } from "./Opener";
import { soon } from "./soon";

const load = soon(() => import("./DialogBeside"));
const DialogBeside = lazy(() => load().then(({ DialogBeside: component }) => ({ default: component })));

interface DialogOpenerProps {
  className: string | undefined;
  label?: string;
  button: ReactNode;
  /** Names the dialog. */
  title: string;
  placement?: "bottom start" | "top start";
  popover: string | undefined;
  dialog: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function DialogOpener({ className, label, button, title, placement = "bottom start", popover, dialog, children }: DialogOpenerProps) {
  return (
    <Opener opens="dialog" className={className} {...(label === undefined ? {} : { label })} button={button} onNear={load}>
      {(opening) => (
        <DialogBeside opening={opening} title={title} placement={placement} popover={popover} dialog={dialog}>
          {typeof children === "function" ? children(() => { opening.onOpenChange(false); }) : children}
        </DialogBeside>
      )}
    </Opener>
  );
}
