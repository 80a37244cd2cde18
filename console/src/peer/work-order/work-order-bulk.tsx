/** Several work orders at once: answered, or passed on. */
import { skipToken, useQuery, type QueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { z } from "@visadesk/contract/kit/field.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { ask } from "#kit/act/ask.ts";
import { BatchDialog, byDialog } from "#kit/list/batch-dialog.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { nameIn } from "#kit/list/seen-rows.ts";
import { useFormScope } from "#kit/form/form-scope.ts";
import type { BulkAct } from "#kit/list/list-screen.tsx";
import { Item } from "#kit/page/item.tsx";
import { HAND_OVER } from "./work-order-moves.tsx";

type Open = (make: (close: () => void) => ReactElement) => void;

/** What their kinds of matter keep ready to be said. */
function Templates() {
  const { form, initial } = useFormScope();
  const ids = z.safeParse(workOrderApi.work_order_template_get.input, { ids: initial["ids"] }).data;
  const { data } = useQuery({
    queryKey: [workOrderApi.work_order_template_get.name, ids],
    queryFn: ids ? ({ signal }) => ask(workOrderApi.work_order_template_get, ids, { signal, noToast: true }) : skipToken,
  });
  if (!data?.list.length) return null;
  return (
    <Select
      aria-label="回复模板"
      className="vd-wide vd-whole-row vd-after-16"
      placeholder="用模板"
      value={null}
      options={data.list.map((t) => ({ value: t.text, label: t.title }))}
      onChange={(text: string) => form.setFieldsValue({ text })}
    />
  );
}
const REPLY = (
  <>
    <Templates />
    <Item name="text" rows={4} />
    <Item name="files" />
  </>
);
const ACTS = [
  ["批量回复", workOrderApi.work_order_reply_batch, "逐张发给同行，已关闭的会列出原因。", REPLY],
  ["转交", workOrderApi.work_order_hand_over_batch, "逐张转交，已解决的会列出原因。", HAND_OVER],
] as const;

export const bulkOf = (client: QueryClient, open: Open): readonly BulkAct[] =>
  ACTS.map(([label, endpoint, intro, fields]) => ({
    label,
    ids_only: true,
    run: (s) =>
      byDialog(open, (onDone, onClose) => (
        <BatchDialog
          endpoint={endpoint}
          verb={label}
          counted="张"
          nameOf={nameIn(client, workOrderApi.work_order_query, (w) => w.work_order_no)}
          title={`${label} ${s.count} 张`}
          okText={label}
          intro={intro}
          initial={{ ids: idsOf(s) }}
          onDone={onDone}
          onClose={onClose}
        >
          {fields}
        </BatchDialog>
      )),
  }));
