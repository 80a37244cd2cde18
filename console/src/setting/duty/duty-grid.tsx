/** Members × days of a fortnight; cells are dragged over and open a form, and the keyboard opens one cell with Enter. */
import { useCallback, useEffect, useState } from "react";

import {
  dutyText,
  halvesOf,
  isInside,
  pickedOf,
  SHORT,
  TONES,
  type Board,
  type Drag,
  type Duty,
  type Member,
  type Picked,
} from "./duty-model.ts";

type Day = Board["days"][number];

const WEEKDAYS = "日一二三四五六";
const weekday = (date: string): string => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
const isWeekend = (date: string): boolean => ["六", "日"].includes(weekday(date));

function DayHead({ day, today }: { day: Day; today: string }) {
  const makeUp = day.is_working && isWeekend(day.date);
  const note = [day.name, makeUp && "补班", day.is_estimated && "日历未公布，按周末推算"].filter(Boolean).join("，");
  return (
    <th scope="col" className={`${day.is_working ? "" : "is-off"}${day.date === today ? " is-today" : ""}`} title={note}>
      <span className="vd-num">{day.date.slice(5)}</span>
      <small className="vd-ellipsis">
        {makeUp ? "班" : (day.name ?? weekday(day.date))}
        {day.is_estimated && "*"}
      </small>
    </th>
  );
}

const Entry = ({ duty, half }: { duty: Duty; half: boolean }) => (
  <span className={`vd-tiny vd-wide vd-duty vd-tone-${TONES[duty.kind]}${half ? " is-half" : ""}`}>{SHORT[duty.kind]}</span>
);

function CellBody({ halves: [am, pm] }: { halves: readonly [Duty | undefined, Duty | undefined] }) {
  if (am && am === pm) return <Entry duty={am} half={false} />;
  return (
    <>
      {am ? <Entry duty={am} half /> : <span className="vd-duty-gap" />}
      {pm ? <Entry duty={pm} half /> : <span className="vd-duty-gap" />}
    </>
  );
}

interface RowProps {
  member: Member;
  row: number;
  board: Board;
  today: string;
  drag: Drag | null;
  begin: (row: number, column: number) => void;
  over: (row: number, column: number) => void;
  openCell: (row: number, column: number) => void;
}
function MemberRow({ member: m, row, board, today, drag, begin, over, openCell }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {m.nickname}
        <small>{m.team_name ?? "—"}</small>
      </th>
      {board.days.map((day, column) => {
        const halves = halvesOf(m, day.date);
        const entries = [...new Set(halves)].filter((d) => d !== undefined);
        const past = day.date < today;
        const label = `${m.nickname} ${day.date} ${entries.length > 0 ? entries.map(dutyText).join("，") : day.is_working ? "上班" : "休息"}`;
        return (
          <td key={day.date} className={`${day.is_working ? "" : "is-off"}${isInside(drag, row, column) ? " is-dragged" : ""}`}>
            <button
              type="button"
              disabled={past}
              aria-label={label}
              title={entries.map(dutyText).join("\n")}
              onPointerDown={(e) => {
                if (e.button !== 0) return;
                e.currentTarget.releasePointerCapture?.(e.pointerId);
                begin(row, column);
              }}
              onPointerEnter={() => over(row, column)}
              onKeyDown={(e) => {
                if (e.key !== "Enter" && e.key !== " ") return;
                e.preventDefault();
                openCell(row, column);
              }}
            >
              <CellBody halves={halves} />
            </button>
          </td>
        );
      })}
    </tr>
  );
}

/** Who can take orders, per country team; a working day without anybody is red. */
const Capacity = ({ board }: { board: Board }) => (
  <tfoot>
    {board.capacity.map((team, i) => (
      <tr key={team.team_id}>
        <th scope="row">
          {team.team_name}
          <small>{i === 0 ? "当日可接单人数" : "可接单"}</small>
        </th>
        {board.days.map((day, column) => {
          const n = team.counts[column] ?? 0;
          return (
            <td key={day.date} className={`vd-num${day.is_working ? "" : " is-off"}${n === 0 && day.is_working ? " is-none" : ""}`}>
              {n === 0 && !day.is_working ? "—" : n}
            </td>
          );
        })}
      </tr>
    ))}
  </tfoot>
);

function useDrag(board: Board, onPick: (picked: Picked) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = useCallback((row: number, column: number) => setDrag({ row, column, toRow: row, toColumn: column }), []);
  const over = useCallback((toRow: number, toColumn: number) => setDrag((now) => now && { ...now, toRow, toColumn }), []);
  useEffect(() => {
    if (drag === null) return undefined;
    const end = (): void => {
      const picked = pickedOf(board, drag);
      setDrag(null);
      if (picked) onPick(picked);
    };
    const cancel = (e: KeyboardEvent): void => {
      if (e.key === "Escape") setDrag(null);
    };
    window.addEventListener("pointerup", end);
    window.addEventListener("keydown", cancel);
    return () => {
      window.removeEventListener("pointerup", end);
      window.removeEventListener("keydown", cancel);
    };
  }, [drag, board, onPick]);
  return { drag, begin, over };
}

export function DutyGrid({ board, today, onPick }: { board: Board; today: string; onPick: (picked: Picked) => void }) {
  const { drag, begin, over } = useDrag(board, onPick);
  const openCell = (row: number, column: number): void => {
    const picked = pickedOf(board, { row, column, toRow: row, toColumn: column });
    if (picked) onPick(picked);
  };
  return (
    <div className="vd-duty-wrap">
      <table className={`vd-small vd-wide vd-duty-grid${drag ? " is-dragging" : ""}`} aria-label="值班表">
        <thead>
          <tr>
            <th scope="col">员工</th>
            {board.days.map((day) => (
              <DayHead key={day.date} day={day} today={today} />
            ))}
          </tr>
        </thead>
        <tbody>
          {board.list.map((m, row) => (
            <MemberRow
              key={m.worker_id}
              member={m}
              row={row}
              board={board}
              today={today}
              drag={drag}
              begin={begin}
              over={over}
              openCell={openCell}
            />
          ))}
        </tbody>
        {board.capacity.length > 0 && <Capacity board={board} />}
      </table>
    </div>
  );
}
