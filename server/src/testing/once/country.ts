/** Bodies of once.test.ts for countries and official fees. */
import type { TestApp } from "../app.ts";

const fee = {
  country_ids: ["GB"],
  name: "英国标准访客·6个月",
  fee_kind: "embassy" as const,
  currency: "GBP" as const,
  adult: 14_500,
  child: null,
  effective_from: "2027-01-15T00:00:00+08:00",
  effective_to: null,
  source_url: "https://example.com/fee",
};
export const newCountry = {
  code2: "XA",
  code3: "XAA",
  code_num: "999",
  name_zh: "测试国",
  name_en: "Testland",
  pinyin: "ceshiguo",
  initial: "C",
  continent: "亚洲" as const,
  is_region: false,
  is_schengen: false,
  is_hot: false,
  capital: "",
  currencies: [],
  phone_codes: [],
  languages: [],
  time_zone: "",
  plug: "",
  emergency_phone: "",
  cn_mission_phone: "",
  visa_policy: "required" as const,
  policy_note: "",
  passport_months: 6,
  blank_pages: 2,
  sort: 0,
  remark: "",
  verify_months: 6,
};

/** A fee of a name of its own, and one whose products no other body prices. */
export function countryOnce(app: () => TestApp) {
  return {
    bodies: {
      country_add: () => Promise.resolve(newCountry),
      official_fee_save: () => Promise.resolve({ ...fee, name: "一次收费" }),
      official_fee_adjust: async () => {
        const admin = await app().as("admin");
        const { id } = await admin.call("official_fee_save", { ...fee, idempotency_key: crypto.randomUUID() });
        const { total, list } = await admin.call("official_fee_affected_query", { id, keep: "service" });
        return { id, keep: "service" as const, sku_ids: list.map((c) => c.sku_id), expected_count: total };
      },
    },
    other: { country_add: { remark: "另一个" }, official_fee_save: { adult: 1 }, official_fee_adjust: { expected_count: 99 } },
  };
}
