/** Demo products in the slots of the front ends: some in time, one to come, one over, one that is skipped. */
import { inTransaction, type Db } from "#kit/db/db.ts";

type Place = readonly [
  position: "home_hot" | "country" | "pay_success" | "detail_related",
  end: "customer" | "peer",
  items: readonly Wish[],
];
interface Wish {
  sku_no: string;
  label?: string;
  /** Days from now. */
  from?: number;
  to?: number;
  provinces?: readonly string[];
}
const EAST = ["310000", "320000", "330000"];
const WISHES: readonly Place[] = [
  [
    "home_hot",
    "customer",
    [
      { sku_no: "JP-TOUR-S-01", label: "热门", provinces: EAST },
      { sku_no: "KR-TOUR-S-01", label: "热门" },
      { sku_no: "FR-SCH-01" },
      { sku_no: "EG-STICKER-01", label: "新品" },
      { sku_no: "US-B1B2-01", label: "早办", from: 3 },
      { sku_no: "VN-EVISA-S-01", label: "限时", from: -30, to: -2 },
    ],
  ],
  ["home_hot", "peer", [{ sku_no: "JP-TOUR-S-01", label: "走量" }, { sku_no: "US-B1B2-01" }, { sku_no: "FR-SCH-01", to: 9 }]],
  ["country", "customer", [{ sku_no: "KR-TOUR-S-01", label: "免面签" }]],
  ["pay_success", "customer", [{ sku_no: "FR-SCH-01", label: "下一站" }, { sku_no: "KR-TOUR-S-01" }]],
  ["detail_related", "customer", [{ sku_no: "JP-TOUR-S-01" }]],
];
const DAY_MS = 86_400_000;

/** Only where no slot holds anything yet. */
export async function seedRecommends(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom("product_recommend_items").select("id").limit(1).executeTakeFirst()) return;
    const slots = await tx.selectFrom("product_recommends").select(["id", "position", "end"]).execute();
    const skus = new Map((await tx.selectFrom("skus").select(["id", "sku_no"]).execute()).map((s) => [s.sku_no, s.id]));
    const at = (days: number | undefined): Date | null => (days === undefined ? null : new Date(now.getTime() + days * DAY_MS));
    const values = WISHES.flatMap(([position, end, items]) => {
      const slot = slots.find((s) => s.position === position && s.end === end);
      return items.flatMap(({ sku_no, label = "", from, to, provinces = [] }, sort) => {
        const sku_id = skus.get(sku_no);
        return slot && sku_id !== undefined
          ? [{ slot_id: slot.id, sku_id, label, sort, start_at: at(from), end_at: at(to), province_codes: [...provinces], created_at: now }]
          : [];
      });
    });
    if (values.length > 0) await tx.insertInto("product_recommend_items").values(values).execute();
  });
}
