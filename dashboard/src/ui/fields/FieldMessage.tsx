// The message about a field's value. Its room stays until a click has ended, so that what is clicked does not move.

import { useContext } from "react";
import { FieldError, FieldErrorContext } from "react-aria-components";

import { useKeptDuringClick } from "../hooks/kept_during_click";
import styles from "./fields.module.css";

export function FieldMessage() {
  const validation = useContext(FieldErrorContext);
  const message = validation?.isInvalid === true ? validation.validationErrors.join(" ") : "";
  const kept = useKeptDuringClick(message);
  if (kept === "") return <FieldError className={styles.error} />;
  return (
    <span className={`${styles.error} ${styles.room}`} aria-hidden="true">
      {kept}
    </span>
  );
}
