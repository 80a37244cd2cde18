/** Queues as tiles: how many wait, how many are new, since when, how many are late. */
import { useState, type ReactNode } from "react";
import { Button } from "antd";
import { HrefLink } from "#kit/app/href-link.tsx";
import { ageWords, type Tile } from "./task-words.ts";
import "./workbench.css";

export const TileFace = ({ tile: t, now }: { tile: Tile; now: number }) => (
  <>
    <span className="vd-row vd-between vd-small vd-muted vd-num">
      {t.label}
      {t.overdue > 0 && <span className="vd-tiny vd-error">逾期 {t.overdue}</span>}
    </span>
    <b className="vd-num">{t.count}</b>
    <small>
      {t.new_count > 0 && <span>新增 {t.new_count}</span>}
      {t.oldest_at && t.count > 0 && `最早 ${ageWords(t.oldest_at, now)}`}
    </small>
  </>
);

/** Tiles that lead to the list of their queue. */
export const TileLinks = (props: { tiles: readonly Tile[]; now: number; hrefOf: (tile: Tile) => string }) => (
  <nav className="vd-stack is-8 wb-tiles" aria-label="待办">
    {props.tiles.map((t) => (
      <HrefLink key={t.key} href={props.hrefOf(t)} className="vd-choice vd-near wb-tile">
        <TileFace tile={t} now={props.now} />
      </HrefLink>
    ))}
  </nav>
);

export interface TilePickerProps {
  tiles: readonly Tile[];
  now: number;
  picked: readonly string[];
  onPick: (key: string | undefined) => void;
}

/** More tiles than this would push the tasks out of sight: a leader has some thirty queues. */
const MOST = 9;
const lateOf = (tiles: readonly Tile[]): number => tiles.reduce((n, t) => n + t.overdue, 0);

/** Tiles that narrow the list below; those without a task, and what is beyond two rows, fold into 其他. */
export function TilePicker({ tiles, now, picked, onPick }: TilePickerProps): ReactNode {
  const [open, setOpen] = useState(false);
  const first = new Set(tiles.filter((t) => t.count > 0).slice(0, MOST));
  const isShown = (t: Tile): boolean => first.has(t) || picked.includes(t.key);
  const rest = tiles.filter((t) => !isShown(t));
  const shown = open ? tiles : tiles.filter(isShown);
  return (
    <fieldset className="vd-stack is-8 wb-tiles" aria-label="待办类型">
      {shown.map((t) => {
        const on = picked.length === 1 && picked[0] === t.key;
        return (
          <button
            key={t.key}
            type="button"
            className={`vd-choice vd-near wb-tile${on ? " is-on" : ""}`}
            aria-pressed={on}
            onClick={() => onPick(on ? undefined : t.key)}
          >
            <TileFace tile={t} now={now} />
          </button>
        );
      })}
      {rest.length > 0 && (
        <Button type="text" className="wb-rest" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? "收起" : `其他 ${rest.length} 类`}
          {!open && lateOf(rest) > 0 && <span className="vd-tiny vd-error">逾期 {lateOf(rest)}</span>}
        </Button>
      )}
    </fieldset>
  );
}
