/** Endpoints of a peer's money and prices. */
import { peerMoneyApi } from "@visadesk/contract/peer/peer/peer-money.ts";
import { serve } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { credit } from "./credit.ts";
import { priceTrace } from "./price-trace.ts";

export const peerMoneyServer = (doors: Pick<Doors, "finance" | "product">) =>
  serve(peerMoneyApi, {
    peer_credit_get: ({ id }, ctx) => credit(id, ctx, doors.finance),
    peer_price_trace_get: (input, ctx) => priceTrace(input, ctx, doors.product),
  });
