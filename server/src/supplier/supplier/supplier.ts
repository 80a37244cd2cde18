/** Endpoints of suppliers themselves. */
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { serve } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { pauseMoves } from "./pause.ts";
import { scoreCard } from "./score-card.ts";
import { supplierMoves } from "./supplier.moves.ts";
import { supplierGet, supplierReads } from "./supplier.read.ts";
import { supplierWrites } from "./supplier.write.ts";

export const supplierServer = (doors: Doors) =>
  serve(supplierApi, {
    ...supplierReads,
    supplier_get: supplierGet(doors.finance),
    ...supplierWrites,
    ...supplierMoves(doors.product),
    ...pauseMoves(doors),
    supplier_figure_get: scoreCard,
  });
