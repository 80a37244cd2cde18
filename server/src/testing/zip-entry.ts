import { inflateRawSync } from "node:zlib";

/** The text of one entry of a small ZIP file. */
export function zipEntry(file: Buffer, name: string): string {
  const mark = Buffer.from([0x50, 0x4b, 3, 4]);
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
    const length = file.readUInt16LE(at + 26);
    if (file.subarray(at + 30, at + 30 + length).toString() === name)
      return inflateRawSync(file.subarray(at + 30 + length), { finishFlush: 2 }).toString();
  }
  return "";
}
