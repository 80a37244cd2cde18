/** A form under the hand: opened on a record, saved as it is, one field changed, saved, read back, put back. */
import { allApi } from "@visadesk/contract/index.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf, z } from "@visadesk/contract/kit/field.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page, Request } from "playwright-core";
import { settled } from "./browser.ts";
import { allShown, change, fieldsOf, putBack, sayWhy, type Field } from "./field-hand.ts";

/** Brings a form onto the page. */
export type Opens = (page: Page) => Promise<void>;
export interface Told {
  faults: string[];
  /** Refused in words at the field that was changed: the record's own rule. */
  refused: string[];
  /** Fields that were changed, read back and put back. */
  done: string[];
}

const FORM = "form.vd-form[data-form]";
const CARRIED = new Set(["id", "version", "idempotency_key"]);
const STEP_MS = 12_000;
/** A form that edits what is stored, not one that makes or moves. */
const EDITS = /_(update|save)$/;

interface Open {
  form: Locator;
  e: Endpoint;
}
/** The topmost form that edits, with its endpoint; null: none is open. */
export async function openForm(page: Page): Promise<Open | null> {
  const form = page.locator(`${FORM}:visible`).last();
  if (!(await form.isVisible())) return null;
  const e = (allApi as Readonly<Record<string, Endpoint>>)[(await form.getAttribute("data-form")) ?? ""];
  return e && EDITS.test(e.name) ? { form, e } : null;
}

type Outcome = { kind: "unchanged" } | { kind: "refused" | "nowhere"; words: string } | { kind: "answered"; request: Request };

/** Says yes to what the form shows before it saves, with a reason where one is asked for. */
async function agree(page: Page, e: Endpoint): Promise<void> {
  const asked = page
    .locator(".vd-confirm:visible, .ant-modal:visible, .ant-drawer-section:visible")
    .filter({ hasNot: page.locator(`[data-form="${e.name}"]`) });
  if ((await asked.count()) === 0) return;
  const box = asked.last();
  for (const input of await box.locator("textarea:visible, input[type=text]:visible").all())
    if ((await input.inputValue()) === "") await input.fill("逐项核对表单");
  const yes = box.locator(".ant-btn-primary:visible, .vd-primary:visible, .vd-danger:visible").last();
  if (await yes.isEnabled().catch(() => false)) await yes.click({ timeout: 2000 }).catch(() => undefined);
}

const clearToasts = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll(".vd-toast").forEach((t) => t.setAttribute("data-old", "")));

/** Ctrl Enter, and what came of it. */
async function save(page: Page, form: Locator, e: Endpoint): Promise<Outcome> {
  const sent: Request[] = [];
  const note = (r: Request): void => void (r.url().endsWith(`/api/${e.name}`) && sent.push(r));
  page.on("request", note);
  await clearToasts(page);
  await form.locator("input:visible:enabled, textarea:visible:enabled, button:visible:enabled").first().focus();
  await page.keyboard.press("Control+Enter");
  try {
    for (const end = performance.now() + STEP_MS; performance.now() < end;) {
      await sleep(60);
      const said = await page.locator(".vd-toast:not([data-old])").allTextContents();
      const request = sent.at(-1);
      if (request && (await request.response())) return { kind: "answered", request };
      if (said.some((t) => t.includes("没有改动"))) return { kind: "unchanged" };
      const wrong = await form.locator(".ant-form-item-explain-error:visible").allTextContents();
      if (wrong.length > 0) return { kind: "refused", words: wrong.join(" / ") };
      if (said.length > 0) return { kind: "nowhere", words: said.join(" / ") };
      await agree(page, e);
    }
  } finally {
    page.off("request", note);
  }
  return { kind: "nowhere", words: "nothing happened" };
}

interface Answered {
  ok: boolean;
  words: string;
  /** What the body holds beside what every save carries. */
  names: string[];
  lawful: boolean;
  /** Stored as another record, which follows this one from a day on. */
  follows: boolean;
  /** The refusal names fields. */
  blames: boolean;
}

async function answerOf(e: Endpoint, request: Request): Promise<Answered> {
  const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
  const response = await request.response();
  const answer = (await response?.json().catch(() => ({}))) as { ret?: number; msg?: string; body?: { id?: unknown; issues?: unknown[] } };
  return {
    ok: response?.status() === 200 && answer.ret === 0,
    words: `${response?.status()} ${answer.ret} ${answer.msg}`,
    names: Object.keys(body).filter((n) => !CARRIED.has(n)),
    lawful: z.safeParse(e.input, body).success,
    follows: body["id"] !== undefined && answer.body?.id !== undefined && body["id"] !== answer.body.id,
    blames: (answer.body?.issues ?? []).length > 0,
  };
}

/** What every save of this endpoint carries: its key, and what its type does not let out. */
const isNeeded = (e: Endpoint, name: string): boolean => shapeOf(e.input)[name]?._zod.def.type !== "optional";

export interface Judging {
  where: string;
  opens: Opens;
  /** Which of the fields are taken; all by default. */
  choose?: (fields: readonly Field[]) => readonly Field[];
}

/** The form that what was pressed brings, once it stands; null: it brings none. */
export async function coming(page: Page): Promise<Open | null> {
  const { pathname } = new URL(page.url());
  for (const end = performance.now() + 5000; performance.now() < end && new URL(page.url()).pathname === pathname; await sleep(100)) {
    if (!(await openForm(page))) continue;
    await settled(page);
    return openForm(page);
  }
  return null;
}

async function opened(page: Page, opens: Opens): Promise<Open | null> {
  await opens(page);
  return coming(page);
}

/** Saved as it was opened, nothing goes out; what is always sent whole is taken as it is. */
async function unchanged(page: Page, { where, opens }: Judging, told: Told): Promise<void> {
  const found = await opened(page, opens);
  if (!found) return;
  const outcome = await save(page, found.form, found.e);
  if (outcome.kind === "refused" || outcome.kind === "nowhere") told.faults.push(`${where} unchanged: ${outcome.words}`);
  if (outcome.kind !== "answered") return;
  const { ok, words, names, lawful } = await answerOf(found.e, outcome.request);
  if (found.e.name.endsWith("_update")) told.faults.push(`${where} unchanged: sent ${names.join()}`);
  else if (!ok || !lawful) told.faults.push(`${where} unchanged: ${words}`);
}

/** Where it is stored, or null; `names` are what the hand, and the form with it, changed. */
async function stored(page: Page, at: string, names: readonly string[], found: Open, told: Told): Promise<"here" | "follows" | null> {
  await sayWhy(found.form, found.e);
  const outcome = await save(page, found.form, found.e);
  if (outcome.kind === "unchanged") told.faults.push(`${at}: 没有改动`);
  if (outcome.kind === "refused") told.refused.push(`${at}: ${outcome.words}`);
  if (outcome.kind === "nowhere") told.faults.push(`${at}: ${outcome.words}`);
  if (outcome.kind !== "answered") return null;
  const sent = await answerOf(found.e, outcome.request);
  const more = sent.names.filter((n) => !names.includes(n) && !isNeeded(found.e, n));
  if (!sent.lawful) told.faults.push(`${at}: the contract refuses the body`);
  if (more.length > 0 && found.e.name.endsWith("_update")) told.faults.push(`${at}: sent ${more.join()} too`);
  if (sent.ok) return sent.follows ? "follows" : "here";
  // A sentence at the form's foot that belongs to a field: the form does not have it.
  const homeless = sent.blames && (await found.form.locator(".vd-refusal").count()) > 0;
  (homeless ? told.faults : told.refused).push(`${at}: ${sent.words}`);
  return null;
}

/** Escape over a form that was typed in asks, and the question stays until it is answered: here with 取消. */
async function escapeAsks(page: Page, form: Locator): Promise<boolean> {
  if ((await page.locator(".ant-modal:visible, .ant-drawer-section:visible").filter({ has: form }).count()) === 0) return true;
  await page.keyboard.press("Escape");
  const asked = page.getByRole("alertdialog");
  // Open pickers hear the first Escape, and the next one is the form's.
  if (
    !(await asked.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    ))
  )
    await page.keyboard.press("Escape");
  await sleep(150);
  if (!(await asked.isVisible())) return false;
  await asked.getByRole("button", { name: "取消" }).click();
  await asked.waitFor({ state: "hidden" });
  return form.isVisible();
}

/** One field changed, saved, read back, and put back; what the form changes along with it counts as changed too. */
async function oneField(page: Page, { where, opens }: Judging, field: Field, fields: readonly Field[], told: Told): Promise<void> {
  const at = `${where} ${field.name}`;
  const first = await opened(page, opens);
  if (!first) return;
  const before = await allShown(first.form, fields);
  if (!(await change(first.form, first.e, field, before.get(field.name) ?? ""))) return;
  const typed = await allShown(first.form, fields);
  const moved = fields.filter((f) => before.get(f.name) !== typed.get(f.name)).toSorted((f) => (f.name === field.name ? -1 : 1));
  const names = moved.map((f) => f.name);
  if (!names.includes(field.name)) return void told.faults.push(`${at}: still shows ${before.get(field.name)}`);
  if (told.done.length === 0 && !(await escapeAsks(page, first.form))) told.faults.push(`${at}: Escape does not ask`);
  const kept = await stored(page, at, names, first, told);
  if (kept === "follows") told.done.push(at);
  if (kept !== "here") return;
  const again = await opened(page, opens);
  if (!again) return void told.faults.push(`${at}: does not open again`);
  const now = await allShown(again.form, fields);
  for (const n of names) if (now.get(n) !== typed.get(n)) told.faults.push(`${at}: ${n} typed ${typed.get(n)}, reads ${now.get(n)}`);
  let isBack = false;
  for (const f of moved) isBack = (await putBack(again.form, f, before.get(f.name) ?? "")) || isBack;
  // What was never chosen cannot be chosen.
  if (!isBack && before.get(field.name)) told.faults.push(`${at}: ${before.get(field.name)} cannot be chosen again`);
  if (isBack && !(await stored(page, `${at} back`, names, again, told))) return;
  told.done.push(at);
}

/** Everything about one form. */
export async function judgeForm(page: Page, judging: Judging): Promise<Told> {
  const told: Told = { faults: [], refused: [], done: [] };
  const found = await opened(page, judging.opens);
  if (!found) return told;
  const fields = await fieldsOf(found.form, found.e);
  await unchanged(page, judging, told);
  for (const field of judging.choose?.(fields) ?? fields)
    await oneField(page, judging, field, fields, told).catch((error: unknown) => {
      told.faults.push(`${judging.where} ${field.name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    });
  return told;
}
