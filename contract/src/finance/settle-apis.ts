/** Settlements of every kind, each under its prefix, and the cards parcels are billed by. */
import { carrierCardApi } from "./carrier-card.ts";
import { expressSettleApi } from "./express-settle.ts";
import { peerSettleApi } from "./peer/peer-settle.ts";
import { supplierSettleApi } from "./supplier-settle.ts";

export const settleApis = { ...supplierSettleApi, ...expressSettleApi, ...carrierCardApi, ...peerSettleApi };
