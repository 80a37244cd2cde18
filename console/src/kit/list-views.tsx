/** The bar of views over a list: 默认, mine, shared; save, update, rename, share, pin, remove. */
import { MoreOutlined, PlusOutlined, PushpinFilled } from "@ant-design/icons";
import { Button, Dropdown, Input, Modal, type MenuProps } from "antd";
import { MODAL_WIDTH } from "@visadesk/contract/kit/constants.ts";
import { SHARES } from "@visadesk/contract/account/personal.ts";
import { useState } from "react";
import { confirm } from "./feedback.tsx";
import type { ColumnSetting } from "./list-columns.tsx";
import type { ListModel } from "./list-model.ts";
import { isChanged, queryOfView, useSavedViews, viewQuery, type SavedView, type SavedViews } from "./saved-views.ts";
import { useAccount } from "./session.ts";

interface Props {
  list: ListModel;
  route: string;
  columns: ColumnSetting[] | undefined;
  onColumns: (columns: ColumnSetting[]) => void;
}

type Naming = { title: string; name: string; save: (name: string) => Promise<void> };

function NameDialog(props: Naming & { onClose: () => void }) {
  const [name, setName] = useState(props.name);
  const [busy, setBusy] = useState(false);
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
    <Modal open title={props.title} width={MODAL_WIDTH} okText="保存" okButtonProps={{ disabled: !name.trim() }} confirmLoading={busy} onOk={() => void ok()} onCancel={props.onClose}>
      <Input aria-label="视图名称" placeholder="视图名称" maxLength={20} showCount autoFocus value={name} onChange={(e) => setName(e.target.value)} onPressEnter={() => void ok()} />
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

export function ListViews({ list, route, columns, onColumns }: Props) {
  const saved = useSavedViews(route, list);
  const me = useAccount()?.id;
  const [naming, setNaming] = useState<Naming | null>(null);
  const { current, views } = saved;
  const changed = current !== undefined && isChanged(current, list);
  const isPlain = current === undefined;
  const dirty = isPlain ? Object.keys(list.query.filter).length > 0 || list.query.sort !== undefined : changed;
  const pickView = (view: SavedView): void => {
    list.set({ sort: undefined, order: undefined, tab: undefined, ...queryOfView(view, list.kinds) });
    if (view.columns) onColumns(view.columns as ColumnSetting[]);
  };
  if (views.length === 0 && !dirty) return null;
  return (
    <div className="vd-views" role="group" aria-label="我的视图">
      <span className={`vd-view${isPlain ? " is-on" : ""}`}>
        <button type="button" aria-pressed={isPlain} onClick={() => list.set({ filter: list.defaults, sort: undefined, order: undefined, view: undefined, page: 1 })}>默认</button>
      </span>
      {views.map((v) => (
        <ViewTab key={v.id} view={v} on={v.id === current?.id} changed={v.id === current?.id && changed} mine={v.owner_id === me} onPick={() => pickView(v)} menu={ownMenu(v, saved, setNaming)} />
      ))}
      {dirty && (
        <>
          {current && current.owner_id === me && <Button type="link" size="small" onClick={() => void saved.update(current, { query: viewQuery(list.query), ...(columns && { columns }) })}>更新</Button>}
          <Button type="link" size="small" icon={<PlusOutlined />} onClick={() => setNaming({ title: "保存视图", name: "", save: (name) => saved.add(name, columns) })}>{current ? "另存" : "保存视图"}</Button>
        </>
      )}
      {naming && <NameDialog {...naming} onClose={() => setNaming(null)} />}
    </div>
  );
}
