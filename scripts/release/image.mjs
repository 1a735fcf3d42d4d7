// The container image, built without a container engine. Its tree is laid out as in the Dockerfile, its settings are
// read from there, and it is packed as an OCI layout and as a file for `docker load`.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { image } from "../../deploy/dockerfile.mjs";
import { gzip, settleModes, tar } from "./archive.mjs";
import { ROOT, run } from "./run.mjs";

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
const INDEX = "application/vnd.oci.image.index.v1+json";
const UNITS = { ms: 1e6, s: 1e9, m: 60e9 };

/** @typedef {{ mediaType: string, digest: string, size: number }} Descriptor */
/** @typedef {{ architecture: string, manifest: Descriptor, config: Descriptor, layers: Descriptor[] }} Image */

const digestOf = (/** @type {string | Buffer} */ content) => createHash("sha256").update(content).digest("hex");
const blobPath = (/** @type {string} */ digest) => `blobs/sha256/${digest.replace("sha256:", "")}`;

/**
 * Writes the blobs of one processor's image into a layout.
 * @param {{ binary: string, architecture: string, work: string, layout: string }} what
 * @param {import("./commit.mjs").Commit} commit
 * @returns {Image}
 */
export function addImage({ binary, architecture, work, layout }, commit) {
  run([join(ROOT, "deploy/image_tree.sh"), binary, join(work, "image")]);
  const layer = join(work, "layer.tar");
  for (const [at, { flags, from, to }] of image().copies.entries()) {
    if (to !== "/") throw new Error(`the image copies to ${to}, but only / is supported`);
    const [owner] = (flags.chown ?? "0").split(":");
    // Files that belong to the service's account have their own permissions.
    if (flags.chown === undefined) settleModes(join(work, from));
    tar(layer, join(work, from), { seconds: commit.seconds, owner: Number(owner), more: at > 0 });
  }
  const diff = `sha256:${digestOf(readFileSync(layer))}`;
  const layers = [addFile(layout, gzip(layer), LAYER)];
  const config = addJson(layout, settings({ architecture, diff }, commit), CONFIG);
  const manifest = addJson(layout, { schemaVersion: 2, mediaType: MANIFEST, config, layers }, MANIFEST);
  return { architecture, manifest, config, layers };
}

/**
 * The image's settings for starting a container, all of them from the Dockerfile.
 * @param {{ architecture: string, diff: string }} of
 * @param {import("./commit.mjs").Commit} commit
 */
function settings({ architecture, diff }, { version, seconds }) {
  const { environment, user, folder, volumes, ports, entrypoint, defaults, healthCommand, healthTimes } = image();
  const created = new Date(seconds * 1000).toISOString();
  const none = (/** @type {string[]} */ names) => Object.fromEntries(names.map((name) => [name, {}]));
  return {
    architecture,
    os: "linux",
    created,
    config: {
      User: user,
      Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      Entrypoint: entrypoint,
      Cmd: defaults,
      WorkingDir: folder,
      Volumes: none(volumes),
      ExposedPorts: none(ports.map((port) => (port.includes("/") ? port : `${port}/tcp`))),
      // Not a field of the OCI specification; Docker and Podman read it.
      Healthcheck: {
        Test: ["CMD", ...healthCommand],
        Interval: nanoseconds(healthTimes.interval),
        Timeout: nanoseconds(healthTimes.timeout),
        StartPeriod: nanoseconds(healthTimes["start-period"]),
      },
      Labels: {
        "org.opencontainers.image.title": "askline",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
      },
    },
    rootfs: { type: "layers", diff_ids: [diff] },
    history: [{ created, created_by: "make release", comment: "deploy/image_tree.sh" }],
  };
}

/** @param {string} text such as `30s` */
function nanoseconds(text) {
  const [, number, unit] = text.match(/^(\d+)(ms|s|m)$/) ?? [];
  if (number === undefined) throw new Error(`the Dockerfile's ${text} is not a supported duration`);
  return Number(number) * UNITS[/** @type {keyof typeof UNITS} */ (unit)];
}

/**
 * Writes the layout with the images of all processors, as one file.
 * @param {{ layout: string, images: Image[], file: string }} what
 * @param {import("./commit.mjs").Commit} commit
 */
export function packLayout({ layout, images, file }, { version, seconds }) {
  const manifests = images.map(({ architecture, manifest }) => ({
    ...manifest,
    platform: { architecture, os: "linux" },
  }));
  const all = addJson(layout, { schemaVersion: 2, mediaType: INDEX, manifests }, INDEX);
  writeIndex(layout, { ...all, annotations: { "org.opencontainers.image.ref.name": version } });
  tar(file, layout, { names: ["blobs", "index.json", "oci-layout"], seconds });
}

/**
 * Writes the file for `docker load`: the layout of one image, and the list that older engines read.
 * @param {{ layout: string, work: string, image: Image, file: string }} what
 * @param {import("./commit.mjs").Commit} commit
 */
export function packForDocker({ layout, work, image: one, file }, { version, seconds }) {
  const folder = join(work, "docker");
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  for (const { digest } of [one.manifest, one.config, ...one.layers])
    cpSync(join(layout, blobPath(digest)), join(folder, blobPath(digest)));
  const tags = [`askline:${version}`, "askline:latest"];
  writeIndex(folder, {
    ...one.manifest,
    annotations: {
      "io.containerd.image.name": `docker.io/library/${tags[0]}`,
      "org.opencontainers.image.ref.name": version,
    },
  });
  const list = [
    { Config: blobPath(one.config.digest), RepoTags: tags, Layers: one.layers.map(({ digest }) => blobPath(digest)) },
  ];
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(list));
  tar(file, folder, { names: ["blobs", "index.json", "manifest.json", "oci-layout"], seconds });
}

/**
 * @param {string} folder
 * @param {Descriptor & { annotations: Record<string, string> }} first
 */
function writeIndex(folder, first) {
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(folder, "index.json"), JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests: [first] }));
}

/**
 * @param {string} layout
 * @param {unknown} value
 * @param {string} mediaType
 * @returns {Descriptor}
 */
function addJson(layout, value, mediaType) {
  const text = JSON.stringify(value);
  const digest = `sha256:${digestOf(text)}`;
  mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
  writeFileSync(join(layout, blobPath(digest)), text);
  return { mediaType, digest, size: Buffer.byteLength(text) };
}

/**
 * Moves a file into the folder of blobs.
 * @param {string} layout
 * @param {string} file
 * @param {string} mediaType
 * @returns {Descriptor}
 */
function addFile(layout, file, mediaType) {
  const digest = `sha256:${digestOf(readFileSync(file))}`;
  const size = statSync(file).size;
  mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
  renameSync(file, join(layout, blobPath(digest)));
  return { mediaType, digest, size };
}
