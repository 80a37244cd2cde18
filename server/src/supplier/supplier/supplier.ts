/** Endpoints of suppliers themselves. */
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { serve } from "#kit/call/serve.ts";
import { scoreCard } from "./score-card.ts";
import { supplierMoves } from "./supplier.moves.ts";
import { supplierReads } from "./supplier.read.ts";
import { supplierWrites } from "./supplier.write.ts";

const { supplier_pause: _pause, ...served } = supplierApi;

export const supplierServer = serve(served, { ...supplierReads, ...supplierWrites, ...supplierMoves, supplier_figure_get: scoreCard });
