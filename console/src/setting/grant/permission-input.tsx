/** The permission tree as a form input, beside it what a person with these codes sees. */
import { Button, Checkbox, Input, Tooltip } from "antd";
import { useMemo, useState } from "react";
import { Mark } from "#kit/page/flow-tag.tsx";
import { isSensitive, screenCodeOf, type Permission } from "@visadesk/contract/permissions.ts";
import { MenuPreview } from "../role/menu-preview.tsx";
import { RiskNotes } from "../sys-config/risk-notes.tsx";
import { searchGroups, sensitiveOf, tick, type PermissionGroup } from "./permission-tree.ts";
import "../setting.css";

interface TreeProps {
  codes: readonly number[];
  /** Codes of the one who edits; the others are grey. */
  mine: ReadonlySet<number>;
  readOnly: boolean;
  onChange: (codes: number[]) => void;
}

function Row({ permission: p, ...tree }: TreeProps & { permission: Permission }) {
  const locked = tree.readOnly || !tree.mine.has(p.code);
  const box = (
    <Checkbox
      checked={tree.codes.includes(p.code)}
      disabled={locked}
      onChange={(e) => tree.onChange(tick(tree.codes, [p.code], e.target.checked, tree.mine))}
    >
      {p.label} <span className="vd-dim vd-apart">{p.code}</span>
      {isSensitive(p.code) && <Mark tone="red">敏感</Mark>}
      {p.type === "across" && <Mark>可单独授予</Mark>}
    </Checkbox>
  );
  return (
    <li className={p.type === "menu" ? "" : "is-button"}>
      {tree.readOnly || tree.mine.has(p.code) ? box : <Tooltip title="您没有此权限">{box}</Tooltip>}
    </li>
  );
}

function Group({ group, ...tree }: TreeProps & { group: PermissionGroup }) {
  const all = group.rows.map((p) => p.code);
  const open = all.filter((c) => tree.mine.has(c));
  const picked = all.filter((c) => tree.codes.includes(c)).length;
  const isFull = open.length > 0 && open.every((c) => tree.codes.includes(c));
  // Buttons after their screens, so that each finds its own ticked.
  const order = [...open].toSorted((a, b) => Number(screenCodeOf(a) !== null) - Number(screenCodeOf(b) !== null));
  return (
    <section className="vd-perm-group" aria-label={group.title}>
      <header className="vd-row vd-small">
        <Checkbox
          checked={isFull}
          indeterminate={picked > 0 && !isFull}
          disabled={tree.readOnly || open.length === 0}
          aria-label={`全选${group.title}`}
          onChange={(e) => tree.onChange(tick(tree.codes, order, e.target.checked, tree.mine))}
        />
        <b>{group.title}</b>
        <span className="vd-tiny vd-muted vd-num">
          已选 {picked} / {all.length}
        </span>
      </header>
      <ul>
        {group.rows.map((p) => (
          <Row key={p.code} permission={p} {...tree} />
        ))}
      </ul>
    </section>
  );
}

function PermissionTree(props: TreeProps) {
  const [words, setWords] = useState("");
  const groups = useMemo(() => searchGroups(words), [words]);
  const sensitive = sensitiveOf(props.codes).length;
  return (
    <div className="vd-box is-flush vd-small vd-perm">
      <div className="vd-row is-wide vd-panel-head vd-perm-head">
        <Input
          size="small"
          allowClear
          placeholder="按名称、首字母或编号查找"
          aria-label="查找权限"
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
        <span className="vd-num">
          已选 {props.codes.length}
          {sensitive > 0 && <span className="vd-error">，敏感 {sensitive}</span>}
        </span>
        {!props.readOnly && props.codes.length > 0 && (
          <Button type="link" size="small" onClick={() => props.onChange(props.codes.filter((c) => !props.mine.has(c)))}>
            全部取消
          </Button>
        )}
      </div>
      <div className="vd-perm-body">
        {groups.map((g) => (
          <Group key={g.title} group={g} {...props} />
        ))}
        {groups.length === 0 && <p className="vd-muted">没有名称或编号含“{words.trim()}”的权限</p>}
      </div>
    </div>
  );
}

interface PermissionInputProps {
  mine: ReadonlySet<number>;
  readOnly?: boolean;
  value?: readonly number[];
  onChange?: (codes: number[]) => void;
  id?: string;
  /** Codes as they are stored, so that new risks stand out. */
  before?: readonly number[];
}

/** A form gives `value` and `onChange`. */
export function PermissionInput({ mine, readOnly = false, value = [], onChange, id, before }: PermissionInputProps) {
  return (
    <div className="vd-sided vd-perm-layout" {...(id && { "data-field": id })}>
      <PermissionTree codes={value} mine={mine} readOnly={readOnly} onChange={(codes) => onChange?.(codes)} />
      <aside className="vd-note is-plain vd-stack is-8 vd-beside vd-aside-box">
        <h3>此角色看到的菜单</h3>
        <MenuPreview codes={value} />
        <RiskNotes codes={value} before={before} />
      </aside>
    </div>
  );
}
