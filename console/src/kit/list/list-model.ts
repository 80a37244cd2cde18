/** State of one list: filters, sort and page in the URL, rows and totals from the server. */
import { keepPreviousData, skipToken, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { PAGE_SIZE_DEFAULT } from "@visadesk/contract/kit/constants.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { useCallback, useMemo, useState } from "react";
import { call } from "../app/api.ts";
import { filterKind, inputMeta, isNumeric, type Zod } from "../form/field-kinds.ts";
import type { ListEndpoint, Selection } from "./list-types.ts";
import { asInstants, resolveRange } from "@visadesk/contract/kit/relative-dates.ts";
import {
  activeFilter,
  decodeQuery,
  encodeQuery,
  type Filter,
  type FilterKind,
  type FilterValue,
  type ListQuery,
} from "../filter/url-query.ts";
import { useSearchText } from "../filter/use-url.ts";

/** What an act that is `ids_only` is done to. */
export const idsOf = (s: Selection): number[] => ("ids" in s ? [...s.ids] : []);

export type AnyRow = Readonly<Record<string, unknown>>;
export interface Page {
  list: AnyRow[];
  total: number | null;
  total_capped: boolean;
  cursor: string | null;
}
export interface Total {
  total: number;
  capped: boolean;
}

/** `tab` is written by the stage tabs, never by a filter input. */
const PAGING = new Set(["page", "page_size", "sort", "order", "cursor", "count", "fields", "tab"]);

/** Filter fields of a list's input, by name. */
export const filterShape = (endpoint: ListEndpoint): Readonly<Record<string, Zod>> =>
  Object.fromEntries(Object.entries(shapeOf(endpoint.input)).filter(([name]) => !PAGING.has(name)));

const rangeBody = (text: string, isDate: boolean, now: Date): unknown => {
  const days = resolveRange(text, now);
  return days && (isDate ? days : asInstants(days));
};

function numberRange(text: string, shape: Readonly<Record<string, Zod>>): unknown {
  const [from = "", to = ""] = text.split("~");
  const [low, high] = shape["from"] ? ["from", "to"] : ["min", "max"];
  return { ...(from !== "" && { [low]: Number(from) }), ...(to !== "" && { [high]: Number(to) }) };
}

/** URL filters to the body the endpoint takes: relative dates resolved, ranges as objects. */
export function filterBody(endpoint: ListEndpoint, filter: Filter, now = new Date()): Record<string, unknown> {
  const shape = filterShape(endpoint);
  const rows = shapeOf(endpoint.row);
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(activeFilter(filter))) {
    const type = shape[name];
    if (!type) continue;
    const kind = filterKind(type);
    const sent =
      kind === "range"
        ? rangeBody(String(value), rows[name] !== undefined && inputMeta(rows[name])?.kind === "date", now)
        : kind === "number_range"
          ? numberRange(String(value), shapeOf(type))
          : kind === "text" && isNumeric(type)
            ? Number(value)
            : value;
    if (sent !== null && sent !== undefined) body[name] = sent;
  }
  return body;
}

export interface ListModel {
  readonly endpoint: ListEndpoint;
  readonly kinds: Readonly<Record<string, FilterKind>>;
  readonly query: ListQuery;
  readonly defaults: Filter;
  readonly pageSize: number;
  /** Filter of the scope switch: never a chip, kept when filters are cleared. */
  readonly scope: string | undefined;
  /** What the tab filters by, as the body has it. */
  readonly stage: Record<string, unknown>;
  /** Body filters as sent, those of the tab included. */
  readonly body: Record<string, unknown>;
  set: (patch: Partial<ListQuery>) => void;
  setFilter: (patch: Record<string, FilterValue | undefined>) => void;
  clear: () => void;
}

const ALL_FIT = (): undefined => undefined;

/** The URL side of a list. */
export function useListModel(
  endpoint: ListEndpoint,
  tabFilter: (tab: string | undefined) => Record<string, unknown>,
  defaults: Filter,
  pageSize: number,
  scope?: string,
  fitting: (tab: string | undefined) => readonly string[] | undefined = ALL_FIT,
): ListModel {
  const [search, replace] = useSearchText();
  const kinds = useMemo(() => Object.fromEntries(Object.entries(filterShape(endpoint)).map(([n, t]) => [n, filterKind(t)])), [endpoint]);
  const query = useMemo(() => {
    const said = decodeQuery(search, kinds, defaults);
    const only = fitting(said.tab);
    return only ? { ...said, filter: Object.fromEntries(Object.entries(said.filter).filter(([name]) => only.includes(name))) } : said;
  }, [search, kinds, defaults, fitting]);
  const set = useCallback(
    (patch: Partial<ListQuery>) => {
      const now = decodeQuery(window.location.search, kinds, defaults);
      replace(encodeQuery({ ...now, ...patch }, kinds, defaults, window.location.search));
    },
    [kinds, defaults, replace],
  );
  const setFilter = useCallback(
    (patch: Record<string, FilterValue | undefined>) => {
      const now = decodeQuery(window.location.search, kinds, defaults);
      set({ filter: { ...now.filter, ...patch }, page: 1 });
    },
    [kinds, defaults, set],
  );
  const held = scope === undefined ? undefined : query.filter[scope];
  const clear = useCallback(() => set({ filter: scope === undefined ? {} : { [scope]: held }, page: 1 }), [set, scope, held]);
  const stage = useMemo(() => tabFilter(query.tab), [query.tab, tabFilter]);
  const body = useMemo(() => ({ ...stage, ...filterBody(endpoint, query.filter) }), [endpoint, query.filter, stage]);
  return {
    endpoint,
    kinds,
    query,
    defaults,
    pageSize: query.page_size ?? pageSize ?? PAGE_SIZE_DEFAULT,
    scope,
    stage,
    body,
    set,
    setFilter,
    clear,
  };
}

/** The total is asked for only when the filter is new or somebody changed rows since. */
async function askPage(client: QueryClient, endpoint: ListEndpoint, filter: object, paging: object, signal: AbortSignal): Promise<Page> {
  const totalKey = [endpoint.name, "total", filter];
  const known = client.getQueryState<Total>(totalKey);
  const isKnown = known?.data !== undefined && !known.isInvalidated;
  const page = await (call(endpoint.name as never, { ...filter, ...paging, ...(isKnown && { count: false }) } as never, {
    signal,
    noToast: true,
  }) as Promise<Page>);
  if (page.total !== null && !isKnown) client.setQueryData<Total>(totalKey, { total: page.total, capped: page.total_capped });
  return page;
}

export interface ListAnswer {
  rows: readonly AnyRow[];
  total: Total | undefined;
  cursor: string | null;
  isFirst: boolean;
  isStale: boolean;
  error: unknown;
  refresh: () => void;
  /** Continues behind the numbered pages. */
  onCursor: (cursor: string | undefined) => void;
}

/** The server side of a list. */
export function useListAnswer(list: ListModel, fields?: readonly string[]): ListAnswer {
  const client = useQueryClient();
  const { endpoint, body, query, pageSize } = list;
  const place = JSON.stringify([body, query.sort, query.order, query.page, pageSize]);
  const [beyond, setBeyond] = useState<{ place: string; cursor: string } | null>(null);
  const cursor = beyond?.place === place ? beyond.cursor : undefined;
  const paging = {
    page: query.page,
    page_size: pageSize,
    ...(query.sort && { sort: query.sort, order: query.order ?? "desc" }),
    ...(cursor && { cursor }),
    ...(fields && { fields }),
  };
  const answer = useQuery({
    queryKey: [endpoint.name, "page", body, paging],
    queryFn: ({ signal }) => askPage(client, endpoint, body, paging, signal),
    placeholderData: keepPreviousData,
  });
  const total = useQuery<Total>({ queryKey: [endpoint.name, "total", body], queryFn: skipToken });
  return {
    rows: answer.data?.list ?? [],
    total: total.data,
    cursor: answer.data?.cursor ?? null,
    isFirst: answer.isPending,
    isStale: answer.isPlaceholderData || answer.isRefetching,
    error: answer.error,
    refresh: () => void client.invalidateQueries({ queryKey: [endpoint.name] }),
    onCursor: (next) => setBeyond(next === undefined ? null : { place, cursor: next }),
  };
}
