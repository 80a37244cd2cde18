import { useMemo, useState, type ReactNode } from "react";
import { ANONYMOUS } from "@visadesk/contract/kit/constants.ts";
import { Link } from "#kit/app/location.tsx";
import { menuOf, type MenuItem } from "#kit/screens.ts";
import { logout, session, useAccount, useConfig, useStats, type Stats } from "#kit/app/session.ts";
import { BrandMark } from "./brand-mark.tsx";
import { FlyOut } from "./fly-out.tsx";
import { GroupIcon, LogoutIcon, UserIcon } from "./menu-icons.tsx";
import { MenuLink, type MenuLine } from "./menu-link.tsx";
import { pinnedLines, usePinnedViews } from "./pinned-views.tsx";
import { usePlace } from "../place.ts";

const countOf = (item: MenuItem, stats: Stats): number => (item.badge ? (stats[item.badge] ?? 0) : 0);

function lineOf(item: MenuItem, stats: Stats): MenuLine {
  const count = countOf(item, stats);
  return {
    key: item.name,
    title: item.title,
    href: item.path,
    ...(item.target && { target: item.target }),
    mark: count > 0 && (
      <span className="vd-badge" aria-label={`${count}条待处理`}>
        {count > 99 ? "99+" : count}
      </span>
    ),
  };
}

interface Group {
  key: string;
  title: string;
  lines: MenuLine[];
  /** Something inside waits: a closed group shows a dot. */
  waiting: boolean;
}

function useGroups(): Group[] {
  const codes = session.use((s) => s.codes);
  const stats = useStats();
  const groups = useMemo(() => menuOf(codes), [codes]);
  const views = pinnedLines(usePinnedViews());
  return [
    ...groups.map(({ key, title, items }) => ({
      key,
      title,
      lines: items.map((i) => lineOf(i, stats)),
      waiting: items.some((i) => countOf(i, stats) > 0),
    })),
    ...(views.length > 0 ? [{ key: VIEWS, title: VIEWS, lines: views, waiting: false }] : []),
  ];
}
const VIEWS = "我的视图";

/** A group of one screen with its own name needs no group around it. */
const aloneIn = (group: Group): MenuLine | undefined =>
  group.lines.length === 1 && group.lines[0]?.title === group.title ? group.lines[0] : undefined;

const Icon = ({ name, dot }: { name: string; dot: boolean }) => (
  <span className="vd-menu-icon" aria-hidden>
    <GroupIcon name={name} />
    {dot && <i className="vd-dot" />}
  </span>
);

interface EntryProps {
  group: Group;
  /** Key of the line one is at. */
  chosen: string;
  collapsed: boolean;
  isOpen: boolean;
  toggle: () => void;
  onGo: (() => void) | undefined;
}

function Entry({ group, chosen, collapsed, isOpen, toggle, onGo }: EntryProps) {
  const alone = aloneIn(group);
  const icon = <Icon name={group.title} dot={group.waiting && (collapsed || !(isOpen || alone))} />;
  if (alone) return <MenuLink line={alone} icon={icon} isCurrent={alone.key === chosen} isBare={collapsed} onGo={onGo} />;
  const lines: ReactNode = (
    <ul className="vd-menu-sub">
      {group.lines.map((line) => (
        <li key={line.key}>
          <MenuLink line={line} isCurrent={line.key === chosen} onGo={onGo} />
        </li>
      ))}
    </ul>
  );
  const isWithin = group.lines.some((l) => l.key === chosen);
  const className = `vd-menu-row${isWithin ? " is-within" : ""}`;
  if (collapsed)
    return (
      <FlyOut title={group.title} icon={icon} className={className}>
        {lines}
      </FlyOut>
    );
  return (
    <>
      <button type="button" className={className} aria-expanded={isOpen} onClick={toggle}>
        {icon}
        <span className="vd-grow vd-ellipsis">{group.title}</span>
        <span className="vd-menu-arrow" aria-hidden />
      </button>
      {isOpen && lines}
    </>
  );
}

export function SideMenu({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const groups = useGroups();
  const { screen, parent } = usePlace();
  const at = screen?.menu_key ?? "";
  const [open, setOpen] = useState<readonly string[]>(at ? [at] : []);
  const [shown, setShown] = useState(at);
  // Going to another group opens it; one closed by hand stays closed meanwhile.
  if (shown !== at) {
    setShown(at);
    if (at && !open.includes(at)) setOpen([...open, at]);
  }
  const toggle = (key: string): void => setOpen(open.includes(key) ? open.filter((k) => k !== key) : [...open, key]);
  const chosen = screen?.menu ? screen.name : (parent?.name ?? "");
  return (
    <div className="vd-side-inner">
      <Link to="/home" className="vd-row vd-brand" title="首页" {...(collapsed && { "aria-label": "首页" })}>
        <BrandMark size={28} />
        {!collapsed && (
          <>
            <Platform />
            <span className="vd-unseen">首页</span>
          </>
        )}
      </Link>
      <nav aria-label="主菜单" className="vd-side-scroll">
        <ul className={collapsed ? "vd-menu is-collapsed" : "vd-menu"}>
          {groups.map((g) => (
            <li key={g.key}>
              <Entry
                group={g}
                chosen={chosen}
                collapsed={collapsed}
                isOpen={open.includes(g.key)}
                toggle={() => toggle(g.key)}
                onGo={onGo}
              />
            </li>
          ))}
        </ul>
      </nav>
      <Me collapsed={collapsed} />
    </div>
  );
}

const Platform = () => <b className="vd-ellipsis vd-strong">{useConfig()?.platform_name ?? "签证业务管理平台"}</b>;

function Me({ collapsed }: { collapsed: boolean }) {
  const account = useAccount();
  const name = account?.nickname || ANONYMOUS;
  const open = () => session.set({ passwd_open: true });
  return (
    <div className={collapsed ? "vd-row vd-me vd-me-narrow" : "vd-row vd-me"}>
      {!collapsed && (
        <div className="vd-two vd-grow" title={account?.account}>
          <b className="vd-medium">{name}</b>
          <small>{account?.role?.name}</small>
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
