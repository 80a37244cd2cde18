/** 交接单 on paper: each print is a row, full numbers for who may see them. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { supplierParcelActApi } from "@visadesk/contract/supplier/supplier-parcel-acts.ts";
import type { Ctx } from "#kit/call/context.ts";
import { Denied, refuse } from "#kit/http/refuse.ts";
import { openField } from "#kit/seal/seal.ts";
import { revealAllowed } from "../../setting/index.ts";
import { sealedContact } from "../supplier-contact/supplier-contact.noun.ts";
import { contactRow } from "../supplier-contact/supplier-contact.sql.ts";
import type { ParcelDoors } from "./parcel-doors.ts";
import { holdParcels, peopleOf } from "./parcel-held.ts";
import { itemsOf } from "../supplier-parcel-item/parcel-items.sql.ts";
import { parcelDetail } from "./parcel.read.ts";
import { partyInside, type StoredParcel } from "./parcel.sql.ts";

type Api = typeof supplierParcelActApi;

export async function print(
  { id, with_numbers }: Parsed<Api["supplier_parcel_print"]>,
  ctx: Ctx,
  doors: ParcelDoors,
): Promise<Output<Api["supplier_parcel_print"]>> {
  if (with_numbers && !ctx.has(may.personal_reveal)) throw new Denied(may.personal_reveal);
  // Nobody seals or opens it while its version is put on paper.
  await holdParcels(ctx, [id]);
  const { type, list_version, parcel_no, stage, contact_id } = await parcelDetail({ id }, ctx);
  if (stage === "cancelled") refuse("state_changed", "交接单已作废");
  if (type === 2 && list_version === 0) refuse("guard_failed", "请先封箱再打印");
  await ctx.db
    .insertInto("supplier_parcel_prints")
    .values({ parcel_id: id, list_version, with_numbers, printed_by: ctx.me.worker_id, printed_at: ctx.now })
    .execute();
  const items = await itemsOf(ctx.db, id);
  const people = peopleOf(items);
  ctx.note({ noun: "supplier_parcel", noun_id: id, noun_no: parcel_no, subject_ids: people });
  const numbers = with_numbers ? await doors.passportNumbers(ctx, people) : new Map<number, string>();
  // Each is a look of its own and counts against the hour, the number of its party as well.
  if (with_numbers) await revealAllowed(ctx, numbers.size + (contact_id === null ? 0 : 1));
  for (const person of numbers.keys())
    ctx.note({ kind: "reveal", noun: "supplier_parcel", noun_id: id, noun_no: parcel_no, subject_ids: [person], reason: "打印完整护照号" });
  const full_numbers = items.flatMap((i) => {
    const number = i.is_passport ? numbers.get(i.applicant_id ?? 0) : undefined;
    return number === undefined ? [] : [{ item_id: i.id, number }];
  });
  const full_party = with_numbers ? await fullParty(ctx, { id, parcel_no, type, contact_id }) : null;
  return { ...(await parcelDetail({ id }, ctx)), full_numbers, full_party };
}

/** Its party in full. A contact whose number changed since the parcel was sealed keeps the one it was sealed with, which is a mask. */
async function fullParty(ctx: Ctx, p: Pick<StoredParcel, "id" | "parcel_no" | "type" | "contact_id">) {
  const contact = p.contact_id === null ? undefined : await contactRow(ctx.db, p.contact_id);
  if (!contact) return null;
  const party = (await partyInside(ctx.db, p.id)) ?? contact;
  const mobile = party.mobile === contact.mobile ? openField(sealedContact, contact, "mobile") : party.mobile;
  const label = `${p.type === 2 ? "收件人" : "寄件人"}「${party.name}」的手机`;
  const changes = [{ field: "mobile", label, before: null, after: null }];
  ctx.note({ kind: "reveal", noun: "supplier_parcel", noun_id: p.id, noun_no: p.parcel_no, changes, reason: "打印完整护照号" });
  return { name: party.name, phone: [mobile, party.phone].filter(Boolean).join(" / ") || null };
}
