// The software bill of materials, as CycloneDX 1.6. It has the same bytes for one commit: no serial number, and the
// commit's time.

/**
 * @param {import("./components.mjs").Component[]} list
 * @param {import("./commit.mjs").Commit} commit
 * @param {string} target
 */
export function sbom(list, { version, seconds }, target) {
  const own = `pkg:generic/askline@${version}`;
  const licenses = (/** @type {string} */ expression) => (expression === "" ? [] : [{ expression }]);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: "application",
        "bom-ref": own,
        name: "askline",
        version,
        purl: own,
        licenses: licenses("MIT OR Apache-2.0"),
        properties: [{ name: "askline:target", value: target }],
      },
    },
    components: list.map(({ name, version: of, license, purl, hash }) => ({
      type: "library",
      "bom-ref": purl,
      name,
      version: of,
      purl,
      licenses: licenses(license),
      ...(hash === null ? {} : { hashes: [hash] }),
    })),
    dependencies: [{ ref: own, dependsOn: list.map(({ purl }) => purl) }],
  };
}
