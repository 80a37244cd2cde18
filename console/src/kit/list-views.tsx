/** The bar of views over a list: 默认, mine, shared; save, update, rename, share, pin, remove. */
import { MoreOutlined, PushpinFilled } from "@ant-design/icons";
import { Button, Dropdown, Input, Modal, type InputRef, type MenuProps } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import { SHARES } from "@visadesk/contract/account/personal.ts";
import { useRef, useState } from "react";
import { confirm } from "./feedback.tsx";
import type { ColumnSetting } from "./list-columns.tsx";
import type { ListModel } from "./list-model.ts";
import { isChanged, queryOfView, viewQuery, type SavedView, type SavedViews } from "./saved-views.ts";
import { useAccount } from "./session.ts";

interface Props {
  list: ListModel;
  saved: SavedViews;
  onColumns: (columns: ColumnSetting[]) => void;
}

type Naming = { title: string; name: string; save: (name: string) => Promise<void> };

function NameDialog(props: Naming & { onClose: () => void }) {
  const [name, setName] = useState(props.name);
  const [busy, setBusy] = useState(false);
  const box = useRef<InputRef>(null);
  const ok = async (): Promise<void> => {
    if (!name.trim()) return;
    setBusy(true);
    try {
      await props.save(name.trim());
      props.onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal open title={props.title} width={MODAL_WIDTH} okText="保存" okButtonProps={{ disabled: !name.trim() }} confirmLoading={busy} onOk={() => void ok()} onCancel={props.onClose} afterOpenChange={(open) => { if (open) box.current?.focus(); }}>
      <Input aria-label="视图名称" placeholder="视图名称" maxLength={20} showCount ref={box} value={name} onChange={(e) => setName(e.target.value)} onPressEnter={() => void ok()} />
    </Modal>
  );
}

function ownMenu(view: SavedView, saved: SavedViews, rename: (n: Naming) => void): NonNullable<MenuProps["items"]> {
  return [
    { key: "rename", label: "重命名", onClick: () => rename({ title: "重命名视图", name: view.name, save: (name) => saved.update(view, { name }) }) },
    { key: "pin", label: view.pinned ? "取消置顶" : "置顶到菜单", onClick: () => void saved.update(view, { pinned: !view.pinned }) },
    {
      key: "share", label: "分享", children: Object.entries(SHARES).map(([share, label]) => ({
        key: `share-${share}`, label: view.share === share ? `✓ ${label}` : label, onClick: () => void saved.update(view, { share: share as SavedView["share"] }),
      })),
    },
    { type: "divider" },
    {
      key: "remove", label: "删除视图", danger: true,
      onClick: () => void confirm({ title: `删除视图“${view.name}”？`, content: view.share === "none" ? "删除后不能恢复。" : "他人也将不再看到这个视图。", ok: "删除", danger: true }).then((ok) => (ok ? saved.remove(view) : undefined)),
    },
  ];
}

function ViewTab(props: { view: SavedView; on: boolean; changed: boolean; mine: boolean; onPick: () => void; menu: NonNullable<MenuProps["items"]> }) {
  const { view, on, changed, mine } = props;
  return (
    <span className={`vd-view${on ? " is-on" : ""}`}>
      <button type="button" aria-pressed={on} title={mine ? view.name : `${view.name}（${view.owner_name}分享）`} onClick={props.onPick}>
        {view.pinned && <PushpinFilled className="vd-muted" />} {view.name}{changed && <i aria-label="已改动">●</i>}
      </button>
      {on && mine && (
        <Dropdown trigger={["click"]} menu={{ items: props.menu }}>
          <button type="button" className="vd-icon-button" aria-label={`视图${view.name}的操作`}><MoreOutlined /></button>
        </Dropdown>
      )}
    </span>
  );
}

const PLAIN = { sort: undefined, order: undefined, tab: undefined, view: undefined, page: 1 } as const;

/** Tabs of the views of this list; nothing while there are none. */
export function ListViews({ list, saved, onColumns }: Props) {
  const me = useAccount()?.id;
  const [naming, setNaming] = useState<Naming | null>(null);
  const { current, views } = saved;
  const changed = current !== undefined && isChanged(current, list);
  const pickView = (view: SavedView): void => {
    list.set({ ...PLAIN, ...queryOfView(view, list.kinds) });
    if (view.columns) onColumns(view.columns as ColumnSetting[]);
  };
  if (views.length === 0) return null;
  return (
    <fieldset className="vd-views" aria-label="我的视图">
      <span className={`vd-view${current ? "" : " is-on"}`}>
        <button type="button" aria-pressed={!current} onClick={() => list.set({ ...PLAIN, filter: list.defaults })}>默认</button>
      </span>
      {views.map((v) => (
        <ViewTab key={v.id} view={v} on={v.id === current?.id} changed={v.id === current?.id && changed} mine={v.owner_id === me} onPick={() => pickView(v)} menu={ownMenu(v, saved, setNaming)} />
      ))}
      {naming && <NameDialog {...naming} onClose={() => setNaming(null)} />}
    </fieldset>
  );
}

/** 保存视图, or 更新 and 另存 once the chosen view was changed. */
export function SaveView({ list, saved, columns }: Omit<Props, "onColumns"> & { columns: ColumnSetting[] | undefined }) {
  const me = useAccount()?.id;
  const [naming, setNaming] = useState<Naming | null>(null);
  const { current } = saved;
  if (current && !isChanged(current, list)) return null;
  return (
    <>
      {current && current.owner_id === me && <Button type="link" size="small" onClick={() => void saved.update(current, { query: viewQuery(list.query), ...(columns && { columns }) })}>更新视图</Button>}
      <Button type="link" size="small" onClick={() => setNaming({ title: "保存视图", name: "", save: (name) => saved.add(name, columns) })}>{current ? "另存" : "保存视图"}</Button>
      {naming && <NameDialog {...naming} onClose={() => setNaming(null)} />}
    </>
  );
}
