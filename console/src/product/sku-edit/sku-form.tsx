/** The sections of 编辑商品, in the order of the noun. */
import { Form, Input } from "antd";
import { Flag } from "#kit/page/flag.tsx";
import { FormSection, Item, ItemList } from "#kit/page/item.tsx";
import { AdjustButton } from "../price-adjustment/price-adjustment-sku.tsx";
import { AdvanceHint } from "../sku/sku-advance.tsx";
import { InsurancePicker } from "../insurance-product/sku-insurances.tsx";
import { AreaInput, IdentitiesInput, PostInput, useField } from "./sku-inputs.tsx";
import { freeTier, type Price, type SkuEdit, type Tier } from "./sku-form-model.ts";
import { PaperEditor, type PaperContext } from "../sku-paper/sku-paper-editor.tsx";
import { PriceGrid } from "../price/sku-price-grid.tsx";
import { LockedPrices } from "../price/sku-locked-prices.tsx";

const Basics = ({ sku }: { sku: SkuEdit }) => (
  <FormSection title="基本">
    <Item name="name" half needs="请输入商品名称" />
    <Item name="service_level" half needs="请输入服务档" placeholder="如 标准、加急、家庭" help="同SPU、同送签馆、同递签地点下不能重复" />
    <Item name="ends" half />
    <Item name="sort" half help="列表中小的在前" />
    <p className="vd-small vd-after-16 vd-muted">
      所属SPU：{sku.spu_name}（{sku.visa_product_unit_code}），
      <Flag emoji={sku.flag_emoji} />
      {sku.country_name}
      {sku.first_listed_at !== null && "，已上架过，不能更换"}
    </p>
  </FormSection>
);

function Places({ country }: { country: string }) {
  const mode = useField<string>("cover_mode");
  return (
    <FormSection title="受理范围">
      <Item name="embassy_id" half help="面向全国或非签证类商品可不选">
        <PostInput country={country} isMission />
      </Item>
      <Item name="submit_place_id" half help="需赴馆时必选，可以是签证中心">
        <PostInput country={country} />
      </Item>
      <Item name="cover_mode" needs="请选择受理范围" {...(mode === "district" && { help: "随送签使领馆的领区，在使领馆中维护" })} />
      {mode === "area" && (
        <Item name="cover_area">
          <AreaInput />
        </Item>
      )}
    </FormSection>
  );
}

function Visa() {
  const needsInterview = useField<boolean>("need_interview") === true;
  return (
    <FormSection title="签证参数">
      <div className="sk-switches">
        <Item name="need_interview" />
        <Item name="need_fingerprint" />
        <Item name="need_delivery" />
        {needsInterview && <Item name="need_training" />}
        <Item name="need_return_material" />
        <Item name="need_effect_date" />
      </div>
      <Item name="material_upload_type" />
      <Item name="passport_months" half help="回国后护照还须有效的月数" />
      <Item name="passport_pages" half />
    </FormSection>
  );
}

function Days({ sku }: { sku: SkuEdit }) {
  const tiers = useField<Tier[]>("urgent_tiers") ?? sku.urgent_tiers;
  const prices = useField<Price[]>("prices") ?? sku.prices;
  return (
    <FormSection title="时效">
      <Item name="work_days_min" label="预计办理工作日（最短）" needs="请输入预计办理工作日" half help="从送签后算，按使领馆日历" />
      <Item name="work_days_max" label="预计办理工作日（最长）" needs="请输入预计办理工作日" half />
      <Item name="advance_days" half help={<AdvanceHint sku={sku} />} />
      <ItemList name="urgent_tiers" add="添加加急档" row={{ tier_code: freeTier(tiers, prices), tier_kind: "issue" }}>
        {(at, i) => (
          <>
            {/* Nobody types the number of a tier; a row holds only what stands in the form. */}
            <Form.Item name={at("tier_code").slice(1)} hidden>
              <Input />
            </Form.Item>
            <Item name={at("name")} label="名称" half placeholder="如 加急出签" help={`编号 ${tiers[i]?.tier_code ?? ""}`} />
            <Item name={at("tier_kind")} label="类型" half />
            <Item name={at("work_days_min")} label="最短工作日" half />
            <Item name={at("work_days_max")} label="最长工作日" half />
          </>
        )}
      </ItemList>
    </FormSection>
  );
}

function Prices({ sku }: { sku: SkuEdit }) {
  const childAge = useField<number>("child_age") ?? sku.child_age;
  const tiers = useField<Tier[]>("urgent_tiers") ?? sku.urgent_tiers;
  const context = { childAge, tiers, cost: sku.cost, floor: sku.margin_floor, fees: sku.fees, refNames: sku.ref_names };
  const isLocked = sku.first_listed_at !== null;
  return (
    <FormSection title="价格">
      <Item name="child_age" half help="0 为不设儿童价；按出行日未满此年龄算儿童" />
      {isLocked ? (
        <LockedPrices sku={sku} act={<AdjustButton skuIds={[sku.id]} />} />
      ) : (
        <Item name="prices" label="每人价格">
          <PriceGrid context={context} />
        </Item>
      )}
    </FormSection>
  );
}

const Papers = ({ sku, context }: { sku: SkuEdit; context: Omit<PaperContext, "identities"> }) => {
  const identities = useField<PaperContext["identities"]>("identities") ?? sku.identities;
  return (
    <FormSection title="资料">
      <Item name="identities" needs="请选择适用身份">
        <IdentitiesInput />
      </Item>
      <Item name="papers" label="资料清单">
        <PaperEditor context={{ ...context, identities }} />
      </Item>
    </FormSection>
  );
};

const Terms = () => (
  <FormSection title="退款与收件">
    <Item name="refund_policy_id" half />
    <Item name="mail_centre_id" half help="清单中有邮寄资料时必选" />
    <Item name="return_way" />
  </FormSection>
);
const Insurance = ({ country }: { country: string }) => (
  <FormSection title="保障与保险">
    <Item name="insurance_product_ids" help="下单时推荐给客户；申根商品只能选医疗保额不低于 €30,000 的产品">
      <InsurancePicker country={country} />
    </Item>
    <Item name="insurance_required" help="打开后客户须购买其中一款保险" />
  </FormSection>
);
const Texts = () => (
  <FormSection title="客户须知">
    <Item name="fee_included" half rows={2} />
    <Item name="fee_excluded" half rows={2} />
    <Item name="booking_note" rows={3} />
    <Item name="tips" rows={3} />
  </FormSection>
);

export interface SkuItemsProps {
  sku: SkuEdit;
  papers: Omit<PaperContext, "identities">;
}
export const SkuItems = ({ sku, papers }: SkuItemsProps) => (
  <>
    <Basics sku={sku} />
    <Places country={sku.country_id} />
    <Visa />
    <Days sku={sku} />
    <Prices sku={sku} />
    <Papers sku={sku} context={papers} />
    <Terms />
    <Insurance country={sku.country_id} />
    <Texts />
  </>
);
