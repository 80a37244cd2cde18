/** The parcel that is open over the list, in its address (`?parcel=WL…&part=desk`): Back closes it, a colleague opens the same. */
import { useGo, useSearchText } from "#kit/filter/use-url.ts";
import { useCallback } from "react";

const PARCEL = "parcel";
const PART = "part";
export const PARCEL_PARTS = { info: "信息", items: "明细", desk: "装箱台", tracks: "轨迹", prints: "打印记录", log: "日志" } as const;
export type ParcelPart = keyof typeof PARCEL_PARTS;

export const isPart = (part: string | null): part is ParcelPart => part !== null && Object.hasOwn(PARCEL_PARTS, part);

/** Address of a parcel over the list as it is filtered now. */
export function parcelHref(no: string, part?: ParcelPart): string {
  const params = new URLSearchParams(window.location.search);
  params.set(PARCEL, no);
  if (part) params.set(PART, part);
  else params.delete(PART);
  return `${window.location.pathname}?${params}`;
}

export interface ParcelPlace {
  no: string | null;
  part: ParcelPart;
  look: (no: string, part?: ParcelPart) => void;
  /** Another part of the same parcel: no step of its own. */
  turn: (part: ParcelPart) => void;
  close: () => void;
}

export function useParcelPlace(): ParcelPlace {
  const [search, replace] = useSearchText();
  const go = useGo();
  const params = new URLSearchParams(search);
  const part = params.get(PART);
  const look = useCallback((no: string, at?: ParcelPart) => go(parcelHref(no, at)), [go]);
  const turn = useCallback(
    (at: ParcelPart) => {
      const now = new URLSearchParams(window.location.search);
      now.set(PART, at);
      replace(now.toString());
    },
    [replace],
  );
  const close = useCallback(() => {
    const now = new URLSearchParams(window.location.search);
    now.delete(PARCEL);
    now.delete(PART);
    replace(now.toString());
  }, [replace]);
  return { no: params.get(PARCEL), part: isPart(part) ? part : "info", look, turn, close };
}
