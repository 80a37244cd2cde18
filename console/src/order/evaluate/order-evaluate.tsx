/** 评价 of one order: the customer's words with the answer and its acts, or the call that asks for them. */
import { Button, Empty } from "antd";
import { orderEvaluateApi } from "@visadesk/contract/order/order-evaluate.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { useCan } from "#kit/app/session.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { Section } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Order } from "../order/order-overview.tsx";
import { EvaluateMoves } from "./evaluate-moves.tsx";
import { EvaluateMarks, EvaluateWords } from "./evaluate-view.tsx";

function Given({ id }: { id: number }) {
  const answer = useRecord(orderEvaluateApi.order_evaluate_get, { id });
  return (
    <Reads slim answer={answer}>
      {(e) => (
        <Section title="评价" extra={<EvaluateMarks e={e} />}>
          <EvaluateWords e={e} />
          <EvaluateMoves of={e} head />
        </Section>
      )}
    </Reads>
  );
}

export function OrderEvaluate({ o }: { o: Order }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const mayAdd = useCan(may.order_evaluate) && o.order_status === "pending_evaluate";
  if (o.evaluate) return <Given id={o.evaluate.id} />;
  const add = (): void =>
    open((close) => (
      <FormDialog
        endpoint={orderEvaluateApi.order_evaluate_add}
        initial={{ order_id: o.id, score: 5 }}
        title="登记回访评价"
        okText="保存"
        onDone={afterWrite}
        onClose={close}
      >
        <Item name="score" half help="1–5 分" />
        <Item name="score_guide" half />
        <Item name="score_speed" half />
        <Item name="score_service" half />
        <Item name="score_logistics" half />
        <Item name="tags" />
        <Item name="content" rows={3} />
        <Item name="is_anonymous" />
      </FormDialog>
    ));
  return (
    <Section title="评价">
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={o.order_status === "pending_evaluate" ? "客户还没有评价" : "订单完成后可评价"}
      >
        {mayAdd && (
          <Button type="primary" onClick={add}>
            登记回访评价
          </Button>
        )}
      </Empty>
      {dialog}
    </Section>
  );
}
