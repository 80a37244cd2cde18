import { Form } from "antd";
import { FEE_KINDS } from "@visadesk/contract/order/words.ts";
import { part } from "#kit/app/part.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";

const InsurancePlan = part(() => import("./insurance-plan.tsx").then((m) => m.InsurancePlan), null, "drawn");
const { insurance: _, ...OTHER_FEES } = FEE_KINDS;
/** What a difference is for, and how much: of insurance the plan says it. `country`: of the order; null: no person is picked here. */
export function DiffMoney({ country }: { country: string | null }) {
  const { form } = useFormScope();
  const kind: string | undefined = Form.useWatch("fee_kind", form);
  return (
    <>
      <Item name="fee_kind" half {...(country === null && { options: OTHER_FEES })} />
      {kind === "insurance" && country !== null ? (
        <Item name="insurance" needs="请选择保险计划" help="按行程和年龄取保费，支付后自动建立待出单的保单">
          <InsurancePlan country={country} />
        </Item>
      ) : (
        <Item name="amount" half needs="请输入金额" />
      )}
    </>
  );
}
