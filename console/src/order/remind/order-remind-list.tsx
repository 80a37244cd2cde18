/** 订单提醒: what customers, peers and our own people have to be reminded of, state by state. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { orderRemindApi, orderRemindFlow } from "@visadesk/contract/order/order-remind.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { ReactElement } from "react";
import { askFilter } from "#kit/act/ask.ts";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { ListBulk, ListScope, ListScreen, ListTabs, type BulkAct } from "#kit/list/list-screen.tsx";
import type { ListTab } from "#kit/list/list-types.ts";
import { BatchDialog, byDialog } from "#kit/list/batch-dialog.tsx";
import { idsOf } from "#kit/list/list-model.ts";
import { useScopeSwitch } from "../list/list-scope.ts";
import { remindColumns } from "./remind-columns.tsx";
import { HAND_OVER, RemindMoves, SENDING, type RemindRow } from "./remind-moves.tsx";

const { states } = orderRemindFlow;
const TABS: readonly ListTab<typeof orderRemindApi.order_remind_query>[] = keysOf(states).map((key) => ({
  key,
  label: states[key].label,
  filter: { remind_status: [key] },
}));
const useCounts = (filter: Readonly<Record<string, unknown>>): Readonly<Record<string, number | undefined>> =>
  useQuery({
    queryKey: [orderRemindApi.order_remind_stat_get.name, filter],
    queryFn: ({ signal }) => askFilter(orderRemindApi.order_remind_stat_get, filter, { signal, noToast: true }),
    placeholderData: keepPreviousData,
  }).data ?? {};

type Open = (make: (close: () => void) => ReactElement) => void;
const waits = { of: (r: RemindRow) => r.remind_status === "open" || r.remind_status === "doing", none: "所选提醒都已结束" };

const ACTS = [
  ["提醒", orderRemindApi.order_remind_send_batch, "逐条发送；免打扰时段（21:00–08:00）和24小时内已提醒的会列出原因。", SENDING],
  ["转交", orderRemindApi.order_remind_transfer_batch, "逐条转交，已结束的会列出原因。", HAND_OVER],
] as const;
const bulkOf = (open: Open): readonly BulkAct[] =>
  ACTS.map(([label, endpoint, intro, fields]) => ({
    label,
    fits: waits,
    ids_only: true,
    may: may.order_remind,
    run: (s) =>
      byDialog(open, (onDone, onClose) => (
        <BatchDialog
          endpoint={endpoint}
          verb={label}
          counted="条"
          title={`${label} ${s.count} 条`}
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

export default function OrderRemindList() {
  const scope = useScopeSwitch();
  const [dialog, open] = useDialog();
  return (
    <>
      <ListScreen
        endpoint={orderRemindApi.order_remind_query}
        title="订单提醒"
        keyword={{ name: "keyword", placeholder: "订单号" }}
        columns={remindColumns}
        filters={["kind", "level", "source", "due"]}
        more={["peer_id", "handler_id", "created_at"]}
        row={(r) => <RemindMoves of={r} />}
      >
        <ListTabs tabs={TABS} useCounts={useCounts} />
        {scope && <ListScope {...scope} opensAt="mine" />}
        <ListBulk acts={bulkOf(open)} />
      </ListScreen>
      {dialog}
    </>
  );
}
