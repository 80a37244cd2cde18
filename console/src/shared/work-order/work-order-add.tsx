/** 代提工单: a matter that a peer told us by another way, under the configuration that holds for it. */
import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useState } from "react";
import { WORK_ORDER_CATEGORIES } from "@visadesk/contract/peer/work-order/work-order.words.ts";
import { workOrderApi } from "@visadesk/contract/peer/work-order/work-order.ts";
import { CLEARS } from "#kit/inputs/clears.tsx";
import { ask } from "#kit/act/ask.ts";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { None } from "#kit/page/blocks.tsx";
import { Item } from "#kit/page/item.tsx";
import { Unread } from "#kit/page/reads.tsx";
import { PeerPicker } from "#shared/record-pickers.tsx";
import { AnswersInput, personOption, type PickedOrder } from "./work-order-answers.tsx";

const useForms = (peer: number | undefined) =>
  useQuery({
    queryKey: [workOrderApi.work_order_form_get.name, peer],
    queryFn: ({ signal }) => ask(workOrderApi.work_order_form_get, { peer_id: peer ?? 0 }, { signal, noToast: true }),
    enabled: peer !== undefined,
    retry: false,
  });
const NO_ORDERS: readonly PickedOrder[] = [];
const useOrders = (peer: number | undefined, keyword: string): readonly PickedOrder[] =>
  useQuery({
    queryKey: [workOrderApi.work_order_order_pick.name, peer, keyword],
    queryFn: ({ signal }) =>
      ask(workOrderApi.work_order_order_pick, { peer_id: peer ?? 0, ...(keyword && { keyword }) }, { signal, noToast: true }),
    enabled: peer !== undefined,
  }).data?.list ?? NO_ORDERS;

/** Title, order and form of the chosen kind. */
function FormFields({ peer, config_id, order_no }: { peer: number; config_id: number; order_no: string }) {
  const { form } = useFormScope();
  const [typed, setTyped] = useState(order_no);
  const config = useForms(peer).data?.list.find((c) => c.config_id === config_id);
  const orders = useOrders(peer, typed);
  const order_id: unknown = Form.useWatch("order_id", form);
  const order = orders.find((o) => o.id === order_id);
  if (!config) return null;
  return (
    <>
      <Item name="title" placeholder="一句话说清什么事" />
      <Item name="order_id" half {...(config.need_order && { needs: "请选择订单" })}>
        <Select
          allowClear={CLEARS}
          placeholder="该同行的订单"
          options={orders.map((o) => ({ value: o.id, label: o.order_no, sku: o.sku_name }))}
          optionRender={(o) => (
            <span className="vd-row vd-between vd-pick">
              <span>{o.data.label}</span>
              <em>{o.data.sku}</em>
            </span>
          )}
          showSearch={{ onSearch: setTyped, filterOption: false }}
          notFoundContent="没有匹配的订单"
        />
      </Item>
      <Item name="applicant_id" half>
        <Select allowClear={CLEARS} placeholder="不限" disabled={!order} options={(order?.people ?? []).map(personOption)} />
      </Item>
      {config.fields.length > 0 && (
        <Item name="answers">
          <AnswersInput fields={config.fields} orders={orders} order={order} />
        </Item>
      )}
      <Item name="text" rows={3} placeholder="同行的原话" />
      <Item name="files" />
    </>
  );
}

function AddFields({ order_no = "" }: { order_no?: string | undefined }) {
  const { form } = useFormScope();
  const peer = Form.useWatch<number | undefined>("peer_id", form);
  const config_id = Form.useWatch<number | undefined>("config_id", form);
  const answer = useForms(peer);
  const forms = answer.data?.list;
  const known = forms?.some((c) => c.config_id === config_id);
  // What was filled in for another kind does not fit this one.
  const clear = (...names: string[]): void => form.setFieldsValue({ ...Object.fromEntries(names.map((n) => [n, undefined])), answers: {} });
  return (
    <>
      <Item name="peer_id" half>
        <PeerPicker placeholder="编号或简称" onChange={() => clear("config_id", "order_id", "applicant_id")} />
      </Item>
      <Item name="config_id" half>
        <Select
          disabled={peer === undefined}
          placeholder={peer === undefined ? "请先选择同行" : "请选择"}
          options={(forms ?? []).map((c) => ({ value: c.config_id, label: `${WORK_ORDER_CATEGORIES[c.category]} · ${c.name}` }))}
          onChange={() => clear()}
        />
      </Item>
      {answer.error ? <Unread slim answer={answer} /> : null}
      {forms?.length === 0 && <None>该同行没有可用的工单配置</None>}
      {peer !== undefined && config_id !== undefined && known && (
        <FormFields key={config_id} peer={peer} config_id={config_id} order_no={order_no} />
      )}
    </>
  );
}

export interface WorkOrderAddProps {
  /** In whose name, where that is known. */
  peerId?: number;
  /** What it is about, likewise. */
  order?: { id: number; order_no: string };
  onMade: (no: string) => void;
  onClose: () => void;
}
export function WorkOrderAdd({ peerId, order, onMade, onClose }: WorkOrderAddProps) {
  const refresh = useAfterWrite();
  return (
    <FormDialog
      endpoint={workOrderApi.work_order_add}
      title="代提工单"
      okText="提交"
      width={760}
      initial={{ answers: {}, ...(peerId !== undefined && { peer_id: peerId }), ...(order && { order_id: order.id }) }}
      onDone={(w) => {
        refresh();
        toast.success(w.handler_name ? `已提交，由${w.handler_name}处理` : "已提交，待分配处理人");
        onMade(w.work_order_no);
      }}
      onClose={onClose}
    >
      <AddFields order_no={order?.order_no} />
    </FormDialog>
  );
}
