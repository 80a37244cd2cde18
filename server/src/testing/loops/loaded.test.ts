import { expect, it } from "vitest";
import { isStale } from "#kit/seal/seal.ts";
import { q, rows } from "#kit/db/sql.ts";
import { loadOrders } from "../../../../scripts/bench-load.ts";
import type { ApplicantRow, OrderRow } from "../../order/flow/facts.ts";
import { applicantSearch, orderSearch } from "../../order/list/search.ts";
import { sealedApplicant, sealedOrder } from "../../order/applicant/sealed.ts";
import { TEST_NOW } from "../business.ts";
import { testDatabase } from "../database.ts";
import { plainContact, plainPerson } from "./parts/plain.ts";

const { db, url } = await testDatabase();

it("loaded orders are as the server writes them: masks, sealed under its key, found by what it would keep", async () => {
  await loadOrders(url, 60, new Date(TEST_NOW));
  const orders = await rows<OrderRow>(db, q`select * from orders`);
  expect(orders).toHaveLength(60);
  for (const o of orders) {
    const people = await rows<ApplicantRow>(db, q`select * from applicants where order_id = ${o.id} order by seq`);
    const numbers = await Promise.all(people.map((p) => plainPerson(db, p.id)));
    expect([isStale(sealedOrder, o), people.some((p) => isStale(sealedApplicant, p))]).toEqual([false, false]);
    for (const { mobile, passport_no } of numbers)
      expect([mobile, passport_no]).toEqual([expect.stringMatching(/^1\d{10}$/), expect.stringMatching(/^E\d{8}$/)]);
    expect(await plainContact(db, o.id)).toBe(numbers[0]?.mobile);
    expect(o).toMatchObject({ contact_mobile: expect.stringMatching(/^1\d\d\*{4}\d{4}$/) as string, ...orderSearch(o, people) });
    for (const p of people)
      expect(p).toMatchObject({ passport_no: expect.stringMatching(/^E\*{4}\d{4}$/) as string, ...applicantSearch(o, p) });
  }
  expect(await rows(db, q`select from pg_class where relname like 'bench%'`)).toEqual([]);
}, 60_000);
