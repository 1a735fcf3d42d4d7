// Appearances of the widget: its layouts, its widths, and a page for each theme.

export const LAYOUTS = ["row", "stacked", "bar", "menu"];
/** Pixels: the narrowest card, a phone, a column of text. */
export const WIDTHS = [240, 390, 800];

/** A page for each theme: its background, and the styles that such a page usually has. */
export const PAGES = /** @type {const} */ ({
  auto: "body{background:#fff;color:#1b1a18;font-family:system-ui,sans-serif}",
  light: "body{background:#f1f5f9;color:#0f172a;font-family:system-ui,sans-serif}",
  dark: "body{background:#121316;color:#e9eaec;font-family:system-ui,sans-serif}a{color:#8fd3c8}",
  blend: "body{background:#fbf6ec;color:#3a2f22;font-family:Georgia,serif}a{color:#8a3b1e}button{border-radius:2px}",
});
