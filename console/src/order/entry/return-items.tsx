/** How the papers come back and to whom, in both forms of an order; an express needs somebody to send to. */
import { Button, Form } from "antd";
import { useFormScope } from "#kit/form/form.tsx";
import { Item } from "#kit/page/item.tsx";

/** Modes that send something to an address. */
const ADDRESSED: ReadonlySet<string | undefined> = new Set(["express", "embassy_mail"]);

/** Most orders go back to whoever is asked for. */
function SameAsContact() {
  const { form } = useFormScope();
  const copy = (): void => {
    form.setFieldsValue({ return_name: form.getFieldValue("contact_name"), return_mobile: form.getFieldValue("contact_mobile") });
    void form.validateFields(["return_name", "return_mobile"]).catch(() => undefined);
  };
  return (
    <div>
      <Button size="small" onClick={copy}>
        收件人同联系人
      </Button>
    </div>
  );
}

/** `hasAddress`: the stored one is not shown in a form; it stays unless a new one is typed. */
export function ReturnItems({ isNew = false, hasAddress = false }: { isNew?: boolean; hasAddress?: boolean }) {
  const { form } = useFormScope();
  const mode: string | undefined = Form.useWatch("return_mode", form);
  const needs = (words: string) => (mode === "express" ? { needs: words } : {});
  return (
    <>
      <Item name="return_mode" />
      {ADDRESSED.has(mode) && (
        <>
          {isNew && <SameAsContact />}
          <Item name="return_name" half {...needs("请填写收件人")} />
          <Item name="return_mobile" half {...needs("请填写收件手机")} />
          <Item name="return_address" {...(hasAddress ? { help: "已填写，不修改请留空" } : needs("请填写收件地址"))} />
        </>
      )}
    </>
  );
}
