/** Saved views of one list: what the server keeps, and whether the screen still shows the chosen one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { personalApi } from "@visadesk/contract/account/personal.ts";
import { maskedNumbers } from "@visadesk/contract/kit/mask-numbers.ts";
import type { ListRoute } from "@visadesk/contract/list-routes.ts";
import { call } from "../app/api.ts";
import { toast } from "../app/feedback.ts";
import type { ColumnSetting } from "./list-columns.tsx";
import type { ListModel } from "./list-model.ts";
import { activeFilter, sameValue, type Filter, type ListQuery } from "../filter/url-query.ts";

export type SavedView = Output<typeof personalApi.saved_view_query>["list"][number];
type ViewPatch = Partial<Pick<SavedView, "name" | "query" | "columns" | "share" | "share_ids" | "is_default" | "pinned" | "watch">>;

const MASKED = "视图已保存，其中按证件号、手机号等号码的筛选没有存入";

/** What a view remembers: filters with relative dates as tokens, sort, tab with what it filters by, page size. */
export const viewQuery = ({ query, stage }: Pick<ListModel, "query" | "stage">): Record<string, unknown> => ({
  filter: activeFilter(query.filter),
  ...(query.sort && { sort: query.sort, order: query.order ?? "desc" }),
  ...(query.tab && { tab: query.tab }),
  ...(Object.keys(stage).length > 0 && { stage }),
  ...(query.page_size && { page_size: query.page_size }),
});

/** The state a view sets, names this list no longer has left out. */
export function queryOfView(view: SavedView, kinds: Readonly<Record<string, unknown>>): ListQuery {
  const q = view.query;
  const filter = typeof q["filter"] === "object" && q["filter"] !== null ? (q["filter"] as Filter) : {};
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([name]) => name in kinds)),
    page: 1,
    view: view.id,
    sort: typeof q["sort"] === "string" ? q["sort"] : undefined,
    order: q["order"] === "asc" || q["order"] === "desc" ? q["order"] : undefined,
    tab: typeof q["tab"] === "string" ? q["tab"] : undefined,
    page_size: typeof q["page_size"] === "number" ? q["page_size"] : undefined,
  };
}

/** ● on a view whose filters, sort or tab were changed since. */
export function isChanged(view: SavedView, list: ListModel): boolean {
  const saved = queryOfView(view, list.kinds);
  const names = new Set([...Object.keys(saved.filter), ...Object.keys(list.query.filter)]);
  return (
    saved.sort !== list.query.sort ||
    saved.tab !== list.query.tab ||
    [...names].some((n) => !sameValue(saved.filter[n], list.query.filter[n]))
  );
}

export interface SavedViews {
  /** Can views of this list be kept? */
  kept: boolean;
  /** They were asked for, or there is nothing to ask. */
  known: boolean;
  views: readonly SavedView[];
  current: SavedView | undefined;
  add: (name: string, columns: ColumnSetting[] | undefined, more?: Partial<ViewPatch>) => Promise<void>;
  update: (view: SavedView, patch: ViewPatch) => Promise<void>;
  remove: (view: SavedView) => Promise<void>;
}

/** Of a list that is no route of its own there are none. */
export function useSavedViews(route: ListRoute | undefined, list: ListModel): SavedViews {
  const client = useQueryClient();
  const key = ["saved_view_query", route];
  const answer = useQuery({
    queryKey: key,
    enabled: route !== undefined,
    queryFn: ({ signal }) => call("saved_view_query", { route }, { signal, noToast: true }),
    staleTime: 60_000,
  });
  const views = answer.data?.list ?? [];
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: ["saved_view_query"] });
  return {
    kept: route !== undefined,
    known: route === undefined || !answer.isPending,
    views,
    current: views.find((v) => v.id === list.query.view),
    add: async (name, columns, more) => {
      if (route === undefined) return;
      const query = viewQuery(list);
      const view = await call("saved_view_add", {
        route,
        endpoint: list.endpoint.name,
        name,
        query,
        ...(columns && { columns }),
        ...more,
      });
      await again();
      list.set({ view: view.id });
      toast.success(JSON.stringify(maskedNumbers({ name, query })) === JSON.stringify({ name, query }) ? "视图已保存" : MASKED);
    },
    update: async (view, patch) => {
      await call("saved_view_update", { id: view.id, version: view.version, ...patch });
      await again();
      toast.success("视图已更新");
    },
    remove: async (view) => {
      await call("saved_view_remove", { id: view.id });
      await again();
      if (list.query.view === view.id) list.set({ view: undefined });
    },
  };
}
