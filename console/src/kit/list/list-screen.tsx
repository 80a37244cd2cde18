/**
 * One list screen from its contract endpoint:
 *
 *   <ListScreen endpoint={orderListApi.order_query} title="订单处理" keyword={{ name: "keyword", placeholder: "订单号、联系人" }}
 *     filters={["order_status"]} columns={[link("order_no", (o) => to("order-detail", { orderId: o.id })), "order_status"]}
 *     row={(o) => <Moves flow={orderFlow} row={o} endpoints={orderApi} />}>
 *     <ListTabs tabs={TABS} />
 *   </ListScreen>
 *
 * Figures, tabs, scope, acts, bulk acts, peek and what stands in an empty list are its children (list-parts.tsx). Filters, sort and page live in the URL; columns, density, page size and views with the user on the server.
 */
import { isListRoute, type ListRoute } from "@visadesk/contract/list-routes.ts";
import { Button, Empty } from "antd";
import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { ExportButton } from "./export-button.tsx";
import { Peek } from "../page/peek.tsx";
import { ADD_WORDS, EDIT_WORDS, pressIn, useKeys } from "../app/keyboard.ts";
import { BulkBar } from "./list-bulk.tsx";
import { arrange, fullSettings, resolveColumns, sheetFields, type ResolvedColumn } from "./list-columns.tsx";
import { activeWords, FilterBar, FilterChips } from "./list-filters.tsx";
import { ListPager, ListTitle, TabsView } from "./list-head.tsx";
import { useListAnswer, useListModel, type AnyRow, type ListAnswer, type ListModel } from "./list-model.ts";
import { partsOf, type TabsProps } from "./list-parts.tsx";
import { useWiden, Widened } from "./list-widen.tsx";
import { ColumnSettings, useTableSettings } from "./list-settings.tsx";
import { idOf, ListTable } from "./list-table.tsx";
import type { Column, ListEndpoint, ListScreenProps, ScopeSwitch } from "./list-types.ts";
import { ListViews, SaveView } from "./list-views.tsx";
import { part } from "../app/part.tsx";
import { plainText } from "../rich-text/plain-text.ts";
import type { RowFieldsProps } from "../form/row-fields.tsx";
import { matchScreen } from "../screens.ts";
import { useSavedViews, type SavedViews } from "./saved-views.ts";
import { useGo } from "../filter/use-url.ts";
import { sameValue, type Filter } from "../filter/url-query.ts";
import "../kit.css";
import "./list.css";

export { ListActs, ListBulk, ListEmpty, ListFigures, ListLead, ListPeek, ListScope, ListTabs } from "./list-parts.tsx";
export { link, stageTabs } from "./list-types.ts";
export type { BulkAct, Column, ListScreenProps, ListTab, Selection } from "./list-types.ts";

const RowFields = part<RowFieldsProps>(() => import("../form/row-fields.tsx").then((m) => m.RowFields));

const NO_FILTER: Filter = {};
const NO_EXACT = (): undefined => undefined;
const NONE: readonly string[] = [];

interface EmptyProps {
  list: ListModel;
  own: ReactNode;
  scope: ScopeSwitch | undefined;
  tabs: readonly { key: string; label: string; filter: object }[] | undefined;
}

/** Names everything that hides rows, filters, stage and scope; each can be lifted here. */
function EmptyList({ list, own, scope, tabs }: EmptyProps) {
  const words = activeWords(list).map((w) => `${w.label} ${w.words}`);
  const held = scope?.options.find((o) => o.value === list.query.filter[scope.name]);
  const widest = scope?.options.at(-1);
  const wider = held && widest && held !== widest ? widest : undefined;
  const first = tabs?.[0];
  const tab = tabs?.find((t) => t.key === list.query.tab) ?? first;
  const isStage = tab !== undefined && (tab !== first || Object.keys(tab.filter).length > 0);
  if (words.length === 0 && !wider && (!isStage || (tab === first && own)))
    return <div className="vd-empty">{own ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有记录" />}</div>;
  const place = [isStage && `“${tab.label}”栏`, wider && `“${held?.label ?? ""}”范围`].filter(Boolean).join("、");
  const inside = place && `${place}内`;
  return (
    <div className="vd-empty">
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={words.length === 0 ? `${inside}没有记录` : `${inside}没有符合筛选的记录：${words.join("；")}`}
      >
        {words.length > 0 && <Button onClick={list.clear}>清空筛选</Button>}
        {wider && scope && <Button onClick={() => list.setFilter({ [scope.name]: wider.value })}>查看{wider.label}</Button>}
        {first && tab !== first && <Button onClick={() => list.set({ tab: undefined, page: 1 })}>查看{first.label}</Button>}
      </Empty>
    </div>
  );
}

interface RowKeys {
  at: number;
  setAt: (index: number) => void;
  peeking: boolean;
  setPeeking: (on: boolean) => void;
}

interface KeyActs {
  root: RefObject<HTMLElement | null>;
  open: (row: AnyRow) => void;
  toggle: ((row: AnyRow) => void) | undefined;
  canEdit: boolean;
  canAdd: boolean;
}

/** A key for a row marks the first one where none is marked yet, and acts from then on. */
function useRowKeys({ rows }: ListAnswer, { root, open, toggle, canEdit, canAdd }: KeyActs): RowKeys {
  const [at, setAt] = useState(-1);
  const [peeking, setPeeking] = useState(false);
  const step = (by: number): void => setAt((now) => Math.max(0, Math.min(rows.length - 1, now + by)));
  const withRow = (act: (row: AnyRow) => void) => () => {
    const row = rows[at];
    if (row) act(row);
    else setAt(0);
  };
  const peek = (): void => {
    setAt(Math.max(0, at));
    setPeeking((on) => !on);
  };
  useKeys({
    j: ["下一行", () => step(1)],
    k: ["上一行", () => step(-1)],
    Enter: ["打开", withRow(open)],
    Space: ["速览", peek],
    ...(canEdit && { e: ["编辑", withRow(() => pressIn(root.current?.querySelector(".vd-row-at"), EDIT_WORDS))] as const }),
    ...(canAdd && { n: ["新增", () => pressIn(root.current?.querySelector(".vd-list-title"), ADD_WORDS)] as const }),
    ...(toggle && { x: ["选择", withRow(toggle)] as const }),
    ...(peeking && { Escape: ["关闭速览", () => setPeeking(false)] as const }),
  });
  return { at, setAt, peeking, setPeeking };
}

const NO_SCOPES: ScopeSwitch["options"] = [];
/** Nobody chose yet: beside the scope the list is filtered by what it opens with. */
const isPlain = ({ query, defaults, scope }: ListModel): boolean =>
  query.tab === undefined &&
  query.view === undefined &&
  [...new Set([...Object.keys(query.filter), ...Object.keys(defaults)])].every(
    (name) => name === scope || sameValue(query.filter[name], defaults[name]),
  );

/** Opens a scoped list on the narrowest scope that holds something, once the user's views are known. */
function useOpenScope(list: ListModel, answer: ListAnswer, scope: ScopeSwitch | undefined, views: SavedViews): ReturnType<typeof useWiden> {
  const { setFilter } = list;
  const name = scope?.name ?? "";
  const widen = useCallback((value: string) => setFilter({ [name]: value }), [setFilter, name]);
  return useWiden({
    options: scope?.options ?? NO_SCOPES,
    held: String(list.query.filter[name] ?? ""),
    bare: isPlain(list),
    settled: views.known && !answer.isFirst && !answer.isStale,
    stopped: Boolean(answer.error) || views.views.some((v) => v.is_default),
    empty: answer.rows.length === 0,
    widen,
  });
}

function useSelection(place: string): readonly [readonly number[] | "all", (next: readonly number[] | "all") => void] {
  const [held, setHeld] = useState<{ place: string; picked: readonly number[] | "all" }>({ place, picked: [] });
  const picked = held.place === place ? held.picked : [];
  return [picked, useCallback((next) => setHeld({ place, picked: next }), [place])];
}

const routeOf = (): string => window.location.pathname;
const listRouteOf = (pathname: string): ListRoute | undefined => {
  const name = matchScreen(pathname)?.screen.name;
  return name !== undefined && isListRoute(name) ? name : undefined;
};

/** Filters by the tab that is open, and those of a list opened plain. */
function useStart(tabs: TabsProps["tabs"] | undefined, scope: ScopeSwitch | undefined, own: Filter) {
  const firstTab = tabs?.[0]?.key;
  const tabFilter = useCallback(
    (tab: string | undefined) => ({ ...(tabs?.find((t) => t.key === (tab ?? firstTab))?.filter as Record<string, unknown> | undefined) }),
    [tabs, firstTab],
  );
  const fitting = useCallback((tab: string | undefined) => tabs?.find((t) => t.key === (tab ?? firstTab))?.only, [tabs, firstTab]);
  const { name, opensAt } = scope ?? {};
  const defaults = useMemo(() => (name !== undefined && opensAt !== undefined ? { ...own, [name]: opensAt } : own), [own, name, opensAt]);
  return { tabFilter, fitting, defaults };
}

export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  const { endpoint } = props;
  const { figures, tabs, scope, acts, bulk, peek, empty, lead } = partsOf(props.children);
  const [route] = useState(routeOf);
  const settings = useTableSettings(route);
  const { tabFilter, fitting, defaults } = useStart(tabs?.tabs, scope, props.defaultFilter ?? NO_FILTER);
  const list = useListModel(endpoint, tabFilter, defaults, settings.table.page_size ?? 20, scope?.name, fitting);
  const answer = useListAnswer(list, props.fields);
  const exact = (figures?.useExact ?? NO_EXACT)(list.body);
  const led = (lead?.useCount ?? NO_EXACT)(list.body);
  const fits = fitting(list.query.tab);
  const hasSheet = !tabs?.tabs.find((t, at) => (list.query.tab === undefined ? at === 0 : t.key === list.query.tab))?.no_sheet;
  const offered = (names: readonly string[] = NONE): readonly string[] => (fits ? names.filter((n) => fits.includes(n)) : names);
  const told = answer.total?.capped && exact !== undefined ? { ...answer, total: { total: exact, capped: false } } : answer;
  const saved = useSavedViews(listRouteOf(route), list);
  const all = useMemo(() => resolveColumns(endpoint, props.columns as unknown as readonly Column<AnyRow>[]), [endpoint, props.columns]);
  const shown = useMemo(() => arrange(all, settings.table.columns), [all, settings.table.columns]);
  const [picked, setPicked] = useSelection(JSON.stringify(list.body));
  const go = useGo();
  const open = useCallback(
    (row: AnyRow) => {
      const href = all.find((c) => c.href)?.href?.(row);
      if (href) go(href);
    },
    [all, go],
  );
  const toggle =
    bulk &&
    ((row: AnyRow) => {
      const ids = picked === "all" ? answer.rows.map(idOf) : picked;
      setPicked(ids.includes(idOf(row)) ? ids.filter((i) => i !== idOf(row)) : [...ids, idOf(row)]);
    });
  const { passed, leaving } = useOpenScope(list, answer, scope, saved);
  const root = useRef<HTMLElement>(null);
  const keys = useRowKeys(answer, { root, open, toggle, canEdit: props.row !== undefined, canAdd: acts !== undefined });
  const { save } = settings;
  const onWidth = useCallback(
    (key: string, width: number) =>
      save({ columns: fullSettings(all, settings.table.columns).map((c) => (c.key === key ? { ...c, width } : c)) }),
    [all, save, settings.table.columns],
  );
  const peeked = answer.rows[keys.at];
  return (
    <section ref={root} className="vd-stack vd-list" aria-label={props.title}>
      <ListTitle
        title={props.title}
        total={led === undefined ? told.total : { total: led, capped: false }}
        figures={typeof figures?.children === "function" ? figures.children(list.body) : figures?.children}
        scope={scope}
        list={list}
      >
        {hasSheet && <ListTools list={list} answer={answer} shown={shown} />}
        <ColumnSettings all={all} settings={settings} />
        {acts?.children}
      </ListTitle>
      <ListViews list={list} saved={saved} onColumns={(columns) => save({ columns })} />
      {tabs && <TabsView list={list} {...tabs} />}
      <FilterBar list={list} names={offered(props.filters)} more={offered(props.more)} keyword={props.keyword} />
      <Widened passed={passed} held={scope?.options.find((o) => o.value === list.query.filter[scope.name])?.label} />
      <FilterChips list={list}>
        <SaveView list={list} saved={saved} columns={settings.table.columns} />
      </FilterChips>
      {lead?.of(list.body)}
      <ListTable
        list={list}
        answer={answer}
        columns={shown}
        acts={props.row as ((row: AnyRow) => ReactNode) | undefined}
        density={settings.density}
        caption={props.title}
        hasBar={bulk !== undefined && (picked === "all" || picked.length > 0)}
        selected={bulk ? picked : null}
        onSelect={setPicked}
        at={keys.at}
        onAt={keys.setAt}
        onOpen={open}
        onWidth={onWidth}
        empty={leaving ? null : <EmptyList list={list} own={empty?.children} scope={scope} tabs={tabs?.tabs} />}
      />
      {bulk && <BulkBar acts={bulk.acts} answer={answer} body={list.body} selected={picked} onSelect={setPicked} />}
      {answer.rows.length > 0 && (
        <ListPager
          list={list}
          answer={told}
          onPageSize={(page_size) => {
            save({ page_size });
            list.set({ page: 1, page_size: undefined });
          }}
        />
      )}
      <Peek
        open={keys.peeking && peeked !== undefined}
        title={peeked ? plainText(peeked[all[0]?.key ?? ""]) || "速览" : "速览"}
        onClose={() => keys.setPeeking(false)}
      >
        {peeked && (peek?.of(peeked as never) ?? <RowFields columns={all} row={peeked} />)}
      </Peek>
    </section>
  );
}

function ListTools(props: { list: ListModel; answer: ListAnswer; shown: readonly ResolvedColumn[] }) {
  const { list, answer, shown } = props;
  if (!list.endpoint.exports) return null;
  return (
    <ExportButton
      endpoint={list.endpoint.name}
      filter={{ ...list.body, ...(list.query.sort && { sort: list.query.sort, order: list.query.order ?? "desc" }) }}
      columns={sheetFields(list.endpoint, shown)}
      sheets={list.endpoint.export_sheets}
      full={list.endpoint.export_full}
      expected={answer.total && !answer.total.capped ? answer.total.total : undefined}
    />
  );
}
