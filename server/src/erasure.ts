/** The erasure of an order's people, with what areas above orders hold of them. */
import { personalPapers } from "./finance/index.ts";
import { erasing } from "./order/index.ts";

export const orderErasure = erasing(personalPapers);
