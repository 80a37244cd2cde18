/** A photo read in the browser: its format by content, its pixels as shown, and a small copy to look at. */
import type { FileFacts, Pixels } from "@visadesk/contract/base-data/paper/photo.rules.ts";

export interface ReadPhoto {
  facts: FileFacts;
  pixels: Pixels;
}

const SMALL = 480;
const RGBA = 4;
const HEADS: readonly [string, readonly number[]][] = [
  ["jpg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47]],
  ["pdf", [0x25, 0x50, 0x44, 0x46]],
];

/** What the first bytes tell, whatever the name says. */
export const formatOf = (head: Uint8Array): string => HEADS.find(([, bytes]) => bytes.every((b, i) => head[i] === b))?.[0] ?? "";

/** Reads a file; null when it is no picture the browser can show. */
export async function readPhoto(file: Blob): Promise<ReadPhoto | null> {
  const format = formatOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  const scale = Math.min(1, SMALL / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const facts = { format, bytes: file.size, width: image.width, height: image.height };
  image.close();
  return { facts, pixels: { data, width: canvas.width, height: canvas.height, channels: RGBA } };
}
