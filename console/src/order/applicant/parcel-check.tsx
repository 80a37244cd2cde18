/** 核对清单: every item of a parcel counted before it is checked. */
import { useState } from "react";
import { int } from "@visadesk/contract/kit/field.ts";
import { expressApi } from "@visadesk/contract/order/express.ts";
import { ask } from "#kit/act/ask.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { Rows } from "#kit/table/rows.tsx";
import { useAct } from "../use-act.ts";
import type { Applicant } from "./applicant-model.ts";

const COUNTED = int("实收", 0, 99);
export interface CheckDialogProps {
  parcel: Applicant["parcels"][number];
  close: () => void;
  done: () => void;
}
export function CheckDialog({ parcel, close, done }: CheckDialogProps) {
  const [before] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(parcel.items.map((i) => [i.id, i.counted ?? i.count])),
  );
  const [counts, set] = useState(before);
  const [run, busy] = useAct();
  const send = async (): Promise<void> => {
    const ok = await run(() =>
      ask(expressApi.express_check, {
        id: parcel.id,
        version: parcel.version,
        counts: parcel.items.map((i) => ({ item_id: i.id, counted: counts[i.id] ?? 0 })),
      }),
    );
    if (ok) done();
  };
  return (
    <Dialog title="核对清单" okText="核对" busy={busy} typed={counts !== before} onOk={send} onClose={close}>
      <Rows
        label="清单"
        rows={parcel.items}
        rowProps={(i) => (counts[i.id] === i.count ? {} : { className: "is-off" })}
        columns={[
          { title: "物品", cell: (i) => i.name },
          { title: "应有", num: true, cell: (i) => i.count },
          {
            title: "实收",
            cell: (i) => (
              <NumberInput
                of={COUNTED}
                narrow
                size="small"
                aria-label={`${i.name}实收`}
                value={counts[i.id] ?? 0}
                onChange={(n) => set({ ...counts, [i.id]: n ?? NaN })}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
