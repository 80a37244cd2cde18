/** 同行人一致性: the people of an order side by side, what does not fit between them, and its acceptance with a reason. */
import { orderConsistencyApi } from "@visadesk/contract/order/consistency/order-consistency.ts";
import { CONSISTENCY_RULES } from "@visadesk/contract/order/consistency/order-consistency.words.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { time } from "@visadesk/contract/kit/format.ts";
import { RELATIONS } from "@visadesk/contract/order/words.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { Button } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { None, Stack, TwoLines } from "#kit/page/blocks.tsx";
import { StateTag } from "#kit/page/flow-tag.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";
import { wordOf } from "#kit/words.ts";

type Grid = Output<typeof orderConsistencyApi.order_consistency_get>;
type Conflict = Grid["conflicts"][number];

export interface OrderCompanionsProps {
  orderId: number;
  /** Whose page it is: his own conflicts stand first. */
  applicantId?: number;
  /** Acceptances are given where people are processed. */
  acts: boolean;
}

interface AcceptProps {
  orderId: number;
  c: Conflict;
  close: () => void;
}
function AcceptDialog({ orderId, c, close }: AcceptProps) {
  const afterWrite = useAfterWrite();
  return (
    <FormDialog
      endpoint={orderConsistencyApi.order_consistency_accept}
      initial={{ order_id: orderId, rule: c.rule, applicant_id: c.applicant_id, seen: c.seen }}
      title="接受不一致"
      okText="接受"
      intro={`${c.text}。内容再有变化时，这次接受自动失效。`}
      onDone={afterWrite}
      onClose={close}
    >
      <Item name="reason" rows={3} placeholder="至少5个字" />
    </FormDialog>
  );
}

function Conflicts({ orderId, list, acts }: { orderId: number; list: readonly Conflict[]; acts: boolean }) {
  const [dialog, open] = useDialog();
  const mayAccept = useCan(may.order_process) && acts;
  if (list.length === 0) return <None>没有发现不一致</None>;
  return (
    <>
      <ul className="vd-parted vd-small" aria-label="不一致">
        {list.map((c) => (
          <li key={`${c.rule} ${c.applicant_id}`} className="vd-near">
            <p className="vd-wraps">
              {c.acceptance ? <StateTag tone="green">已接受</StateTag> : <StateTag tone="red">未处理</StateTag>}
              <span className="vd-grow">{c.text}</span>
              {mayAccept && !c.acceptance && (
                <Button size="small" onClick={() => open((close) => <AcceptDialog orderId={orderId} c={c} close={close} />)}>
                  接受
                </Button>
              )}
            </p>
            {c.acceptance && (
              <p className="vd-muted">
                {c.acceptance.reason}（{c.acceptance.accepted_by ?? "—"} {time(c.acceptance.created_at).slice(0, 16)}）
              </p>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}

/** Who says the same has the same letter, also where a value is masked. */
const LETTERS = "甲乙丙丁戊己庚辛壬癸";
const letterOf = (group: number): string => LETTERS[group - 1] ?? String(group);

function Cell({ row, id }: { row: Grid["rows"][number]; id: number }) {
  const cell = row.cells.find((c) => c.applicant_id === id);
  if (!cell || cell.group === null) return <span className="vd-muted">—</span>;
  const differs = row.cells.some((c) => c.group !== null && c.group !== cell.group);
  return <TwoLines under={differs && letterOf(cell.group)}>{cell.value}</TwoLines>;
}

const GridTable = ({ grid }: { grid: Grid }) => (
  <Rows
    label="同行人对照"
    rows={grid.rows}
    by="rule"
    none="申请人资料与申请表里还没有可以对照的内容"
    columns={[
      { title: "项目", head: true, cell: (r) => CONSISTENCY_RULES[r.rule] },
      ...(grid.rows.some((r) => r.order_value !== null)
        ? [{ title: "订单", num: true, cell: (r: Grid["rows"][number]) => r.order_value ?? "—" }]
        : []),
      ...grid.people.map((p) => ({
        title: `${p.seq}. ${p.name_cn ?? "未填写"} · ${wordOf(RELATIONS, p.relation)}${p.is_minor ? " · 未成年" : ""}`,
        cell: (r: Grid["rows"][number]) => <Cell row={r} id={p.id} />,
      })),
    ]}
  />
);

export function OrderCompanions({ orderId, applicantId, acts }: OrderCompanionsProps) {
  const answer = useRecord(orderConsistencyApi.order_consistency_get, { order_id: orderId });
  return (
    <Reads answer={answer}>
      {(grid) => {
        if (grid.rows.some((r) => r.is_hidden)) return <None>您没有查看申请人资料的权限，不显示同行人对照</None>;
        const isOwn = (c: Conflict): number => (applicantId !== undefined && c.applicant_ids.includes(applicantId) ? 0 : 1);
        const list = [...grid.conflicts].sort((a, b) => isOwn(a) - isOwn(b));
        return (
          <Stack as="section" aria-label="同行人一致性">
            <Conflicts orderId={orderId} list={list} acts={acts} />
            <GridTable grid={grid} />
          </Stack>
        );
      }}
    </Reads>
  );
}
