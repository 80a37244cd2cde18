/** Sections and questions from top to bottom: chosen by click or arrows, moved by dragging or with Alt and the arrows. */
import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { questionsOf, QUESTION_KINDS } from "@visadesk/contract/base-data/paper/application.rules.ts";
import {
  addQuestion,
  addSection,
  duplicate,
  isSame,
  moveTo,
  placesOf,
  questionAt,
  removeAt,
  step,
  type Place,
  type Sections,
} from "./application-model.ts";

export interface OutlineProps {
  all: Sections;
  at: Place;
  onChoose: (at: Place) => void;
  onChange: (all: Sections, at: Place) => void;
  /** Places with something to mend: what, by `s.q`. */
  faults: ReadonlyMap<string, string>;
}
export const placeKey = (at: Place): string => `${at.s}.${at.q ?? ""}`;

const nameOf = (all: Sections, at: Place): string =>
  (at.q === null ? all[at.s]?.title : questionAt(all, at)?.label) || (at.q === null ? "未命名分组" : "未命名题目");

/** Focus follows what was moved or chosen by key, once it is drawn. */
const focusLater = (list: HTMLElement | null, at: Place): void =>
  void setTimeout(() => list?.querySelector<HTMLElement>(`[data-place="${placeKey(at)}"]`)?.focus());

function Acts({ all, at, onChange }: Pick<OutlineProps, "all" | "at" | "onChange">) {
  const word = nameOf(all, at);
  const go = (by: 1 | -1) => {
    const moved = step(all, at, by);
    return {
      disabled: moved === null,
      onClick: () => {
        if (moved) onChange(moved.all, moved.at);
      },
    };
  };
  const copy = (): void => {
    const made = duplicate(all, at);
    onChange(made.all, made.at);
  };
  const remove = (): void => {
    const left = removeAt(all, at);
    onChange(left.all, left.at);
  };
  // A section goes only when it is empty, so that no question is lost by one click.
  const isFull = at.q === null && (all[at.s]?.questions.length ?? 0) > 0;
  return (
    <span className="vd-row vd-at-end">
      <Button type="text" size="small" icon={<ArrowUpOutlined aria-hidden />} aria-label={`上移 ${word}`} {...go(-1)} />
      <Button type="text" size="small" icon={<ArrowDownOutlined aria-hidden />} aria-label={`下移 ${word}`} {...go(1)} />
      {at.q !== null && <Button type="text" size="small" icon={<CopyOutlined aria-hidden />} aria-label={`复制 ${word}`} onClick={copy} />}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`删除 ${word}`}
        disabled={isFull}
        title={isFull ? "请先移走或删除其中的题目" : ""}
        onClick={remove}
      />
    </span>
  );
}

/** Dragging: which place is on the way, and over which one. */
function useDrag({ all, onChange }: Pick<OutlineProps, "all" | "onChange">) {
  const [from, setFrom] = useState<Place | null>(null);
  const [over, setOver] = useState<Place | null>(null);
  const end = (): void => {
    setFrom(null);
    setOver(null);
  };
  const takes = (to: Place): boolean => from !== null && (from.q !== null || to.q === null) && !isSame(from, to);
  const handlers = (at: Place) => ({
    draggable: true,
    onDragStart: (e: DragEvent) => {
      e.dataTransfer.effectAllowed = "move";
      e.dataTransfer.setData("text/plain", placeKey(at));
      setFrom(at);
    },
    onDragOver: (e: DragEvent) => {
      if (!takes(at)) return;
      e.preventDefault();
      if (!over || !isSame(over, at)) setOver(at);
    },
    onDrop: (e: DragEvent) => {
      e.preventDefault();
      if (from && takes(at)) {
        const moved = moveTo(all, from, at);
        onChange(moved.all, moved.at);
      }
      end();
    },
    onDragEnd: end,
  });
  return { over, handlers };
}

export function Outline({ all, at, onChoose, onChange, faults }: OutlineProps) {
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState("");
  const { over, handlers } = useDrag({ all, onChange });
  const places = placesOf(all);
  const change = (made: { all: Sections; at: Place }): void => {
    onChange(made.all, made.at);
    focusLater(list.current, made.at);
  };
  const onKeyDown = (e: KeyboardEvent, here: Place): void => {
    const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : null;
    if (by === null) return;
    e.preventDefault();
    if (e.altKey) {
      const moved = step(all, here, by);
      if (!moved) return;
      change(moved);
      setSaid(`${nameOf(moved.all, moved.at)}已移到第${placesOf(moved.all).findIndex((p) => isSame(p, moved.at)) + 1}行`);
      return;
    }
    const next = places[places.findIndex((p) => isSame(p, here)) + by];
    if (!next) return;
    onChoose(next);
    focusLater(list.current, next);
  };
  return (
    <nav className="vd-box vd-small vd-beside ap-outline" aria-label="题目目录">
      <header className="vd-row vd-after-8">
        <b className="vd-grow">
          题目 <span className="vd-num vd-muted">{questionsOf(all).length}</span>
        </b>
        <Button size="small" onClick={() => change(addSection(all))}>
          加分组
        </Button>
        <Button size="small" type="primary" onClick={() => change(addQuestion(all, at))}>
          加题目
        </Button>
      </header>
      {all.length === 0 && <p className="vd-muted">还没有题目，点「加题目」开始</p>}
      <ul ref={list}>
        {places.map((p) => {
          const question = questionAt(all, p);
          const fault = faults.get(placeKey(p));
          const isChosen = isSame(p, at);
          const className = [
            "ap-row",
            p.q === null ? "is-section" : "",
            isChosen ? "is-chosen" : "",
            over && isSame(over, p) ? "is-over" : "",
          ];
          return (
            <li key={placeKey(p)} className={className.filter(Boolean).join(" ")} {...handlers(p)}>
              <button
                type="button"
                data-place={placeKey(p)}
                aria-current={isChosen}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                tabIndex={isChosen ? 0 : -1}
                onClick={() => onChoose(p)}
                onKeyDown={(e) => onKeyDown(e, p)}
              >
                <span className="vd-ellipsis vd-grow" title={nameOf(all, p)}>
                  {nameOf(all, p)}
                  {question?.required && (
                    <em className="vd-error" aria-label="必填">
                      *
                    </em>
                  )}
                </span>
                {fault ? (
                  <small className="vd-error" title={fault}>
                    待完善
                  </small>
                ) : (
                  question && <small>{QUESTION_KINDS[question.kind]}</small>
                )}
              </button>
              {isChosen && <Acts all={all} at={p} onChange={(next, to) => change({ all: next, at: to })} />}
            </li>
          );
        })}
      </ul>
      <footer className="vd-tiny vd-muted vd-before-8">拖动，或按 Alt + ↑ ↓ 移动</footer>
      <output className="vd-unseen">{said}</output>
    </nav>
  );
}
