/** Bodies of once.test.ts for refusal claims; the administrator judges what the expert handed in. */
import type { TestApp } from "../app.ts";
import type { Client } from "../client.ts";
import { handedIn, passBody } from "../make/claim.ts";
import type { OrderDesk } from "../make/order.ts";

export function refuseClaimOnce(_app: () => TestApp, _admin: () => Client, desk: () => OrderDesk) {
  return {
    bodies: {
      refuse_claim_pass: async () => {
        const { applicant_id: id } = await handedIn(desk());
        return { id, version: (await desk().person(id)).version, ...passBody(100_000) };
      },
    },
    other: { refuse_claim_pass: { version: 99 } },
  };
}
