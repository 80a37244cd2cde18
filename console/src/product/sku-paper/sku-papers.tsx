/** 资料: the papers of one identity as the customer reads them, by kind. */
import { Button, Segmented } from "antd";
import { useState } from "react";
import { skuDetail } from "@visadesk/contract/product/sku/sku.ts";
import { Rows } from "#kit/table/rows.tsx";
import { Section, Stack } from "#kit/page/blocks.tsx";
import { Mark } from "#kit/page/flow-tag.tsx";

import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import { part } from "#kit/app/part.tsx";
import type { SkuDetail } from "../sku/sku-cells.tsx";
import type { PaperPushProps } from "./sku-paper-push.tsx";
import type { SkuPaperSheetProps } from "./sku-paper-sheet.tsx";

const SkuPaperSheet = part<SkuPaperSheetProps>(() => import("./sku-paper-sheet.tsx").then((m) => m.SkuPaperSheet));
const PaperPush = part<PaperPushProps>(() => import("./sku-paper-push.tsx").then((m) => m.PaperPush));

type Paper = SkuDetail["documents"][number];
const WHENS: Readonly<Record<string, string>> = { under_18: "未满18岁", married: "已婚", out_of_district: "户籍不在领区" };
/** Papers of which some are enough. */
const GROUPS: Readonly<Record<string, string>> = { funds: "资金证明" };
const OWNERS = { must: null, optional: <Mark>建议</Mark>, ours: <Mark tone="blue">我方凭证</Mark> } as const;

const Marks = ({ paper: p }: { paper: Paper }) => (
  <>
    {OWNERS[p.owner]}
    {WHENS[p.when] && <Mark tone="orange">{WHENS[p.when]}</Mark>}
    {p.group_key && (
      <Mark tone="purple">
        {GROUPS[p.group_key] ?? "同组"}任选{p.need_n}
      </Mark>
    )}
  </>
);

/** The marks in words, for paper. */
const noteOf = (p: Paper): string =>
  [p.owner === "optional" && "建议", WHENS[p.when], p.group_key && `${GROUPS[p.group_key] ?? "同组"}任选${p.need_n}`]
    .filter(Boolean)
    .join("，");

const Kind = ({ kind, label, papers }: { kind: string; label: string; papers: readonly Paper[] }) => (
  <Section key={kind} title={`${label} ${papers.length}`} flush>
    <Rows
      label={label}
      of={skuDetail.shape.documents}
      rows={papers}
      columns={[
        {
          name: "name",
          width: 260,
          cell: (p) => (
            <>
              {p.name}
              <Marks paper={p} />
            </>
          ),
        },
        { title: "份数", width: 96, num: true, cell: (p) => `${p.copies === null ? "—" : `${p.copies} 份`}${p.is_original ? "原件" : ""}` },
        "requirement",
      ]}
    />
  </Section>
);

export function SkuPapers({ sku }: { sku: SkuDetail }) {
  const [identity, setIdentity] = useState(sku.identities[0]);
  const [printing, setPrinting] = useState(false);
  const [pushing, setPushing] = useState(false);
  const papers = sku.documents.filter((d) => d.identity === identity);
  const must = papers.filter((p) => p.owner === "must").length;
  if (sku.documents.length === 0)
    return (
      <Section title="资料">
        <p className="vd-muted">还没有配置资料</p>
      </Section>
    );
  return (
    <Stack>
      <div className="vd-wraps vd-small is-wide">
        <Segmented
          aria-label="适用身份"
          options={sku.identities.map((i) => ({ value: i, label: IDENTITIES[i] }))}
          {...(identity && { value: identity })}
          onChange={setIdentity}
        />
        <span className="vd-muted vd-num">
          必交 {must} 项，共 {papers.length} 项
        </span>
        <span className="vd-row vd-to-end">
          <Button disabled={papers.length === 0} title="打印窗口里可以存为 PDF" onClick={() => setPrinting(true)}>
            打印资料清单
          </Button>
          <Button title="哪些在办申请人的资料与现行清单不同，以及历次推送" onClick={() => setPushing(true)}>
            变更推送
          </Button>
        </span>
        {pushing && <PaperPush sku={sku} onClose={() => setPushing(false)} />}
        {printing && identity && (
          <SkuPaperSheet
            sku={sku}
            identity={identity}
            papers={papers.filter((p) => p.owner !== "ours")}
            noteOf={noteOf}
            onClose={() => setPrinting(false)}
          />
        )}
      </div>
      {Object.entries(DOCUMENT_KINDS).map(([kind, label]) => {
        const rows = papers.filter((p) => String(p.kind) === kind);
        return rows.length > 0 && <Kind key={kind} kind={kind} label={label} papers={rows} />;
      })}
      {papers.length === 0 && (
        <Section title="资料">
          <p className="vd-muted">这个身份还没有资料</p>
        </Section>
      )}
    </Stack>
  );
}
