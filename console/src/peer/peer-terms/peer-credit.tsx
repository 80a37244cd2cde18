/** 资金与授信 of a peer: what is there, the formula of its credit, how long it lasts, how its limits were changed. */
import { Button } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { part } from "#kit/app/part.tsx";
import { Fields } from "#kit/form/fields.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { Money, TimeText } from "#kit/form/format-cells.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { useOrderHref } from "#shared/order-href.ts";
import { Rows } from "#kit/table/rows.tsx";
import { creditFormula } from "#shared/credit-formula.ts";
import { shanghaiDate } from "@visadesk/contract/kit/format.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { UNBILLED, type ChangeKind } from "@visadesk/contract/peer/peer/peer.words.ts";
import type { PeerDetail } from "../peer/peer-words.tsx";
import { PeerTopUps } from "../peer-top-up/peer-top-ups.tsx";
import type { ChangeFormProps } from "./change-form.tsx";

const ChangeForm = part<ChangeFormProps>(() => import("./change-form.tsx").then((m) => m.ChangeForm));
const SHAPE = peerMoneyApi.peer_credit_get.output;
type Credit = Output<typeof peerMoneyApi.peer_credit_get>;

function Formula({ peer: p, credit: c }: { peer: PeerDetail; credit: Credit }) {
  const [dialog, open] = useDialog();
  const ask = (kind: ChangeKind): void =>
    open((close) => <ChangeForm peer={p} kind={kind} proposal={kind === "credit_temp" ? c.proposal : null} onClose={close} />);
  const mayAsk = (kind: ChangeKind): boolean => p.peer_status === "active" && !p.pending_changes.some((x) => x.kind === kind);
  return (
    <Section
      title="授信"
      flush
      extra={
        <>
          {mayAsk("credit_limit") && (
            <Button size="small" onClick={() => ask("credit_limit")}>
              申请调额
            </Button>
          )}
          {mayAsk("credit_temp") && (
            <Button size="small" onClick={() => ask("credit_temp")}>
              申请临时额度
            </Button>
          )}
        </>
      }
    >
      <Rows
        label="授信"
        of={SHAPE.shape.rows}
        rows={creditFormula(c.rows, c.available)}
        by="key"
        columns={[
          {
            name: "label",
            cell: (r) =>
              r.key === "available" ? (
                <span className="vd-marks">
                  <b>{r.label}</b>
                  {c.blocked !== null && <Mark tone="red">已停</Mark>}
                </span>
              ) : (
                r.label
              ),
          },
          {
            name: "amount",
            end: true,
            cell: (r) => (
              <span className={r.amount < 0 && r.key === "available" ? "vd-error" : ""}>
                <Money cents={r.amount} />
              </span>
            ),
          },
        ]}
      />
      <p className="vd-under-card vd-small vd-wraps">
        {c.available < 0 && <span className="vd-error">已超额，不再放行授信下单</span>}
        {c.blocked !== null && <span className="vd-error">停授信：{c.blocked}</span>}
        <span className="vd-muted">
          等级授信上限 <Money cents={c.level_cap} />
        </span>
        {c.forecast.map((f) => (
          <span key={f.days} className={f.used_up_on === null ? "vd-muted" : "vd-warn"}>
            {f.text}
          </span>
        ))}
      </p>
      {dialog}
    </Section>
  );
}

const Limits = ({ list }: { list: Credit["limits"] }) => (
  <Section title="额度与结算变更" flush>
    <Rows
      label="额度与结算变更"
      of={SHAPE.shape.limits}
      rows={list.map((l, i) => ({ ...l, n: i }))}
      by="n"
      none="还没有变更"
      columns={[{ name: "at", cell: (l) => <TimeText at={l.at} /> }, "label", "before", "after", "by_name"]}
    />
  </Section>
);
/** What is due, day by day; as long as no statement says more. */
const Dues = ({ list }: { list: Credit["due"] }) => (
  <Section title="待还账单" flush>
    <Rows label="待还账单" of={SHAPE.shape.due} rows={list} by="due_on" columns={["due_on", "amount"]} />
  </Section>
);
/** The order a line was posted for, for who may open it. */
function OrderAt({ id }: { id: number | null }) {
  const href = useOrderHref(id);
  return href ? <HrefLink href={href}>查看</HrefLink> : <span className="vd-blank">—</span>;
}
const Lines = ({ list }: { list: NonNullable<Credit["lines"]> }) => (
  <Section title="账户流水" flush>
    <Rows
      label="账户流水"
      of={peerMoneyApi.peer_credit_get.output.shape.lines.unwrap()}
      rows={list}
      none="近半年没有流水"
      columns={["at", "no", "account", "change", "amount", "balance_after", { title: "订单", cell: (l) => <OrderAt id={l.order_id} /> }]}
    />
  </Section>
);

export interface PeerCreditProps {
  peer: PeerDetail;
}
export function PeerCredit({ peer: p }: PeerCreditProps) {
  const answer = useRecord(peerMoneyApi.peer_credit_get, { id: p.id });
  return (
    <Reads answer={answer} slim>
      {(c) => (
        <Stack gap={16}>
          <Section title="余额">
            <Fields
              of={SHAPE}
              value={c}
              names={[
                ...(["principal", "gift", "gift_until", "frozen"] as const),
                c.overdue_amount === null && c.overdue_since !== null && c.overdue_since < shanghaiDate(new Date())
                  ? { label: "逾期额", value: UNBILLED }
                  : "overdue_amount",
                "overdue_since",
              ]}
            />
          </Section>
          <Formula peer={p} credit={c} />
          {c.due.length > 0 && <Dues list={c.due} />}
          <PeerTopUps peer={p} />
          <Limits list={c.limits} />
          {c.lines && <Lines list={c.lines} />}
        </Stack>
      )}
    </Reads>
  );
}
