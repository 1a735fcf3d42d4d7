// Buttons, and links that look like buttons. A page has at most one in the accent color.

import { Link, type LinkProps } from "@tanstack/react-router";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { useEffect, useId, type ReactNode } from "react";

import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

type Look = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  look?: Look;
  icon?: IconName;
  children: ReactNode;
}

/** React Aria's announcer speaks its first message after 100 ms. This time is longer. */
const MAX_ANNOUNCER_DELAY_MS = 200;

export function Button({ look = "plain", icon, children, ...rest }: ButtonProps) {
  const id = useId();
  // The announcement "pending" is labeled by the button's id. When the button is removed, the announcement is removed
  // too, because it would otherwise have no label.
  useEffect(
    () => () => {
      const forget = () => {
        for (const words of document.querySelectorAll(`[data-live-announcer] [aria-labelledby="${CSS.escape(id)}"]`))
          words.remove();
      };
      forget();
      setTimeout(forget, MAX_ANNOUNCER_DELAY_MS);
    },
    [id],
  );
  return (
    <AriaButton id={id} {...rest} data-look={look} className={`${styles.button} ${styles[look]}`}>
      <IconAndText icon={icon}>{children}</IconAndText>
    </AriaButton>
  );
}

/** An icon and a text. In the head of a page, narrow screens hide the text from sight, but not from screen readers. */
function IconAndText({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return icon === undefined ? (
    children
  ) : (
    <>
      <Icon name={icon} />
      <span data-words>{children}</span>
    </>
  );
}

interface IconButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={`${styles.button} ${styles.quiet} ${styles.square}`}>
      <Icon name={icon} />
    </AriaButton>
  );
}

/** A link that looks like a button. It is current on its own page only, and not on those below it. */
export function LinkButton({ look = "plain", children, ...rest }: LinkProps & { look?: Look; children: ReactNode }) {
  return (
    <Link {...rest} activeOptions={{ exact: true }} data-look={look} className={`${styles.button} ${styles[look]}`}>
      {children}
    </Link>
  );
}

/** A link to something that is not a page of the dashboard: a download, the API reference, the customer's site. */
export function OutsideLink({
  href,
  icon,
  children,
  isDownload = false,
  isNewTab = false,
}: {
  href: string;
  icon?: IconName;
  children: ReactNode;
  isDownload?: boolean;
  isNewTab?: boolean;
}) {
  return (
    <a
      className={`${styles.button} ${styles.plain}`}
      href={href}
      {...(isDownload ? { download: "" } : {})}
      {...(isNewTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}
    >
      <IconAndText icon={icon}>{children}</IconAndText>
    </a>
  );
}
