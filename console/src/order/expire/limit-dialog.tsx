/** 时限规则: how long each state may last; a country or urgent orders may have rules of their own. */
import { Button } from "antd";
import { LIMIT_KEYS, LIMIT_UNITS, orderLimit, orderLimitApi } from "@visadesk/contract/order/expire/order-limit.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { useCan } from "#kit/app/session.ts";
import { Dialog } from "#kit/form/dialog.tsx";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { Rows } from "#kit/table/rows.tsx";

type Limit = Output<typeof orderLimitApi.order_limit_query>["list"][number];
const urgency = (l: Pick<Limit, "is_urgent">): string => (l.is_urgent === null ? "不限" : l.is_urgent ? "加急" : "非加急");
const INTRO = "国家与加急专用的时限优先于默认时限；修改后，新进入该状态的申请人按新时限计算。";

const How = () => (
  <>
    <Item name="value" half />
    <Item name="unit" half />
    <Item name="warn_before" half />
  </>
);

export interface LimitDialogProps {
  onClose: () => void;
}
export function LimitDialog({ onClose }: LimitDialogProps) {
  const answer = useRecord(orderLimitApi.order_limit_query, { page_size: 100 });
  const mayEdit = useCan(may.order_limit);
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const saved = (): void => {
    toast.success("时限已保存");
    afterWrite();
  };
  const add = () =>
    open((close) => (
      <FormDialog
        endpoint={orderLimitApi.order_limit_add}
        title="新增专用时限"
        okText="保存"
        initial={{ unit: "day", warn_before: 0 }}
        onDone={saved}
        onClose={close}
      >
        <Item name="key" />
        <Item name="country_code" half />
        <Item name="is_urgent" half />
        <How />
      </FormDialog>
    ));
  const edit = (l: Limit) =>
    open((close) => (
      <FormDialog
        endpoint={orderLimitApi.order_limit_update}
        title={`修改时限：${LIMIT_KEYS[l.key]}`}
        okText="保存"
        initial={l}
        onDone={saved}
        onClose={close}
      >
        <How />
      </FormDialog>
    ));
  const remove = async (l: Limit): Promise<void> => {
    const title = `删除“${LIMIT_KEYS[l.key]}”的专用时限？`;
    if (!(await confirm({ title, content: "之后按默认时限计算。", ok: "删除", danger: true }))) return;
    const done = await ask(orderLimitApi.order_limit_remove, { id: l.id, version: l.version }).then(
      () => true,
      () => false,
    );
    if (done) toast.success("专用时限已删除");
    afterWrite();
  };
  return (
    <Dialog title="时限规则" width={960} reads={answer} onClose={onClose}>
      <div className="vd-stack">
        <p className="vd-wraps vd-between vd-muted">
          {INTRO}
          {mayEdit && <Button onClick={add}>新增专用时限</Button>}
        </p>
        <Rows
          label="时限规则"
          of={orderLimit}
          rows={answer.data?.list ?? []}
          by="id"
          columns={[
            { name: "key", cell: (l) => LIMIT_KEYS[l.key] },
            { name: "country_code", cell: (l) => l.country_name ?? "全部" },
            { name: "is_urgent", cell: urgency },
            "value",
            { name: "unit", cell: (l) => LIMIT_UNITS[l.unit] },
            { name: "warn_before", cell: (l) => (l.warn_before === 0 ? "—" : l.warn_before) },
            "updated_by_name",
            "updated_at",
            {
              title: "",
              cell: (l) =>
                mayEdit && (
                  <span className="vd-moves is-row">
                    <Button type="link" size="small" onClick={() => edit(l)}>
                      修改
                    </Button>
                    {!l.is_default && (
                      <Button type="link" size="small" danger onClick={() => void remove(l)}>
                        删除
                      </Button>
                    )}
                  </span>
                ),
            },
          ]}
        />
      </div>
      {dialog}
    </Dialog>
  );
}
