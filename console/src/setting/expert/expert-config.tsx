/** 配置: how a worker gets orders; the same drawer makes him an expert. */
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDrawer } from "#kit/form/form-drawer.tsx";
import { Item } from "#kit/page/item.tsx";
import { CountryPicker, OrderProcessorPicker } from "#shared/record-pickers.tsx";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { expertApi } from "@visadesk/contract/setting/expert.ts";

export type Expert = Output<typeof expertApi.expert_query>["list"][number];
type Config = NonNullable<Output<typeof expertApi.expert_get>["expert"]>;

export const NEW = { version: 0, country_ids: [], handle_urgent: true, max_open: 40, weight: 2, accept_new: true };

export const ExpertItems = () => (
  <>
    <Item name="display_name" half help="客户看到的称呼，例如：林老师" />
    <Item name="max_open" half help="在办达到上限后不再派新单" />
    <Item name="weight" half help="1–5，权重越大分到的订单越多" />
    <Item name="country_ids" half help="留空按团队负责的国家，团队也没有时为全部国家">
      <CountryPicker multiple placeholder="按团队" />
    </Item>
    <Item name="handle_urgent" half />
    <Item name="accept_new" half help="关闭后不派新单，手上的订单不变" />
  </>
);

export interface ExpertDrawerProps {
  onClose: () => void;
  onSaved?: () => void;
}
export function useSaved(onSaved?: () => void): () => void {
  const afterWrite = useAfterWrite();
  return () => {
    toast.success("已保存");
    afterWrite();
    onSaved?.();
  };
}

export function ExpertConfig({ expert: e, onClose, onSaved }: ExpertDrawerProps & { expert: Config }) {
  const saved = useSaved(onSaved);
  const { worker_id, version, display_name, country_ids, handle_urgent, max_open, weight, accept_new } = e;
  return (
    <FormDrawer
      endpoint={expertApi.expert_update}
      title={`配置签证专家：${e.nickname}`}
      initial={{ worker_id, version, display_name, country_ids, handle_urgent, max_open, weight, accept_new }}
      onDone={saved}
      onClose={onClose}
    >
      <ExpertItems />
    </FormDrawer>
  );
}

/** A worker is picked first. */
export function ExpertAdd({ onClose, onSaved }: ExpertDrawerProps) {
  const saved = useSaved(onSaved);
  return (
    <FormDrawer endpoint={expertApi.expert_update} title="新增签证专家" okText="新增" initial={NEW} onDone={saved} onClose={onClose}>
      <Item name="worker_id" help="须有订单处理权限">
        <OrderProcessorPicker placeholder="请选择员工" />
      </Item>
      <ExpertItems />
    </FormDrawer>
  );
}
