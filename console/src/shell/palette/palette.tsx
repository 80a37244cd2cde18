/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a combobox: the focus and all keys stay in its input */
import { SearchOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { call } from "#kit/app/api.ts";
import { session } from "#kit/app/session.ts";
import { useGo } from "#kit/filter/use-url.ts";
import { cleanQuery, localGroups, recordGroups, searchedGroups, type Hit, type HitGroup } from "./palette-model.ts";

const WAIT_MS = 160;

function useLate(value: string): string {
  const [late, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}

function useGroups(text: string): { groups: HitGroup[]; searching: boolean; refusal: string | null } {
  const q = cleanQuery(text);
  const late = useLate(q);
  const found = useQuery({
    queryKey: ["search_query", { q: late }],
    enabled: late.length > 0 && late.length <= 64,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("search_query", { q: late }, { noToast: true, signal }),
  });
  const groups = useMemo(
    () => [...localGroups(q), ...(q && found.data && !found.error ? recordGroups(found.data.groups) : [])],
    [q, found.data, found.error],
  );
  const searching = q !== "" && (found.isFetching || late !== q);
  return { groups, searching, refusal: q !== "" && !searching && found.error ? found.error.message : null };
}

function Row({ hit, id, active, press }: { hit: Hit; id: string; active: boolean; press: (newTab: boolean) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      className={active ? "vd-row vd-hit vd-hit-on" : "vd-row vd-hit"}
      onClick={(e) => press(e.metaKey || e.ctrlKey)}
    >
      <span className="vd-ellipsis">{hit.title}</span>
      {hit.detail && <span className="vd-dim vd-num">{hit.detail}</span>}
      {hit.matched && <span className="vd-dim vd-to-end vd-num">命中：{hit.matched}</span>}
    </div>
  );
}

/** Name of a group, its total and the way to all of it. */
function GroupHead({ g, openAll }: { g: HitGroup; openAll: (href: string) => void }) {
  const { more } = g;
  return (
    <div className="vd-row vd-between vd-dim vd-palette-head">
      <span>
        {g.label}
        {g.total && ` ${g.total}`}
      </span>
      {more && (
        <button type="button" className="vd-text-button" onClick={() => openAll(more)}>
          查看全部
        </button>
      )}
    </div>
  );
}

/** ↑↓ chooses, Tab jumps to the next group, Enter opens, ⌘Enter in a new tab. */
export default function Palette({ close }: { close: () => void }) {
  const go = useGo();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { groups, searching, refusal } = useGroups(text);
  const input = useRef<HTMLInputElement>(null);
  const flat = groups.flatMap((g) => g.hits.map((hit) => ({ group: g.key, hit })));
  const chosen = Math.min(at, flat.length - 1);
  const open = (hit: Hit | undefined, newTab: boolean) => {
    if (!hit) return;
    if (hit.href && newTab) return void window.open(hit.href, "_blank", "noopener");
    close();
    if (hit.run) hit.run();
    else if (hit.href) go(hit.href);
  };
  const nextGroup = () => {
    const now = flat[chosen]?.group;
    const after = flat.findIndex((f, i) => i > chosen && f.group !== now);
    setAt(after < 0 ? 0 : after);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => setAt((chosen + 1) % Math.max(1, flat.length)),
      ArrowUp: () => setAt((chosen - 1 + flat.length) % Math.max(1, flat.length)),
      Tab: nextGroup,
      Enter: () => open(flat[chosen]?.hit, e.metaKey || e.ctrlKey),
    };
    const act = acts[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  };
  const indexOf = (hit: Hit): number => flat.findIndex((f) => f.hit === hit);
  return (
    <Modal
      open
      onCancel={close}
      afterOpenChange={(shown) => {
        if (shown) input.current?.focus();
      }}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 96 }}
      // Never drawn: the name of the dialog for those who hear it.
      title="搜索与命令"
      styles={{ container: { padding: 0 }, header: { display: "none" }, body: { padding: 0 } }}
    >
      <div className="vd-row vd-palette-input">
        <SearchOutlined aria-hidden />
        <input
          ref={input}
          value={text}
          maxLength={64}
          onChange={(e) => {
            setText(e.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="订单号、姓名、手机或护照（完整或后4位）、页面"
          role="combobox"
          aria-label="搜索"
          aria-expanded="true"
          aria-controls="vd-palette-list"
          aria-activedescendant={flat.length ? `vd-hit-${chosen}` : undefined}
        />
        <kbd>Esc</kbd>
      </div>
      <div id="vd-palette-list" role="listbox" aria-label="结果" className="vd-palette-list">
        {groups.map((g) => (
          <div key={g.key} role="group" aria-label={g.label}>
            <GroupHead g={g} openAll={(href) => open({ key: g.key, title: "", href }, false)} />
            {g.hits.map((hit) => (
              <Row
                key={hit.key}
                id={`vd-hit-${indexOf(hit)}`}
                hit={hit}
                active={indexOf(hit) === chosen}
                press={(newTab) => open(hit, newTab)}
              />
            ))}
          </div>
        ))}
        {refusal && (
          <div className="vd-dim vd-palette-none" role="alert">
            {refusal}
          </div>
        )}
        {flat.length === 0 && !searching && !refusal && (
          <div className="vd-dim vd-palette-none" role="status">
            没有找到“{text}”，已搜索：{searchedGroups(session.get().codes).join("、")}
          </div>
        )}
      </div>
    </Modal>
  );
}
