/** What stands beside the form: its sections, each with what it still lacks, and how much of the product is there. */
import { CheckCircleFilled, ExclamationCircleFilled } from "@ant-design/icons";
import { Form, type FormInstance } from "antd";
import { useEffect } from "react";
import { goToSection } from "#kit/form/form-screen.tsx";
import { completenessOf, missingAdvised, missingMust, type MissingPart } from "@visadesk/contract/product/completeness.rules.ts";
import { factsOf, type SkuForm } from "@visadesk/contract/product/sku/sku-edit.rules.ts";
import { Completeness } from "./sku-cells.tsx";
import type { Paper, PaperDocument, SkuEdit } from "../sku-edit/sku-form-model.ts";

export const SECTIONS = ["基本", "受理范围", "签证参数", "时效", "价格", "资料", "退款与收件", "保障与保险", "客户须知"] as const;
type Section = (typeof SECTIONS)[number];
/** Where a part is mended; parts without a section are mended elsewhere. */
const HOMES: Readonly<Record<string, Section>> = {
  基本: "基本",
  受理范围: "受理范围",
  递签地点: "受理范围",
  时效: "时效",
  门市价: "价格",
  同行价: "价格",
  签证费: "价格",
  加急费: "价格",
  资料: "资料",
  照片规格: "资料",
  退款政策: "退款与收件",
  收件中心: "退款与收件",
  须知: "客户须知",
};

interface SkuMeterProps {
  form: FormInstance;
  sku: SkuEdit;
  documents: ReadonlyMap<number, PaperDocument>;
  /** Told the papers whenever they change: those it does not know are looked up. */
  look: (papers: readonly Paper[]) => Promise<void>;
}
export function SkuMeter({ form, sku, documents, look }: SkuMeterProps) {
  const values: Partial<SkuForm> | undefined = Form.useWatch([], form);
  const typed = Object.fromEntries(Object.entries(values ?? {}).filter(([, v]) => v !== undefined));
  const now: SkuForm = { ...sku, ...typed };
  const { papers } = now;
  useEffect(() => void look(papers), [look, papers]);
  const facts = factsOf(now, sku, (id) => documents.get(id));
  const must = missingMust(facts);
  const advised = missingAdvised(facts);
  const elsewhere = [...must, ...advised].filter((p) => HOMES[p.name] === undefined);
  return (
    <nav className="vd-near vd-tiny vd-outline sk-meter" aria-label="目录">
      <p className="vd-row vd-muted sk-whole">
        完整度 <Completeness percent={completenessOf(facts).percent} />
      </p>
      {SECTIONS.map((s) => (
        <Anchor key={s} section={s} must={must.filter((p) => HOMES[p.name] === s)} advised={advised.filter((p) => HOMES[p.name] === s)} />
      ))}
      {elsewhere.length > 0 && (
        <div className="vd-muted sk-elsewhere">
          <b className="vd-medium">其他</b>
          {elsewhere.map((p) => (
            <small key={p.name} className={must.includes(p) ? "vd-error" : "vd-muted"}>
              {p.message}
            </small>
          ))}
        </div>
      )}
    </nav>
  );
}

function Anchor({ section, must, advised }: { section: Section; must: readonly MissingPart[]; advised: readonly MissingPart[] }) {
  return (
    <a
      href={`#${section}`}
      onClick={(e) => {
        e.preventDefault();
        goToSection(section);
      }}
    >
      {must.length === 0 ? (
        <CheckCircleFilled aria-hidden className="vd-tone-green vd-toned" />
      ) : (
        <ExclamationCircleFilled aria-hidden className="vd-tone-orange vd-toned" />
      )}{" "}
      {section}
      {must.map((p) => (
        <small key={p.name} className="vd-error">
          {p.message}
        </small>
      ))}
      {advised.map((p) => (
        <small key={p.name} className="vd-muted">
          建议：{p.message}
        </small>
      ))}
    </a>
  );
}
