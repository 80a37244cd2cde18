import type { Question } from "@visadesk/contract/product/snapshot.ts";

/** An answer that fits a question. */
export const answerOf = (q: Question, today: string): unknown =>
  q.kind === "bool"
    ? false
    : q.kind === "date"
      ? today
      : q.kind === "country"
        ? "FR"
        : (q.options[0] ?? (q.pattern === "code" ? "E12345678" : "TEST"));
