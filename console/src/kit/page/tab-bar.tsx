/**
 * Stages of a list as tabs: one is chosen, arrows, Home and End walk. A row that is too long scrolls inside itself,
 * and all of them stand in a menu at its end.
 */
import { MoreOutlined } from "@ant-design/icons";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { ActMenu } from "../act/act-menu.tsx";
import { useOverflow } from "./overflow.ts";
import "./tab-bar.css";

export interface TabBarProps {
  label: string;
  tabs: readonly { key: string; label: ReactNode }[];
  chosen: string;
  onChoose: (key: string) => void;
}

export function TabBar({ label, tabs, chosen, onChoose }: TabBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isLong = useOverflow(bar, tabs);
  useEffect(() => {
    const row = bar.current;
    const tab = row?.querySelector("[aria-selected='true']");
    if (!row || !tab) return;
    // The row alone: the page stays where it is.
    const [to, seen] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (to.left < seen.left) row.scrollLeft += to.left - seen.left;
    else if (to.right > seen.right) row.scrollLeft += to.right - seen.right;
  }, [chosen]);
  const onKeyDown = (e: KeyboardEvent): void => {
    const now = tabs.findIndex((t) => t.key === chosen);
    const goal = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[e.key];
    const next = goal === undefined ? undefined : tabs.at(goal % tabs.length);
    if (!next) return;
    e.preventDefault();
    onChoose(next.key);
    bar.current?.querySelectorAll<HTMLElement>("[role='tab']")[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className="vd-tab-bar">
      <div ref={bar} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((t) => (
          <button
            key={t.key}
            type="button"
            role="tab"
            aria-selected={t.key === chosen}
            tabIndex={t.key === chosen ? 0 : -1}
            onClick={() => onChoose(t.key)}
          >
            {t.label}
          </button>
        ))}
      </div>
      {isLong && (
        <ActMenu items={tabs} chosen={chosen} onPick={onChoose}>
          <button type="button" className="vd-icon-button is-on" aria-label={`全部${label}`} title={`全部${label}`}>
            <MoreOutlined aria-hidden />
          </button>
        </ActMenu>
      )}
    </div>
  );
}
