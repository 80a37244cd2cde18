/** Rows that were picked in a list, as the pages that were looked at showed them; the latest version of each. */
import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint, Output } from "@visadesk/contract/kit/endpoint.ts";

interface Versioned {
  id: number;
  version?: number;
}
type RowOf<E extends Endpoint> = Output<E> extends { list: readonly (infer R extends Versioned)[] } ? R : never;

export function seenRows<E extends Endpoint>(client: QueryClient, endpoint: E, ids: readonly number[]): RowOf<E>[] {
  const pages = client.getQueriesData<{ list?: readonly RowOf<E>[] }>({ queryKey: [endpoint.name, "page"] });
  const rows = new Map<number, RowOf<E>>();
  for (const row of pages.flatMap(([, page]) => page?.list ?? []))
    if ((row.version ?? 0) >= (rows.get(row.id)?.version ?? 0)) rows.set(row.id, row);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** What a row that was seen is called; nothing, where it was not. */
export const nameIn =
  <E extends Endpoint>(client: QueryClient, endpoint: E, nameOf: (row: RowOf<E>) => string) =>
  (id: number): string =>
    seenRows(client, endpoint, [id]).map(nameOf)[0] ?? "";

export interface Result {
  id: number;
  ok: boolean;
  msg: string;
}
/** Those an act could not be done to: they stay selected. */
export const idsLeft = (results: readonly Result[]): number[] => results.flatMap((r) => (r.ok ? [] : [r.id]));
/** Those an act could not be done to, by what their rows are called. */
export const leftOf = <R extends Versioned>(
  results: readonly Result[],
  rows: readonly R[],
  nameOf: (row: R) => string,
): { name: string; msg: string }[] =>
  results.flatMap((r) => {
    const row = rows.find((x) => x.id === r.id);
    return r.ok ? [] : [{ name: row ? nameOf(row) : "", msg: r.msg }];
  });
