import {
  ArrowLeftOutlined,
  BellOutlined,
  BulbOutlined,
  DownloadOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
} from "@ant-design/icons";
import { Tooltip } from "antd";
import type { ReactNode } from "react";
import { panelsFor } from "#kit/app/panel-registry.ts";
import { ActMenu } from "#kit/act/act-menu.tsx";
import { usePreference } from "#kit/app/preference.ts";
import { Link, useQuery } from "#kit/app/location.tsx";
import type { Screen } from "#kit/screens.ts";
import { session } from "#kit/app/session.ts";
import { useBack, usePlace } from "../place.ts";
import { setTheme, theme, type ThemeChoice } from "../theme.ts";
import { listHref } from "../trail.ts";

function HeaderButton({ label, onClick, children, badge }: { label: string; onClick?: () => void; children: ReactNode; badge?: number }) {
  return (
    <Tooltip title={label}>
      <button type="button" className="vd-head-button" aria-label={badge ? `${label}，${badge}条未读` : label} onClick={onClick}>
        {children}
        {badge ? <span className="vd-badge vd-badge-corner">{badge > 99 ? "99+" : badge}</span> : null}
      </button>
    </Tooltip>
  );
}

function Back({ parent }: { parent: Screen }) {
  const back = useBack(parent);
  return (
    <button type="button" className="vd-back" onClick={back}>
      <ArrowLeftOutlined aria-hidden />
      返回{parent.title}
    </button>
  );
}

/** group › list › own title; the list is linked with the query it was last seen with. */
function Breadcrumb() {
  const { screen, parent } = usePlace();
  if (!screen) return null;
  const steps: ReactNode[] = [];
  if (screen.menu_key && screen.menu_key !== screen.title) steps.push(parent?.menu?.group ?? screen.menu?.group);
  if (parent) steps.push(<Link to={listHref(parent)}>{parent.title}</Link>);
  return (
    <>
      {parent && <Back parent={parent} />}
      <nav aria-label="当前位置" className="vd-crumbs">
        <ol>
          {steps.filter(Boolean).map((step, i) => (
            <li key={i}>{step}</li>
          ))}
          <li aria-current="page">{screen.title}</li>
        </ol>
      </nav>
    </>
  );
}

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ["auto", "跟随系统"],
  ["light", "浅色"],
  ["dark", "深色"],
];

function ThemeSwitch() {
  const choice = theme.use((t) => t.choice);
  const [, save] = usePreference<{ value: ThemeChoice }>("theme");
  const items = THEMES.map(([key, label]) => ({ key, label }));
  const pick = (key: string): void => {
    const value = THEMES.find(([k]) => k === key)?.[0];
    if (!value) return;
    setTheme(value);
    save({ value });
  };
  return (
    <ActMenu items={items} chosen={choice} onPick={pick}>
      <button type="button" className="vd-head-button" aria-label="主题" title="主题">
        <BulbOutlined aria-hidden />
      </button>
    </ActMenu>
  );
}

function Help({ open }: { open: (panel: string) => void }) {
  const codes = session.use((s) => s.codes);
  const items = [
    ...panelsFor(codes).map((p) => ({ key: p.name, label: p.title })),
    { key: "keys", label: "键盘快捷键" },
    { key: "diagnosis", label: "诊断" },
    { key: "report", label: "报障" },
  ];
  return (
    <ActMenu items={items} onPick={open}>
      <button type="button" className="vd-head-button" aria-label="帮助" title="帮助">
        <QuestionCircleOutlined aria-hidden />
      </button>
    </ActMenu>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Header({ collapsed, toggle, openPalette }: { collapsed: boolean; toggle: () => void; openPalette: () => void }) {
  const unread = session.use((s) => s.message?.unread_count ?? s.stats.message_unread_count ?? 0);
  const [, setQuery] = useQuery();
  const open = (panel: string) => setQuery({ panel });
  return (
    <header className="vd-row vd-head">
      <HeaderButton label={collapsed ? "展开菜单" : "折叠菜单"} onClick={toggle}>
        {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
      </HeaderButton>
      <Breadcrumb />
      <div className="vd-grow" />
      <button type="button" className="vd-head-search" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <SearchOutlined aria-hidden />
        <span>搜索订单、申请人、页面</span>
        <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <HeaderButton label="消息" badge={unread} onClick={() => open("messages")}>
        <BellOutlined aria-hidden />
      </HeaderButton>
      <HeaderButton label="任务" onClick={() => open("tasks")}>
        <DownloadOutlined aria-hidden />
      </HeaderButton>
      <Help open={open} />
      <ThemeSwitch />
    </header>
  );
}
