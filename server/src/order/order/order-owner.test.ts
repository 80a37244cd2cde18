/** Owners of a new order follow the household of its first applicant. */
import { expect, it } from "vitest";
import { seedRegions } from "../../setting/index.ts";
import { orderDesk, personData } from "../../testing/make/order.ts";

const desk = await orderDesk("2026-11-20T02:00:00.000Z");
const ownersOf = async (home: { household_province: string; household_city: string }) => {
  const entry = await desk.entry({ people: 2 });
  const applicants = [{ ...personData(0), ...home }, personData(1)];
  const { quote_hash } = await desk.call("order_quote", { ...entry, applicants });
  const { id } = await desk.call("order_add", {
    ...entry,
    applicants,
    quote_hash,
    contact_name: "李四",
    contact_mobile: "13900001111",
    return_mode: "pickup",
    confirm_duplicate: true,
  });
  return desk.db.selectFrom("orders").select(["bd_owner_id as bd", "cs_owner_id as cs"]).where("id", "=", id).executeTakeFirstOrThrow();
};
const suzhou = { household_province: "320000", household_city: "320500" };
const nanjing = { household_province: "320000", household_city: "320100" };

it("setting 11: 苏州 listed alone has other owners than 江苏; without region rows there are none", async () => {
  expect(await ownersOf(suzhou)).toEqual({ bd: null, cs: null });
  await seedRegions(desk.db, desk.staff, desk.clock.now());
  const id = (account: string) => desk.staff.get(account);
  expect(await ownersOf(suzhou)).toEqual({ bd: id("business_1"), cs: id("service") });
  expect(await ownersOf(nanjing)).toEqual({ bd: id("business_2"), cs: id("service_2") });
});
