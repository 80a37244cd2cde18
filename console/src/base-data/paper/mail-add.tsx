import { Item } from "#kit/page/item.tsx";
import { PaperAdd } from "./paper-form.tsx";
import { TemplateInput } from "./paper-inputs.tsx";
import { MailItems } from "../paper-quality/paper-own.tsx";

const TEMPLATE = (
  <Item name="template_file" help="客户可以下载，PDF 或图片，10 MB 以内">
    <TemplateInput />
  </Item>
);

export default function MailAdd() {
  return <PaperAdd noun="mail" own={<MailItems />} template={TEMPLATE} />;
}
