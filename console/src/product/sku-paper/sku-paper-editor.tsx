/** 资料: one tab per identity, five blocks by kind; the order is the customer's. */
import { Button, Checkbox, Popover, Tabs } from "antd";
import { useRef, useState, type DragEvent } from "react";
import { ask } from "#kit/act/ask.ts";
import { confirm, toast } from "#kit/app/feedback.ts";
import { Picker } from "#kit/pickers.tsx";
import { DOCUMENT_KINDS } from "@visadesk/contract/base-data/base-data.ts";
import { skuEditApi } from "@visadesk/contract/product/sku/sku-edit.ts";
import { IDENTITIES } from "@visadesk/contract/product/sku/sku.words.ts";
import type { Identity } from "@visadesk/contract/product/snapshot.ts";
import { DocumentPicker } from "./sku-document-picker.tsx";
import {
  addPapers,
  copyPapers,
  dropPaper,
  groupsOf,
  movePaper,
  newPaper,
  putPaper,
  replacePaper,
  setGroup,
  stepPaper,
  type Paper,
  type PaperDocument,
} from "../sku-edit/sku-form-model.ts";
import { PaperRow } from "./sku-paper-row.tsx";

const KINDS = Object.entries(DOCUMENT_KINDS).map(([kind, label]) => ({ kind: Number(kind), label }));

export interface PaperContext {
  identities: readonly Identity[];
  country: string;
  /** Papers by id; those picked here are told to `onDocument`. */
  documents: ReadonlyMap<number, PaperDocument>;
  onDocuments: (more: readonly PaperDocument[]) => void;
}
interface BlockProps {
  identity: Identity;
  kind: number;
  label: string;
  all: readonly Paper[];
  context: PaperContext;
  put: (papers: Paper[]) => void;
}

/** Dragging inside one block. */
function useDrag(all: readonly Paper[], rows: readonly Paper[], put: (papers: Paper[]) => void) {
  const from = useRef<Paper | null>(null);
  const [over, setOver] = useState<Paper | null>(null);
  const end = (): void => {
    from.current = null;
    setOver(null);
  };
  const of = (paper: Paper) => ({
    draggable: true as const,
    onDragStart: (e: DragEvent) => {
      e.dataTransfer.effectAllowed = "move";
      e.dataTransfer.setData("text/plain", String(paper.document_id));
      from.current = paper;
    },
    onDragOver: (e: DragEvent) => {
      if (!from.current || !rows.includes(from.current)) return;
      e.preventDefault();
      setOver(paper);
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault();
      if (from.current) put(movePaper(all, from.current, paper));
      end();
    },
    onDragEnd: end,
  });
  return { over, of };
}

function Block({ identity, kind, label, all, context, put }: BlockProps) {
  const { documents, onDocuments, country } = context;
  const rows = all.filter((p) => p.identity === identity && documents.get(p.document_id)?.kind === kind);
  const drag = useDrag(all, rows, put);
  return (
    <section aria-label={label}>
      <header className="vd-row is-wide vd-small">
        <b className="vd-num">
          {label} <span className="vd-num vd-muted">{rows.length}</span>
        </b>
        <DocumentPicker
          kind={kind}
          label={`添加${label}资料`}
          placeholder="添加资料"
          country={country}
          without={new Set(rows.map((p) => p.document_id))}
          onPick={(d) => {
            onDocuments([d]);
            put(addPapers(all, [newPaper(identity, d.id, d.owner)]));
          }}
        />
      </header>
      {rows.length > 0 && (
        <div className="vd-rows-box">
          <table className="vd-rows sk-papers">
            <Columns />
            <tbody>
              {rows.map((p) => (
                <PaperRow
                  key={p.document_id}
                  paper={p}
                  document={documents.get(p.document_id)}
                  groups={groupsOf(all, identity)}
                  isOver={drag.over === p}
                  onPut={(change) => put(putPaper(all, p, change))}
                  onGroup={(key, need) => put(setGroup(all, p, key, need))}
                  onReplace={(to) => {
                    onDocuments([to]);
                    put(replacePaper(all, p.document_id, to.id));
                  }}
                  onRemove={() => put(dropPaper(all, p))}
                  onStep={(by) => put(stepPaper(all, p, rows, by))}
                  drag={drag.of(p)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const Columns = () => (
  <>
    <colgroup>
      {["28px", "24%", "98px", "120px", "112px", "56px", "auto", "36px"].map((width, i) => (
        <col key={i} style={{ width }} />
      ))}
    </colgroup>
    <thead>
      <tr>
        <th>
          <span className="vd-unseen">顺序</span>
        </th>
        <th>资料</th>
        <th>归属</th>
        <th>何时需要</th>
        <th>任选</th>
        <th>份数</th>
        <th>给客户的补充说明</th>
        <th>
          <span className="vd-unseen">移除</span>
        </th>
      </tr>
    </thead>
  </>
);

/** 复制到其他身份: the others get what they lack. */
function CopyToOthers({ identity, all, context, put }: Pick<BlockProps, "identity" | "all" | "context" | "put">) {
  const [to, setTo] = useState<Identity[]>([]);
  const [open, setOpen] = useState(false);
  const others = context.identities.filter((i) => i !== identity);
  const copy = (): void => {
    const next = copyPapers(all, identity, to);
    put(next);
    toast.success(`已添加 ${next.length - all.length} 项，已有的保持不变`);
    setOpen(false);
    setTo([]);
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title="复制到其他身份"
      content={
        <div className="vd-stack sk-group">
          <Checkbox.Group
            className="vd-near"
            options={others.map((i) => ({ value: i, label: IDENTITIES[i] }))}
            value={to}
            onChange={setTo}
          />
          <footer className="vd-row vd-at-end">
            <Button size="small" type="primary" disabled={to.length === 0} onClick={copy}>
              复制
            </Button>
          </footer>
        </div>
      }
    >
      <Button size="small" disabled={others.length === 0}>
        复制到其他身份
      </Button>
    </Popover>
  );
}

/** 从商品复制: the whole list of another product, in place of what is here. */
function CopyFromSku({ all, context, put }: Pick<BlockProps, "all" | "context" | "put">) {
  const [open, setOpen] = useState(false);
  const take = async (id: number): Promise<void> => {
    setOpen(false);
    const from = await ask(skuEditApi.sku_edit_get, { id });
    const papers = from.papers.filter((p) => context.identities.includes(p.identity));
    const title = `用${from.sku_no}的资料替换？`;
    if (all.length > 0 && !(await confirm({ title, content: `现有 ${all.length} 行会换成 ${papers.length} 行，保存后生效。`, ok: "替换" })))
      return;
    context.onDocuments(from.documents);
    put(papers);
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title="从商品复制"
      content={
        <Picker
          of="sku"
          className="sk-picker"
          placeholder="商品名称或编号"
          aria-label="从商品复制"
          onChange={(id) => {
            if (typeof id === "number") void take(id);
          }}
        />
      }
    >
      <Button size="small">从商品复制</Button>
    </Popover>
  );
}

const mustOf = (all: readonly Paper[], identity: Identity): number =>
  all.filter((p) => p.identity === identity && p.owner === "must").length;

export interface PaperEditorProps {
  context: PaperContext;
  value?: Paper[];
  onChange?: (papers: Paper[]) => void;
  id?: string;
}
export function PaperEditor({ context, value = [], onChange, id }: PaperEditorProps) {
  const { identities } = context;
  const [chosen, setChosen] = useState<Identity | null>(null);
  const shown = identities.find((i) => i === chosen) ?? identities[0];
  const put = (papers: Paper[]): void => onChange?.(papers);
  if (!shown) return <p className="vd-muted">请先选择适用身份</p>;
  const shared = { identity: shown, all: value, context, put };
  return (
    <div className="vd-stack sk-paper-box" data-field={id ?? ""}>
      <Tabs
        size="small"
        activeKey={shown}
        onChange={(key) => setChosen(identities.find((i) => i === key) ?? null)}
        items={identities.map((i) => ({
          key: i,
          label: (
            <>
              {IDENTITIES[i]} <small className={mustOf(value, i) === 0 ? "vd-error" : "vd-muted"}>必交{mustOf(value, i)}</small>
            </>
          ),
        }))}
      />
      <div className="vd-row">
        <CopyToOthers {...shared} />
        <CopyFromSku {...shared} />
      </div>
      {KINDS.map(({ kind, label }) => (
        <Block key={`${shown} ${kind}`} kind={kind} label={label} {...shared} />
      ))}
    </div>
  );
}
