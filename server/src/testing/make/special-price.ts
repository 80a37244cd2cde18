/** Special prices for tests, made through the endpoints; an administrator acts where nobody else is named. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { may, type PermissionName } from "@visadesk/contract/permissions.ts";
import { only } from "#kit/files/objects.ts";
import { q, rows } from "#kit/db/sql.ts";
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";

const DAY = 86_400_000;
export type SpecialBody = InputOf<"special_price_activity_add">;
type Item = SpecialBody["items"][number];
export type MadeSpecial = OutputOf<"special_price_activity_add">;

/** The body of an update that changes nothing yet. */
export const asBody = (a: MadeSpecial): InputOf<"special_price_activity_update"> => ({
  ...only(a, ["id", "version", "name", "end", "level_ids", "group_ids", "warm_at", "start_at", "end_at", "stack_coupon", "note"]),
  items: a.items.map(({ sku, ...i }) => ({
    sku_id: sku.sku_id,
    ...only(i, ["adult", "child", "per_order", "per_buyer", "total_limit"]),
  })),
});
const key = () => ({ idempotency_key: crypto.randomUUID() });

export class SpecialDesk {
  readonly app: TestApp;
  readonly admin: Client;
  private made = 0;
  constructor(app: TestApp, admin: Client) {
    this.app = app;
    this.admin = admin;
  }
  /** So many days from now. */
  day(n: number): string {
    return new Date(this.app.clock.now().getTime() + n * DAY).toISOString();
  }
  async skuId(no: string): Promise<number> {
    return (await this.app.db.selectFrom("skus").select("id").where("sku_no", "=", no).executeTakeFirstOrThrow()).id;
  }
  async item(no: string, adult: number, more: Partial<Item> = {}): Promise<Item> {
    return { sku_id: await this.skuId(no), adult, child: null, per_order: 0, per_buyer: 0, total_limit: 0, ...more };
  }
  body(items: Item[], more: Partial<SpecialBody> = {}): SpecialBody {
    return {
      name: `特价${++this.made}`,
      end: "peer",
      level_ids: [],
      group_ids: [],
      warm_at: null,
      start_at: this.day(1),
      end_at: this.day(2),
      stack_coupon: false,
      note: "",
      items,
      ...more,
    };
  }
  add(items: Item[], more: Partial<SpecialBody> = {}, as = this.admin): Promise<MadeSpecial> {
    return as.call("special_price_activity_add", this.body(items, more));
  }
  publish({ id, version }: MadeSpecial, as = this.admin): Promise<MadeSpecial> {
    return as.call("special_price_activity_publish", { id, version, ...key() });
  }
  /** Code and sentence of a publishing that is refused. */
  async refusedPublish({ id, version }: MadeSpecial, as = this.admin): Promise<[string | undefined, string]> {
    const { code, answer } = await as.refused("special_price_activity_publish", { id, version, ...key() });
    return [code, answer.msg];
  }
  stop({ id, version }: MadeSpecial): Promise<MadeSpecial> {
    return this.admin.call("special_price_activity_stop", { id, version, reason: "价格有误", ...key() });
  }
  /** Signs in as a new worker of a role of his own. */
  async workerWith(account: string, codes: readonly PermissionName[]): Promise<Client> {
    await rows(
      this.app.db,
      q`
      with r as (insert into roles (name, module_group, data_scope, created_at, updated_at)
        select ${account}, ${codes.map((c) => may[c])}::int[], 'all', created_at, updated_at from workers where account = 'admin' returning id)
      insert into workers (account, nickname, passwd, role_id, passwd_at, created_at, updated_at)
        select ${account}, ${account}, passwd, r.id, passwd_at, created_at, updated_at from workers, r where account = 'admin'`,
    );
    return this.app.as(account);
  }
}
