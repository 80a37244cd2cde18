/** How a form is filled in: here, on paper, or on the mission's own site. */
import { FormSection, Item } from "#kit/page/item.tsx";
import { TemplateInput } from "../paper/paper-inputs.tsx";
import { useValue } from "../paper-quality/paper-own.tsx";

export function ApplicationItems() {
  const mode = useValue("fill_mode");
  return (
    <FormSection title="填写方式">
      <Item name="fill_mode" help={mode === "online" ? "客户在线回答「题目」里的问题" : "题目可以不填，供专员核对"} />
      {mode === "pdf" && (
        <Item name="pdf_file" help="客户下载后填写，PDF，10 MB 以内" needs="请上传PDF表格">
          <TemplateInput />
        </Item>
      )}
      {mode === "official" && <Item name="official_url" placeholder="https://" needs="请输入官网地址" />}
    </FormSection>
  );
}
