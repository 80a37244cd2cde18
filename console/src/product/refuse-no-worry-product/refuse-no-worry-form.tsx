/** The one form behind 新增 and 编辑. */
import { Form } from "antd";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { useCan } from "#kit/app/session.ts";
import { may } from "@visadesk/contract/permissions.ts";
import "./refuse-no-worry.css";

export const SECTIONS = ["保障", "定价", "不可购买", "理赔"];

function Pricing() {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch("pricing", form);
  const way = watched ?? initial["pricing"];
  return (
    <>
      <Item name="pricing" />
      {way === "percent" ? (
        <>
          <Item name="price_rate" half help="按每位申请人的订单价计算" />
          <Item name="price_min" half help="0 为不设最低" />
        </>
      ) : (
        <Item name="price" half help="每位申请人" />
      )}
    </>
  );
}

/** `held`: the price of a product that was listed, in words; it changes by review alone. */
export function RefuseNoWorryItems({ held }: { held?: string }) {
  const seesCost = useCan(may.cost_view);
  return (
    <>
      <FormSection title="保障">
        <Item name="name" placeholder="2至40个字，例如：拒签无忧·全额" />
        <Item name="scope" help="全额包括服务费、签证费和签证中心费" />
        <Item name="rate" half />
        <Item name="cap" half help="每位申请人，0 为不封顶" />
        <Item name="supplier_id" half help="由保司承保时选择，售出后按计提成本应付该保司；自行承担时留空" />
      </FormSection>
      <FormSection title="定价">
        {held === undefined ? (
          <Pricing />
        ) : (
          <p className="vd-note is-plain vd-small vd-after-12">{held}。已上架过的产品请在详情中申请调价。</p>
        )}
        {seesCost && <Item name="reserve_cost" half help="每售出一份计提的赔付成本" />}
        <Item name="buy_until" />
      </FormSection>
      <FormSection title="不可购买">
        <Item name={["exclusions", "identities"]} />
        <Item name={["exclusions", "age_below"]} label="未满(岁)" half help="0 为不限" />
        <Item name={["exclusions", "age_above"]} label="超过(岁)" half help="0 为不限" />
        <Item name={["exclusions", "refusal_within_years"]} label="几年内有拒签史" half help="0 为不限" />
      </FormSection>
      <FormSection title="理赔">
        <Item name="proofs" help="客户须提交其中之一" />
        <Item name="proof_days" half help="拒签后几个自然日内提交" />
        <Item name="appeal_times" half />
        <Item name="clause" rows={6} placeholder="给客户看的条款" />
      </FormSection>
    </>
  );
}
