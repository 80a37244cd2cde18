import { useRouter } from "@tanstack/react-router";
import { Menu, type MenuProps } from "antd";
import { useMemo, useState } from "react";
import { ANONYMOUS } from "@visadesk/contract/kit/constants.ts";
import { Link } from "#kit/location.tsx";
import { menuOf, screenOf, type MenuGroup, type MenuItem } from "#kit/screens.ts";
import { logout, session, useAccount, useConfig, useStats, type Stats } from "#kit/session.ts";
import { BrandMark } from "./brand-mark.tsx";
import { GroupIcon, LogoutIcon, UserIcon } from "./menu-icons.tsx";
import { pinnedItems, usePinnedViews } from "./pinned-views.tsx";
import { usePlace } from "./place.ts";

const countOf = (item: MenuItem, stats: Stats): number => (item.badge ? (stats[item.badge] ?? 0) : 0);

function Label({ item, count }: { item: MenuItem; count: number }) {
  const text = <span className="vd-menu-text">{item.title}</span>;
  const badge = count > 0 && (
    <span className="vd-badge" aria-label={`${count}条待处理`}>
      {count > 99 ? "99+" : count}
    </span>
  );
  return item.target ? (
    <a className="vd-menu-label" href={item.path} target="_blank" rel="noopener">
      {text}
      {badge}
    </a>
  ) : (
    <Link className="vd-menu-label" to={item.path}>
      {text}
      {badge}
    </Link>
  );
}

type Entry = NonNullable<MenuProps["items"]>[number];
const itemEntry = (item: MenuItem, stats: Stats, icon?: React.ReactNode): Entry => ({
  key: item.name,
  label: <Label item={item} count={countOf(item, stats)} />,
  ...(icon && { icon }),
});

/** A group of one screen with its own name needs no group around it. */
const isAlone = (group: MenuGroup): boolean => group.items.length === 1 && group.items[0]?.title === group.title;

/** A closed group shows a dot for what waits inside; a fly-out of the collapsed menu carries its title. */
function entryOf(group: MenuGroup, stats: Stats, collapsed: boolean, open: boolean): Entry {
  const waiting = group.items.some((i) => countOf(i, stats) > 0);
  const [first] = group.items;
  const alone = isAlone(group);
  const dot = waiting && (collapsed || !(open || alone));
  const icon = (
    <span className="vd-menu-icon" aria-hidden>
      <GroupIcon name={group.title} />
      {dot && <i className="vd-dot" />}
    </span>
  );
  if (first && alone) return itemEntry(first, stats, icon);
  const key = `group:${group.key}`;
  const items = group.items.map((i) => itemEntry(i, stats));
  return {
    key,
    icon,
    label: group.title,
    children: collapsed ? [{ type: "group", key: `${key}:title`, label: group.title, children: items }] : items,
  };
}

export function SideMenu({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const router = useRouter();
  const codes = session.use((s) => s.codes);
  const stats = useStats();
  const { screen, parent } = usePlace();
  const groups = useMemo(() => menuOf(codes), [codes]);
  const views = usePinnedViews();
  const groupKey = screen?.menu_key ? `group:${screen.menu_key}` : "";
  const [open, setOpen] = useState<string[]>(groupKey ? [groupKey] : []);
  const [shown, setShown] = useState(groupKey);
  // Going to another group opens it; one closed by hand stays closed meanwhile.
  if (shown !== groupKey) {
    setShown(groupKey);
    if (groupKey && !open.includes(groupKey)) setOpen([...open, groupKey]);
  }
  const items = [...groups.map((g) => entryOf(g, stats, collapsed, open.includes(`group:${g.key}`))), ...pinnedItems(views)];
  const chosen = screen?.menu ? screen.name : (parent?.name ?? "");
  // A pointer follows the link in the label; the keyboard ends here.
  const onClick: MenuProps["onClick"] = ({ key, domEvent }) => {
    onGo?.();
    const goal = screenOf(key);
    if (domEvent.type !== "keydown" || !goal) return;
    if (goal.menu?.target) window.open(goal.path, "_blank", "noopener");
    else void router.navigate({ href: goal.path });
  };
  return (
    <div className="vd-side-inner">
      <Link to="/home" className="vd-brand" title="首页" {...(collapsed && { "aria-label": "首页" })}>
        <BrandMark size={28} />
        {!collapsed && (
          <>
            <Platform />
            <span className="vd-unseen">首页</span>
          </>
        )}
      </Link>
      <nav aria-label="主菜单" className="vd-side-scroll">
        <Menu
          mode="inline"
          inlineIndent={16}
          inlineCollapsed={collapsed}
          items={items}
          selectedKeys={[chosen]}
          {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
          onClick={onClick}
        />
      </nav>
      <Me collapsed={collapsed} />
    </div>
  );
}

const Platform = () => <b className="vd-brand-name">{useConfig()?.platform_name ?? "签证业务管理平台"}</b>;

function Me({ collapsed }: { collapsed: boolean }) {
  const account = useAccount();
  const name = account?.nickname || ANONYMOUS;
  const open = () => session.set({ passwd_open: true });
  return (
    <div className={collapsed ? "vd-me vd-me-narrow" : "vd-me"}>
      {!collapsed && (
        <div className="vd-me-name" title={account?.account}>
          <b>{name}</b>
          <span>{account?.role?.name}</span>
        </div>
      )}
      <button type="button" className="vd-me-act" onClick={open} title="账户设置" aria-label="账户设置">
        <UserIcon />
      </button>
      <button type="button" className="vd-me-act" onClick={logout} title="退出登录" aria-label="退出登录">
        <LogoutIcon />
      </button>
    </div>
  );
}
