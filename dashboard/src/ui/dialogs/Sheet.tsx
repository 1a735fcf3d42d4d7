// A panel next to the page. Most have their own address; closing them returns to the page's address.

import { useLingui } from "@lingui/react/macro";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { ReactNode } from "react";

import { IconButton } from "../elements/Button";
import { AfterPaint } from "../loading/AfterPaint";
import styles from "./Sheet.module.css";

interface SheetProps {
  title: string;
  /** Shown next to the title. */
  acts?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, acts, onClose, children }: SheetProps) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal}>
        <AriaDialog className={styles.sheet}>
          <header className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {acts}
            <IconButton icon="close" label={t`Close`} onPress={onClose} />
          </header>
          <div className={styles.content}>
            <AfterPaint>{children}</AfterPaint>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
