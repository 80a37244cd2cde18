/** A paper as the customer sees it, while it is being written. */
import { FileOutlined } from "@ant-design/icons";
import { Form } from "antd";
import { publicUrl } from "#kit/file/file-links.tsx";
import { isPicture, sizedUrl } from "#kit/file/file-thumb.tsx";
import { useFormScope } from "#kit/form/form.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";
import { RichText } from "#kit/rich-text/rich-text.tsx";
import type { Values } from "#kit/form/save/form-rules.ts";
import { PAPER_FORMATS } from "@visadesk/contract/base-data/paper/document.rules.ts";
import type { PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { DOCUMENT_OWNERS } from "@visadesk/contract/product/sku/sku.words.ts";

const textOf = (v: unknown): string => (typeof v === "string" ? v.trim() : "");
const textsOf = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === "string") : []);
const numberOf = (v: unknown): number | null => (typeof v === "number" ? v : null);
const wordOf = (words: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === "string" ? words[key] : undefined;

const isRule = (v: unknown): v is Values => typeof v === "object" && v !== null;
const original = (v: Values): string => `${v["is_original"] === true ? "原件" : "复印件"} ${numberOf(v["copies"]) ?? 1} 份`;

/** What a kind tells the customer beside the requirement. */
const FACTS: Readonly<Record<PaperNoun, (v: Values) => (string | false | undefined)[]>> = {
  elec: (v) => [
    v["page_type"] === 1 ? `最多 ${numberOf(v["max_pages"]) ?? "—"} 页` : v["page_type"] === 0 && "单页",
    textsOf(v["formats"])
      .flatMap((f) => wordOf(PAPER_FORMATS, f) ?? [])
      .join("/"),
    typeof v["max_mb"] === "number" && `每个 ${v["max_mb"]} MB 以内`,
  ],
  mail: (v) => [original(v), v["return_needed"] === true ? "用后回寄" : "不回寄"],
  bring: (v) => [original(v), "面试或递交当天携带"],
  photo: ({ photo_rule: r }) =>
    isRule(r)
      ? [
          `${numberOf(r["w_mm"]) ?? "—"}×${numberOf(r["h_mm"]) ?? "—"} mm`,
          `不少于 ${numberOf(r["w_px"]) ?? "—"}×${numberOf(r["h_px"]) ?? "—"} 像素`,
          textOf(r["bg_name"]) && `${textOf(r["bg_name"])}背景`,
          (numberOf(r["months"]) ?? 0) > 0 && `近 ${String(r["months"])} 个月内`,
          (numberOf(r["paper_copies"]) ?? 0) > 0 && `另交纸质 ${String(r["paper_copies"])} 张`,
          r["glasses"] === false && "不可戴眼镜",
        ]
      : [],
  application: () => [],
};

function Samples({ title, keys, isBad }: { title: string; keys: readonly string[]; isBad?: boolean }) {
  if (keys.length === 0) return null;
  return (
    <figure className={`vd-wraps pp-samples ${isBad ? "vd-tone-red" : "vd-tone-green"}`}>
      <figcaption className="vd-tiny vd-muted vd-wide">{title}</figcaption>
      {keys.map((key, i) => (isPicture(key) ? <img key={key} src={sizedUrl(publicUrl(key), 160)} alt={`${title}${i + 1}`} /> : null))}
    </figure>
  );
}

/** Follows every keystroke of the form around. */
export function PaperPreview({ noun }: { noun: PaperNoun }) {
  const { form, initial } = useFormScope();
  const watched: unknown = Form.useWatch([], form);
  const values: Values = { ...initial, ...(typeof watched === "object" && watched) };
  const days = values["max_age_days"];
  const facts = [...FACTS[noun](values), typeof days === "number" && days > 0 && `${days} 天内开具`].filter(
    (f) => typeof f === "string" && f !== "",
  );
  const requirement = textOf(values["requirement"]);
  const template = textOf(values["template_file"]) || textOf(values["pdf_file"]);
  return (
    <section className="vd-box vd-small" aria-label="客户看到的样子">
      <h2>客户看到的样子</h2>
      <div className="vd-stack is-8 pp-preview vd-wrap-any">
        <h3 className="vd-wraps">
          {textOf(values["name"]) || <span className="vd-muted">资料名称</span>}
          <Mark tone={values["default_owner"] === "must" ? "orange" : "blue"}>
            {wordOf(DOCUMENT_OWNERS, values["default_owner"]) ?? ""}
          </Mark>
        </h3>
        {facts.length > 0 && <p className="vd-tiny vd-muted">{facts.join(" · ")}</p>}
        <div className="vd-scrolls">
          {requirement ? <RichText html={requirement} /> : <span className="vd-muted">要求会显示在这里</span>}
        </div>
        <Samples title="正确样例" keys={textsOf(values["samples_good"])} />
        <Samples title="错误样例" keys={textsOf(values["samples_bad"])} isBad />
        {template && (
          <a href={publicUrl(template)} target="_blank" rel="noreferrer" className="vd-link">
            <FileOutlined aria-hidden /> 下载模板
          </a>
        )}
      </div>
    </section>
  );
}
