/** The side menu and the home blocks a person with these codes gets, drawn here; nobody's session is taken over. */
import { useMemo } from "react";
import { menuOf } from "#kit/screens.ts";
import { may } from "@visadesk/contract/permissions.ts";
import "../setting.css";

export function MenuPreview({ codes }: { codes: readonly number[] }) {
  const groups = useMemo(() => menuOf(new Set(codes)), [codes]);
  if (groups.length === 0) return <p className="vd-muted">只有首页，没有菜单。</p>;
  return (
    <ul className="vd-stack is-8 vd-small vd-menu-preview" aria-label="菜单预览">
      {groups.map((g) => (
        <li key={g.key}>
          <b className="vd-medium">{g.title}</b>
          <ul>
            {g.items.map((i) => (
              <li key={i.name}>
                {i.title}
                {i.badge && <i title="带待办数字" className="vd-dot vd-dot-line vd-apart" />}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Blocks of the first page, as the server gives them out. */
export function homeBlocks(codes: readonly number[]): string[] {
  const works = codes.includes(may.order_view) || codes.includes(may.order_process);
  return [
    ...(works && codes.includes(may.workbench) ? ["待办队列"] : []),
    ...(works ? ["今日数据", "近30天订单", "7天内到期", "最近处理"] : []),
    "消息",
  ];
}

export function HomePreview({ codes }: { codes: readonly number[] }) {
  return (
    <ul className="vd-stack is-8 vd-small vd-menu-preview" aria-label="首页预览">
      <li>
        <b className="vd-medium">首页</b>
        <ul>
          {homeBlocks(codes).map((b) => (
            <li key={b}>{b}</li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
