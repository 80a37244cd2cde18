/** One paper asked of an identity: who hands it in, when, out of which group; moved by dragging or with Alt and the arrows. */
import { DeleteOutlined, HolderOutlined } from "@ant-design/icons";
import { AutoComplete, Button, Input, Popover, Select } from "antd";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { NumberInput } from "#kit/inputs/number-input.tsx";
import { faultOfField } from "#kit/form/save/form-rules.ts";
import { int, z } from "@visadesk/contract/kit/field.ts";
import { Mark } from "#kit/page/flow-tag.tsx";
import { keysOf } from "@visadesk/contract/kit/field.ts";
import { DOCUMENT_WHENS } from "@visadesk/contract/product/sku/sku-edit.ts";
import { DOCUMENT_OWNERS } from "@visadesk/contract/product/sku/sku.words.ts";
import { DocumentPicker } from "./sku-document-picker.tsx";
import type { Paper, PaperDocument } from "../sku-edit/sku-form-model.ts";

const NEED = int("任选数", 1, 20);
const COPIES = z.nullable(int("份数", 1, 9));
const OWNERS = keysOf(DOCUMENT_OWNERS).map((value) => ({ value, label: DOCUMENT_OWNERS[value] }));
const WHENS = keysOf(DOCUMENT_WHENS).map((value) => ({ value, label: DOCUMENT_WHENS[value] }));
/** Groups of the reference papers, in words. */
const GROUP_WORDS: Readonly<Record<string, string>> = { funds: "资金证明" };
export const groupWords = (key: string): string => GROUP_WORDS[key] ?? key;
const keyOf = (words: string): string => Object.keys(GROUP_WORDS).find((k) => GROUP_WORDS[k] === words) ?? words;

export interface PaperRowProps {
  paper: Paper;
  document: PaperDocument | undefined;
  groups: readonly string[];
  isOver: boolean;
  onPut: (change: Partial<Paper>) => void;
  onGroup: (key: string, need: number) => void;
  onReplace: (to: PaperDocument) => void;
  onRemove: () => void;
  onStep: (by: 1 | -1) => void;
  drag: {
    draggable: true;
    onDragStart: (e: DragEvent) => void;
    onDragOver: (e: DragEvent) => void;
    onDrop: (e: DragEvent) => void;
    onDragEnd: () => void;
  };
}

/** 任选n: rows of one name, of which some are enough. */
function GroupCell({
  paper,
  groups,
  name,
  onGroup,
}: {
  paper: Paper;
  groups: readonly string[];
  name: string;
  onGroup: PaperRowProps["onGroup"];
}) {
  const [words, setWords] = useState(groupWords(paper.group_key));
  const [need, setNeed] = useState(paper.need_n);
  const [open, setOpen] = useState(false);
  const close = (key: string): void => {
    onGroup(key, need);
    setOpen(false);
  };
  const group = paper.group_key ? `${groupWords(paper.group_key)} 任选${paper.need_n}` : "单独要求";
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setWords(groupWords(paper.group_key));
        setNeed(paper.need_n);
      }}
      title="任选组"
      content={
        <div className="vd-stack sk-group">
          <AutoComplete
            aria-label="组名"
            placeholder="如 资金证明"
            value={words}
            maxLength={20}
            options={groups.map((g) => ({ value: groupWords(g) }))}
            onChange={(v: string) => setWords(v)}
          />
          <span>
            任选 <NumberInput of={NEED} narrow aria-label="任选数" size="small" value={need} onChange={(n) => setNeed(n ?? NaN)} /> 项即可
          </span>
          <footer className="vd-row vd-at-end">
            <Button size="small" disabled={paper.group_key === ""} onClick={() => close("")}>
              移出组
            </Button>
            <Button
              size="small"
              type="primary"
              disabled={words.trim() === "" || faultOfField(NEED, need) !== null}
              onClick={() => close(keyOf(words.trim()))}
            >
              确定
            </Button>
          </footer>
        </div>
      }
    >
      <Button type="text" size="small" className="vd-ellipsis" aria-label={`${name}：${group}`} disabled={paper.owner === "ours"}>
        {paper.group_key ? group : <span className="vd-muted">{group}</span>}
      </Button>
    </Popover>
  );
}

/** The paper's name; a disabled one is struck through and offers 替换. */
function NameCell({ document, name, onReplace }: Pick<PaperRowProps, "document" | "onReplace"> & { name: string }) {
  const [replacing, setReplacing] = useState(false);
  if (!document || document.status === 1) return <span>{name}</span>;
  return (
    <span className="sk-paper-off">
      <s className="vd-dim" title="资料已停用，商品不能下单">
        {name}
      </s>{" "}
      <Mark tone="red">已停用</Mark>
      {replacing ? (
        <DocumentPicker kind={document.kind} label={`替换${name}`} onPick={onReplace} />
      ) : (
        <Button type="link" size="small" onClick={() => setReplacing(true)}>
          替换
        </Button>
      )}
    </span>
  );
}

export function PaperRow({ paper, document, groups, isOver, onPut, onGroup, onReplace, onRemove, onStep, drag }: PaperRowProps) {
  const name = document?.name ?? String(paper.document_id);
  const onKeyDown = (e: KeyboardEvent): void => {
    if (!e.altKey || (e.key !== "ArrowDown" && e.key !== "ArrowUp")) return;
    e.preventDefault();
    onStep(e.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <tr className={isOver ? "is-over" : ""} onDragOver={drag.onDragOver} onDrop={drag.onDrop}>
      <td className="sk-handle">
        <button
          type="button"
          className="vd-icon-button"
          aria-label={`移动${name}`}
          title="拖动，或按 Alt + ↑ ↓ 移动"
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          draggable={drag.draggable}
          onDragStart={drag.onDragStart}
          onDragEnd={drag.onDragEnd}
          onKeyDown={onKeyDown}
        >
          <HolderOutlined aria-hidden />
        </button>
      </td>
      <td className="vd-wrap-any">
        <NameCell document={document} name={name} onReplace={onReplace} />
      </td>
      <td>
        <Select
          size="small"
          aria-label={`${name} 归属`}
          value={paper.owner}
          options={OWNERS}
          onChange={(owner: Paper["owner"]) => onPut(owner === "ours" ? { owner, group_key: "", need_n: 1 } : { owner })}
        />
      </td>
      <td>
        <Select
          size="small"
          aria-label={`${name} 何时需要`}
          value={paper.when}
          options={WHENS}
          onChange={(when: Paper["when"]) => onPut({ when })}
          popupMatchSelectWidth={false}
        />
      </td>
      <td>
        <GroupCell paper={paper} groups={groups} name={name} onGroup={onGroup} />
      </td>
      <td>
        <NumberInput
          of={COPIES}
          size="small"
          aria-label={`${name} 份数`}
          placeholder={String(document?.copies ?? 1)}
          value={paper.copies}
          onChange={(copies) => onPut({ copies })}
        />
      </td>
      <td>
        <Input
          size="small"
          aria-label={`${name} 备注`}
          maxLength={100}
          value={paper.note}
          onChange={(e) => onPut({ note: e.target.value })}
        />
      </td>
      <td>
        <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`移除${name}`} onClick={onRemove} />
      </td>
    </tr>
  );
}
