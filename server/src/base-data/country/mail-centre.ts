import { mailCentreApi } from "@visadesk/contract/base-data/paper/mail-centre.ts";
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { cellChanges, type Cell } from "#kit/call/changes.ts";
import type { Ctx, FieldChange } from "#kit/call/context.ts";
import { definedOf } from "#kit/files/objects.ts";
import { pageOf } from "#kit/db/page.ts";
import { badInput, found, refuseUnless } from "#kit/http/refuse.ts";
import { serve, type Served } from "#kit/call/serve.ts";
import { addressCheck, addressText } from "../district/address.ts";
import type { Doors } from "../doors.ts";
import { centreList, centrePicks, isCentreName, lockedCentre, type MailCentreRow } from "./mail-centre.sql.ts";
import { recordServer, replaceServer } from "../record/record.ts";
import { lockRow, saveRow } from "#kit/noun/save.ts";
import { mailCentreNoun } from "./mail-centre.noun.ts";

type Api = typeof mailCentreApi;
type Row = Output<Api["mail_centre_query"]>["list"][number];
type Form = Omit<MailCentreRow, "id" | "status" | "version">;

const formOf = ({ name, contact, mobile, address, hours, note }: Form): Form => ({ name, contact, mobile, address, hours, note });
const shown = (c: Form): Cell[] => [
  { field: "name", label: "名称", value: c.name },
  { field: "contact", label: "收件人", value: c.contact },
  { field: "mobile", label: "手机号", value: c.mobile },
  { field: "address", label: "收件地址", value: addressText(c.address) },
  { field: "hours", label: "收件时间", value: c.hours },
  { field: "note", label: "说明", value: c.note },
];
const changesOf = (before: Form | null, after: Form): FieldChange[] => cellChanges(before && shown(before), shown(after));

/** What is typed fits: a stored address is not judged again. */
async function check(ctx: Ctx, { name, address }: Partial<Form>, except: number | null): Promise<void> {
  const fault = address && addressCheck(address);
  if (fault) throw badInput({ path: "address", message: fault });
  refuseUnless(name === undefined || !(await isCentreName(ctx.db, name, except)), "duplicate", "名称已存在");
}
const values = (form: Form) => ({ ...form, address: JSON.stringify(form.address) });

async function add(input: Parsed<Api["mail_centre_add"]>, ctx: Ctx): Promise<{ id: number }> {
  const form = formOf(input);
  await check(ctx, form, null);
  const { id } = await ctx.db
    .insertInto("mail_centres")
    .values({ ...values(form), created_by: ctx.me.worker_id, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.note({ noun: "mail_centre", noun_id: id, noun_no: form.name, changes: changesOf(null, form) });
  return { id };
}

/** Orders keep the address they were sold with. */
async function update({ id, version, ...input }: Parsed<Api["mail_centre_update"]>, ctx: Ctx): Promise<{ ok: true }> {
  const centre = found(await lockedCentre(ctx.db, id), "收件中心不存在");
  await lockRow(ctx, mailCentreNoun, { id, version, current: centre });
  const set = definedOf(input);
  await check(ctx, set, id);
  const form = formOf({ ...centre, ...set });
  await saveRow(ctx, mailCentreNoun, { id, version, set: { ...values(form), updated_at: ctx.now }, told: true });
  ctx.note({ noun: "mail_centre", noun_id: centre.id, noun_no: form.name, changes: changesOf(centre, form) });
  return { ok: true };
}

const RECORD = { noun: "mail_centre", label: "收件中心" } as const;

export const mailCentreServer = (doors: Doors): { readonly [K in keyof Api]: Served } =>
  serve(mailCentreApi, {
    mail_centre_query: async (input, ctx) => {
      const page = await pageOf<Row>(ctx.db, input, centreList(input, doors.product));
      return { ...page, list: page.list.map((c) => ({ ...c, address_text: addressText(c.address) })) };
    },
    mail_centre_add: add,
    mail_centre_update: update,
    ...recordServer(RECORD, doors),
    ...replaceServer(RECORD, doors),
    mail_centre_pick: async ({ keyword }, ctx) => ({
      list: (await centrePicks(ctx.db, keyword)).map(({ address, ...c }) => ({ ...c, address_text: addressText(address) })),
    }),
  });
