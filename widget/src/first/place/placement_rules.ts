/**
 * Where the widget is placed if the owner chose no place. The place is found by the classes and attributes that
 * generators leave in pages. Data only; the markup that each rule was made for is in `testdata/placement`, and tested
 * there. Every reader loads each byte, so generators whose content `article` and `main` find (Docusaurus, VitePress,
 * MkDocs, Sphinx, GitBook, Ghost) have no rule.
 */

/**
 * Pages without their own topic, which get a widget only if the owner asks for it. WordPress marks them by the classes of its
 * body (archives, the page of posts, search, not found; WooCommerce's shop is an archive), Shopify's themes by what they contain.
 */
export const PAGES_WITHOUT_WIDGET =
  "body.archive,body.blog,body.search,body.error404,body.woocommerce-cart,body.woocommerce-checkout,body.woocommerce-account," +
  "#product-grid,.blog-articles,cart-items";

/**
 * The content of a page, the most reliable selector first: products of WooCommerce with tabs and without, of Shopify's Dawn and
 * Horizon; pages of Starlight and Mintlify; in Elementor the widget with a post's text; posts and pages of WordPress; what
 * Elementor built on a page without such content (`wp-page`, `wp-post`), or with its own template. If a selector finds several
 * elements, they are entries of a list.
 */
export const CONTENT =
  ".woocommerce-tabs,.product_meta,.product__description,.product-information .product-details," +
  ".sl-markdown-content,.mdx-content," +
  ".elementor-widget-theme-post-content,.entry-content,[data-elementor-type^=wp-p],.elementor-location-single";
