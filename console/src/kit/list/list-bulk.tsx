/** The bar that a selection brings: the number, 选择全部 N 条, and the acts. */
import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { ListAnswer } from "./list-model.ts";
import type { BulkAct, Selection } from "./list-types.ts";
import { totalText } from "./list-head.tsx";
import { can } from "../app/session.ts";

export interface BulkBarProps {
  acts: readonly BulkAct[];
  answer: ListAnswer;
  body: Record<string, unknown>;
  selected: readonly number[] | "all";
  onSelect: (next: readonly number[] | "all") => void;
}

export function BulkBar({ acts, answer, body, selected, onSelect }: BulkBarProps) {
  const [running, setRunning] = useState<string | null>(null);
  const isAll = selected === "all";
  const total = answer.total;
  const count = isAll ? (total?.total ?? 0) : selected.length;
  if (count === 0) return null;
  const selection: Selection = isAll ? { filter: body, expected_count: count, count } : { ids: selected, count };
  const run = async (act: BulkAct): Promise<void> => {
    setRunning(act.label);
    try {
      const left = await act.run(selection);
      if (left === false) return;
      onSelect(Array.isArray(left) ? (left as number[]) : []);
      answer.refresh();
    } catch {
      // The client has said why; the selection stays for another try.
    } finally {
      setRunning(null);
    }
  };
  const mine = acts.filter((a) => a.may === undefined || can(a.may));
  const rows = isAll ? [] : answer.rows.filter((r) => selected.includes(Number(r["id"])));
  /** Why an act fits none of the picked rows, where all of them are in sight. */
  const unfit = ({ fits }: BulkAct): string | undefined =>
    fits && rows.length === count && !rows.some((r) => fits.of(r as never)) ? fits.none : undefined;
  const canAll = !isAll && total && !total.capped && total.total > selected.length && mine.some((a) => !a.ids_only);
  return (
    <section className="vd-bulk" aria-label="批量操作">
      <div>
        <span>
          已选 <b className="vd-num">{count}</b> 条{isAll && "（符合筛选的全部）"}
        </span>
        {canAll && (
          <Button type="link" size="small" onClick={() => onSelect("all")}>
            选择全部 {totalText(total)} 条
          </Button>
        )}
        <span className="vd-grow" />
        {mine
          .filter((a) => !(isAll && a.ids_only))
          .map((a) => (
            <Button
              key={a.label}
              size="small"
              danger={a.danger === true}
              loading={running === a.label}
              disabled={unfit(a) !== undefined || (running !== null && running !== a.label)}
              title={unfit(a)}
              onClick={() => void run(a)}
            >
              {a.label}
            </Button>
          ))}
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label="取消选择" onClick={() => onSelect([])} />
      </div>
    </section>
  );
}
