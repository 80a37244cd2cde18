/** What is done with several payments at once: passed, and put in a batch by one card. */
import { useMemo, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { uuid } from "#kit/app/hash.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import type { BulkAct, Selection } from "#kit/list/list-types.ts";
import { Item } from "#kit/page/item.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { idsLeft, leftOf, seenRows } from "#kit/list/seen-rows.ts";
import { embassyPaymentApi as api } from "@visadesk/contract/finance/embassy/embassy-payment.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Payment } from "./payment-columns.tsx";

type Open = (make: (close: () => void) => ReactElement) => void;
type Seen = Pick<Payment, "id" | "version">;

const of = ({ id, version }: Seen): Seen => ({ id, version });

async function release(rows: readonly Payment[]): Promise<false | number[]> {
  const content = "由您建单的不会放行。放行后由另一人登记支付。";
  if (!(await confirm({ title: `放行 ${rows.length} 单使馆费？`, content, ok: "放行" }))) return false;
  const { results, done } = await ask(api.embassy_payment_release_batch, { rows: rows.map(of), idempotency_key: uuid() });
  tellOutcome("放行", "单使馆费", {
    done,
    left: leftOf(results, rows, (e) => e.payment_no),
  });
  return idsLeft(results);
}

interface BatchProps {
  rows: readonly Payment[];
  onDone: () => void;
  onClose: () => void;
}
const BatchForm = ({ rows, onDone, onClose }: BatchProps) => (
  <FormDialog
    endpoint={api.embassy_payment_batch}
    title={`建批：${rows.length} 单`}
    okText="建批"
    intro="同一使领馆、同一张付款卡为一批；批内逐单登记支付，或批量登记回执。"
    initial={{ rows: rows.map(of) }}
    onDone={({ batch_no, done }) => {
      toast.success(`批次 ${batch_no} 已建，${done} 单`);
      onDone();
    }}
    onClose={onClose}
  >
    <Item name="company_account_id" />
  </FormDialog>
);

export function usePaymentBulk(open: Open): readonly BulkAct[] {
  const client = useQueryClient();
  const afterWrite = useAfterWrite();
  return useMemo(() => {
    const rowsOf = (s: Selection): Payment[] => seenRows(client, api.embassy_payment_query, idsOf(s));
    const isOpen = (e: Payment): boolean => e.embassy_payment_status === "to_pay" || e.embassy_payment_status === "failed";
    return [
      {
        label: "放行",
        ids_only: true,
        may: may.embassy_payment_release,
        fits: { of: (e: Payment) => e.embassy_payment_status === "to_release", none: "选中的都不是待复核" },
        run: async (s) => {
          const left = await release(rowsOf(s));
          if (left !== false) afterWrite();
          return left;
        },
      },
      {
        label: "建批",
        ids_only: true,
        fits: { of: isOpen, none: "选中的都不是待支付" },
        run: (s) =>
          new Promise((resolve) => {
            let isDone = false;
            open((close) => (
              <BatchForm
                rows={rowsOf(s)}
                onDone={() => {
                  isDone = true;
                  afterWrite();
                }}
                onClose={() => {
                  close();
                  resolve(isDone);
                }}
              />
            ));
          }),
      },
    ];
  }, [client, afterWrite, open]);
}
