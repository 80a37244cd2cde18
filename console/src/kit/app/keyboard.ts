/**
 * Page keys: a screen registers `{ "/": ["搜索", fn], j: ["下一行", fn] }`; `?` lists them. Letters act outside inputs and
 * dialogs only and can be switched off; chords with ⌘/Ctrl always act.
 */
import { useEffect, useRef } from "react";

export type Keys = Readonly<Record<string, readonly [label: string, run: (event: KeyboardEvent) => void]>>;

const stack: { current: Keys }[] = [];
let lettersOn = true;

/** Turns single-letter keys on or off (preference `shortcuts`). */
export const setLetterKeys = (on: boolean): void => {
  lettersOn = on;
};

/** Keys of the present page with their labels, for the help panel. */
export const registeredKeys = (): readonly (readonly [string, string])[] => {
  const seen = new Map<string, string>();
  for (const keys of stack.toReversed())
    for (const [key, [label]] of Object.entries(keys.current)) if (!seen.has(key)) seen.set(key, label);
  return [...seen];
};

const INPUTS =
  "input, textarea, select, [contenteditable=''], [contenteditable='true'], [role='combobox'], [role='listbox'], [role='menu']";
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(INPUTS) !== null;
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, [role='button'], [role='tab'], [role='checkbox']") !== null;
const dialogOpen = (): boolean =>
  document.querySelector(".ant-modal-wrap:not([style*='display: none']), .ant-drawer-open .ant-drawer-mask") !== null;

const chordOf = (e: KeyboardEvent): string =>
  `${e.metaKey || e.ctrlKey ? "mod+" : ""}${e.altKey ? "alt+" : ""}${e.key === " " ? "Space" : e.key.length === 1 ? e.key.toLowerCase() : e.key}`;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const chord = chordOf(event);
  const isChord = chord.startsWith("mod+") || chord.startsWith("alt+");
  if (!isChord && (!lettersOn || isTyping(event.target) || dialogOpen())) return;
  if ((chord === "Enter" || chord === "Space") && isPressable(event.target)) return;
  for (const keys of stack.toReversed()) {
    const entry = keys.current[chord];
    if (!entry) continue;
    event.preventDefault();
    entry[1](event);
    return;
  }
}

/** Presses what stands there under one of these words: a key does nothing that no button offers. */
export function pressIn(root: Element | null | undefined, words: RegExp): void {
  const offered = [...(root?.querySelectorAll<HTMLElement>("a, button:not([disabled])") ?? [])];
  offered.find((e) => words.test(e.textContent.trim()))?.click();
}
/** How 编辑 and 新增 are called. */
export const EDIT_WORDS = /^(编辑|修改)/;
export const ADD_WORDS = /^(新增|新建|代客下单)/;

/** Registers the keys of a page or part while it is mounted; the newest registration wins. */
export function useKeys(keys: Keys, enabled = true): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    if (stack.length === 0) window.addEventListener("keydown", onKeyDown);
    stack.push(latest);
    return () => {
      stack.splice(stack.indexOf(latest), 1);
      if (stack.length === 0) window.removeEventListener("keydown", onKeyDown);
    };
  }, [enabled]);
}
