/**
 * Where the widget stands on pages whose owner named no place, told by the marks that generators leave in them. Data alone; the
 * markup that each rule was made for is kept in `testdata/placement`, and tested there. Each byte is loaded by every reader:
 * what `article` and `main` find by themselves (Docusaurus, VitePress, MkDocs, Sphinx, GitBook, Ghost) needs no rule.
 */

/**
 * Pages that are about nothing in particular: no widget stands there unless it is asked for. WordPress says so by the classes of
 * its body (archives, the page of posts, search, what was not found; WooCommerce's shop is an archive), Shopify's themes by what
 * they hold.
 */
export const NOWHERE =
  "body.archive,body.blog,body.search,body.error404,body.woocommerce-cart,body.woocommerce-checkout,body.woocommerce-account," +
  "#product-grid,.blog-articles,cart-items";

/**
 * The content of a page, the surest first: products of WooCommerce with tabs and without, of Shopify's Dawn and Horizon; pages of
 * Starlight and Mintlify; of Elementor the widget that holds a post's text; posts and pages of WordPress; what Elementor built on a page
 * without such content (`wp-page`, `wp-post`), or by a template of its own.
 * What a page has more than once is one of a list.
 */
export const CONTENT =
  ".woocommerce-tabs,.product_meta,.product__description,.product-information .product-details," +
  ".sl-markdown-content,.mdx-content," +
  ".elementor-widget-theme-post-content,.entry-content,[data-elementor-type^=wp-p],.elementor-location-single";
