/** Endpoints of suppliers themselves. */
import { supplierApi } from "@visadesk/contract/supplier/supplier.ts";
import { serve } from "#kit/call/serve.ts";
import type { Doors } from "../doors.ts";
import { pauseMoves } from "./pause.ts";
import { supplierMoves } from "./supplier.moves.ts";
import { supplierReads } from "./supplier.read.ts";
import { supplierWrites } from "./supplier.write.ts";

const { supplier_figure_get: _figures, ...served } = supplierApi;

export const supplierServer = (doors: Doors) =>
  serve(served, { ...supplierReads, ...supplierWrites, ...supplierMoves, ...pauseMoves(doors) });
