/** The acts of an evaluation: answered with a text kept ready, appealed against, judged, hidden and shown. */
import { Button, Select } from "antd";
import { orderEvaluateAppealFlow, orderEvaluateFlow } from "@visadesk/contract/order/order-evaluate.flow.ts";
import { orderEvaluateApi, REPLY_TEMPLATES } from "@visadesk/contract/order/order-evaluate.ts";
import { may } from "@visadesk/contract/permissions.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { Moves } from "#kit/act/moves.tsx";
import { session, useCan } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormDialog, useDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { evaluateHref, type EvaluateRow } from "./evaluate-words.tsx";

function Templates() {
  const { form } = useFormScope();
  return (
    <Select
      aria-label="回复模板"
      className="vd-wide vd-whole-row vd-after-16"
      placeholder="用模板"
      value={null}
      options={REPLY_TEMPLATES.map((t) => ({ value: t.text, label: t.title }))}
      onChange={(reply: string) => form.setFieldsValue({ reply })}
    />
  );
}
const REPLY = (
  <>
    <Templates />
    <Item name="reply" rows={4} />
  </>
);
const NOTE = <Item name="note" rows={3} placeholder="至少5个字，申诉人会看到" />;

/** Hidden from customers, or shown again; never by whom it is about. */
function Show({ e }: { e: EvaluateRow }) {
  const [dialog, open] = useDialog();
  const afterWrite = useAfterWrite();
  const me = session.use((s) => s.login?.id);
  if (!useCan(may.order_evaluate_judge) || e.expert_id === me) return null;
  const act = e.is_shown ? "隐藏" : "展示";
  return (
    <>
      <Button
        onClick={() =>
          open((close) => (
            <FormDialog
              endpoint={e.is_shown ? orderEvaluateApi.order_evaluate_hide : orderEvaluateApi.order_evaluate_show}
              title={`${act}评价`}
              okText={act}
              initial={{ id: e.id, version: e.version }}
              onDone={afterWrite}
              onClose={close}
            />
          ))
        }
      >
        {act}
      </Button>
      {dialog}
    </>
  );
}

export function EvaluateMoves({ of: e, head }: { of: EvaluateRow; head?: true }) {
  const go = useGo();
  const me = session.use((s) => s.login?.id);
  const isMine = e.expert_id !== null && e.expert_id === me;
  const variant = head ? "head" : "row";
  return (
    <>
      <Moves
        flow={orderEvaluateFlow}
        row={e}
        state={e.evaluate_status}
        endpoints={orderEvaluateApi}
        variant={variant}
        inputs={{ reply: REPLY }}
        {...(!head && { more: [{ key: "view", label: "查看", onClick: () => go(evaluateHref(e)) }] })}
      />
      {head && (
        <>
          <Moves
            flow={orderEvaluateAppealFlow}
            row={e}
            state={e.appeal_status}
            endpoints={orderEvaluateApi}
            variant="head"
            only={isMine ? (e.source === "auto" ? [] : ["appeal"]) : ["pass", "reject"]}
            inputs={{ appeal: <Item name="reason" rows={4} placeholder="至少5个字" />, pass: NOTE, reject: NOTE }}
          />
          <Show e={e} />
        </>
      )}
    </>
  );
}
