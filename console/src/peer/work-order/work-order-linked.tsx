/** 联动: the record that answers a work order, chosen among what there is, or the place where it is made. */
import { useQuery } from "@tanstack/react-query";
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
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { hrefOf } from "#kit/screens.ts";
import { Rows } from "#kit/table/rows.tsx";
import type { WorkOrderDetail } from "./work-order-words.tsx";

type Kind = Exclude<LinkKind, "none">;
const isOpen = (w: WorkOrderDetail): boolean => w.work_order_status === "processing" || w.work_order_status === "waiting_peer";

/** Where such a record is made, with what the work order knows of it. */
function Place({ w, kind }: { w: WorkOrderDetail; kind: Kind }) {
  const codes = session.use((s) => s.codes);
  const mayRefund = useCan(may.order_refund_start);
  const order = { orderId: w.order_id ?? 0 };
  const detail = hrefOf("order-detail", order, codes) ?? hrefOf("admin-order-detail", order, codes);
  const [invoices, statements] = [hrefOf("invoice-list", {}, codes), hrefOf("peer-settle-list", {}, codes)];
  const places: Readonly<Record<Kind, readonly [label: string, href: string | undefined]>> = {
    urge: ["", undefined],
    refund: ["到订单发起退款", mayRefund && w.order_id !== null && detail ? `${detail}?tab=refund` : undefined],
    invoice: ["申请发票", invoices && `${invoices}?add_peer=${w.peer_id}`],
    statement: ["查看同行账单", statements && `${statements}?peer_id=${w.peer_id}`],
  };
  const [label, href] = places[kind];
  return href === undefined ? null : <HrefLink href={href}>{label}</HrefLink>;
}

function Candidates({ w, kind }: { w: WorkOrderDetail; kind: Kind }) {
  const refresh = useAfterWrite();
  const answer = useQuery({
    queryKey: [workOrderApi.work_order_link_query.name, w.id],
    queryFn: ({ signal }) => ask(workOrderApi.work_order_link_query, { id: w.id }, { signal, noToast: true }),
  });
  const link = async (linked_id: number): Promise<void> => {
    await ask(workOrderApi.work_order_link, { id: w.id, version: w.version, linked_id });
    refresh();
  };
  return (
    <Reads answer={answer}>
      {({ list }) => (
        <Rows
          label={`可关联的${LINKS[kind]}`}
          of={linkedRecord}
          rows={list}
          by="id"
          none={`${w.order_id === null || kind === "statement" ? "该同行" : "该订单"}还没有${LINKS[kind]}记录`}
          columns={[
            { name: "no", head: true, num: true },
            "state",
            kind !== "urge" && "amount",
            {
              title: "操作",
              unseen: true,
              cell: (r) => (
                <ActButton type="link" size="small" aria-label={`关联 ${r.no}`} onClick={() => link(r.id)}>
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

export function Linked({ w }: { w: WorkOrderDetail }) {
  const kind: Kind | null = w.link === "none" ? null : w.link;
  const isSeen = useCan(kind === null ? "staff" : LINK_SEEN[kind]);
  if (kind === null) return null;
  return (
    <Section title={`联动：${LINKS[kind]}`}>
      {w.linked_no !== null ? (
        <span className="vd-wraps">
          <Mark tone="green">已关联</Mark>
          <span className="vd-num">{w.linked_no}</span>
        </span>
      ) : kind === "urge" ? (
        <Urge w={w} />
      ) : (
        <Stack gap={8}>
          {!isSeen ? (
            <span className="vd-small vd-muted">{CLOSED}</span>
          ) : isOpen(w) ? (
            <Candidates w={w} kind={kind} />
          ) : (
            <span className="vd-small vd-muted">处理中才能关联</span>
          )}
          <Place w={w} kind={kind} />
        </Stack>
      )}
    </Section>
  );
}
