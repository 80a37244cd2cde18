/** Images: read, checked and resized under limits of pixels, time and number at once. Only JPEG, PNG and WebP. */
import type { Sharp } from "sharp";
import { HttpError } from "../http/refuse.ts";

const MAX_PIXELS = 40_000_000;
/** From here on a picture is decoded alone: some take two hundred megabytes on the way. */
const LARGE_PIXELS = 10_000_000;
const SECONDS = 5;
const AT_ONCE = 2;
const MAX_WAITING = 50;
const RETRY_SECONDS = 5;
const FORMATS = ["jpeg", "png", "webp"] as const;
export type ImageFormat = (typeof FORMATS)[number];

export interface ImageFacts {
  format: ImageFormat;
  width: number;
  height: number;
}

type Go = () => void;
/** So many at once; of those who wait, uploads go first, for anybody may ask for a smaller picture. */
class Gate {
  readonly #atOnce: number;
  readonly #uploads: Go[] = [];
  readonly #shown: Go[] = [];
  #running = 0;
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }
  async run<T>(work: () => Promise<T>, waiting: "upload" | "shown" = "upload"): Promise<T> {
    const queue = waiting === "upload" ? this.#uploads : this.#shown;
    if (this.#running < this.#atOnce) this.#running++;
    else {
      if (queue.length >= MAX_WAITING) throw new HttpError(503, "图片处理繁忙，请稍后再试", null, { "retry-after": String(RETRY_SECONDS) });
      await new Promise<void>((go) => void queue.push(go));
    }
    try {
      return await work();
    } finally {
      const next = this.#uploads.shift() ?? this.#shown.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
const slots = new Gate(AT_ONCE);
const large = new Gate(1);

/** Loaded with the first image: a server that is only asked for lists does without its memory. */
let loading: Promise<(source: string | Buffer) => Sharp> | null = null;
const opener = (): Promise<(source: string | Buffer) => Sharp> =>
  (loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (source) => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error", animated: false }).timeout({ seconds: SECONDS });
  }));
const isFormat = (v: string | undefined): v is ImageFormat => FORMATS.some((f) => f === v);

/** From the head alone. */
async function factsOf(source: string | Buffer): Promise<ImageFacts | null> {
  try {
    const { format, autoOrient } = await (await opener())(source).metadata();
    return isFormat(format) ? { format, width: autoOrient.width, height: autoOrient.height } : null;
  } catch {
    return null;
  }
}

const isLarge = (facts: ImageFacts): boolean => facts.width * facts.height > LARGE_PIXELS;
/** Decodes within a slot: a large picture besides waits for the one that is decoded. */
const decoded = <T>(facts: ImageFacts, work: () => Promise<T>): Promise<T> => (isLarge(facts) ? large.run(work) : work());

/** Format and size as shown (turned as the camera says), or null when it is no image we take. Reads the head only. */
export const imageFacts = (source: string | Buffer): Promise<ImageFacts | null> => slots.run(() => factsOf(source));

/** Why an image is refused, or null. Decodes it once, so a broken one is found at upload and not on the screen. */
export const imageFault = (source: string | Buffer): Promise<string | null> =>
  slots.run(async () => {
    const facts = await factsOf(source);
    if (!facts) return "图片无法识别";
    if (facts.width * facts.height > MAX_PIXELS) return "图片像素过大，请缩小后再上传";
    try {
      await decoded(facts, async () => (await opener())(source).resize(32).raw().toBuffer());
      return null;
    } catch (e) {
      if (e instanceof HttpError) throw e;
      return "图片已损坏，请重新导出后再上传";
    }
  });

const encode = (image: Sharp, format: ImageFormat): Sharp =>
  format === "jpeg" ? image.jpeg({ quality: 82 }) : format === "png" ? image.png() : image.webp({ quality: 82 });

/** Widths that are made; what else is asked for becomes the next smaller one, so that nobody has thousands of them made. */
const WIDTHS = [8, 16, 32, 48, 64, 96, 128, 192, 240, 320, 480, 640, 800, 1200, 1600, 2400, 3200, 4096];
export const madeWidth = (asked: number): number => WIDTHS.findLast((w) => w <= asked) ?? asked;

/** Facts of a picture whose bytes are read when its turn has come. */
export const shownFacts = (read: () => Promise<Buffer>): Promise<{ facts: ImageFacts | null; size: number }> =>
  slots.run(async () => {
    const source = await read();
    return { facts: await factsOf(source), size: source.length };
  }, "shown");

/** The image at most `width` wide, turned upright, without its metadata; its bytes are read when its turn has come. */
export const resized = (read: () => Promise<Buffer>, width: number): Promise<{ data: Buffer; format: ImageFormat } | null> =>
  slots.run(async () => {
    const source = await read();
    const facts = await factsOf(source);
    if (!facts) return null;
    const made = encode((await opener())(source).autoOrient().resize({ width, withoutEnlargement: true }), facts.format);
    return { data: await decoded(facts, () => made.toBuffer()), format: facts.format };
  }, "shown");

/** The whole image without metadata (place, camera), for what everybody may see. */
export const cleaned = (source: string, facts: ImageFacts): Promise<Buffer> =>
  slots.run(() => decoded(facts, async () => encode((await opener())(source).autoOrient(), facts.format).toBuffer()));
