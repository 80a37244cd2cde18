import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { api, read } from "@visadesk/contract/kit/endpoint.ts";
import { int, text, z } from "@visadesk/contract/kit/field.ts";
import { signedHeaders } from "../../testing/client.ts";
import { partsFor } from "../../testing/ctx.ts";
import { testDatabase } from "../../testing/database.ts";
import { quietHttp } from "../../testing/quiet-http.ts";
import { createHttp } from "./http.ts";
import { serve } from "../call/serve.ts";

const repeated = api({
  repeat_get: read("重复", "open", { times: int("次数") }, z.object({ text: text("文字", { max: 5000 }) })),
});
const { db } = await testDatabase();
const parts = partsFor(db);
const app = await createHttp({
  ...parts,
  serving: serve(repeated, { repeat_get: ({ times }) => ({ text: "长".repeat(times) }) }),
  ...quietHttp,
});
afterAll(() => app.close());

async function asked(times: number, accept: string) {
  const headers = { ...signedHeaders(parts.clock.now(), null), "accept-encoding": accept };
  const a = await app.inject({ method: "POST", url: "/api/repeat_get", headers, payload: JSON.stringify({ times }) });
  const packed = a.headers["content-encoding"] === "gzip";
  const plain = (packed ? gunzipSync(a.rawPayload) : a.rawPayload).toString();
  return { packed, body: (JSON.parse(plain) as { body: { text: string } }).body, sent: a.rawPayload.length };
}

test.each([
  ["gzip, deflate, br", 2000, true],
  ["gzip;q=0.5", 2000, true],
  ["gzip;q=0", 2000, false],
  ["gzip; q=0.0, br", 2000, false],
  ["identity", 2000, false],
  ["gzip", 20, false],
] as const)("Accept-Encoding %s, %i characters: packed %s, and the same answer", async (accept, times, packed) => {
  const a = await asked(times, accept);
  expect(a.packed).toBe(packed);
  expect(a.body.text).toBe("长".repeat(times));
  if (packed) expect(a.sent).toBeLessThan(times / 2);
});
