// A button that opens a small dialog next to it.

import { type ReactNode } from "react";

import { Opener } from "./Opener";
import { ALWAYS_LOADED, LoadContext, part } from "../loading/part";
import { preload } from "../loading/preload";

const load = preload(() => import("./DialogBeside"));
const DialogBeside = part(() => load().then(({ DialogBeside: component }) => component));

interface DialogOpenerProps {
  className: string | undefined;
  label?: string;
  button: ReactNode;
  /** The name of the dialog, for screen readers. */
  title: string;
  placement?: "bottom start" | "top start";
  popover: string | undefined;
  dialog: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function DialogOpener({
  className,
  label,
  button,
  title,
  placement = "bottom start",
  popover,
  dialog,
  children,
}: DialogOpenerProps) {
  return (
    <Opener
      opens="dialog"
      className={className}
      {...(label === undefined ? {} : { label })}
      button={button}
      onNear={load}
    >
      {(opening) => (
        <DialogBeside opening={opening} title={title} placement={placement} popover={popover} dialog={dialog}>
          {/* Lazy parts of the content are loaded when they are rendered. */}
          <LoadContext value={ALWAYS_LOADED}>
            {typeof children === "function"
              ? children(() => {
                  opening.onOpenChange(false);
                })
              : children}
          </LoadContext>
        </DialogBeside>
      )}
    </Opener>
  );
}
