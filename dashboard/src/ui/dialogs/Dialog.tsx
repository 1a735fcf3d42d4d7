// A modal dialog. Escape closes it, unless it shows something that would be lost.

import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { ReactNode } from "react";

import { AfterPaint } from "../loading/AfterPaint";
import styles from "./Dialog.module.css";

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Only the dialog's own buttons close it; Escape and clicks outside do not. */
  isHeld?: boolean;
  /** Whether it has two columns, such as a form beside its preview. */
  isWide?: boolean;
  role?: "dialog" | "alertdialog";
  children: ReactNode;
}

export function Dialog({
  title,
  isOpen,
  onClose,
  isHeld = false,
  isWide = false,
  role = "dialog",
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      isDismissable={!isHeld}
      isKeyboardDismissDisabled={isHeld}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal} data-wide={isWide || undefined}>
        <AriaDialog role={role} className={styles.dialog}>
          <Heading slot="title" level={1}>
            {title}
          </Heading>
          {/* An alert dialog is short, and a key press that answers it may follow immediately, so it is rendered without delay. */}
          {role === "alertdialog" ? children : <AfterPaint>{children}</AfterPaint>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog or a form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
