/** What did not happen is in the operation log too: a right missing inside a handler, a change that broke. */
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { may, permissionLabel } from "@visadesk/contract/permissions.ts";
import { write } from "@visadesk/contract/kit/endpoint.ts";
import { areaOf } from "#kit/call/log.ts";
import { runCall, type Call } from "#kit/call/run.ts";
import { jobs } from "../../areas.ts";
import { testDesk, type Desk } from "./parts/calls.ts";
import { handoverJobs } from "../../workbench/handover/handover.jobs.ts";
import { taskMarkJobs } from "../../workbench/mark/task-mark.jobs.ts";
import { msgJobs } from "../../workbench/msg/msg.jobs.ts";
import { hireAt, type Signed } from "../make/staff.ts";

let desk: Desk;
let admin: Signed;
beforeAll(async () => {
  desk = await testDesk();
  await desk.reset();
  admin = await desk.signIn("admin");
});
const last = () =>
  desk.db
    .selectFrom("operation_logs")
    .select(["kind", "endpoint", "area", "result", "reason", "actor_name"])
    .orderBy("id", "desc")
    .executeTakeFirst();

test("editing somebody else's account without the right is 越权被拒, like at the gate", async () => {
  const { id } = await hireAt(desk, admin, "somebody", [100301]);
  const me = await desk.signIn("somebody", "given password");
  expect(await me.ends("oss_account_update", { id: admin.id, nickname: "别人" })).toBe(403);
  expect(await last()).toMatchObject({
    kind: "denied",
    endpoint: "oss_account_update",
    result: "refused",
    reason: permissionLabel(may.worker),
  });
  expect(id).not.toBe(admin.id);
});

test("a change that breaks leaves a row 故障 and nothing else", async () => {
  const endpoint = { ...write("坏了的动作", "staff", {}, z.object({})), name: "probe_break" as const };
  const serving = { ...desk.parts.serving, probe_break: { endpoint, prepare: null, run: () => Promise.reject(new Error("broken")) } };
  const call: Call = {
    name: "probe_break",
    body: {},
    request_id: crypto.randomUUID(),
    platform: 25,
    token: admin.token,
    headers: {},
    ip: "10.0.0.1",
    agent: "",
  };
  await expect(runCall({ ...desk.parts, serving }, call)).rejects.toThrow("broken");
  await vi.waitFor(async () => expect(await last()).toMatchObject({ kind: "write", endpoint: "probe_break", result: "fault" }));
});

test("jobs stand in an area of the log as well: in the workbench its own alone", () => {
  expect(jobs.map((j) => j.name).filter((name) => areaOf(name) === "workbench")).toEqual(
    [...msgJobs, ...taskMarkJobs, ...handoverJobs].map((j) => j.name),
  );
});
