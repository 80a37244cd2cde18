/** 联动: the record that answers a work order, chosen among what there is and put right while it is open, or the place where it is made. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import type { z } from "@visadesk/contract/kit/field.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { LINK_SEEN, linkedRecord, workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { LINKS, type LinkKind } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { orderFlow } from "@visadesk/contract/order/order.flow.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { Money } from "#kit/form/format-cells.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { orderPage } from "#shared/order-href.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { WorkOrderDetail } from "./work-order-words.tsx";

type Kind = Exclude<LinkKind, "none">;
type Candidate = z.output<typeof linkedRecord>;
/** Said before a link is put right. */
const UNTOUCHED = "只改工单的关联，记录本身不变；改动会记入日志。";
const isOpen = (w: WorkOrderDetail): boolean => w.work_order_status === "processing" || w.work_order_status === "waiting_peer";

/** The order's page, for whoever may open it. */
function orderHref(w: WorkOrderDetail, codes: ReadonlySet<number>): string | undefined {
  return w.order_id === null ? undefined : orderPage(w.order_id, codes, true);
}

/** A record by its number, opened by whoever may; an urge is called by its order. */
function RecordNo({ w, kind, of: { id, no } }: { w: WorkOrderDetail; kind: Kind; of: Candidate }) {
  const codes = session.use((s) => s.codes);
  const order = orderHref(w, codes);
  const hrefs: Readonly<Record<Kind, () => string | undefined>> = {
    urge: () => (no === w.order_no ? order : undefined),
    refund: () => hrefOf("order-refund-review-detail", { id }, codes) ?? (order && `${order}?tab=refund`),
    invoice: () => hrefOf("invoice-detail", { id }, codes),
    statement: () => hrefOf("peer-settle-detail", { id }, codes),
  };
  const href = hrefs[kind]();
  return href === undefined ? <span className="vd-num">{no}</span> : <HrefLink href={href}>{no}</HrefLink>;
}

/** Where such a record is made, with what the work order knows of it. */
function Place({ w, kind }: { w: WorkOrderDetail; kind: Kind }) {
  const codes = session.use((s) => s.codes);
  const mayRefund = useCan(may.order_refund_start);
  const detail = orderHref(w, codes);
  const [invoices, statements] = [hrefOf("invoice-list", {}, codes), hrefOf("peer-settle-list", {}, codes)];
  const places: Readonly<Record<Kind, readonly [label: string, href: string | undefined]>> = {
    urge: ["", undefined],
    refund: ["到订单发起退款", mayRefund && detail ? `${detail}?tab=refund` : undefined],
    invoice: ["申请发票", invoices && `${invoices}?add_peer=${w.peer_id}`],
    statement: ["查看同行账单", statements && `${statements}?peer_id=${w.peer_id}`],
  };
  const [label, href] = places[kind];
  return href === undefined ? null : <HrefLink href={href}>{label}</HrefLink>;
}

function Candidates({ w, kind, onLinked }: { w: WorkOrderDetail; kind: Kind; onLinked?: () => void }) {
  const refresh = useAfterWrite();
  const answer = useQuery({
    queryKey: [workOrderApi.work_order_link_query.name, w.id],
    queryFn: ({ signal }) => ask(workOrderApi.work_order_link_query, { id: w.id }, { signal, noToast: true }),
  });
  const link = async (r: Candidate): Promise<boolean> => {
    const title = `把关联的 ${w.linked_no ?? ""} 换成 ${r.no}？`;
    if (w.linked_no !== null && !(await confirm({ title, content: UNTOUCHED, ok: "更换" }))) return false;
    await ask(workOrderApi.work_order_link, { id: w.id, version: w.version, linked_id: r.id });
    onLinked?.();
    refresh();
    return true;
  };
  const whose = w.order_id === null || kind === "statement" ? "该同行" : "该订单";
  return (
    <Reads answer={answer}>
      {({ list }) => (
        <Rows
          label={`可关联的${LINKS[kind]}`}
          of={linkedRecord}
          rows={list.filter((r) => r.id !== w.linked_id)}
          by="id"
          none={w.linked_no === null ? `${whose}还没有${LINKS[kind]}记录` : `${whose}没有别的${LINKS[kind]}记录`}
          columns={[
            {
              name: "no",
              head: true,
              num: true,
              cell: (r) => (
                <TwoLines under={r.state}>
                  <RecordNo w={w} kind={kind} of={r} />
                </TwoLines>
              ),
            },
            kind !== "urge" && { name: "amount", num: true },
            {
              title: "操作",
              unseen: true,
              num: true,
              cell: (r) => (
                <ActButton type="link" size="small" aria-label={`关联 ${r.no}`} onClick={() => link(r)}>
                  关联
                </ActButton>
              ),
            },
          ]}
        />
      )}
    </Reads>
  );
}

/** What is linked, as far as its reader may see it; while the work order is open it may be put right. */
function Answered({ w, kind, isSeen }: { w: WorkOrderDetail; kind: Kind; isSeen: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const refresh = useAfterWrite();
  const takeOff = async (): Promise<boolean> => {
    const sure = await confirm({
      title: `取消关联 ${w.linked_no ?? ""}？`,
      content: UNTOUCHED,
      ok: "取消关联",
      cancel: "返回",
      danger: true,
    });
    if (!sure) return false;
    await ask(workOrderApi.work_order_link, { id: w.id, version: w.version, linked_id: null });
    refresh();
    return true;
  };
  const { linked } = w;
  return (
    <Stack gap={8}>
      <span className="vd-wraps">
        <Mark tone="green">已关联</Mark>
        {linked ? <RecordNo w={w} kind={kind} of={linked} /> : <span className="vd-num">{w.linked_no}</span>}
        {linked && <span className="vd-num">{linked.state}</span>}
        {linked && linked.amount !== null && <Money cents={linked.amount} />}
      </span>
      {isOpen(w) && (isSeen || kind === "urge") && (
        <span className="vd-wraps">
          {kind !== "urge" && (
            <Button size="small" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              {isChanging ? "不更换" : "更换"}
            </Button>
          )}
          <ActButton size="small" onClick={takeOff}>
            取消关联
          </ActButton>
        </span>
      )}
      {isChanging && isOpen(w) && <Candidates w={w} kind={kind} onLinked={() => setChanging(false)} />}
    </Stack>
  );
}

/** Nobody is urged about an order that is over. */
const ORDER_ENDED: ReadonlySet<string> = new Set(["completed", "cancelled", "deleted"]);

function Urge({ w }: { w: WorkOrderDetail }) {
  const refresh = useAfterWrite();
  if (w.order && ORDER_ENDED.has(w.order.order_status))
    return (
      <span className="vd-small vd-muted">订单{orderFlow.states[w.order.order_status].label}，不用再催办，办完后按「已解释」结束</span>
    );
  const urge = async (): Promise<boolean> => {
    const sure = await confirm({
      title: `对订单 ${w.order_no ?? ""} 发起催办？`,
      content: "会给该订单的经办人建一条催办提醒，并关联到本工单。",
      ok: "发起催办",
    });
    if (!sure) return false;
    await ask(workOrderApi.work_order_link, { id: w.id, version: w.version });
    toast.success("已发起催办");
    refresh();
    return true;
  };
  return (
    <ActButton size="small" disabled={!isOpen(w) || w.order_id === null} onClick={urge}>
      发起催办
    </ActButton>
  );
}

/** What somebody who may not read such records is told. */
const CLOSED = "您没有查看此类记录的权限，可转交有权限的同事关联，或办完后按「已解释」结束";

/** Nothing is linked yet. */
function Unanswered({ w, kind, isSeen }: { w: WorkOrderDetail; kind: Kind; isSeen: boolean }) {
  if (kind === "urge") return <Urge w={w} />;
  const told: ReactNode = isSeen ? (isOpen(w) ? null : "处理中才能关联") : CLOSED;
  return (
    <Stack gap={8}>
      {told === null ? <Candidates w={w} kind={kind} /> : <span className="vd-small vd-muted">{told}</span>}
      <Place w={w} kind={kind} />
    </Stack>
  );
}

export function Linked({ w }: { w: WorkOrderDetail }) {
  const kind: Kind | null = w.link === "none" ? null : w.link;
  const isSeen = useCan(kind === null ? "staff" : LINK_SEEN[kind]);
  if (kind === null) return null;
  return (
    <Section title={`联动：${LINKS[kind]}`}>
      {w.linked_no === null ? <Unanswered w={w} kind={kind} isSeen={isSeen} /> : <Answered w={w} kind={kind} isSeen={isSeen} />}
    </Section>
  );
}
