/** The task list's state in its address, and what the server answers to it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { ask } from "#kit/act/ask.ts";
import { decodeQuery, encodeQuery, type FilterValue } from "#kit/filter/url-query.ts";
import { useSearchText } from "#kit/filter/use-url.ts";
import type { Input } from "@visadesk/contract/kit/endpoint.ts";
import { QUEUES, type QueueKey } from "@visadesk/contract/workbench/queues.ts";
import { workbenchApi } from "@visadesk/contract/workbench/workbench.ts";

type Body = Input<typeof workbenchApi.task_query>;
export type Scope = NonNullable<Body["scope"]>;
export type Level = NonNullable<Body["level"]>[number];
export type DueWithin = NonNullable<Body["due"]>;

export const SCOPES: Readonly<Record<Scope, string>> = { mine: "我的", team: "本组", all: "全部" };
export const LEVELS: Readonly<Record<Level, string>> = { critical: "紧急", high: "重要", normal: "普通" };
export const DUES: Readonly<Record<DueWithin, string>> = { today: "今日截止", overdue: "已逾期", week: "一周内截止", none: "无截止" };

const KINDS = {
  tab: "text",
  queue: "many",
  scope: "text",
  level: "many",
  due: "text",
  keyword: "text",
  handler_id: "many_numbers",
  is_unassigned: "bool",
  load: "bool",
} as const;
export const PAGE_SIZE = 20;

const oneOf = <K extends string>(words: Readonly<Record<K, string>>, value: unknown): value is K =>
  typeof value === "string" && Object.hasOwn(words, value);
const someOf = <K extends string>(words: Readonly<Record<K, string>>, value: FilterValue | undefined): K[] =>
  Array.isArray(value) ? value.filter((v): v is K => oneOf(words, v)) : [];

const numbersOf = (value: FilterValue | undefined): number[] =>
  Array.isArray(value) ? value.filter((v): v is number => typeof v === "number") : [];

export interface TaskQuery {
  /** What waits now, or what I put off. */
  tab: "open" | "put_off";
  queue: readonly QueueKey[];
  scope: Scope;
  level: readonly Level[];
  due: DueWithin | undefined;
  keyword: string;
  handler_id: readonly number[];
  is_unassigned: boolean;
  /** The table of members in place of the tasks. */
  load: boolean;
  page: number;
}

/** `[query, set]`; a change of a filter goes back to the first page. */
export function useTaskQuery(): readonly [TaskQuery, (patch: Partial<TaskQuery>) => void] {
  const [search, replace] = useSearchText();
  const query = useMemo((): TaskQuery => {
    const { filter, page } = decodeQuery(search, KINDS);
    const tab = filter["tab"] === "put_off" ? "put_off" : "open";
    return {
      tab,
      queue: someOf<QueueKey>(QUEUES, filter["queue"]),
      level: someOf(LEVELS, filter["level"]),
      page,
      scope: tab === "open" && oneOf(SCOPES, filter["scope"]) ? filter["scope"] : "mine",
      due: oneOf(DUES, filter["due"]) ? filter["due"] : undefined,
      keyword: typeof filter["keyword"] === "string" ? filter["keyword"] : "",
      handler_id: numbersOf(filter["handler_id"]),
      is_unassigned: filter["is_unassigned"] === true,
      load: filter["load"] === true,
    };
  }, [search]);
  const set = useCallback(
    (patch: Partial<TaskQuery>) => {
      const { tab, page, scope, is_unassigned, load, ...rest } = { ...query, page: 1, ...patch };
      const filter = {
        ...rest,
        tab: tab === "open" ? undefined : tab,
        scope: scope === "mine" ? undefined : scope,
        is_unassigned: is_unassigned || undefined,
        load: load || undefined,
      };
      replace(encodeQuery({ filter, page }, KINDS, {}, window.location.search));
    },
    [query, replace],
  );
  return [query, set];
}

/** What the list is narrowed by, without its page. */
export const filterOf = (q: TaskQuery): Omit<Body, "page" | "page_size"> => ({
  ...(q.tab === "put_off" && { tab: q.tab }),
  scope: q.scope,
  ...(q.queue.length > 0 && { queue: [...q.queue] }),
  ...(q.level.length > 0 && { level: [...q.level] }),
  ...(q.due && { due: q.due }),
  ...(q.keyword && { keyword: q.keyword }),
  ...(q.handler_id.length > 0 && { handler_id: [...q.handler_id] }),
  ...(q.is_unassigned && { is_unassigned: true }),
});
const bodyOf = (q: TaskQuery): Body => ({ page: q.page, page_size: PAGE_SIZE, ...filterOf(q) });

export const useTasks = (query: TaskQuery) => {
  const body = bodyOf(query);
  return useQuery({
    queryKey: ["task_query", body],
    queryFn: ({ signal }) => ask(workbenchApi.task_query, body, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
};

export const useLoad = (scope: "team" | "all") =>
  useQuery({
    queryKey: ["task_load_query", scope],
    queryFn: ({ signal }) => ask(workbenchApi.task_load_query, { scope }, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });

export const useTiles = (scope: Scope) =>
  useQuery({
    queryKey: ["task_stat_get", scope],
    queryFn: ({ signal }) => ask(workbenchApi.task_stat_get, { scope }, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  });
