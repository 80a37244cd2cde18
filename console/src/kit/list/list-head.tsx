/** Title row, scope switch and stage tabs of a list; the pager at its foot. */
import { Button, Pagination, Segmented } from "antd";
import { MAX_OFFSET, TOTAL_CAP } from "@visadesk/contract/kit/constants.ts";
import type { ReactNode } from "react";
import type { ListAnswer, ListModel, Total } from "./list-model.ts";
import type { TabsProps } from "./list-parts.tsx";
import type { ScopeSwitch } from "./list-types.ts";
import { can } from "../app/session.ts";
import { TabBar } from "../page/tab-bar.tsx";

/** 128, or 1000+ when the server stopped counting. */
export const totalText = (total: Total | undefined): string => (!total ? "" : total.capped ? `${TOTAL_CAP}+` : String(total.total));

export function ListTitle(props: {
  title: string;
  total: Total | undefined;
  figures: ReactNode;
  children: ReactNode;
  scope: ScopeSwitch | undefined;
  list: ListModel;
}) {
  const { scope, list } = props;
  const showScope = scope && (scope.may === undefined || can(scope.may));
  return (
    <div className="vd-wraps vd-list-title">
      <h1>{props.title}</h1>
      {props.total && (
        <span className="vd-count vd-num" title="符合筛选的条数">
          {totalText(props.total)}
        </span>
      )}
      {props.figures && <span className="vd-figures">{props.figures}</span>}
      <span className="vd-grow" />
      {showScope && (
        <Segmented
          size="small"
          aria-label="数据范围"
          options={[...scope.options]}
          value={String(list.query.filter[scope.name] ?? scope.options[0]?.value ?? "")}
          onChange={(v) => list.setFilter({ [scope.name]: v })}
        />
      )}
      {props.children}
    </div>
  );
}

const NO_COUNTS = (): Readonly<Record<string, number | undefined>> => ({});

export function TabsView(props: TabsProps & { list: ListModel }) {
  const { list, tabs } = props;
  const counts = (props.useCounts ?? NO_COUNTS)(list.body);
  return (
    <TabBar
      label="阶段"
      chosen={list.query.tab ?? tabs[0]?.key ?? ""}
      onChoose={(key) => list.set({ tab: key === tabs[0]?.key ? undefined : key, page: 1 })}
      tabs={tabs.map((t) => ({
        key: t.key,
        label: (
          <>
            {t.label}
            {counts[t.key] !== undefined && (
              <span className="vd-tiny vd-muted vd-tab-count vd-num">
                {(counts[t.key] as number) > TOTAL_CAP ? `${TOTAL_CAP}+` : counts[t.key]}
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}

export function ListPager(props: { list: ListModel; answer: ListAnswer; onPageSize: (size: number) => void }) {
  const { list, answer } = props;
  const size = list.pageSize;
  const page = list.query.page;
  const lastNumbered = Math.floor(MAX_OFFSET / size);
  const shown = answer.rows.length;
  const more = answer.cursor !== null;
  const floor = (page - 1) * size + shown + (more ? 1 : 0);
  const total = answer.total && !answer.total.capped ? answer.total.total : Math.max(floor, answer.total ? TOTAL_CAP + 1 : floor);
  return (
    <div className="vd-row vd-at-end vd-pager">
      {more && page >= lastNumbered && (
        <>
          <Button size="small" type="text" onClick={() => answer.onCursor(undefined)}>
            回到第{lastNumbered}页
          </Button>
          <Button size="small" onClick={() => answer.onCursor(answer.cursor ?? undefined)}>
            继续往后
          </Button>
        </>
      )}
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={Math.min(total, lastNumbered * size)}
        showSizeChanger={{ "aria-label": "每页条数" }}
        pageSizeOptions={[20, 50, 100]}
        showLessItems
        showTotal={(_, [from, to]) => (
          <span className="vd-muted vd-num">
            第 {from}–{Math.max(from, Math.min(to, (page - 1) * size + shown))} 条，共 {totalText(answer.total) || "…"} 条
          </span>
        )}
        onChange={(next, nextSize) => {
          if (nextSize === size) list.set({ page: next });
          else props.onPageSize(nextSize);
        }}
      />
    </div>
  );
}
