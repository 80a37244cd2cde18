/** What the kinds of papers have of their own: items of the form, and the line the customer reads about them. */
import { Form } from "antd";
import { useEffect } from "react";
import { useFormScope } from "#kit/form/form.tsx";
import { FormSection, Item } from "#kit/page/item.tsx";
import { MULTI_MIN } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { Either } from "../paper/paper-inputs.tsx";

/** A value of the form around as it stands now. */
export function useValue(name: string): unknown {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch(name, form);
  return watched === undefined ? initial[name] : watched;
}

export function ElecItems() {
  const { form } = useFormScope();
  const isMulti = useValue("page_type") === 1;
  useEffect(() => {
    const pages: unknown = form.getFieldValue("max_pages");
    // A number that was right for a single page is none for several.
    if (isMulti && typeof pages === "number" && pages < MULTI_MIN) form.setFieldValue("max_pages", undefined);
  }, [form, isMulti]);
  return (
    <FormSection title="电子文件">
      <Item name="page_type" half />
      {isMulti ? <Item name="max_pages" half placeholder="2至50" needs="请输入最多页数" /> : <i className="is-half" />}
      <Item name="formats" half />
      <Item name="max_mb" half />
      <Item name="pattern" half help="预审时在文件旁核对哪些内容：护照核对号码与机读码，身份证核对姓名与号码" />
    </FormSection>
  );
}

export const MailItems = () => (
  <FormSection title="邮寄">
    <Item name="is_original" label="原件或复印件" half>
      <Either yes="原件" no="复印件" />
    </Item>
    <Item name="copies" half />
    <Item name="return_needed" label="用后" help="需回寄的会列入回寄清单">
      <Either yes="回寄给客户" no="不回寄" />
    </Item>
  </FormSection>
);

export const BringItems = () => (
  <FormSection title="携带">
    <Item name="is_original" label="原件或复印件" half>
      <Either yes="原件" no="复印件" />
    </Item>
    <Item name="copies" half />
    <Item name="print_on_notice" label="赴馆通知" help="只有印上的才出现在客户的赴馆通知单里">
      <Either yes="印在通知上" no="不印" />
    </Item>
  </FormSection>
);
