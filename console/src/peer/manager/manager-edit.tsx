/** 编辑负责人: room and target, which his leader sets, whether he takes new peers, and what peers see of him. */
import { toast } from "#kit/app/feedback.ts";
import { useAccount } from "#kit/app/session.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { peerManager, peerManagerApi } from "@visadesk/contract/peer/peer/peer-manager.ts";
import { managerHref, rolesText, type ManagerDetail } from "./manager-words.tsx";

function EditForm({ manager: m }: { manager: ManagerDetail }) {
  const go = useGo();
  const leads = useAccount()?.data_scope !== "own";
  const back = (): void => go(managerHref(m.worker_id));
  const only = leads ? {} : { disabled: true, help: "只有主管可以修改" };
  return (
    <FormScreen
      endpoint={peerManagerApi.peer_manager_update}
      title={`编辑负责人：${m.worker_name}`}
      initial={m}
      draft={`peer-manager-${m.worker_id}`}
      log={{ noun: "peer_manager", id: m.worker_id }}
      onCancel={back}
      onDone={() => {
        toast.success("已保存");
        back();
      }}
    >
      <FormSection title="负责">
        <div className="vd-whole-row vd-after-16">
          <Fields
            of={peerManager}
            value={m}
            names={[{ label: "角色", value: rolesText(m) }, "team_name", "region_text", "peer_count", "gmv_month", "open_work_orders"]}
          />
        </div>
        <Item name="max_peers" half help="不填为不限；满员后新同行由代班人接手或留待分配" {...only} />
        <Item name="month_target" half help="按本月已支付订单的实付减退款计算" {...only} />
        <Item name="accept_new" half help="关闭后，区域内新入驻的同行不再分给他" />
      </FormSection>
      <FormSection title="同行看到的联系方式">
        <Item name="display_name" half placeholder="例如：叶经理" />
        <Item name="display_mobile" half placeholder="工作手机或座机" />
        <Item name="display_qr" help="企业微信二维码" />
      </FormSection>
    </FormScreen>
  );
}

export default function ManagerEdit() {
  const worker_id = useIdParam("id");
  const answer = useRecord(peerManagerApi.peer_manager_get, { worker_id });
  return <Reads answer={answer}>{(m) => <EditForm key={m.worker_id} manager={m} />}</Reads>;
}
