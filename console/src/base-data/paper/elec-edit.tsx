import { Item } from "#kit/page/item.tsx";
import { PaperEdit } from "./paper-form.tsx";
import { TemplateInput } from "./paper-inputs.tsx";
import { PaperReview } from "../paper-quality/paper-review.tsx";
import { ElecItems } from "../paper-quality/paper-own.tsx";

const TEMPLATE = (
  <Item name="template_file" help="客户可以下载，PDF 或图片，10 MB 以内">
    <TemplateInput />
  </Item>
);

export default function ElecEdit() {
  return <PaperEdit noun="elec" own={<ElecItems />} template={TEMPLATE} side={(p) => <PaperReview noun="elec" id={p.id} />} />;
}
