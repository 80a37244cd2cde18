/** 新增 and 编辑 of a company account; a changed number, bank or holder waits for another person's confirmation. */
import { Alert } from "antd";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { toast } from "#kit/app/feedback.ts";
import { FormDialog } from "#kit/form/form-dialog.tsx";
import { useFormScope } from "#kit/form/form-scope.ts";
import { Item } from "#kit/page/item.tsx";
import { companyAccountApi } from "@visadesk/contract/finance/company-account.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import { Form } from "antd";

export type CompanyAccount = Output<typeof companyAccountApi.company_account_get>;
const BLANK = { kind: "bank", bank_name: "", account_no: "", holder: "", currency: "CNY", day_limit: null, low_water: null } as const;

function Items({ isNew }: { isNew: boolean }) {
  const { form } = useFormScope();
  const kind: unknown = Form.useWatch("kind", form);
  return (
    <>
      <Item name="name" half />
      <Item name="kind" half help={isNew ? "有记账后不能更改" : ""} />
      <Item name="bank_name" half />
      <Item name="holder" half />
      <Item name="account_no" half {...(kind !== "channel" && { needs: "请输入账号" })} />
      <Item name="currency" half />
      <Item name="day_limit" half help="当天从此账户付出的上限，不填不限" />
      <Item name="low_water" half help="预计余额低于此额时标红，不填不提醒" />
    </>
  );
}
const Told = () => <Alert type="info" showIcon className="vd-after-12" title="保存后状态为待确认，须由另一人确认启用" />;

export function AccountAdd({ onClose }: { onClose: () => void }) {
  const refresh = useAfterWrite();
  return (
    <FormDialog
      endpoint={companyAccountApi.company_account_add}
      title="新增资金账户"
      okText="保存"
      initial={{ ...BLANK }}
      onDone={() => {
        toast.success("资金账户已保存，待另一人确认");
        refresh();
      }}
      onClose={onClose}
    >
      <Told />
      <Items isNew />
    </FormDialog>
  );
}
export function AccountEdit({ account: a, onClose }: { account: CompanyAccount; onClose: () => void }) {
  const refresh = useAfterWrite();
  return (
    <FormDialog
      endpoint={companyAccountApi.company_account_update}
      title={`编辑资金账户：${a.name}`}
      okText="保存"
      initial={a}
      onDone={() => {
        toast.success("资金账户已保存");
        refresh();
      }}
      onClose={onClose}
    >
      {a.account_status !== "draft" && (
        <Alert type="info" showIcon className="vd-after-12" title="修改账号、开户行、户名、类型或币种后须由另一人重新确认" />
      )}
      <Items isNew={false} />
    </FormDialog>
  );
}
