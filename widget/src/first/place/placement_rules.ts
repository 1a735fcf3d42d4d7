/**
 * Where the widget is placed if the owner chose no place. The place is found by the classes and attributes that
 * generators leave in pages. Data only. The markup that each rule was made for is in `testdata/placement`;
 * `page_place_rules.test.ts` tests it. Every reader loads each byte, so there is no rule for generators whose content
 * the selectors `article` and `main` already find (Docusaurus, VitePress, MkDocs, Sphinx, GitBook, Ghost).
 */

/**
 * Pages without their own topic, which get a widget only if the owner asks for it. WordPress marks them with classes of
 * `body` (archives, the page of posts, search, not found; WooCommerce's shop is an archive). In Shopify's themes, they
 * are recognized by the elements that they contain.
 */
export const PAGES_WITHOUT_WIDGET =
  "body.archive,body.blog,body.search,body.error404,body.woocommerce-cart,body.woocommerce-checkout,body.woocommerce-account," +
  "#product-grid,.blog-articles,cart-items";

/**
 * The content of a page, the most reliable selector first: products of WooCommerce with tabs and without, of Shopify's
 * Dawn and Horizon; pages of Starlight and Mintlify; in Elementor the widget with a post's text; posts and pages of
 * WordPress; what Elementor built on a page without such content (`wp-page`, `wp-post`), or with its own template. A
 * selector that finds several elements is skipped, because they are entries of a list.
 */
export const CONTENT =
  ".woocommerce-tabs,.product_meta,.product__description,.product-information .product-details," +
  ".sl-markdown-content,.mdx-content," +
  ".elementor-widget-theme-post-content,.entry-content,[data-elementor-type^=wp-p],.elementor-location-single";
