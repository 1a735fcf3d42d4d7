/**
 * Classes and attributes that generators leave in pages. They show what the structure does not. Data only. The
 * markup that each rule was made for is in `testdata/placement`; `page_place_rules.test.ts` tests it. There is no rule
 * for generators whose content the selectors `article` and `main` already find (Docusaurus, VitePress, MkDocs, Sphinx,
 * GitBook, Ghost).
 */

/**
 * Pages without their own topic, which get a widget only if the owner asks for it. WordPress marks them with classes of
 * `body` (archives, the page of posts, search, not found; WooCommerce's shop is an archive). In Shopify's themes, they
 * are recognized by the elements that they contain. Other lists are recognized by their structure: `isList`.
 */
export const PAGES_WITHOUT_WIDGET =
  "body.archive,body.blog,body.search,body.error404,body.woocommerce-cart,body.woocommerce-checkout,body.woocommerce-account," +
  "#product-grid,.blog-articles,cart-items";

/**
 * Parts below which the widget goes: products of WooCommerce with tabs and without, of Shopify's Dawn and Horizon. A
 * selector that finds several elements is skipped, because they are entries of a list.
 */
export const COMPLETE_PARTS =
  ".woocommerce-tabs,.product_meta,.product__description,.product-information .product-details";

/**
 * Elements with the text of a page: pages of Starlight and Mintlify; in Elementor the widget with a post's text; posts
 * and pages of WordPress and of Ghost; what Elementor built on a page without such content (`wp-page`, `wp-post`), or
 * with its own template.
 */
export const TEXTS =
  ".sl-markdown-content,.mdx-content,.elementor-widget-theme-post-content,.entry-content,.gh-content," +
  "[data-elementor-type^=wp-p],.elementor-location-single";
