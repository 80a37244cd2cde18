/** The acts upon a row of 过期订单: noted, reminded of, extended, taken up again, led to a refund, closed. */
import { orderExpireApi } from "@visadesk/contract/order/expire/order-expire.ts";
import { expireFlow } from "@visadesk/contract/order/expire/order-expire.flow.ts";
import { orderApi } from "@visadesk/contract/order/order.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { Moves } from "#kit/act/moves.tsx";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { confirm, toast } from "#kit/app/feedback.ts";
import { session } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { useGo } from "#kit/filter/use-url.ts";
import { idsLeft } from "#kit/list/seen-rows.ts";
import { Item } from "#kit/page/item.tsx";
import { LogButton } from "#kit/page/log-button.tsx";
import { hrefOf } from "#kit/screens.ts";

export type ExpireRow = Output<typeof orderExpireApi.order_expire_query>["list"][number];

const INPUTS = {
  extend: (
    <>
      <Item name="due_on" half />
      <Item name="reason" rows={3} placeholder="至少5个字" />
    </>
  ),
  close: <Item name="reason" rows={3} placeholder="至少5个字" />,
};
const isOpen = (x: ExpireRow): boolean => x.expire_status === "warning" || x.expire_status === "expired";
/** Whose order was cancelled unpaid is asked for nothing until it is taken up again. */
export const takesReminder = (x: ExpireRow): boolean => isOpen(x) && x.kind !== "pay";

/** Several at once; each stands or falls by itself. */
export async function remindAll(ids: readonly number[]): Promise<number[]> {
  const { results, done } = await ask(orderExpireApi.order_expire_remind, { ids: [...ids] });
  tellOutcome("提醒", "项", { done, left: results.filter((r) => !r.ok) });
  return idsLeft(results);
}

export function ExpireActs({ expire: x }: { expire: ExpireRow }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const go = useGo();
  const codes = session.use((s) => s.codes);
  const refund = x.amount_paid > 0 ? hrefOf("admin-order-detail", { orderId: x.order_id }, codes) : undefined;
  const quietly = (act: Promise<unknown>, said?: string): void => {
    void act
      .then(
        () => said && toast.success(said),
        () => undefined,
      )
      .finally(afterWrite);
  };
  const restore = async (): Promise<void> => {
    if (!(await confirm({ title: `恢复订单 ${x.order_no}？`, content: "价格与下单时相同才能恢复，支付期限重新开始。", ok: "恢复" })))
      return;
    quietly(ask(orderApi.order_restore, { id: x.order_id, version: x.order_version }), "订单已恢复");
  };
  const contact = () =>
    open((close) => (
      <FormDialog
        endpoint={orderExpireApi.order_expire_contact}
        title={`联系记录：${x.order_no}`}
        okText="保存"
        initial={{ id: x.id }}
        onDone={() => {
          toast.success("联系记录已保存");
          afterWrite();
        }}
        onClose={close}
      >
        <Item name="content" rows={4} />
      </FormDialog>
    ));
  const act = (key: string, label: string, onClick: () => void) => ({ key, label, onClick });
  return (
    <>
      <Moves
        flow={expireFlow}
        row={x}
        state={x.expire_status}
        endpoints={orderExpireApi}
        variant="row"
        only={x.kind === "pay" ? ["close"] : ["extend", "close"]}
        inputs={INPUTS}
        intros={{ extend: `可延期2次，已延期${x.extended_times}次；第二次须有“时限规则与二次延期”权限。` }}
        {...(isOpen(x) && { lead: act("contact", "联系记录", contact) })}
        more={[
          ...(takesReminder(x) ? [act("remind", "提醒", () => quietly(remindAll([x.id])))] : []),
          ...(x.is_restorable ? [{ ...act("restore", "恢复订单", () => void restore()), may: may.order_expired }] : []),
          ...(isOpen(x) && refund !== undefined
            ? [{ ...act("refund", "转退款", () => go(`${refund}?tab=refund`)), may: may.order_refund_start }]
            : []),
        ]}
      />
      <LogButton link noun="order_expire" id={x.id} />
      {dialog}
    </>
  );
}
