// The popover of a menu that opens below its button.

import type { ReactNode } from "react";
import { Popover } from "react-aria-components";

import type { Opening } from "./Opener";

interface ChoicesPopoverProps {
  opening: Pick<Opening, "trigger" | "isOpen" | "onOpenChange">;
  label: string;
  className: string | undefined;
  children: ReactNode;
}

export function ChoicesPopover({
  opening: { trigger, isOpen, onOpenChange },
  label,
  className,
  children,
}: ChoicesPopoverProps) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={className ?? ""}
      placement="bottom start"
      aria-label={label}
    >
      {children}
    </Popover>
  );
}
