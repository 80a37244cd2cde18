/** What a form of a supplier cannot judge by itself. */
import type { Issue } from "@visadesk/contract/kit/envelope.ts";
import type { Parsed } from "@visadesk/contract/kit/endpoint.ts";
import type { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { CODELESS_KINDS, SERVING_KINDS } from "@visadesk/contract/supplier/supplier.words.ts";
import type { Ctx } from "#kit/call/context.ts";
import { badInput, refuse } from "#kit/http/refuse.ts";
import { worker } from "../../account/index.ts";
import { addressCheck } from "../../base-data/index.ts";
import { servesPlace } from "./supplier.rules.ts";
import { countriesThere, embassiesOf, holderOf, placesInUse, storedDetail, type StoredDetail } from "./supplier.sql.ts";

type Add = Parsed<typeof supplierApi.supplier_add>;
export type Facts = Omit<Add, "contacts" | "documents" | "payees" | "idempotency_key" | "owner_id"> & { owner_id: number | null };
type Before = StoredDetail | null;

const TAKEN = { name: "该名称", short_name: "该简称", credit_code: "该信用代码" } as const;
/** A name and a code are one supplier's. Whose, is said to whoever may see that one. */
export async function checkFree(ctx: Pick<Ctx, "db" | "me">, f: Pick<Facts, keyof typeof TAKEN>, except: number | null): Promise<void> {
  for (const column of ["credit_code", "name", "short_name"] as const) {
    const value = f[column];
    const holder = value === null ? undefined : await holderOf(ctx.db, column, value, except);
    if (!holder) continue;
    const seen = await storedDetail(ctx, holder.id);
    const message = seen ? `${TAKEN[column]}已属于「${seen.short_name}」` : `${TAKEN[column]}已被他人负责的供应商使用，请联系管理员`;
    refuse("duplicate", message, {
      issues: [{ path: column, message }],
      ...(seen && { supplier_id: seen.id, short_name: seen.short_name }),
    });
  }
}

/** Countries and missions that there are, each mission in its country. */
async function servesIssues(ctx: Pick<Ctx, "db">, f: Facts): Promise<Issue[]> {
  if (SERVING_KINDS.includes(f.kind) && f.serves.length === 0) return [{ path: "serves", message: "请选择可送国家" }];
  const there = await countriesThere(
    ctx.db,
    f.serves.map((s) => s.country_id),
  );
  const embassies = await embassiesOf(
    ctx.db,
    f.serves.flatMap((s) => s.embassy_ids),
  );
  const countryOf = new Map(embassies.map((e) => [e.id, e.country_id]));
  return f.serves.flatMap((s, i) => {
    if (!there.has(s.country_id)) return [{ path: `serves.${i}.country_id`, message: "国家/地区不存在，请重新选择" }];
    return s.embassy_ids.every((id) => countryOf.get(id) === s.country_id)
      ? []
      : [{ path: `serves.${i}.embassy_ids`, message: "使领馆不属于该国家，请重新选择" }];
  });
}

async function ownerIssue(ctx: Pick<Ctx, "db">, f: Facts, before: Before): Promise<Issue[]> {
  if (f.owner_id === null) return [{ path: "owner_id", message: "请选择采购负责人" }];
  if (before?.owner_id === f.owner_id) return [];
  const owner = await worker(ctx.db, f.owner_id);
  return owner?.status === 1 ? [] : [{ path: "owner_id", message: "采购负责人须为启用的账号" }];
}

const plain = (v: unknown): string => JSON.stringify(v);

/** Refuses what does not fit, all of it at once; what is as it was is not judged again. */
export async function checkFacts(ctx: Pick<Ctx, "db" | "me">, f: Facts, before: Before): Promise<void> {
  const issues: Issue[] = [];
  if (f.credit_code === null && !CODELESS_KINDS.includes(f.kind)) issues.push({ path: "credit_code", message: "请输入统一社会信用代码" });
  if (!before || plain(before.serves) !== plain(f.serves) || before.kind !== f.kind) issues.push(...(await servesIssues(ctx, f)));
  issues.push(...(await ownerIssue(ctx, f, before)));
  const addressFault = f.address && plain(f.address) !== plain(before?.address) ? addressCheck(f.address) : null;
  if (addressFault !== null) issues.push({ path: "address", message: addressFault });
  if (issues.length > 0) throw badInput(...issues);
  await checkFree(ctx, f, before?.id ?? null);
  if (before && plain(before.serves) !== plain(f.serves)) await checkServed(ctx, f, before);
}

/** A country or mission that an enabled match hands in at stays. */
async function checkServed(ctx: Pick<Ctx, "db">, f: Facts, before: StoredDetail): Promise<void> {
  const lost = (await placesInUse(ctx.db, before.id)).find((p) => servesPlace(before.serves, p) && !servesPlace(f.serves, p));
  if (!lost) return;
  const message = `该国家仍有启用中的匹配：${lost.name_zh}`;
  refuse("in_use", message, { issues: [{ path: "serves", message }] });
}
