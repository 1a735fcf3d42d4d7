// Puts files into an uncompressed ZIP archive.

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
/** Version 2.0 of the format. */
const VERSION = 20;
/** The flag for names in UTF-8. */
const UTF8_NAMES = 0x0800;
/** January 1, 1980, the earliest date of the format: an archive of the same files has the same bytes. */
const DATE = 0x0021;
const POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 checksum. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** The bytes of fields of two (`H`) or four (`I`) bytes, the lowest byte first. */
function fields(...values: readonly (readonly ["H" | "I", number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(values.reduce((sum, [size]) => sum + (size === "H" ? 2 : 4), 0)));
  let offset = 0;
  for (const [size, value] of values) {
    if (size === "H") bytes.setUint16(offset, value, true);
    else bytes.setUint32(offset, value, true);
    offset += size === "H" ? 2 : 4;
  }
  return new Uint8Array(bytes.buffer);
}

/** The parts of an archive with these files. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)];
    const facts = fields(
      ["H", VERSION],
      ["H", UTF8_NAMES],
      ["H", 0],
      ["H", 0],
      ["H", DATE],
      ["I", crc32(content)],
      ["I", content.length],
      ["I", content.length],
      ["H", name.length],
      ["H", 0],
    );
    parts.push(fields(["I", LOCAL_HEADER]), facts, name, content);
    const place = fields(["H", 0], ["H", 0], ["H", 0], ["I", 0], ["I", offset]);
    directory.push(fields(["I", DIRECTORY_HEADER], ["H", VERSION]), facts, place, name);
    offset += 4 + facts.length + name.length + content.length;
  }
  const count = Object.keys(files).length;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = fields(
    ["I", DIRECTORY_END],
    ["H", 0],
    ["H", 0],
    ["H", count],
    ["H", count],
    ["I", size],
    ["I", offset],
    ["H", 0],
  );
  return [...parts, ...directory, end];
}
