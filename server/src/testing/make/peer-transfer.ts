/** Transfers as tests order them: peers of `from`, looked after by 商务, to two receivers. */
import type { InputOf, OutputOf } from "@visadesk/contract/index.ts";
import { TEST_NOW } from "../business.ts";
import type { Client } from "../client.ts";

type Add = Omit<InputOf<"peer_transfer_add">, "idempotency_key" | "expected_count">;
export const key = (): { idempotency_key: string } => ({ idempotency_key: crypto.randomUUID() });
export const transferBody = (from: number | null, targets: readonly number[], more: Partial<Add> = {}): Add => ({
  role: "bd",
  from_worker_id: from,
  target_ids: [...targets],
  split: "even_gmv",
  carry: [],
  selection: "all",
  effective_on: TEST_NOW.slice(0, 10),
  commission_from: TEST_NOW.slice(0, 10),
  reason_code: "balance",
  reason: "",
  notify_peer: false,
  ...more,
});
const asked = (body: Add): InputOf<"peer_transfer_preview"> => {
  const { effective_on: _on, commission_from: _from, reason_code: _code, reason: _reason, notify_peer: _notify, ...ask } = body;
  return ask;
};

export class TransferDesk {
  readonly by: Client;
  constructor(by: Client) {
    this.by = by;
  }
  trial(body: Add): Promise<OutputOf<"peer_transfer_preview">> {
    return this.by.call("peer_transfer_preview", asked(body));
  }
  async draft(body: Add): Promise<OutputOf<"peer_transfer_add">> {
    const { total } = await this.trial(body);
    return this.by.call("peer_transfer_add", { ...body, expected_count: total, ...key() });
  }
  /** Drafted and confirmed; it begins with the next run of jobs. */
  async confirmed(body: Add): Promise<number> {
    const { id, version, expected_count } = await this.draft(body);
    await this.by.call("peer_transfer_schedule", { id, version, expected_count, ...key() });
    return id;
  }
  get(id: number): Promise<OutputOf<"peer_transfer_get">> {
    return this.by.call("peer_transfer_get", { id });
  }
  async seen(id: number): Promise<{ id: number; version: number }> {
    return { id, version: (await this.get(id)).version };
  }
}
