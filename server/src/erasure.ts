/** The erasure of an order's people, with what areas above orders hold of them. */
import { personalPapers } from "./finance/index.ts";
import { erasing } from "./order/index.ts";
import { messagePapers } from "./workbench/index.ts";

export const orderErasure = erasing(personalPapers, messagePapers);
