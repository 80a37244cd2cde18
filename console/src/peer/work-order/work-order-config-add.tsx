import { useState } from "react";
import { workOrderConfigApi } from "@visadesk/contract/peer/work-order/work-order-config.ts";
import { toast } from "#kit/app/feedback.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { to } from "#kit/screens.ts";
import { ConfigItems, NEW_CONFIG, SECTIONS } from "./work-order-config-form.tsx";

export default function WorkOrderConfigAdd() {
  const go = useGo();
  const [initial] = useState(NEW_CONFIG);
  const back = (): void => go(to("peer-work-order-list", {}, { tab: "configs" }));
  return (
    <FormScreen
      endpoint={workOrderConfigApi.work_order_config_add}
      title="新增工单配置"
      saveText="存为草稿"
      initial={initial}
      draft="work-order-config-new"
      outline={SECTIONS}
      onCancel={back}
      onDone={() => {
        toast.success("草稿已保存，发布后生效");
        back();
      }}
    >
      <ConfigItems code />
    </FormScreen>
  );
}
