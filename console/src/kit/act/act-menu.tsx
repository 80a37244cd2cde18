/**
 * The acts behind a button: ⋯ of a row, 导出, 主题.
 *   <ActMenu items={[{ key: "copy", label: "复制", onClick: copy }, …]}><Button icon={<MoreOutlined aria-hidden />} aria-label="更多操作" /></ActMenu>
 * The button opens and closes it; arrows, Home and End walk in it, Escape goes back to the button.
 */
import {
  cloneElement,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { Popup } from "./popup.tsx";

export interface MenuAct {
  key: string;
  label: ReactNode;
  onClick?: () => void;
  danger?: boolean;
  /** Stays readable, since its label says what is missing. */
  disabled?: boolean;
}
export type MenuEntry = MenuAct | { type: "divider" };

/** What is dangerous stands last, so that nobody meets it first; else as given. A line that then parts nothing goes. */
export function inOrder(items: readonly MenuEntry[]): readonly MenuEntry[] {
  const isDanger = (item: MenuEntry): boolean => "key" in item && item.danger === true;
  const sorted = items.toSorted((a, b) => Number(isDanger(a)) - Number(isDanger(b)));
  return sorted.filter((item, i) => "key" in item || (i > 0 && i < sorted.length - 1));
}

interface ButtonLike {
  onClick?: (e: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (e: KeyboardEvent<HTMLElement>) => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}

export interface ActMenuProps {
  items: readonly MenuEntry[];
  /** Told the key of what was chosen, beside the item's own `onClick`. */
  onPick?: (key: string) => void;
  /** Key of the present choice, where the menu is one of several. */
  chosen?: string;
  children: ReactElement<ButtonLike>;
}

const steps = (menu: HTMLElement | null): HTMLElement[] => [...(menu?.querySelectorAll<HTMLElement>(".vd-menu-item") ?? [])];

function walk(menu: HTMLElement | null, key: string): boolean {
  const all = steps(menu);
  const now = all.findIndex((e) => e === document.activeElement);
  const goal = { ArrowDown: now + 1, ArrowUp: now < 0 ? -1 : now - 1, Home: 0, End: -1 }[key];
  if (goal === undefined) return false;
  all.at(goal % Math.max(1, all.length))?.focus();
  return true;
}

export function ActMenu({ items, onPick, chosen, children }: ActMenuProps) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (at) steps(menu.current)[0]?.focus({ preventScroll: true });
  }, [at]);
  const close = (): void => setAt(null);
  const pick = (item: MenuAct): void => {
    if (item.disabled) return;
    at?.focus();
    close();
    item.onClick?.();
    onPick?.(item.key);
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.key === "Tab") close();
    else if (walk(menu.current, e.key)) e.preventDefault();
  };
  return (
    <>
      {cloneElement(children, {
        "aria-haspopup": "menu",
        "aria-expanded": at !== null,
        onClick: (e) => setAt(at ? null : e.currentTarget),
        onKeyDown: (e) => {
          if (e.key !== "ArrowDown" || at) return;
          e.preventDefault();
          setAt(e.currentTarget);
        },
      })}
      {at && (
        <Popup at={at} onClose={close} className="is-menu">
          <div ref={menu} role="menu" tabIndex={-1} className="vd-menu-items" onKeyDown={onKeyDown}>
            {inOrder(items).map((item, i) =>
              "type" in item ? (
                <hr key={`line-${i}`} />
              ) : (
                <button
                  key={item.key}
                  type="button"
                  role={chosen === undefined ? "menuitem" : "menuitemradio"}
                  aria-checked={chosen === undefined ? undefined : item.key === chosen}
                  tabIndex={-1}
                  className={item.danger ? "vd-menu-item is-danger" : "vd-menu-item"}
                  aria-disabled={item.disabled || undefined}
                  onClick={() => pick(item)}
                >
                  {item.label}
                </button>
              ),
            )}
          </div>
        </Popup>
      )}
    </>
  );
}
