/** Sheets of orders as a clerk has them: written line by line, tried, sent and followed. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { addDays } from "../../base-data/index.ts";
import { q, row } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import { PLAIN_SKU } from "./order.ts";

export type ImportRow = InputOf<"order_import_check">["rows"][number];
export const importKey = () => ({ idempotency_key: crypto.randomUUID() });
const FAMILY = "伟敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂";

export type ImportHand = Awaited<ReturnType<typeof importHand>>;
/** Of the administrator. */
export async function importHand(app: TestApp) {
  const admin = await app.as("admin");
  const travel = addDays(app.clock.now().toISOString().slice(0, 10), 60);
  let people = 0;
  /** A person of a group; each has a passport of his own, each group a contact. */
  function line(group: string, more: ImportRow = {}): ImportRow {
    people += 1;
    return {
      group_no: group,
      contact_name: "李四",
      contact_mobile: `139${String(10_000_000 + Number(group.replace(/\D/g, "")))}`,
      sku_no: PLAIN_SKU,
      travel_date: travel.replaceAll("-", "/"),
      return_mode: "自取",
      name_cn: `张${FAMILY[people % 20]}`,
      surname_en: "zhang",
      given_name_en: "wei",
      gender: "男",
      birth_date: "1990年5月20日",
      passport_no: `E${String(20_000_000 + people)}`,
      identity: "在职",
      household_province: "上海",
      ...more,
    };
  }
  const counts = () =>
    row<{ orders: number; people: number; imports: number }>(
      app.db,
      q`select (select count(*)::int from orders where source = 'import') orders,
          (select count(*)::int from applicants a join orders o on o.id = a.order_id where o.source = 'import') people,
          (select count(*)::int from order_imports) imports`,
    );
  const check = (sheet: ImportRow[], who = admin) => who.call("order_import_check", { rows: sheet });
  const send = (sheet: ImportRow[], seen: string, more: object = {}) =>
    admin.raw("order_import", { rows: sheet, seen, ...importKey(), ...more });
  async function told(id: number) {
    const { found } = await admin.call("order_import_get", { id });
    if (!found) throw new Error(`import ${id} is missing`);
    return found;
  }
  async function imported(sheet: ImportRow[], more: object = {}) {
    const { seen } = await check(sheet);
    const { body } = await send(sheet, seen, more);
    await app.runJobs();
    return told((body as { id: number }).id);
  }
  return { admin, travel, line, counts, check, send, told, imported };
}
