/** What hangs on demo suppliers: people, papers that begin and end around today, accounts that two people have seen. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import {
  COLLECTING_KINDS,
  DOCUMENT_KINDS,
  MUST_HAVE,
  type DocumentKind,
  type SupplierKind,
} from "@visadesk/contract/supplier/supplier.words.ts";
import type { Tx } from "#kit/db/db.ts";
import { SEED_FROM } from "#kit/db/seeds.ts";
import type { FileStore } from "#kit/files/files.ts";
import { dayOf } from "#kit/range.ts";
import { sealFields } from "#kit/seal/seal.ts";
import { sealedContact } from "../supplier-contact/supplier-contact.noun.ts";
import { keepPaperUntil } from "../supplier-document/supplier-document.sql.ts";
import { sealedPayee } from "../supplier-payee/supplier-payee.noun.ts";

const scan = path.resolve(import.meta.dirname, "../../../seeds/supplier-paper.jpg");
const bytes = readFileSync(scan);
const sha256 = createHash("sha256").update(bytes).digest("hex");
/** The page that stands for every demo paper. */
export const DEMO_PAPER = `private/${sha256.slice(0, 2)}/${sha256}.jpg`;
/** Puts it into the file store. */
export const storeDemoPaper = (files: Pick<FileStore, "put">): Promise<void> => files.put(DEMO_PAPER, scan, "image/jpeg");
export const namePaper = (tx: Tx, now: Date): Promise<unknown> =>
  tx
    .insertInto("files")
    .values({ key: DEMO_PAPER, is_private: true, sha256, size: bytes.length, content_type: "image/jpeg", created_at: now })
    .onConflict((c) => c.doNothing())
    .execute();

export interface DemoSupplier {
  id: number;
  supplier_no: string;
  name: string;
  kind: SupplierKind;
  credit_code: string | null;
  state: "pending" | "rejected" | "active" | "paused" | "ended";
}
/** Who enters and who passes: two people. */
export interface DemoPeople {
  maker: number | null;
  checker: number | null;
}

const PLACES = [
  { province_code: "310000", city_code: "310100", county_code: "310101", detail: "南京东路88号12楼" },
  { province_code: "110000", city_code: "110100", county_code: "110101", detail: "建国门内大街9号6层" },
  { province_code: "440000", city_code: "440100", county_code: "440106", detail: "天河路230号2201" },
] as const;
export const placeOf = (n: number): (typeof PLACES)[number] => PLACES[n % PLACES.length] ?? PLACES[0];
const NAMES = ["陈收发", "刘业务", "赵对账", "黄经理", "周小满", "吴之行", "徐明远", "孙若水", "马思齐", "朱语晨"] as const;
const nameOf = (n: number): string => NAMES[n % NAMES.length] ?? NAMES[0];

export async function seedContacts(tx: Tx, s: DemoSupplier, n: number, now: Date, { maker }: DemoPeople): Promise<void> {
  const collects = COLLECTING_KINDS.includes(s.kind);
  const people = [
    { name: nameOf(n), roles: collects ? ["business", "collect"] : ["business"], address: collects ? JSON.stringify(placeOf(n)) : null },
    { name: nameOf(n + 3), roles: ["reconcile", "finance"], address: null },
  ];
  await tx
    .insertInto("supplier_contacts")
    .values(
      people.map((p, i) => {
        const row_key = crypto.randomUUID();
        return {
          ...p,
          supplier_id: s.id,
          row_key,
          ...sealFields(sealedContact, row_key, { mobile: i === 0 ? `1390000${String(1_000 + n)}` : null }),
          phone: i === 0 ? "" : `021-6000${String(1_000 + n)}`,
          email: `demo${n}${i}@example.com`,
          receive_hours: i === 0 && collects ? "工作日 9:00-17:30" : "",
          cut_off: i === 0 && collects ? "16:00" : null,
          is_default: true,
          created_by: maker,
          created_at: SEED_FROM,
          updated_at: now,
        };
      }),
    )
    .execute();
}

/** Days from today until a paper ends, where it is not the usual: near its end, or over. */
const ENDS: Readonly<Record<string, Partial<Record<DocumentKind, number>>>> = {
  GY0002: { contract: 20 },
  GY0009: { submit_qualification: 12 },
  GY0013: { contract: -15 },
  GY0017: { submit_qualification: -5 },
  GY0032: { insurance_licence: 25 },
  GY0037: { contract: 3 },
};
const YEAR = 365;
const usualEnd = (kind: DocumentKind, n: number): number | null => (kind === "business_licence" ? null : 90 + ((n * 37) % (2 * YEAR)));
const PREFIX: Readonly<Record<DocumentKind, string>> = {
  business_licence: "",
  submit_qualification: "ZZ-",
  contract: "HT-",
  insurance_licence: "BX-",
  other: "QT-",
};

export async function seedDocuments(tx: Tx, s: DemoSupplier, n: number, now: Date, { maker }: DemoPeople): Promise<void> {
  // What was turned down had not sent its contract.
  const kinds = MUST_HAVE[s.kind].filter((kind) => s.state !== "rejected" || kind !== "contract");
  if (kinds.length === 0) return;
  await tx
    .insertInto("supplier_documents")
    .values(
      kinds.map((kind) => {
        const ends = ENDS[s.supplier_no]?.[kind] ?? usualEnd(kind, n);
        return {
          supplier_id: s.id,
          kind,
          number: kind === "business_licence" ? (s.credit_code ?? "") : `${PREFIX[kind]}${s.supplier_no.slice(2)}`,
          valid_from: dayOf(now, (ends ?? 0) - 3 * YEAR),
          valid_to: ends === null ? null : dayOf(now, ends),
          files: [DEMO_PAPER],
          note: `演示${DOCUMENT_KINDS[kind]}`,
          created_by: maker,
          created_at: SEED_FROM,
        };
      }),
    )
    .execute();
  await keepPaperUntil(tx, s.id);
}

const BANKS = ["招商银行", "中国工商银行", "中国建设银行", "交通银行"] as const;
/** One account is in the name of the group it belongs to. */
const OTHER_NAME: Readonly<Record<string, { account_name: string; reason: string }>> = {
  GY0012: { account_name: "北境国际旅行（演示）集团有限公司", reason: "由集团统一收款，见代收说明" },
};
/** These changed their bank: the new account waits for a second person. */
const WAITING = ["GY0010"];

export async function seedPayees(tx: Tx, s: DemoSupplier, n: number, now: Date, { maker, checker }: DemoPeople): Promise<void> {
  const isDecided = s.state !== "pending" && s.state !== "rejected";
  const first = isDecided ? (s.state === "ended" ? "retired" : "active") : "pending";
  const accounts: { payee_status: "active" | "retired" | "pending"; from: number }[] = [{ payee_status: first, from: 0 }];
  if (WAITING.includes(s.supplier_no)) accounts.push({ payee_status: "pending", from: 500 });
  await tx
    .insertInto("supplier_payees")
    .values(
      accounts.map(({ payee_status, from }) => {
        const row_key = crypto.randomUUID();
        const decided = payee_status === "pending" ? null : checker;
        return {
          account_name: s.name,
          reason: "",
          ...OTHER_NAME[s.supplier_no],
          supplier_id: s.id,
          row_key,
          ...sealFields(sealedPayee, row_key, { account_no: `90000000${String(10_000_000 + from + n)}` }),
          bank_name: BANKS[(n + from) % BANKS.length] ?? BANKS[0],
          branch: "演示支行",
          currency: "CNY",
          proof_files: [DEMO_PAPER],
          payee_status,
          decided_by: decided,
          decided_at: decided === null ? null : SEED_FROM,
          decided_note: payee_status === "retired" ? "停用：终止合作" : null,
          created_by: maker,
          created_at: payee_status === "pending" ? now : SEED_FROM,
          updated_at: now,
        };
      }),
    )
    .execute();
}
