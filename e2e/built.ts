/** Every screen of the console as it is built now, read from the areas' own rows. */
import { globSync } from "node:fs";
import path from "node:path";

interface Row {
  path: string;
  title?: string;
  under?: string;
  menu?: object;
  no_auth?: true;
  redirect?: string;
}
export interface Built extends Row {
  name: string;
  title: string;
  /** The list it belongs to, or itself. */
  list: string;
  in_menu: boolean;
  /** Its address with demo records in place of parameters. */
  sample: string;
  /** Calls that only this screen makes. */
  calls: readonly string[];
}

const root = path.resolve(import.meta.dirname, "..");
const rows: Record<string, Row> = {};
for (const file of globSync("console/src/*/screens.ts", { cwd: root })) {
  const area: Readonly<Record<string, Readonly<Record<string, Row>>>> = await import(path.join(root, file));
  for (const part of Object.values(area)) Object.assign(rows, part);
}

const CALLS: Readonly<Record<string, readonly string[]>> = {
  "admin-order-list": ["order_query", "order_get", "applicant_get"],
  "order-list": ["applicant_query", "order_get", "applicant_get"],
  "product-list": ["sku_query", "sku_get"],
  "worker-list": ["worker_query", "worker_get"],
  "role-list": ["role_query", "role_get"],
};

export const builtScreens: readonly Built[] = Object.entries(rows).map(([name, row]) => {
  const list = row.under ?? name;
  return { ...row, name, title: row.title ?? "", list, in_menu: row.menu !== undefined, sample: row.path.replaceAll(/:\w+/g, "1"), calls: CALLS[list] ?? [] };
});
