/** Open applicants whose papers a list would change, page by page; who gets it is ticked by staff, nobody is from the start. */
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { None, TwoLines } from "#kit/page/blocks.tsx";
import { flowTag, Mark } from "#kit/page/flow-tag.tsx";
import { HrefLink } from "#kit/app/href-link.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useCan } from "#kit/app/session.ts";
import { Table, type TableColumn } from "#kit/table/table.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Pages } from "#kit/table/pages.tsx";
import type { Input as InputOf, Output } from "@visadesk/contract/kit/endpoint.ts";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { applicantFlow } from "@visadesk/contract/order/order.flow.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { PAPER_CHANGES, PUSH_MAX, skuPaperPushApi } from "@visadesk/contract/product/sku/sku-paper-push.ts";
import "./sku-paper-push.css";

type Api = typeof skuPaperPushApi;
export type Impact = Output<Api["sku_paper_impact_query"]>;
type Person = Impact["list"][number];
type Change = Person["changes"][number];
type Filter = NonNullable<InputOf<Api["sku_paper_push_add"]>["filter"]>;
/** Who gets the list: people by id, or everybody of a filter. */
export type Picks = { count: number } & ({ ids: readonly number[] } | { filter: Filter });
export type Draft = Pick<InputOf<Api["sku_paper_impact_query"]>, "papers" | "identities">;

/** Picks as the push takes them. */
export const pickedBody = (p: Picks): Pick<InputOf<Api["sku_paper_push_add"]>, "applicant_ids" | "filter" | "expected_count"> => ({
  ...("ids" in p ? { applicant_ids: [...p.ids] } : { filter: p.filter }),
  expected_count: p.count,
});

const PAGE = 20;
const TONES = { add: "green", cancel: "grey", copies: "blue", rule: "orange" } as const;
const STATES = [
  "none",
  "pre_review",
  "pre_review_rejected",
  "awaiting_originals",
  "awaiting_appointment",
  "awaiting_confirm",
  "appointed",
  "awaiting_training",
  "awaiting_visit",
  "awaiting_submission",
] as const;
const LINES = 4;

const detail = (c: Change): string => {
  if (c.kind === "cancel") return c.files > 0 ? `已传${c.files}个文件，保留` : "";
  return c.kind === "add" ? (c.after === "必交" ? "" : (c.after ?? "")) : `${c.before ?? ""} → ${c.after ?? ""}`;
};
const words = (c: Change): string => [PAPER_CHANGES[c.kind], c.name, detail(c)].filter(Boolean).join(" ");

const ChangeLines = ({ changes }: { changes: readonly Change[] }) => (
  <ul className="pu-changes" title={changes.map(words).join("\n")}>
    {changes.slice(0, changes.length > LINES ? LINES - 1 : LINES).map((c) => (
      <li key={`${c.kind} ${c.name}`}>
        <Mark tone={TONES[c.kind]}>{c.kind === "rule" ? "改为" : PAPER_CHANGES[c.kind]}</Mark> {c.name}
        {detail(c) && <small> {detail(c)}</small>}
      </li>
    ))}
    {changes.length > LINES && <li className="vd-muted">等 {changes.length} 项</li>}
  </ul>
);

export function OrderNo({ order_id, order_no }: Pick<Person, "order_id" | "order_no">) {
  const processes = useCan(may.order_process);
  const views = useCan(may.order_view);
  if (!processes && !views) return <span className="vd-num">{order_no}</span>;
  const href = processes ? to("order-detail", { orderId: order_id }) : to("admin-order-detail", { orderId: order_id });
  return (
    <HrefLink href={href} className="vd-link vd-num">
      {order_no}
    </HrefLink>
  );
}
export const personColumn = <R extends Pick<Person, "name_cn" | "applicant_no">>(): TableColumn<R> => ({
  key: "name",
  title: "申请人",
  width: 150,
  render: (a) => <TwoLines under={a.applicant_no}>{a.name_cn ?? "未填姓名"}</TwoLines>,
});

const COLUMNS: readonly TableColumn<Person>[] = [
  personColumn(),
  { key: "order_id", width: 134, render: (a) => <OrderNo {...a} /> },
  {
    key: "applicant_status",
    width: 148,
    render: (a) => (
      <span className="vd-two">
        {flowTag(applicantFlow, a.applicant_status)}
        {a.blocked ? (
          <small className="vd-error" title={a.blocked}>
            已挂起，不能推送
          </small>
        ) : (
          a.is_supplement &&
          a.changes.some((c) => c.kind === "add") && (
            <small title="资料已交齐：新增的必交资料会作为补料通知客户，并在订单上提醒">新增按补料通知</small>
          )
        )}
      </span>
    ),
  },
  { key: "changes", render: (a) => <ChangeLines changes={a.changes} /> },
];

/** Filter, page and ticks of one opening. */
export function usePeople(skuId: number, draft: Draft = {}) {
  const [filter, setFilter] = useState<Filter>({});
  const [page, setPage] = useState(1);
  const [ids, setIds] = useState<readonly number[]>([]);
  const [isAll, setAll] = useState(false);
  const answer = useRecord(skuPaperPushApi.sku_paper_impact_query, { sku_id: skuId, ...draft, ...filter, page, page_size: PAGE });
  const impact = answer.data;
  const narrow = (more: Filter): void => {
    setFilter((f) => ({ ...f, ...more }));
    setPage(1);
    setAll(false);
  };
  const pick = (next: readonly number[]): void => {
    const blocked = new Set((impact?.list ?? []).filter((a) => a.blocked !== null).map((a) => a.applicant_id));
    setAll(false);
    setIds(next.filter((id) => !blocked.has(id)));
  };
  const pickAll = (on: boolean): void => {
    setAll(on);
    setIds([]);
  };
  const count = isAll ? (impact?.pickable ?? 0) : ids.length;
  const picks: Picks | null = count === 0 ? null : isAll ? { count, filter } : { count, ids };
  return { answer, filter, narrow, page, setPage, ids, isAll, pick, pickAll, picks };
}
export type People = ReturnType<typeof usePeople>;

const Filters = ({ people }: { people: People }) => (
  <div className="vd-wraps vd-before-12 vd-after-8 pu-filters">
    <Input.Search
      allowClear
      aria-label="订单号或申请人编号"
      placeholder="订单号/申请人编号"
      maxLength={40}
      onSearch={(keyword) => people.narrow({ keyword })}
    />
    <Select
      allowClear={CLEARS}
      aria-label="申请人状态"
      placeholder="申请人状态"
      options={STATES.map((value) => ({ value, label: applicantFlow.states[value].label }))}
      onChange={(applicant_status: (typeof STATES)[number] | undefined) => people.narrow({ applicant_status })}
    />
    <Select
      allowClear={CLEARS}
      aria-label="变更"
      placeholder="变更"
      options={keysOf(PAPER_CHANGES).map((value) => ({ value, label: PAPER_CHANGES[value] }))}
      onChange={(change: keyof typeof PAPER_CHANGES | undefined) => people.narrow({ change })}
    />
  </div>
);

/** What is picked, and everybody of the filter at once. */
function PickLine({ people, impact }: { people: People; impact: Impact }) {
  const { picks, isAll, ids, pickAll } = people;
  return (
    <p className="vd-after-8">
      {picks ? `已选 ${picks.count} 人` : "默认不推送给任何人"}
      {!isAll && impact.pickable > 0 && (
        <Button size="small" type="link" onClick={() => pickAll(true)}>
          选择全部 {impact.pickable} 人
        </Button>
      )}
      {(isAll || ids.length > 0) && (
        <Button size="small" type="link" onClick={() => pickAll(false)}>
          清空
        </Button>
      )}
    </p>
  );
}

const Notes = ({ impact }: { impact: Impact }) => (
  <>
    {impact.hidden > 0 && <p className="vd-muted">另有 {impact.hidden} 人不在您的数据范围内，由所属团队推送。</p>}
    {impact.is_capped && <p className="vd-muted">受影响的人较多，这里先列出 {PUSH_MAX} 人，推送完成后再打开可继续。</p>}
    <p className="vd-muted">已审核通过或免交的资料不变，取消的资料保留已传的文件；申请表随下单时的版本，不在此变更。</p>
  </>
);

export function PaperPeople({ people, none }: { people: People; none: string }) {
  const { answer, page, setPage, isAll, ids, pick } = people;
  const impact = answer.data;
  if (!impact) return <Unread slim answer={answer} rows={6} />;
  if (impact.people === 0)
    return <p className="vd-muted">{impact.hidden > 0 ? `受影响的 ${impact.hidden} 人都不在您的数据范围内，由所属团队推送。` : none}</p>;
  const shown = impact.list.filter((a) => a.blocked === null).map((a) => a.applicant_id);
  return (
    <>
      <Filters people={people} />
      <PickLine people={people} impact={impact} />
      {impact.list.length === 0 ? (
        <None>没有符合条件的申请人，请放宽筛选</None>
      ) : (
        <div className="vd-box is-flush vd-before-8 vd-after-12">
          <Table<Person>
            of={skuPaperPushApi.sku_paper_impact_query.output.shape.list}
            label="受影响的申请人"
            columns={COLUMNS}
            rows={impact.list}
            rowKey={(a) => a.applicant_id}
            checks={{ idOf: (a) => a.applicant_id, picked: isAll ? shown : ids, onPick: pick }}
          />
        </div>
      )}
      <Pages page={page} size={PAGE} total={impact.total} onChange={setPage} />
      <Notes impact={impact} />
    </>
  );
}
