/**
 * Panels of the areas, opened over any page by `?panel=name`:
 *   registerPanels({ "operation-log": { title: "操作日志", may: may.operation_log, width: 960, part: lazy(() => import("./operation-log.tsx")) } });
 */
import { allows, type May } from "@visadesk/contract/permissions.ts";
import type { ComponentType, LazyExoticComponent } from "react";

export interface Panel {
  title: string;
  may?: May;
  width?: number;
  part: LazyExoticComponent<ComponentType>;
}

const panels = new Map<string, Panel>();
/** Adds the panels of an area. */
export const registerPanels = (more: Readonly<Record<string, Panel>>): void => {
  for (const [name, panel] of Object.entries(more)) panels.set(name, panel);
};
/** Panels a code opens, for the header's menu and the palette. */
export const panelsFor = (codes: ReadonlySet<number>): { name: string; title: string }[] =>
  [...panels].filter(([, p]) => p.may !== undefined && allows(p.may, codes)).map(([name, p]) => ({ name, title: p.title }));
export const panelOf = (name: string): Panel | undefined => panels.get(name);
