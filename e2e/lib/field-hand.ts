/** One field of an open form as a hand takes it: what it shows, another value put into it, and the old one again. */
import { shapeOf, z, type Kind } from "@visadesk/contract/kit/field.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { inputMeta } from "../../console/src/kit/form/field-kinds.ts";
import type { Locator } from "playwright-core";

export interface Field {
  name: string;
  kind: Kind;
}

const SIMPLE: ReadonlySet<Kind> = new Set(["text", "long_text", "int", "number", "money", "date", "bool", "choice", "id"]);
const inputOf = (form: Locator, name: string): Locator => form.locator(`xpath=.//*[@id=concat(ancestor::form/@id, "_${name}")]`).first();
const itemOf = (form: Locator, name: string): Locator =>
  inputOf(form, name).locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' ant-form-item ')][1]");

/** Fields of the form that a hand can change by one step: open, no list of rows, no file. */
export async function fieldsOf(form: Locator, e: Endpoint): Promise<Field[]> {
  const there = await form.evaluate((f) =>
    [...f.querySelectorAll<HTMLElement>("[id]")]
      .filter((el) => !el.matches("[disabled], [readonly], .is-disabled, .ant-radio-group-disabled") && !el.closest("[class*=-disabled]"))
      .map((el) => el.id.replace(`${f.id}_`, "")),
  );
  return Object.entries(shapeOf(e.input)).flatMap(([name, type]) => {
    const { kind, personal } = inputMeta(type) ?? {};
    // What is read back masked cannot be compared; a reason belongs to the change and is not read back.
    return kind && !personal && name !== "reason" && SIMPLE.has(kind) && there.includes(name) ? [{ name, kind }] : [];
  });
}

/** What the item shows as its value. */
const shownOf = (form: Locator, { name }: Field): Promise<string> =>
  itemOf(form, name).evaluate((item) => {
    const picked = [...item.querySelectorAll(".ant-select-selection-item, .ant-select-content-has-value, .ant-radio-wrapper-checked")];
    const flipped = item.querySelector("[role=switch], input[type=checkbox]");
    if (flipped) return String(flipped.getAttribute("aria-checked") ?? (flipped as HTMLInputElement).checked);
    if (item.querySelector(".ant-select, .ant-radio-group")) return picked.map((p) => p.textContent).join("、");
    return item.querySelector<HTMLInputElement>("input, textarea")?.value ?? "";
  });

/** What every field shows. */
export async function allShown(form: Locator, fields: readonly Field[]): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for (const f of fields) if ((await inputOf(form, f.name).count()) > 0) shown.set(f.name, await shownOf(form, f));
  return shown;
}

const DAY_MS = 86_400_000;
const laterDay = (shown: string): string => new Date(Date.parse(`${shown || "2026-12-01"}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
const MORE = [
  "另一个",
  "改",
  "13900139001",
  "hand@example.com",
  "https://example.com/hand",
  "TESTQX",
  "HANDQX12",
  "09:30",
  "Hand",
  "40.5, 116.5",
  "2",
];

/** Another text that the contract takes, near to what stands there. */
function otherText(e: Endpoint, name: string, shown: string): string | null {
  const type = shapeOf(e.input)[name];
  const takes = (v: string): boolean => v !== shown && type !== undefined && z.safeParse(type, v).success;
  return [`${shown}改`, `${shown}1`, shown.slice(0, -1), ...MORE].find((v) => v !== "" && takes(v)) ?? null;
}

function otherNumber(e: Endpoint, field: Field, shown: string): string | null {
  const type = shapeOf(e.input)[field.name];
  const value = Number(shown.replaceAll(",", "")) || 0;
  const wire = (n: number): number => (field.kind === "money" ? Math.round(n * 100) : n);
  const found = [value + 1, value - 1, value + 10, 1].find((n) => n !== value && type !== undefined && z.safeParse(type, wire(n)).success);
  return found === undefined ? null : String(found);
}

async function pick(form: Locator, name: string, wanted: string | null): Promise<boolean> {
  const item = itemOf(form, name);
  const radios = item.locator(".ant-radio-wrapper:not(.ant-radio-wrapper-disabled)");
  if ((await radios.count()) > 0) {
    const of = wanted === null ? item.locator(".ant-radio-wrapper:not(.ant-radio-wrapper-checked)") : radios.filter({ hasText: wanted });
    if ((await of.count()) === 0) return false;
    await of.first().click();
    return true;
  }
  const box = item.getByRole("combobox").first();
  if ((await box.count()) === 0) return false;
  await box.click();
  const page = form.page();
  const list = page.locator(".ant-select-dropdown:visible").last();
  await list.waitFor();
  if (wanted) await box.fill(wanted.slice(0, 20)).catch(() => undefined);
  const free = list.locator(".ant-select-item-option:not(.ant-select-item-option-disabled)");
  const option = wanted === null ? free.and(page.locator(":not(.ant-select-item-option-selected)")) : free.filter({ hasText: wanted });
  const found = await option
    .first()
    .waitFor({ timeout: 3000 })
    .then(() => true)
    .catch(() => false);
  if (found) await option.first().click();
  else await page.keyboard.press("Escape");
  return found;
}

/** Empties a select or a date by its own cross; false: it has none. */
async function clear(form: Locator, name: string): Promise<boolean> {
  const item = itemOf(form, name);
  await item.hover();
  const cross = item.locator(".ant-select-clear, .ant-picker-clear").first();
  if ((await cross.count()) === 0) return false;
  await cross.click();
  return true;
}

async function typeInto(form: Locator, { name, kind }: Field, text: string): Promise<void> {
  const input = inputOf(form, name);
  if (kind === "date" && text === "") return void (await clear(form, name));
  await input.fill(text);
  if (kind === "date") await input.press("Enter");
  else await input.blur();
  return undefined;
}

/** Says why, where the form does not save without. */
export async function sayWhy(form: Locator, e: Endpoint): Promise<void> {
  const type = shapeOf(e.input)["reason"];
  const input = inputOf(form, "reason");
  if (!type || z.safeParse(type, undefined).success || (await input.count()) === 0) return;
  if ((await input.inputValue()) === "") await input.fill("逐项核对表单");
}

/** How a hand meets the field: a switch, a text to type, or words to choose from. */
async function howOf(form: Locator, { name }: Field): Promise<"switch" | "typed" | "picked"> {
  const input = inputOf(form, name);
  if (await input.evaluate((el) => el.matches("[role=switch], [type=checkbox]"))) return "switch";
  return (await input.evaluate((el) => el.matches("input:not([role=combobox]):not([type=radio]), textarea"))) ? "typed" : "picked";
}

function otherOf(e: Endpoint, field: Field, shown: string): string | null {
  if (field.kind === "date") return laterDay(shown);
  return field.kind === "text" || field.kind === "long_text" ? otherText(e, field.name, shown) : otherNumber(e, field, shown);
}

/** Puts something else into the field; false: there is nothing else to put. */
export async function change(form: Locator, e: Endpoint, field: Field, shown: string): Promise<boolean> {
  const how = await howOf(form, field);
  if (how === "picked") return pick(form, field.name, null);
  const other = how === "typed" ? otherOf(e, field, shown) : "";
  if (other === null) return false;
  await (how === "switch" ? inputOf(form, field.name).click() : typeInto(form, field, other));
  return true;
}

/** Puts the old value back; false: it is not offered. */
export async function putBack(form: Locator, field: Field, shown: string): Promise<boolean> {
  const how = await howOf(form, field);
  if (how === "picked") return shown === "" ? clear(form, field.name) : pick(form, field.name, shown);
  if (how === "switch") await inputOf(form, field.name).click();
  else await typeInto(form, field, field.kind === "money" ? shown.replaceAll(",", "") : shown);
  return true;
}
