/** Reminders that are still open, above the record they concern. Each ends by itself when what it tells has passed. */
import { Mark } from "#kit/page/flow-tag.tsx";
import { TimeText } from "#kit/form/format-cells.tsx";
import { REMIND_KINDS, REMIND_LEVELS, type orderRemind } from "@visadesk/contract/order/order-remind.ts";
import type { z } from "@visadesk/contract/kit/field.ts";
import "./details.css";

export type OrderRemind = z.output<typeof orderRemind>;
const LEVEL_TONES = { normal: "blue", high: "orange", critical: "red" } as const;

/** `named`: says which applicant it concerns. */
export function OrderReminds({ reminds, named = false }: { reminds: readonly OrderRemind[]; named?: boolean }) {
  if (reminds.length === 0) return null;
  return (
    <ul className="vd-note vd-near vd-before-12" aria-label="待处理提醒">
      {reminds.map((r) => (
        <li key={r.id} className="vd-marks">
          <Mark tone={LEVEL_TONES[r.level]}>{REMIND_KINDS[r.kind]}</Mark>
          {r.level !== "normal" && <Mark tone={LEVEL_TONES[r.level]}>{REMIND_LEVELS[r.level]}</Mark>}
          <span>
            {named && r.applicant_seq !== null && <b>申请人{r.applicant_seq}：</b>}
            {r.content}
          </span>
          <small>
            <TimeText at={r.last_at} />
            {r.times > 1 && ` 第${r.times}次`}
            {r.created_by_name && ` ${r.created_by_name}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
