/**
 * The one form behind adding and editing papers; a kind brings its own items and cards:
 *
 *   export default function MailAdd() { return <PaperAdd noun="mail" own={<MailItems />} template={<Item name="template_file">…</Item>} />; }
 */
import { Alert, Form, Input } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { toast } from "#kit/app/feedback.ts";
import { FormScreen } from "#kit/form/form-screen.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { FormSection, Item } from "#kit/page/item.tsx";
import { Reads } from "#kit/page/reads.tsx";
import { to } from "#kit/screens.ts";
import { useGo, useIdParam } from "#kit/filter/use-url.ts";
import { useRecord } from "#kit/page/use-record.ts";
import { PAPER_START, subTypesOf } from "@visadesk/contract/base-data/paper/document.rules.ts";
import { documentApi, paperForms, PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import type { AnyPaper, PaperScreens } from "./paper-cells.tsx";
import { CountriesInput, LinesInput, ReasonsInput, SamplesInput } from "./paper-inputs.tsx";
import { useImpact } from "../paper-quality/paper-impact.tsx";
import { PaperUsage } from "../paper-quality/paper-usage.tsx";
import { useValue } from "../paper-quality/paper-own.tsx";
import { PaperPreview } from "../paper-quality/paper-preview.tsx";
import "./paper.css";

export interface PaperSlots {
  noun: PaperScreens;
  /** The section of the kind's own items. */
  own: ReactNode;
  /** Beside the samples: a template to download. */
  template?: ReactNode;
  /** In the place of the plain preview. */
  preview?: ReactNode;
}
export interface PaperAddProps extends PaperSlots {
  /** Start values of the kind's own items beside those every new paper has. */
  start?: Values;
}
export interface PaperEditProps extends PaperSlots {
  /** Cards at the right, under 使用情况. */
  side?: (paper: AnyPaper) => ReactNode;
}

function ClassItems() {
  const { form } = useFormScope();
  const category = useValue("category");
  const known = subTypesOf(typeof category === "number" ? category : null);
  const hasNone = Object.keys(known).length === 0;
  useEffect(() => {
    const chosen: unknown = form.getFieldValue("sub_type");
    if (typeof chosen === "string" && !Object.hasOwn(subTypesOf(typeof category === "number" ? category : null), chosen))
      form.setFieldValue("sub_type", null);
  }, [form, category]);
  return (
    <>
      <Item name="category" half needs="请选择资料分类" />
      {hasNone ? (
        <Form.Item name="sub_type" label="子类" className="vd-item is-half">
          <Input disabled placeholder={typeof category === "number" ? "该分类没有子类" : "先选择资料分类"} />
        </Form.Item>
      ) : (
        <Item name="sub_type" half options={known} needs="请选择子类" />
      )}
    </>
  );
}

function PaperItems({ noun, own, template, preview, side }: PaperSlots & { side?: ReactNode }) {
  const { kind } = PAPERS[noun];
  return (
    <div className="vd-sided pp-form">
      <div className="vd-stack is-wide">
        <FormSection title="基本">
          <Item name="name" needs="请输入名称" placeholder="2至40个字，例如：近6个月银行流水" />
          {"category" in paperForms[noun].shape && <ClassItems />}
          <Item name="default_owner" help="加入商品时的默认归属，商品里可以改" />
          <Item name="max_age_days" half help="开具到递交最多几天，0 为不限" />
          <Item name="sort" half help="数字小的排在前面" />
        </FormSection>
        <FormSection title="适用">
          <Item name="identities" help="不选为全部身份；这里只影响选资料时的推荐，以商品的清单为准" />
          <Item name="country_ids">
            <CountriesInput />
          </Item>
        </FormSection>
        {own}
        <FormSection title="要求">
          <Item name="requirement" label="客户看到的要求" rows={8} needs="请输入要求" />
        </FormSection>
        <FormSection title={template ? "样例与模板" : "样例"}>
          <Item name="samples_good" half help="jpg 或 png，每张 2 MB 以内">
            <SamplesInput />
          </Item>
          <Item name="samples_bad" half>
            <SamplesInput />
          </Item>
          {template}
        </FormSection>
        <FormSection title="审核要点与原因">
          <Item name="check_points" help="预审时显示在文件旁，逐条核对">
            <LinesInput max={8} placeholder={"每行一条，例如：\n四角齐全无反光"} />
          </Item>
          <Item name="reason_ids">
            <ReasonsInput kind={kind} />
          </Item>
        </FormSection>
        <FormSection title="备注">
          <Item name="remark" label="仅内部可见" rows={2} />
        </FormSection>
      </div>
      <aside className="vd-stack is-wide vd-beside">
        {preview ?? <PaperPreview noun={noun} />}
        {side}
      </aside>
    </div>
  );
}

export function PaperAdd({ start, ...slots }: PaperAddProps) {
  const { noun } = slots;
  const go = useGo();
  const { label } = PAPERS[noun];
  const [initial] = useState(() => ({ ...PAPER_START[noun], ...start }));
  return (
    <FormScreen
      endpoint={documentApi[`${noun}_add`]}
      title={`新增${label}`}
      initial={initial}
      draft={`${noun}-new`}
      onCancel={() => go(to(`${noun}-list`))}
      onDone={() => {
        toast.success(`${label}已新增`);
        go(to(`${noun}-list`));
      }}
    >
      <PaperItems {...slots} />
    </FormScreen>
  );
}

function EditForm({ paper, side, ...slots }: PaperEditProps & { paper: AnyPaper }) {
  const { noun } = slots;
  const go = useGo();
  const [dialog, open] = useDialog();
  const review = useImpact(noun, paper, open);
  const { label } = PAPERS[noun];
  const [initial] = useState(() => {
    const names = new Set(Object.keys(paperForms[noun].shape));
    return Object.fromEntries(Object.entries(paper).filter(([field]) => names.has(field) || field === "id" || field === "version"));
  });
  return (
    <>
      <FormScreen
        endpoint={documentApi[`${noun}_update`]}
        title={`编辑${label}：${paper.name}`}
        initial={initial}
        draft={`${noun}-${paper.id}`}
        presence={{ noun, id: paper.id }}
        review={review}
        onCancel={() => go(to(`${noun}-list`))}
        onDone={() => {
          toast.success(`“${paper.name}”已保存`);
          go(to(`${noun}-list`));
        }}
      >
        {paper.status === 0 && <Alert type="warning" showIcon title="已禁用：不能再加入商品，已有订单不受影响" />}
        <PaperItems
          {...slots}
          side={
            <>
              <PaperUsage noun={noun} id={paper.id} />
              {side?.(paper)}
            </>
          }
        />
      </FormScreen>
      {dialog}
    </>
  );
}

export function PaperEdit(props: PaperEditProps) {
  const id = useIdParam("id");
  const answer = useRecord(documentApi[`${props.noun}_get`], { id });
  return <Reads answer={answer}>{(paper) => <EditForm key={id} {...props} paper={paper} />}</Reads>;
}
