// A customer: pages of every shape, and a site for each page. Also the figures that their owner sees.

import { api, logIn, makeSite, startDemo } from "../askline.mjs";
import { SHAPES, startPages } from "./page_shapes.mjs";

/** All requests come from one address, and only a test of a limit should reach one. */
const WITHOUT_LIMITS = {
  ASKLINE_LIMITS__INTAKE_PER_MINUTE: "0",
  ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0",
  ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0",
};

/**
 * Starts a demo and the customer's pages.
 * @param {import("./page_shapes.mjs").Shape[]} [shapes]
 * @param {(listening: string) => Promise<string>} [serviceFor] the address under which the pages know the service
 */
export async function startCustomer(shapes = SHAPES, serviceFor = async (listening) => listening) {
  const [demo, pages] = await Promise.all([startDemo(WITHOUT_LIMITS), startPages(shapes)]);
  const end = async () => {
    await pages.end();
    await demo.end();
  };
  /** @type {Map<string, string>} */
  const sites = new Map();
  try {
    const owner = await logIn(demo);
    const service = await serviceFor(demo.listening);
    for (const shape of shapes) {
      const siteId = await makeSite(demo, owner, { name: shape.name, origin: pages.origin, config: shape.config });
      sites.set(shape.path, siteId);
      pages.carry(shape, siteId, service);
    }
  } catch (error) {
    await end();
    throw error;
  }
  /** @param {import("./page_shapes.mjs").Shape} shape */
  const siteOf = ({ path }) => /** @type {string} */ (sites.get(path));
  return {
    demo,
    pages,
    siteOf,
    /** What every page of the site gets without a key. */
    payloadOf: async (/** @type {import("./page_shapes.mjs").Shape} */ shape) => {
      const response = await fetch(`${demo.listening}/api/v1/sites/${siteOf(shape)}/config`);
      return (await response.json()).data;
    },
    /** Today's figures, read with the owner's key. */
    figuresOf: (/** @type {import("./page_shapes.mjs").Shape} */ shape) => figuresOf(demo, siteOf(shape)),
    end,
  };
}

/**
 * The counts of a site, by what was clicked.
 * @param {import("../askline.mjs").Demo} demo
 * @param {string} siteId
 */
async function figuresOf(demo, siteId) {
  const read = (/** @type {string} */ name) => api(demo, `/analytics/${siteId}/${name}?days=1`);
  const [ai, social, questions, shares, pages] = await Promise.all(
    ["ai", "social", "questions", "shares", "pages"].map(read),
  );
  /** @param {Record<string, unknown>[]} rows @param {string} key */
  const counts = (rows, key) => Object.fromEntries(rows.map((row) => [String(row[key]), row.value]));
  return {
    platforms: counts(ai.byPlatform, "platform"),
    networks: counts(social.byNetwork, "network"),
    questions: counts(questions.byQuestion, "question"),
    copies: shares.totals.copies,
    views: pages.totals.views,
  };
}
