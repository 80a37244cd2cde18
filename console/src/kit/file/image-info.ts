/** Format, size and pixels of a stored image, asked once per address and tab. */
import { getJson } from "../app/api.ts";

export interface ImageInfo {
  format: string;
  size: number;
  width: number;
  height: number;
}

const cache = new Map<string, { info: Promise<ImageInfo>; until: number }>();
const numberOf = (v: unknown): number => Number(typeof v === "object" && v !== null && "value" in v ? v.value : v) || 0;

async function ask(url: string): Promise<ImageInfo> {
  const answer = (await getJson(`${url}${url.includes("?") ? "&" : "?"}x-oss-process=image/info`)) as Record<string, unknown>;
  const of = (name: string): unknown => answer[name] ?? answer[name[0]?.toUpperCase() + name.slice(1)];
  const format = of("format");
  return {
    format: String(typeof format === "object" && format !== null && "value" in format ? format.value : (format ?? "")),
    size: numberOf(of("size") ?? answer.FileSize),
    width: numberOf(answer.width ?? answer.ImageWidth),
    height: numberOf(answer.height ?? answer.ImageHeight),
  };
}

/** `until`: when the signed address of a private file ends; nothing is kept longer than that. */
export function imageInfo(url: string, until = Number.POSITIVE_INFINITY): Promise<ImageInfo> {
  const known = cache.get(url);
  if (known && Date.now() < known.until) return known.info;
  const info = ask(url);
  cache.set(url, { info, until });
  info.catch(() => cache.delete(url));
  return info;
}
