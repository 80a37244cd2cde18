/** 交接清单: one line an open order of who is away, what became of it once it is over. */
import { Button } from "antd";
import { useState } from "react";
import { briefChange, briefLine, handover, handoverApi } from "@visadesk/contract/workbench/handover/handover.ts";
import { BRIEF_RISKS } from "@visadesk/contract/workbench/handover/handover.words.ts";
import { ActButton } from "#kit/act/act-button.tsx";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { toast } from "#kit/app/feedback.ts";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { Section, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { Due } from "#kit/page/due.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useOrderHref } from "#shared/order-href.ts";
import { Rows } from "#kit/table/rows.tsx";
import { handoverHref } from "#shared/handover-href.ts";
import { HandoverMoves } from "./handover-moves.tsx";
import type { HandoverSheetProps } from "./handover-sheet.tsx";
import { HandoverState, RISK_TONES, stateNote, type HandoverDetail } from "./handover-words.tsx";

const HandoverSheet = part<HandoverSheetProps>(() => import("./handover-sheet.tsx").then((m) => m.HandoverSheet));

interface Of {
  h: HandoverDetail;
}
function OrderNo({ of }: { of: { order_id: number; order_no: string } }) {
  const href = useOrderHref(of.order_id, true);
  return href ? <HrefLink href={href}>{of.order_no}</HrefLink> : <>{of.order_no}</>;
}

const Lines = ({ h }: Of) => (
  <Section title={`交接清单（${h.lines.length}单）`} flush>
    <Rows
      label="交接清单"
      of={briefLine}
      rows={h.lines}
      by="order_id"
      none={h.started_at === null ? "开始后生成" : "没有您可以查看的在办订单"}
      columns={[
        { name: "risk", cell: (l) => <Mark tone={RISK_TONES[l.risk]}>{BRIEF_RISKS[l.risk]}</Mark> },
        {
          name: "order_no",
          cell: (l) => (
            <TwoLines under={`${l.customer ?? ""} ${l.product_name}`} title={l.product_name}>
              <OrderNo of={l} />
            </TwoLines>
          ),
        },
        { name: "state", cell: (l) => <TwoLines under={`下一步：${l.next}`}>{l.state}</TwoLines> },
        {
          name: "due_at",
          cell: (l) => <TwoLines under={l.promised_date && `承诺 ${l.promised_date}`}>{l.due_at ? <Due at={l.due_at} /> : "—"}</TwoLines>,
        },
        {
          name: "last_contact_at",
          cell: (l) => (
            <TwoLines under={l.last_contact} title={l.last_contact}>
              {l.last_contact_at === null ? "—" : <TimeText at={l.last_contact_at} />}
            </TwoLines>
          ),
        },
        { name: "notes", cell: (l) => <span className="vd-wrap">{l.notes.join("；") || "—"}</span> },
      ]}
    />
  </Section>
);

const Changes = ({ h }: Of) =>
  h.changes !== null && (
    <Section title={`期间变化（${h.changes.length}单）`} flush>
      <Rows
        label="期间变化"
        of={briefChange}
        rows={h.changes}
        by="order_id"
        none="期间没有变化"
        columns={[
          {
            name: "order_no",
            cell: (c) => (
              <TwoLines under={`${c.customer ?? ""} ${c.product_name}`} title={c.product_name}>
                <OrderNo of={c} />
              </TwoLines>
            ),
          },
          { name: "before", cell: (c) => (c.is_new ? <Mark tone="blue">期间新到</Mark> : c.before) },
          "after",
          "acts",
          "cover_acts",
          { name: "last_act", cell: (c) => c.last_act || "—" },
        ]}
      />
    </Section>
  );

/** The cover says that he read it. */
function ReadIt({ h }: Of) {
  const refresh = useAfterWrite();
  if (!h.is_cover || h.handover_status !== "active" || h.read_at !== null) return null;
  const read = async (): Promise<void> => {
    await ask(handoverApi.handover_read, { id: h.id, version: h.version });
    toast.success("已标记为已阅读");
    refresh();
  };
  return (
    <ActButton type="primary" onClick={read}>
      已阅读
    </ActButton>
  );
}

function Body({ h }: Of) {
  const [printing, print] = useState(false);
  return (
    <Stack>
      <div className="vd-row">
        <HrefLink href={handoverHref()}>全部交接</HrefLink>
        <HandoverState of={h} />
        <span className="vd-grow" />
        {h.lines.length > 0 && <Button onClick={() => print(true)}>打印交接清单</Button>}
        <HandoverMoves of={h} head />
        <ReadIt h={h} />
      </div>
      <Section title={`${h.from_name} → ${h.to_name}`}>
        <Fields
          of={handover}
          value={h}
          columns={3}
          names={[
            "start_at",
            "end_at",
            { label: "计划人", value: h.created_by_name ?? "系统" },
            { label: "确认时间", value: h.confirmed_at === null ? "对方尚未确认" : <TimeText at={h.confirmed_at} /> },
            { label: "清单已阅读", value: h.read_at === null ? "未阅读" : <TimeText at={h.read_at} /> },
            ...(h.ended_at === null ? [] : [{ label: "实际结束", value: <TimeText at={h.ended_at} /> }]),
            ...(h.note ? [{ label: "交接说明", value: <span className="vd-wrap">{h.note}</span>, wide: true }] : []),
            ...(h.reason ? [{ label: "原因", value: stateNote(h), wide: true }] : []),
          ]}
        />
      </Section>
      <Changes h={h} />
      <Lines h={h} />
      {printing && <HandoverSheet of={h} onClose={() => print(false)} />}
    </Stack>
  );
}

export const HandoverBrief = ({ id }: { id: number }) => (
  <Reads answer={useRecord(handoverApi.handover_get, { id })}>{(h) => <Body h={h} />}</Reads>
);
