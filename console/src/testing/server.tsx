/** A server for console tests: answers by endpoint name, remembers what was asked, and draws a screen before it. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, type RenderResult } from "@testing-library/react";
import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { session } from "#kit/app/session.ts";
import { answerText } from "./answers.ts";

export interface Asked {
  name: string;
  body: Record<string, unknown>;
}
type Answer = object | ((body: Record<string, unknown>) => unknown);

/** A refusal or protocol answer instead of a body. */
export class Refused {
  readonly status: number;
  readonly text: string;
  constructor(status: number, envelope: { ret?: number; msg?: string; body?: unknown }) {
    this.status = status;
    this.text = JSON.stringify({ ret: envelope.ret ?? status, msg: envelope.msg ?? "", body: envelope.body ?? null });
  }
}

/** Nothing to read, nothing due. */
export const NO_MESSAGES = {
  banner: null,
  unread_count: 0,
  urgent: [],
  list: [],
  today: { date: "2026-11-20", is_work_day: true, holiday: null, next_work_day: "2026-11-23" },
};
/** A finished export of so many rows. */
export const exported = (rows: number, more: object = {}): object => ({
  id: 8,
  export_no: "DC261120000008",
  title: "导出",
  endpoint: "order_query",
  filter_text: "",
  column_text: "订单号",
  format: "csv",
  is_masked: true,
  reason: "",
  status: "done",
  progress: rows,
  progress_total: rows,
  row_count: rows,
  expected_count: rows,
  file_size: 2048,
  sha256: null,
  downloads: 0,
  worker_id: 1,
  worker_name: "系统管理员",
  is_mine: true,
  decided_by_name: null,
  decided_at: null,
  decided_note: "",
  is_repeatable: true,
  version: 1,
  error: null,
  expires_at: "2026-11-27T02:00:00Z",
  created_at: "2026-11-20T02:00:00Z",
  finished_at: "2026-11-20T02:00:01Z",
  ...more,
});

const COMFORTS: Record<string, Answer> = {
  preference_query: { list: [] },
  saved_view_query: { list: [] },
  preference_update: { ok: true },
  order_stat_query: {},
  message_get: NO_MESSAGES,
  order_plan_get: { plan: null },
  handover_query: { list: [], total: 0, total_capped: false, page: 1, page_size: 50, cursor: null },
  order_consistency_get: { people: [], rows: [], conflicts: [] },
};

/** Replaces fetch; `asked` lists every call in order. */
export function stubServer(answers: Record<string, Answer>): { asked: Asked[]; of: (name: string) => Record<string, unknown>[] } {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const name = url.replace(/^\/api\//, "");
    const body = JSON.parse(init.body as string) as Record<string, unknown>;
    asked.push({ name, body });
    const answer = answers[name] ?? COMFORTS[name];
    const given: unknown = typeof answer === "function" ? await (answer as (b: Record<string, unknown>) => unknown)(body) : answer;
    if (given === undefined) throw new Error(`no answer for ${name}`);
    if (given instanceof Refused) return new Response(given.text, { status: given.status });
    return new Response(answerText(name, body, given), { status: 200 });
  });
  return { asked, of: (name) => asked.filter((a) => a.name === name).map((a) => a.body) };
}

/** Draws inside the providers every screen has, as somebody with these codes. */
export function draw(screen: ReactElement, codes: readonly number[] = []): RenderResult {
  session.set({ codes: new Set(codes) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={client}>{screen}</QueryClientProvider>
    </ConfigProvider>,
  );
}
