/** The transfer that is open over the list, or the wizard with what it begins with, in the address: Back closes it. */
import { useCallback } from "react";
import { useSearchText } from "#kit/filter/use-url.ts";
import type { Start } from "./transfer-words.tsx";

const OPEN = "transfer";
const NEW = "new";
const START = ["role", "to", "province", "city"] as const;

const listed = (params: URLSearchParams, name: string): string[] => (params.get(name) ?? "").split(",").filter(Boolean);
/** Of a region: its owner takes over the peers of its provinces, or of its cities. */
function startOf(params: URLSearchParams): Start {
  const [province_code, city_code] = [listed(params, "province"), listed(params, "city")];
  const places = province_code.length > 0 ? { province_code } : { city_code };
  return {
    role: params.get("role") === "cs" ? "cs" : "bd",
    target_ids: listed(params, "to").map(Number),
    ...(province_code.length + city_code.length > 0 && { selection: "filter", filter: places }),
  };
}

interface Place {
  id: number | null;
  start: Start | null;
  look: (id: number | null) => void;
  /** The wizard from its beginning: a reload opens it again. */
  begin: () => void;
  close: () => void;
}
export function useTransferPlace(): Place {
  const [search, replace] = useSearchText();
  const params = new URLSearchParams(search);
  const look = useCallback(
    (id: number | null) => {
      const now = new URLSearchParams(window.location.search);
      for (const name of [OPEN, NEW, ...(now.has("to") ? START : [])]) now.delete(name);
      if (id !== null) now.set(OPEN, String(id));
      replace(now.toString());
    },
    [replace],
  );
  const begin = useCallback(() => {
    const now = new URLSearchParams(window.location.search);
    now.delete(OPEN);
    now.set(NEW, "1");
    replace(now.toString());
  }, [replace]);
  const id = Number(params.get(OPEN));
  return {
    id: id > 0 ? id : null,
    start: params.has(NEW) ? startOf(params) : null,
    look,
    begin,
    close: useCallback(() => look(null), [look]),
  };
}
