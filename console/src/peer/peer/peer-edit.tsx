/** 编辑同行: what our own staff change at once; company data and terms are shown and change by a reviewed request. */
import { Form, Skeleton } from "antd";
import { toast } from "#kit/app/feedback.ts";
import { useGo, useParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { ListFault } from "#kit/list/list-table.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import { peerApi, peerDetail } from "@visadesk/contract/peer/peer/peer.ts";
import { peerHref, type PeerDetail } from "./peer-words.tsx";

const OUTLINE = ["企业与条件", "联系", "经营", "备注"];

/** Asked where the address leaves its province. */
function MoveOwners({ from }: { from: string }) {
  const { form } = useFormScope();
  const address: unknown = Form.useWatch("address", form);
  const province = typeof address === "object" && address !== null && "province_code" in address ? address.province_code : from;
  return typeof province === "string" && province !== "" && province !== from ? (
    <Item name="move_owners" help="省份已变化：勾选后由新地区的负责人接手，否则负责人不变" />
  ) : null;
}

function EditForm({ peer: p }: { peer: PeerDetail }) {
  const go = useGo();
  const back = (): void => go(peerHref(p));
  return (
    <FormScreen
      endpoint={peerApi.peer_update}
      title={`编辑：${p.short_name}`}
      initial={p}
      draft={`peer-${p.id}`}
      log={{ noun: "peer", id: p.id }}
      outline={OUTLINE}
      onCancel={back}
      onDone={() => {
        toast.success("同行已保存");
        back();
      }}
    >
      <FormSection title="企业与条件">
        <p className="vd-note is-plain vd-small vd-whole-row">企业信息、等级、结算与额度需提交变更申请，在详情页的「条件变更」。</p>
        <div className="vd-whole-row">
          <Fields of={peerDetail} value={p} names={["name", "credit_code", "legal_person", "level_id", "settle_mode", "credit_limit"]} />
        </div>
      </FormSection>
      <FormSection title="联系">
        <Item name="short_name" half />
        <Item name="contact_name" half />
        <Item name="contact_mobile" half />
        <Item name="contact_email" half />
        <Item name="address" />
        <MoveOwners from={p.address.province_code} />
      </FormSection>
      <FormSection title="经营">
        <Item name="business_kind" half />
        <Item name="licence_no" half help="旅行社必填" />
        <Item name="allow_country_ids" help="不选为全部国家；其他国家的商品看不到也不能下单" />
        <Item name="service_group_id" half />
        <Item name="auto_deduct" half help="订单补差价直接从余额扣除" />
      </FormSection>
      <FormSection title="备注">
        <Item name="note" rows={3} />
      </FormSection>
    </FormScreen>
  );
}

export default function PeerEdit() {
  const id = Number(useParam("id"));
  const answer = useRecord(peerApi.peer_get, { id });
  if (answer.error && !answer.data) return <ListFault error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <EditForm peer={answer.data} />;
}
