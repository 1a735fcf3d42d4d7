// Reads the sheets of a workbook (.xlsx): the texts and numbers of their cells.

import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY_BYTES = 46;
const HEAD_BYTES = 30;

/** The files of a ZIP archive, by name. @param {Buffer} zip @returns {Map<string, Buffer>} */
function unzipped(zip) {
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== END) end -= 1;
  const files = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, nameBytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const head = zip.readUInt32LE(at + 42);
    const from = head + HEAD_BYTES + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const bytes = zip.subarray(from, from + size);
    files.set(name, method === 0 ? bytes : inflateRawSync(bytes));
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** @param {string} xml */
const plain = (xml) =>
  xml
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/**
 * The sheets in their order. A cell is its text as the file has it.
 * @param {Buffer} bytes
 * @returns {{ name: string, rows: string[][] }[]}
 */
export function sheetsOf(bytes) {
  const files = unzipped(bytes);
  const text = (/** @type {string} */ name) => String(files.get(name));
  return [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"/g)].map(([, name = ""], place) => ({
    name: plain(name),
    rows: [...text(`xl/worksheets/sheet${place + 1}.xml`).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = ""]) => plain(cell)),
    ),
  }));
}
