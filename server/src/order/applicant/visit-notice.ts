/** 赴馆通知单: read for the print page, and each print is a row of the operation log that names everybody on it. */
import type { Output, Parsed } from "@visadesk/contract/kit/endpoint.ts";
import { NOTICE_VERSION, type visitNoticeApi } from "@visadesk/contract/order/visit-notice.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { PhotoRule } from "@visadesk/contract/product/snapshot.ts";
import type { Ctx } from "#kit/call/context.ts";
import { q, rows } from "#kit/db/sql.ts";
import { Denied, found, refuse } from "#kit/http/refuse.ts";
import { placeText } from "../../base-data/index.ts";
import { contactOf, revealAllowed } from "../../setting/index.ts";
import { NOT_FOUND } from "../flow/change.ts";
import { loadFacts } from "../flow/facts.sql.ts";
import { bringOf, noticeRows, type NoticeRow } from "./visit-notice.sql.ts";

type Api = typeof visitNoticeApi;
type Asked = Parsed<Api["visit_notice_get"]>;
type Notice = Output<Api["visit_notice_get"]>;
type Ready = NoticeRow & { visit_at: string; place_address: string };

const LACKS = "缺少赴馆时间或地址，不能打印";

/** With when and where he goes; null: one of them is not known. */
function readyOf(p: NoticeRow): Ready | null {
  const place_address = placeText(p.address);
  return p.visit_at === null || place_address === "" ? null : { ...p, visit_at: p.visit_at, place_address };
}

/** Who stands on the paper. An order out of sight and a person of another order are as if they were not there. */
async function peopleOf(input: Asked, ctx: Ctx): Promise<{ people: Ready[]; left: NoticeRow[] }> {
  const all = await noticeRows(ctx, input.order_id);
  const me = found(
    all.find((p) => p.id === input.id),
    NOT_FOUND,
  );
  const first = readyOf(me) ?? refuse("guard_failed", LACKS);
  if (!input.is_whole) return { people: [first], left: [] };
  return { people: all.flatMap((p) => readyOf(p) ?? []), left: all.filter((p) => readyOf(p) === null) };
}

const photoText = (r: PhotoRule | null): string =>
  r === null
    ? ""
    : [
        `${r.w_mm}×${r.h_mm}毫米，${r.bg_name}背景，近${r.months}个月内拍摄${r.glasses ? "" : "，不戴眼镜"}`,
        r.paper_copies > 0 ? `纸质照片${r.paper_copies}张` : "",
        ...r.tips,
      ]
        .filter(Boolean)
        .join("；");

async function get(input: Asked, ctx: Ctx): Promise<Notice> {
  const { people, left } = await peopleOf(input, ctx);
  const facts = found(await loadFacts(ctx.db, input.order_id, ctx.now), NOT_FOUND);
  const { order, snapshot } = facts;
  const bring = await bringOf(
    ctx,
    people.map((p) => p.id),
  );
  const expert_id = facts.people.find((p) => p.id === input.id)?.expert_id ?? order.expert_id;
  const expert = expert_id === null ? undefined : await contactOf(ctx.db, expert_id);
  return {
    order_id: order.id,
    order_no: order.order_no,
    country_name: snapshot.country_name,
    sku_name: snapshot.sku_name,
    people: people.map(({ address: _address, ...p }) => ({
      ...p,
      bring: (bring.get(p.id) ?? []).map(({ id, name, is_original, copies, note }) => ({ id, name, is_original, copies, note })),
    })),
    left_out: left.map(({ id, applicant_no, name_cn }) => ({ id, applicant_no, name_cn })),
    photo: photoText(snapshot.photo_rule),
    expert_name: expert?.name ?? null,
    expert_phone: expert?.mobile ?? null,
    notice_version: NOTICE_VERSION,
  };
}

async function print({ with_names, ...input }: Parsed<Api["visit_notice_print"]>, ctx: Ctx): Promise<Output<Api["visit_notice_print"]>> {
  if (with_names && !ctx.has(may.personal_reveal)) throw new Denied(may.personal_reveal);
  const { people } = await peopleOf(input, ctx);
  const ids = people.map((p) => p.id);
  const noun_no = people.find((p) => p.id === input.id)?.applicant_no ?? null;
  ctx.note({ noun: "applicant", noun_id: input.id, noun_no, subject_ids: ids });
  if (!with_names) return { full_names: [] };
  const names = await rows<{ id: number; applicant_no: string; name: string | null }>(
    ctx.db,
    q`select id, applicant_no, name_cn as name from applicants where id = any(${ids}::int8[]) order by seq`,
  );
  const full_names = names.flatMap((n) => (n.name === null ? [] : [{ id: n.id, name: n.name }]));
  // Each name is a look of its own and counts against the hour.
  await revealAllowed(ctx, full_names.length);
  for (const { id, applicant_no } of names.filter((n) => n.name !== null))
    ctx.note({
      kind: "reveal",
      noun: "applicant",
      noun_id: id,
      noun_no: applicant_no,
      subject_ids: [id],
      reason: "打印赴馆通知单的完整姓名",
    });
  return { full_names };
}

export const visitNoticeServed = { visit_notice_get: get, visit_notice_print: print };
