/** Where one came from in this tab: the last query of each list, and the list that opened a page. */
import { screenOf, type Screen } from "#kit/screens.ts";

const KEY = "vd_trail";
interface Trail {
  queries: Record<string, string>;
  last: string;
}

function read(): Trail {
  try {
    const kept: Partial<Trail> | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof kept?.queries === "object" && typeof kept.last === "string") return { queries: kept.queries, last: kept.last };
  } catch {
    // An unreadable trail is an empty one.
  }
  return { queries: {}, last: "" };
}

/** Notes a visited list with its query. A panel over it, with keys of its own, belongs to the frame: the list was noted before. */
export function noteList(screen: Screen, search: string): void {
  const query = new URLSearchParams(search);
  if (!screen.menu || query.has("panel")) return;
  const trail = read();
  trail.queries[screen.name] = query.toString();
  trail.last = screen.name;
  sessionStorage.setItem(KEY, JSON.stringify(trail));
}

/** The list a page belongs to; pages reached from several lists take the one visited last. */
export function parentOf(screen: Screen): Screen | undefined {
  const opener = screen.under_opener ? screenOf(read().last) : undefined;
  return opener ?? (screen.under ? screenOf(screen.under) : undefined);
}

/** Address of a list as it was last seen in this tab. */
export function listHref(screen: Screen): string {
  const query = read().queries[screen.name];
  return query ? `${screen.path}?${query}` : screen.path;
}

export const forgetTrail = (): void => sessionStorage.removeItem(KEY);
