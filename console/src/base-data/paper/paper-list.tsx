/**
 * What the lists of the five papers share. A list names its endpoint, its own column and its own filters:
 *
 *   const paper = usePaperList("mail");
 *   <ListScreen endpoint={documentApi.mail_query} title="邮寄资料" {...paper.shared} more={["is_original", ...PAPER_MORE]}
 *     columns={[...paperFirst("mail"), OWN, ...paperLast("mail")]}>
 *     {paper.parts}
 *     <ListActs>{paper.actions()}</ListActs>
 *   </ListScreen>
 *   {paper.dialog}
 */
import { Button, Empty } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useAfterWrite } from "#kit/act/after-write.ts";
import { tellOutcome } from "#kit/act/outcome.tsx";
import { useDialog } from "#kit/form/form-dialog.tsx";
import { link, ListBulk, ListEmpty, ListTabs, type BulkAct, type Column, type Selection } from "#kit/list/list-screen.tsx";
import { part } from "#kit/app/part.tsx";
import { to } from "#kit/screens.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { documentApi, paperForms, PAPERS, type PaperNoun } from "@visadesk/contract/base-data/paper/document.ts";
import { DOCUMENT_OWNERS } from "@visadesk/contract/product/sku/sku.words.ts";
import { categoryText, FirstPass, identityText, subTypeText, Two, Updated, type AnyPaper, type PaperScreens } from "./paper-cells.tsx";
import type { PaperCopyProps } from "./paper-copy.tsx";
import type { PaperImportProps } from "./paper-import.tsx";
import { exportJson, papersOf, setStatus } from "./paper-bulk.ts";
import { RecordActs, statusColumn, usedColumn } from "../record/record-acts.tsx";

const PaperCopy = part<PaperCopyProps>(() => import("./paper-copy.tsx").then((m) => m.PaperCopy));
const PaperImport = part<PaperImportProps>(() => import("./paper-import.tsx").then((m) => m.PaperImport));

export const PAPER_KEYWORD = { name: "keyword", placeholder: "资料名称" } as const;
export const PAPER_FILTERS = ["category", "sub_type", "identity", "country_id"] as const;
export const PAPER_MORE = ["is_used", "first_pass_below"] as const;
export const PAPER_TABS = [
  { key: "on", label: "启用", filter: { status: 1 } },
  { key: "off", label: "禁用", filter: { status: 0 } },
  { key: "all", label: "全部", filter: {} },
] as const;

const hasCategory = (noun: PaperNoun): boolean => "category" in paperForms[noun].shape;
/** Files are judged at pre-review; what is brought or filled in is not. */
const isReviewed = (noun: PaperNoun): boolean => noun === "elec" || noun === "mail" || noun === "photo";
const isVerified = (noun: PaperNoun): boolean => noun === "photo";
const editHref = (noun: PaperScreens, id: number): string => to(`${noun}-edit`, { id });

/** Columns before the kind's own. */
export const paperFirst = (noun: PaperScreens): readonly Column<AnyPaper>[] => [
  { ...link<AnyPaper>("name", (p) => editHref(noun, p.id)), width: 184 },
  ...(hasCategory(noun)
    ? [
        {
          key: "category",
          title: "分类 · 子类",
          width: 96,
          exports: ["category", "sub_type"],
          render: (p: AnyPaper) => <Two first={categoryText(p)} second={subTypeText(p)} />,
        },
      ]
    : []),
  {
    key: "scope",
    title: "身份 · 国家",
    width: 116,
    exports: ["identities", "country_names"],
    render: (p) => <Two first={identityText(p)} second={p.country_names.join("、") || "全部国家"} />,
  },
];
/** Columns behind it. */
export const paperLast = (noun: PaperScreens): readonly Column<AnyPaper>[] => [
  { name: "default_owner", title: "必填默认", width: 80, render: (p) => DOCUMENT_OWNERS[p.default_owner] },
  { ...usedColumn<AnyPaper>(noun), width: 84 },
  ...(isReviewed(noun)
    ? [
        {
          name: "first_pass_rate" as const,
          width: 92,
          align: "end" as const,
          exports: ["first_pass_rate", "reviewed_90"],
          hint: "近90天首次审核就通过的比例，括号内为审核份数",
          render: (p: AnyPaper) => <FirstPass paper={p} />,
        },
      ]
    : []),
  { ...statusColumn<AnyPaper>(), width: 76 },
  { name: "updated_at", width: 144, exports: ["updated_at", "updated_by_name"], render: (p) => <Updated paper={p} /> },
  { name: "id", width: 64, render: (p) => <span className="vd-num">{p.id}</span> },
];

type Open = (make: (close: () => void) => ReactElement) => void;

function useBulk(noun: PaperScreens, copy: (ids: readonly number[]) => void): readonly BulkAct[] {
  const afterWrite = useAfterWrite();
  const set = (status: 0 | 1) => async (s: Selection) => {
    tellOutcome(status === 1 ? "启用" : "禁用", "条", await setStatus(noun, await papersOf(noun, s), status));
    afterWrite();
  };
  return [
    { label: "启用", run: set(1) },
    { label: "禁用", run: set(0), danger: true },
    {
      label: "复制到国家",
      ids_only: true,
      run: (s) => {
        copy("ids" in s ? s.ids : []);
        return false;
      },
    },
    {
      label: "导出 JSON",
      run: async (s) => {
        exportJson(noun, await papersOf(noun, s));
        return false;
      },
    },
  ];
}

export interface PaperList {
  shared: {
    keyword: typeof PAPER_KEYWORD;
    filters: typeof PAPER_FILTERS;
    row: (paper: AnyPaper) => ReactNode;
  };
  /** The parts that every kind's list has. */
  parts: ReactNode;
  /** 导入 and 新增, behind what the kind has of its own. */
  actions: (own?: ReactNode) => ReactNode;
  open: Open;
  dialog: ReactElement | null;
}

/** Acts, tabs and dialogs of one kind's list. */
export function usePaperList(noun: PaperScreens): PaperList {
  const [dialog, open] = useDialog();
  const go = useGo();
  const { label } = PAPERS[noun];
  const copy = (ids: readonly number[], name?: string): void =>
    open((close) => <PaperCopy noun={noun} ids={ids} {...(name !== undefined && { name })} onClose={close} />);
  const take = (): void => open((close) => <PaperImport noun={noun} onClose={close} />);
  const add = (): void => go(to(`${noun}-add`));
  const bulk = useBulk(noun, copy);
  return {
    shared: {
      keyword: PAPER_KEYWORD,
      filters: PAPER_FILTERS,
      row: (p) => (
        <RecordActs
          noun={noun}
          record={p}
          title={p.name}
          endpoints={documentApi}
          open={open}
          edit={editHref(noun, p.id)}
          more={[{ key: "copy", label: "复制到国家", onClick: () => copy([p.id], p.name) }]}
          {...(isVerified(noun) && { verify: documentApi.photo_verify })}
        />
      ),
    },
    parts: (
      <>
        <ListTabs tabs={PAPER_TABS} />
        <ListBulk acts={bulk} />
        <ListEmpty>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`还没有${label}`}>
            <Button type="primary" onClick={add}>
              新增{label}
            </Button>
          </Empty>
        </ListEmpty>
      </>
    ),
    actions: (own) => (
      <>
        {own}
        <Button onClick={take}>导入</Button>
        <Button type="primary" onClick={add}>
          新增{label}
        </Button>
      </>
    ),
    open,
    dialog,
  };
}
