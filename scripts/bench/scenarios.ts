/** What is measured: our call and the bare query for the same question, with the goal as a ratio of rates. */
import { randomUUID } from "node:crypto";
import type { Setting } from "./setting.ts";
import type { Request } from "./wire.ts";

export interface Scenario {
  key: string;
  label: string;
  /** Ours ÷ bare, at least. */
  goal: number;
  /** Compared between the smallest and the largest database. */
  growth?: true;
  /** The second request goes to our server as well: what a part of it costs. */
  against?: "ours";
  ours(s: Setting, n: number): Request;
  bare(s: Setting, n: number): Request;
}

function at<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error("no samples: the database is too small");
  return found;
}
/** The same question for both: the columns the bare queries of lists answer. */
const fields = [
  "id",
  "order_no",
  "contact_name",
  "contact_mobile",
  "order_status",
  "pay_status",
  "amount_payable",
  "amount_paid",
  "travel_date",
  "due_at",
  "created_at",
  "paid_at",
  "sku_name",
  "country_name",
  "expert_name",
] as const;
const completed = { order_status: ["completed"], sort: "created_at", page_size: 20, fields };
const PAGE_1000 = 999 * 20;

export const scenarios: readonly Scenario[] = [
  {
    key: "list_month",
    label: "list, state + month, page 1, total",
    goal: 0.6,
    growth: true,
    ours: (s) => s.ours("order_query", { ...completed, created_at: s.samples.month }),
    bare: (s) => s.bare("list", { status: "completed", ...s.samples.month }),
  },
  {
    key: "scope_team",
    label: "the same as a team's head ÷ as one who sees all",
    goal: 0.9,
    against: "ours",
    ours: (s) => s.ours("order_query", { ...completed, created_at: s.samples.month }, "team"),
    bare: (s) => s.ours("order_query", { ...completed, created_at: s.samples.month }),
  },
  {
    key: "scope_own",
    label: "the same of own orders ÷ of all",
    goal: 0.9,
    against: "ours",
    ours: (s) => s.ours("order_query", { ...completed, created_at: s.samples.month }, "own"),
    bare: (s) => s.ours("order_query", { ...completed, created_at: s.samples.month }),
  },
  {
    key: "list_year",
    label: "list, state + year, page 1, total",
    goal: 8,
    ours: (s) => s.ours("order_query", { ...completed, created_at: s.samples.year }),
    bare: (s) => s.bare("list", { status: "completed", ...s.samples.year }),
  },
  {
    key: "list_deep",
    label: "the same, page 1,000 (by cursor)",
    goal: 5,
    ours: (s) => s.ours("order_query", { ...completed, created_at: s.samples.year, cursor: s.samples.cursor, count: false }),
    bare: (s) =>
      s.bare("list", { status: "completed", ...s.samples.year, offset: Math.min(PAGE_1000, Math.max(0, s.samples.matches.year - 20)) }),
  },
  {
    key: "list_plain",
    label: "list, page 1 without total",
    goal: 0.6,
    growth: true,
    ours: (s) => s.ours("order_query", { page_size: 20, sort: "created_at", count: false, fields }),
    bare: (s) => s.bare("plain", {}),
  },
  {
    key: "search_name",
    label: "search, 3-character Chinese name",
    goal: 0.5,
    growth: true,
    ours: (s, n) => s.ours("order_query", { keyword: at(s.samples.names, n), sort: "created_at", count: false, fields }),
    bare: (s, n) => s.bare("search_name", { q: at(s.samples.names, n) }),
  },
  {
    key: "search_fragment",
    label: "search, 2-character fragment",
    goal: 100,
    ours: (s, n) => s.ours("order_query", { keyword: at(s.samples.fragments, n), sort: "created_at", count: false, fields }),
    bare: (s, n) => s.bare("search_name", { q: at(s.samples.fragments, n) }),
  },
  {
    key: "search_no",
    label: "search, 10 digits of an order number",
    goal: 0.7,
    growth: true,
    ours: (s, n) => s.ours("order_query", { keyword: at(s.samples.digits, n), sort: "created_at", count: false, fields }),
    bare: (s, n) => s.bare("search_no", { q: at(s.samples.digits, n) }),
  },
  {
    key: "detail",
    label: "detail + applicants + product",
    goal: 0.4,
    growth: true,
    ours: (s, n) => s.ours("order_get", { id: at(s.samples.ids, n) }),
    bare: (s, n) => s.bare("detail", { id: at(s.samples.ids, n) }),
  },
  {
    key: "create",
    label: "create (a note of an order), with its log row",
    goal: 0.45,
    ours: (s, n) => s.ours("order_note_add", { order_id: at(s.samples.ids, n), kind: "internal", content: `note ${n} ${randomUUID()}` }),
    bare: (s, n) => s.bare("create", { id: at(s.samples.ids, n), text: `note ${n} ${randomUUID()}` }),
  },
  {
    key: "update",
    label: "update (customer's note), with its log row",
    goal: 0.4,
    ours: (s) => {
      // Each order is updated by one request at a time: the list is longer than the connections, versions count up.
      const [id, version] = s.samples.versions.entries().next().value ?? [0, 0];
      s.samples.versions.delete(id);
      s.samples.versions.set(id, version + 1);
      return s.ours("order_update", { id, version, customer_note: `note ${version}` });
    },
    bare: (s, n) => s.bare("update", { id: at(s.samples.ids, n), text: `note ${n}` }),
  },
  {
    key: "badges",
    label: "badges",
    goal: 5,
    growth: true,
    ours: (s) => s.ours("order_stat_query", {}),
    bare: (s) => s.bare("badges", {}),
  },
];
