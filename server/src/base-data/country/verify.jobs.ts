/** Every Monday morning: facts that products on sale rest on and nobody has checked for too long. */
import { PAPERS } from "@visadesk/contract/base-data/paper/document.ts";
import { may } from "@visadesk/contract/permissions.ts";
import type { Ctx } from "#kit/call/context.ts";
import type { JobDef } from "#kit/jobs.ts";
import { sendMessage } from "#kit/http/outbound.ts";
import { q, raw, type Sql } from "#kit/db/sql.ts";
import { holdersOf } from "../../account/index.ts";
import type { Doors } from "../doors.ts";
import { dueNames } from "./verify.sql.ts";

const SHANGHAI_MS = 8 * 3_600_000;
const NAMED = 5;
const id = raw("r.id");
const isOnSale = (count: Sql): Sql => q`${count} > 0`;

interface Due {
  label: string;
  code: number;
  names(ctx: Ctx): Promise<string[]>;
}
const dueOf = ({ product }: Doors): readonly Due[] => [
  {
    label: "国家/地区",
    code: may.country,
    names: ({ db, now }) => dueNames(db, "countries", "name_zh", raw("r.status = 1"), isOnSale(product.usedCountOf("country", id)), now),
  },
  {
    label: "官方收费",
    code: may.country,
    names: ({ db, now }) => dueNames(db, "official_fees", "name", raw("true"), product.isFeeOnSale(id, now), now),
  },
  {
    label: "使领馆与签证中心",
    code: may.embassy,
    names: ({ db, now }) => dueNames(db, "embassies", "name", raw("r.status = 1"), isOnSale(product.usedCountOf("embassy", id)), now),
  },
  {
    label: PAPERS.photo.label,
    code: PAPERS.photo.code,
    names: ({ db, now }) =>
      dueNames(db, "documents", "name", q`r.kind = ${PAPERS.photo.kind} and r.status = 1`, isOnSale(product.usedCountOf("photo", id)), now),
  },
];

const sentence = (label: string, names: readonly string[]): string =>
  `${label}${names.length}项：${names.slice(0, NAMED).join("、")}${names.length > NAMED ? "等" : ""}`;

/** One message per holder of a code, whatever it covers. */
async function tell(ctx: Ctx, doors: Doors): Promise<{ told: number }> {
  if (new Date(ctx.now.getTime() + SHANGHAI_MS).getUTCDay() !== 1) return { told: 0 };
  const parts = new Map<number, string[]>();
  for (const due of dueOf(doors)) {
    const names = await due.names(ctx);
    if (names.length > 0) parts.set(due.code, [...(parts.get(due.code) ?? []), sentence(due.label, names)]);
  }
  let told = 0;
  for (const [code, found] of parts)
    for (const holder of await holdersOf(ctx.db, code)) {
      await sendMessage(ctx, {
        channel: "in_app",
        template: "verify_due",
        receiver: holder.account,
        receiver_worker_id: holder.id,
        content: `在售商品使用的资料已到核验期限。${found.join("；")}。请到列表按「待核验」筛选，对照官方来源后核验`,
      });
      told++;
    }
  return { told };
}

export const verifyJobs = (doors: Doors): readonly JobDef[] => [
  { name: "verify_due", label: "基础资料待核验提醒", cron: "every day 09:00", run: (ctx) => ctx.change((c) => tell(c, doors)) },
];
