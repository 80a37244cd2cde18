/** Endpoints of 账户流水. */
import { statementLineApi } from "@visadesk/contract/finance/bank/statement-line.ts";
import { serve } from "#kit/call/serve.ts";
import { pageOf } from "#kit/db/page.ts";
import type { BankDoors } from "./bank-doors.ts";
import { candidates } from "./line-candidates.ts";
import { statementLineMoves } from "./statement-line.moves.ts";
import { lineById, lineCounts, lineList, shownLines, type LineRow } from "./statement-line.sql.ts";

export const statementLineServer = (doors: BankDoors) =>
  serve(statementLineApi, {
    statement_line_query: async (input, ctx) => {
      const page = await pageOf<LineRow>(ctx.db, input, lineList(ctx, input));
      return { ...page, list: await shownLines(ctx.db, doors, page.list) };
    },
    statement_line_get: ({ id }, ctx) => lineById(ctx, doors, id),
    statement_line_counts: (_, ctx) => lineCounts(ctx),
    statement_line_candidate_query: candidates(doors),
    ...statementLineMoves(doors),
  });
