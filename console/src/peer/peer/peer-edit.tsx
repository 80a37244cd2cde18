/** 编辑同行: what our own staff change at once; company data and terms are shown and change by a reviewed request. */
import { Form, Radio } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { toast } from "#kit/app/feedback.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { Fields } from "#kit/form/fields.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { useRecord } from "#kit/page/use-record.ts";
import type { Address } from "@visadesk/contract/kit/field.ts";
import { peerApplicationApi } from "@visadesk/contract/peer/peer/peer-application.ts";
import { OWNER_ROLES } from "@visadesk/contract/peer/peer/peer.words.ts";
import { peerApi, peerDetail } from "@visadesk/contract/peer/peer/peer.ts";
import { peerHref, type PeerDetail } from "./peer-words.tsx";

const OUTLINE = ["企业与条件", "联系", "经营", "备注"];

const CHOICES = [
  { value: false, label: "负责人不变" },
  { value: true, label: "由新地区的负责人接手" },
];
const MovesOwners = ({ checked, onChange }: { checked?: boolean; onChange?: (on: boolean) => void }) => (
  <Radio.Group options={CHOICES} value={checked} onChange={(e) => onChange?.(e.target.value === true)} />
);
/** Who would take it over, in one sentence. */
function TakesOver({ place }: { place: { province_code: string; city_code: string } }) {
  const answer = useRecord(peerApplicationApi.peer_place_owner_query, place);
  const list = answer.isPlaceholderData ? undefined : answer.data?.list;
  if (!list) return "省份已变化";
  const texts = list.map((o) => {
    const why = o.worker_name === null || o.why === null ? "" : `（${o.why}，不变）`;
    return `${OWNER_ROLES[o.role]} ${o.worker_name === null ? "该地区没有负责人，不变" : `${o.worker_name}${why}`}`;
  });
  return `省份已变化。新地区：${texts.join("；")}`;
}
/** Asked where the address leaves its province. */
function MoveOwners({ from }: { from: string }) {
  const { form } = useFormScope();
  const address = Form.useWatch<Partial<Address> | null | undefined>("address", form);
  const { province_code = "", city_code = "" } = address ?? {};
  if (province_code === "" || city_code === "" || province_code === from) return null;
  return (
    <Item name="move_owners" label="负责人" needs="请选择是否更换负责人" help={<TakesOver place={{ province_code, city_code }} />}>
      <MovesOwners />
    </Item>
  );
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
        <p className="vd-note is-plain vd-small vd-whole-row vd-after-16">
          企业信息、等级、结算与额度需另行审核：<HrefLink href={peerHref(p, "changes")}>申请变更</HrefLink>
        </p>
        <div className="vd-whole-row vd-after-16">
          <Fields
            of={peerDetail}
            value={p}
            names={[
              "name",
              "credit_code",
              "legal_person",
              "business_kind",
              "licence_no",
              "level_id",
              "settle_mode",
              "credit_days",
              "credit_limit",
              "temp_limit",
            ]}
          />
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
  const id = useIdParam("id");
  const answer = useRecord(peerApi.peer_get, { id });
  return <Reads answer={answer}>{(p) => <EditForm key={p.id} peer={p} />}</Reads>;
}
