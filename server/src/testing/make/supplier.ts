/** Suppliers as tests enter them. */
import type { InputOf } from "@visadesk/contract/index.ts";
import { creditCodeFault } from "@visadesk/contract/kit/credit-code.ts";
import type { Db } from "#kit/db/db.ts";
import { q, row } from "#kit/db/sql.ts";

/** A code that can be one, of its own for each number. */
export function creditCode(n: number): string {
  const head = `91310000MA${String(n).padStart(6, "0")}X`;
  const code = [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => head + last).find((c) => creditCodeFault(c) === null);
  if (code === undefined) throw new Error(head);
  return code;
}

export const workerId = async (db: Db, account: string): Promise<number> => {
  const found = await row<{ id: number }>(db, q`select id from workers where account = ${account}`);
  if (!found) throw new Error(account);
  return found.id;
};
let files = 0;
/** A private file that this worker uploaded. */
export async function ownFile(db: Db, worker_id: number, now: Date): Promise<string> {
  const key = `private/5a/supplier${String(++files).padStart(6, "0")}.jpg`;
  const { id } = await db
    .insertInto("files")
    .values({ key, is_private: true, sha256: key, size: 10, content_type: "image/jpeg", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("file_uploads").values({ file_id: id, worker_id, filename: "扫描件.jpg", created_at: now }).execute();
  return key;
}

type Body = Omit<InputOf<"supplier_add">, "idempotency_key">;
type Payee = Body["payees"][number];
export const payeeFacts = (n: number, file: string, more: Partial<Payee> = {}): Payee => ({
  account_name: `测试送签${n}有限公司`,
  bank_name: "招商银行",
  branch: "上海分行",
  account_no: `62148300${String(n).padStart(8, "0")}`,
  currency: "CNY",
  proof_files: [file],
  reason: "",
  ...more,
});

export const OFFICE = { province_code: "310000", city_code: "310100", county_code: "310101", detail: "中山路1号" };

/** All that a submitting agency needs before somebody passes it, its files uploaded by the worker. */
export async function supplierBody(db: Db, n: number, worker: number, now: Date): Promise<Body> {
  const paper = async (kind: "business_licence" | "submit_qualification" | "contract", valid_to: string | null) => ({
    kind,
    number: `${kind}-${n}`,
    valid_from: "2020-01-01",
    valid_to,
    files: [await ownFile(db, worker, now)],
    note: "",
  });
  return {
    name: `测试送签${n}有限公司`,
    short_name: `测试${n}`,
    kind: "submit_agency",
    credit_code: creditCode(n),
    serves: [{ country_id: "JP", embassy_ids: [] }],
    owner_id: worker,
    address: OFFICE,
    settle_cycle: "month",
    credit_days: 30,
    settle_trigger: "submitted",
    on_refusal: "full",
    invoice_kind: "special",
    tax_rate_bp: 600,
    prepaid_floor: 0,
    originals_limit: 300,
    note: "",
    contacts: [
      {
        name: "王收料",
        mobile: "13912345678",
        phone: "",
        email: "",
        roles: ["business", "collect"],
        address: OFFICE,
        receive_hours: "9:00-17:00",
        cut_off: "16:00",
        is_default: true,
      },
    ],
    documents: [
      await paper("business_licence", null),
      await paper("submit_qualification", "2028-06-30"),
      await paper("contract", "2027-12-31"),
    ],
    payees: [payeeFacts(n, await ownFile(db, worker, now))],
  };
}
