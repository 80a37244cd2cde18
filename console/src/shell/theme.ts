/**
 * Colours and measures once, for both themes. antd takes them as tokens (ui.tsx), everything drawn without
 * antd as `--vd-*` variables. The choice is a preference of the worker; the tab remembers it over a reload.
 */
import { COLOURS } from "@visadesk/contract/kit/constants.ts";
import { createStore } from "#kit/app/store.ts";

export type ThemeChoice = "auto" | "light" | "dark";

export const FONT = `"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif`;
export const RADIUS = 6;

interface Palette {
  page: string;
  card: string;
  head: string;
  raised: string;
  line: string;
  text: string;
  text2: string;
  text3: string;
  hover: string;
  selected: string;
  primary: string;
  primary_text: string;
  error_text: string;
  success_text: string;
  warning_text: string;
}
// Tones for text keep 4.5 : 1 against card and page; the pure colours stay for fills and dots.
export const palettes: Record<"light" | "dark", Palette> = {
  light: {
    page: "#f5f7fa",
    card: "#ffffff",
    head: "#fafbfc",
    raised: "#ffffff",
    line: "#e4e7ec",
    text: "#1f2329",
    text2: "#51565d",
    text3: "#646a73",
    hover: "#f0f2f5",
    selected: "#e8f1ff",
    primary: COLOURS.primary,
    primary_text: "#0958d9",
    error_text: "#cf1322",
    success_text: "#237804",
    warning_text: "#ad4e00",
  },
  dark: {
    page: "#111317",
    card: "#191c21",
    head: "#1f2329",
    raised: "#22262d",
    line: "#2e333b",
    text: "#e6e8eb",
    text2: "#b3b8c0",
    text3: "#9096a0",
    hover: "#23272e",
    selected: "#14284a",
    primary: "#3c89e8",
    primary_text: "#65a9f3",
    error_text: "#ff7875",
    success_text: "#73d13d",
    warning_text: "#ffa940",
  },
};

const TAB_KEY = "vd_theme";
const system = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : undefined;
const paper = typeof matchMedia === "function" ? matchMedia("print") : undefined;
const isChoice = (v: unknown): v is ThemeChoice => v === "auto" || v === "light" || v === "dark";
const remembered = (): ThemeChoice => {
  const v = sessionStorage.getItem(TAB_KEY);
  return isChoice(v) ? v : "auto";
};

export const theme = createStore<{ choice: ThemeChoice; dark: boolean }>({ choice: "auto", dark: false });

function apply(choice: ThemeChoice): void {
  // Paper is always light.
  const dark = !paper?.matches && (choice === "dark" || (choice === "auto" && (system?.matches ?? false)));
  const root = document.documentElement;
  root.dataset.theme = dark ? "dark" : "light";
  root.style.colorScheme = dark ? "dark" : "light";
  for (const [name, value] of Object.entries(palettes[dark ? "dark" : "light"]))
    root.style.setProperty(`--vd-${name.replace("_", "-")}`, value);
  theme.set({ choice, dark });
}

/** Uses this theme in this tab. */
export function setTheme(choice: unknown): void {
  if (!isChoice(choice)) return;
  sessionStorage.setItem(TAB_KEY, choice);
  apply(choice);
}

/** First drawing, and following the system and the printer. */
export function startTheme(): void {
  const root = document.documentElement;
  root.style.setProperty("--vd-font", FONT);
  root.style.setProperty("--vd-radius", `${RADIUS}px`);
  for (const [name, value] of Object.entries(COLOURS)) if (name !== "primary") root.style.setProperty(`--vd-${name}`, value);
  apply(remembered());
  const again = () => apply(theme.get().choice);
  system?.addEventListener("change", again);
  paper?.addEventListener("change", again);
}
