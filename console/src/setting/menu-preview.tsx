/** The side menu a person with these codes gets, drawn here; nobody's session is taken over. */
import { useMemo } from "react";
import { menuOf } from "#kit/screens.ts";
import "./setting.css";

export function MenuPreview({ codes }: { codes: readonly number[] }) {
  const groups = useMemo(() => menuOf(new Set(codes)), [codes]);
  if (groups.length === 0) return <p className="vd-muted">只有首页，没有菜单。</p>;
  return (
    <ul className="vd-menu-preview" aria-label="菜单预览">
      {groups.map((g) => (
        <li key={g.key}>
          <b>{g.title}</b>
          <ul>
            {g.items.map((i) => (
              <li key={i.name}>
                {i.title}
                {i.badge && <i title="带待办数字" className="vd-dot vd-dot-line" />}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
