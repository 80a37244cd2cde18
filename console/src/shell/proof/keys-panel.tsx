import { Switch } from "antd";
import { useEffect } from "react";
import { registeredKeys, setLetterKeys } from "#kit/app/keyboard.ts";
import { usePreference } from "#kit/app/preference.ts";

const NAMES: Readonly<Record<string, string>> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl",
  alt: "Alt",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Space: "空格",
};
const keysOf = (chord: string): string[] =>
  (chord === "+" ? ["+"] : chord.split("+")).map((k) => NAMES[k] ?? (k.length === 1 ? k.toUpperCase() : k));

export default function KeysPanel() {
  const [choice, save] = usePreference<{ value: boolean }>("shortcuts");
  const on = choice?.value ?? true;
  useEffect(() => setLetterKeys(on), [on]);
  return (
    <>
      <div className="vd-row vd-between">
        <label htmlFor="vd-letters">单字母快捷键</label>
        <Switch id="vd-letters" checked={on} onChange={(value) => save({ value })} />
      </div>
      <dl className="vd-parted is-close vd-before-12 vd-after-12">
        {registeredKeys().map(([chord, label]) => (
          <div key={chord} className="vd-row vd-between">
            <dt>{label}</dt>
            <dd className="vd-row">
              {keysOf(chord).map((k) => (
                <kbd key={k}>{k}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="vd-dim">单字母只在输入框以外起作用。</p>
    </>
  );
}
