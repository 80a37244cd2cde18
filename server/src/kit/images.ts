/** Images: read, checked and resized under limits of pixels, time and number at once. Only JPEG, PNG and WebP. */
import type { Sharp } from "sharp";
import { HttpError } from "./refuse.ts";

const MAX_PIXELS = 40_000_000;
const SECONDS = 5;
const AT_ONCE = 2;
const MAX_WAITING = 100;
const FORMATS = ["jpeg", "png", "webp"] as const;
export type ImageFormat = (typeof FORMATS)[number];

export interface ImageFacts {
  format: ImageFormat;
  width: number;
  height: number;
}

let running = 0;
const waiting: (() => void)[] = [];

async function slot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new HttpError(503, "图片处理繁忙，请稍后再试");
    await new Promise<void>((go) => void waiting.push(go));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Loaded with the first image: a server that is only asked for lists does without its memory. */
let loading: Promise<(source: string | Buffer) => Sharp> | null = null;
const opener = (): Promise<(source: string | Buffer) => Sharp> =>
  (loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (source) => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error", animated: false }).timeout({ seconds: SECONDS });
  }));
const isFormat = (v: string | undefined): v is ImageFormat => FORMATS.some((f) => f === v);

/** Format and size as shown (turned as the camera says), or null when it is no image we take. Reads the head only. */
export async function imageFacts(source: string | Buffer): Promise<ImageFacts | null> {
  try {
    const { format, autoOrient } = await slot(async () => (await opener())(source).metadata());
    return isFormat(format) ? { format, width: autoOrient.width, height: autoOrient.height } : null;
  } catch (e) {
    if (e instanceof HttpError) throw e;
    return null;
  }
}

/** Why an image is refused, or null. Decodes it once, so a broken one is found at upload and not on the screen. */
export async function imageFault(source: string | Buffer): Promise<string | null> {
  const facts = await imageFacts(source);
  if (!facts) return "图片无法识别";
  if (facts.width * facts.height > MAX_PIXELS) return "图片像素过大，请缩小后再上传";
  try {
    await slot(async () => (await opener())(source).resize(32).raw().toBuffer());
    return null;
  } catch (e) {
    if (e instanceof HttpError) throw e;
    return "图片已损坏，请重新导出后再上传";
  }
}

const encode = (image: Sharp, format: ImageFormat): Sharp =>
  format === "jpeg" ? image.jpeg({ quality: 82 }) : format === "png" ? image.png() : image.webp({ quality: 82 });

/** The image at most `width` wide, turned upright, without its metadata. */
export async function resized(source: Buffer, width: number): Promise<{ data: Buffer; format: ImageFormat } | null> {
  const facts = await imageFacts(source);
  if (!facts) return null;
  const data = await slot(async () =>
    encode((await opener())(source).rotate().resize({ width, withoutEnlargement: true }), facts.format).toBuffer(),
  );
  return { data, format: facts.format };
}

/** The whole image without metadata (place, camera), for what everybody may see. */
export async function cleaned(source: string, format: ImageFormat): Promise<Buffer> {
  return slot(async () => encode((await opener())(source).rotate(), format).toBuffer());
}
