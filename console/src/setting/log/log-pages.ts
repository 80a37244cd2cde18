/** Where the record of a log row stands on the screen. */
import { hrefOf } from "#kit/screens.ts";
import type { Output } from "@visadesk/contract/kit/endpoint.ts";
import type { operationLogApi } from "@visadesk/contract/setting/operation-log.ts";

export type ListedRow = Output<typeof operationLogApi.operation_log_query>["list"][number];

type Words = Readonly<Record<string, string>>;
type Target = readonly [screen: string, params: Words, query?: Words];
/** The first that the reader may open counts. */
type Page = (id: string, row: ListedRow) => readonly Target[];

const at =
  (screen: string): Page =>
  (id) => [[screen, { id }]];
/** A list that opens the record beside its rows, by this key of its address. */
const beside =
  (screen: string, key: string): Page =>
  (id) => [[screen, {}, { [key]: id }]];
const list =
  (screen: string, query: Words = {}): Page =>
  () => [[screen, {}, query]];

const applicant: Page = (applicantId, { order_id }) => {
  const params = { orderId: String(order_id), applicantId };
  return order_id === null
    ? []
    : [
        ["admin-applicant-detail", params],
        ["applicant-detail", params],
      ];
};

/** Where it is not the page `<noun>-view`. */
const PAGES: Readonly<Record<string, Page>> = {
  order: (orderId) => [
    ["admin-order-detail", { orderId }],
    ["order-detail", { orderId }],
  ],
  applicant,
  order_diff: (_id, { order_id }) =>
    order_id === null
      ? []
      : [
          ["admin-order-detail", { orderId: String(order_id) }],
          ["order-detail", { orderId: String(order_id) }],
        ],
  spu: (_id, { noun_no }) => (noun_no ? [["product-spu-detail", { visa_product_unit_code: noun_no }]] : []),
  sku: at("product-detail"),
  special_price_activity: at("special-price-activity-detail"),
  price_adjustment: beside("price-adjustment-list", "adjust"),
  product_recommend: at("product-recommend-list-detail"),
  insurance_product: at("insurance-product-detail"),
  refuse_no_worry_product: at("refuse-no-worry-product-detail"),
  elec: at("elec-edit"),
  mail: at("mail-edit"),
  bring: at("bring-edit"),
  photo: at("photo-edit"),
  application: at("application-edit"),
  appointment: at("appointment-edit"),
  embassy: at("embassy-and-cousulate-edit"),
  refund_policy: beside("refund-policy-list", "policy"),
  worker: at("worker-edit"),
  role: at("role-edit"),
  team: list("team-list"),
  expert: list("ve-evaluate-list"),
  duty: list("worker-list", { tab: "duty" }),
  grant_change: list("role-list", { tab: "review" }),
  // The page shows the record's own kind, whichever of the two routes opens it.
  region_owner: at("region-bd-edit"),
};

export function pageOf(row: ListedRow, codes: ReadonlySet<number>): string | undefined {
  const { noun, noun_id } = row;
  if (noun === null || noun_id === null) return undefined;
  const page = PAGES[noun] ?? at(`${noun.replaceAll("_", "-")}-view`);
  for (const [screen, params, query] of page(noun_id, row)) {
    const href = hrefOf(screen, params, codes, query);
    if (href) return href;
  }
  return undefined;
}
