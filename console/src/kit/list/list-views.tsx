/** The bar of views over a list: 默认, mine, shared; save, update, share, pin, watch, remove. */
import { MoreOutlined, PushpinFilled } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { ActMenu, type MenuEntry } from "../act/act-menu.tsx";
import { confirm } from "../app/feedback.ts";
import type { ColumnSetting } from "./list-columns.tsx";
import type { ListModel } from "./list-model.ts";
import { part } from "../app/part.tsx";
import { useEntry } from "../filter/use-url.ts";
import { encodeQuery } from "../filter/url-query.ts";
import { isChanged, queryOfView, viewQuery, type SavedView, type SavedViews } from "./saved-views.ts";
import { useAccount } from "../app/session.ts";
import type { ViewDialogProps } from "./view-dialog.tsx";

const ViewDialog = part<ViewDialogProps>(() => import("./view-dialog.tsx").then((m) => m.ViewDialog));

interface Props {
  list: ListModel;
  saved: SavedViews;
  onColumns: (columns: ColumnSetting[]) => void;
}

function ownMenu(view: SavedView, saved: SavedViews, edit: () => void): MenuEntry[] {
  const update = (patch: Parameters<SavedViews["update"]>[1]) => () => void saved.update(view, patch).catch(() => undefined);
  return [
    { key: "edit", label: "设置", onClick: edit },
    { key: "pin", label: view.pinned ? "取消置顶" : "置顶到菜单", onClick: update({ pinned: !view.pinned }) },
    { key: "default", label: view.is_default ? "取消默认" : "设为默认", onClick: update({ is_default: !view.is_default }) },
    { type: "divider" },
    {
      key: "remove",
      label: "删除视图",
      danger: true,
      onClick: () =>
        void confirm({
          title: `删除视图“${view.name}”？`,
          content: view.share === "none" ? "删除后不能恢复。" : "他人也将不再看到这个视图。",
          ok: "删除",
          danger: true,
        }).then((ok) => (ok ? saved.remove(view).catch(() => undefined) : undefined)),
    },
  ];
}

function ViewTab(props: { view: SavedView; on: boolean; changed: boolean; mine: boolean; onPick: () => void; menu: MenuEntry[] }) {
  const { view, on, changed, mine } = props;
  return (
    <span className={`vd-view${on ? " is-on" : ""}`}>
      <button type="button" aria-pressed={on} title={mine ? view.name : `${view.name}（${view.owner_name}分享）`} onClick={props.onPick}>
        {view.pinned && <PushpinFilled aria-hidden className="vd-muted" />} {view.name}
        {changed && <i aria-label="已改动">●</i>}
      </button>
      {on && mine && (
        <ActMenu items={props.menu}>
          <button type="button" className="vd-icon-button" aria-label={`视图${view.name}的操作`}>
            <MoreOutlined aria-hidden />
          </button>
        </ActMenu>
      )}
    </span>
  );
}

const PLAIN = { sort: undefined, order: undefined, tab: undefined, view: undefined, page: 1 } as const;

/**
 * A link to a view carries nothing but `view=`, and a list opened plain starts with the user's default view: its
 * filters, sort and columns are taken in once per visit, before anybody has touched them. A link to the view that is shown
 * already is another visit; filters taken away by hand are not.
 */
function useOpening(list: ListModel, saved: SavedViews, pick: (view: SavedView) => void): void {
  const asked = list.query.view;
  const isBare = encodeQuery({ ...list.query, view: undefined }, list.kinds, list.defaults) === "";
  const entry = useEntry();
  const taken = useRef(new Map<number, number | "plain">());
  const { views } = saved;
  useEffect(() => {
    if (views.length === 0) return;
    const first = taken.current.size === 0;
    if (taken.current.get(entry) === (asked ?? "plain")) return;
    taken.current.set(entry, asked ?? "plain");
    if (!isBare) return;
    const view = asked === undefined ? (first ? views.find((v) => v.is_default) : undefined) : views.find((v) => v.id === asked);
    if (view) {
      taken.current.set(entry, view.id);
      pick(view);
    }
  });
}

/** Tabs of the views of this list; nothing while there are none. */
export function ListViews({ list, saved, onColumns }: Props) {
  const me = useAccount()?.id;
  const [editing, setEditing] = useState<SavedView | null>(null);
  const { current, views } = saved;
  const changed = current !== undefined && isChanged(current, list);
  const pickView = (view: SavedView): void => {
    list.set({ ...PLAIN, ...queryOfView(view, list.kinds) });
    if (view.columns) onColumns(view.columns as ColumnSetting[]);
  };
  useOpening(list, saved, pickView);
  if (views.length === 0) return null;
  return (
    <fieldset className="vd-wraps vd-views" aria-label="我的视图">
      <span className={`vd-view${current ? "" : " is-on"}`}>
        <button type="button" aria-pressed={!current} onClick={() => list.set({ ...PLAIN, filter: list.defaults })}>
          默认
        </button>
      </span>
      {views.map((v) => (
        <ViewTab
          key={v.id}
          view={v}
          on={v.id === current?.id}
          changed={v.id === current?.id && changed}
          mine={v.owner_id === me}
          onPick={() => pickView(v)}
          menu={ownMenu(v, saved, () => setEditing(v))}
        />
      ))}
      {editing && (
        <ViewDialog title="视图设置" start={editing} onClose={() => setEditing(null)} save={(asked) => saved.update(editing, asked)} />
      )}
    </fieldset>
  );
}

/** 保存视图, or 更新 and 另存 once the chosen view was changed. */
export function SaveView({ list, saved, columns }: Omit<Props, "onColumns"> & { columns: ColumnSetting[] | undefined }) {
  const me = useAccount()?.id;
  const [naming, setNaming] = useState(false);
  const { current } = saved;
  if (!saved.kept || (current && !isChanged(current, list))) return null;
  return (
    <>
      {current && current.owner_id === me && (
        <Button
          type="link"
          size="small"
          onClick={() => void saved.update(current, { query: viewQuery(list), ...(columns && { columns }) }).catch(() => undefined)}
        >
          更新视图
        </Button>
      )}
      <Button type="link" size="small" onClick={() => setNaming(true)}>
        {current ? "另存" : "保存视图"}
      </Button>
      {naming && (
        <ViewDialog title="保存视图" onClose={() => setNaming(false)} save={({ name, ...more }) => saved.add(name, columns, more)} />
      )}
    </>
  );
}
