import { beforeAll, expect, test } from "vitest";
import { q, row, rows } from "#kit/db/sql.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { asWrite, principalFor, readCtx } from "../../testing/ctx.ts";
import { affectedBy, documentRefresh, seedDemoOrders } from "../index.ts";

let app: TestApp;
let document: { id: number; name: string };
beforeAll(async () => {
  app = await testApp();
  await seedDemoOrders(app.db, app.parts.files, app.clock.now(), { count: 200 });
  await app.runJobs();
  const found = await row<typeof document>(
    app.db,
    q`select d.id, d.name from documents d join applicant_materials m on m.document_id = d.id where d.kind = 1 group by d.id
      order by count(*) filter (where m.material_status in ('missing', 'submitted', 'rejected')) desc, d.id limit 1`,
  );
  if (!found) throw new Error("no order asks for a paper");
  document = found;
});

const clerk = principalFor({ worker_id: 1, nickname: "陈默" });
const act = <T>(work: Parameters<typeof asWrite<T>>[3]) => asWrite(app.db, clerk, app.clock.now(), work);
const affected = (who = clerk) => affectedBy(readCtx(app.db, who, app.clock.now()), document.id, 50);
interface Slot {
  id: number;
  applicant_id: number;
  requirement: string;
  max_age_days: number;
  material_status: string;
  version: number;
}
const slots = () =>
  rows<Slot>(
    app.db,
    q`select id, applicant_id, requirement, max_age_days, material_status, version from applicant_materials where document_id = ${document.id} order by id`,
  );
const rewrite = (requirement: string) =>
  rows(app.db, q`update documents set requirement = ${requirement}, max_age_days = max_age_days + 1 where id = ${document.id}`);

test("open slots that nobody approved are counted; names are listed only of orders the caller may see", async () => {
  const open = await rows<{ id: number }>(
    app.db,
    q`select m.applicant_id as id from applicant_materials m join applicants a on a.id = m.applicant_id join orders o on o.id = a.order_id
      where m.document_id = ${document.id} and m.material_status not in ('passed', 'waived') and o.order_status not in ('cancelled', 'deleted')
        and a.tab in ('none', 'pre_review', 'supplement', 'originals', 'appointment', 'confirm', 'visit', 'submission') order by 1`,
  );
  const { total, list } = await affected();
  expect(total).toBe(open.length);
  expect(total).toBeGreaterThan(3);
  expect(list.map((a) => a.applicant_id)).toEqual(open.slice(0, 50).map((o) => o.id));
  const stranger = await affected(principalFor({ worker_id: 2, scope_ids: [-1] }));
  expect([stranger.total, stranger.list]).toEqual([total, []]);
});

test("the text of today reaches open slots and no others, once, and stands in each order's log", async () => {
  const before = await slots();
  await rewrite("近六个月的证明，须盖公章");
  const { total } = await affected();
  expect(await act((ctx) => documentRefresh(ctx, document.id))).toBe(total);
  // Nothing moves before the caller's change is kept.
  expect(await slots()).toEqual(before);
  await app.runJobs();
  const after = await slots();
  const isOpen = new Set(
    (
      await rows<{ id: number }>(
        app.db,
        q`select m.id from applicant_materials m join order_logs l on l.noun = 'applicant_material' and l.noun_id = m.id and l.label = ${`资料要求更新：${document.name}`} where m.document_id = ${document.id}`,
      )
    ).map((r) => r.id),
  );
  expect(isOpen.size).toBe(total);
  for (const [i, s] of after.entries()) {
    const was = before[i];
    if (!was || !isOpen.has(s.id)) expect(s).toEqual(was);
    else
      expect(s).toEqual({
        ...was,
        requirement: "近六个月的证明，须盖公章",
        max_age_days: was.max_age_days + 1,
        version: was.version + 1,
      });
  }
  const log = await row<{ reason: string; customer_visible: boolean; changes: { field: string; after: unknown }[] }>(
    app.db,
    q`select reason, customer_visible, changes from order_logs where label = ${`资料要求更新：${document.name}`} limit 1`,
  );
  expect(log).toMatchObject({ reason: "陈默修改了资料库", customer_visible: true });
  expect(log?.changes.map((c) => c.field)).toEqual(["requirement", "max_age_days"]);
  // The same again finds nothing to change.
  await act((ctx) => documentRefresh(ctx, document.id));
  await app.runJobs();
  expect(await slots()).toEqual(after);
});

test("a slot approved between the save and the work keeps its text", async () => {
  await rewrite("改过第二次");
  const { list } = await affected();
  const someone = list.find((a) => a.material_status === "submitted") ?? list[0];
  await act((ctx) => documentRefresh(ctx, document.id));
  await rows(
    app.db,
    q`update applicant_materials set material_status = 'passed' where document_id = ${document.id} and applicant_id = ${someone?.applicant_id ?? 0}`,
  );
  await app.runJobs();
  const texts = (await slots()).filter((s) => s.applicant_id === someone?.applicant_id).map((s) => s.requirement);
  expect(texts).toEqual(["近六个月的证明，须盖公章"]);
});

test("a paper the product asks for today and the sold one did not is added as missing", async () => {
  const { list } = await affected();
  const someone = list[0];
  await rows(
    app.db,
    q`delete from applicant_materials where document_id = ${document.id} and applicant_id = ${someone?.applicant_id ?? 0}`,
  );
  // A must paper is a request as well; what is only advised asks for nothing.
  await rows(app.db, q`update sku_documents set owner = 'must' where document_id = ${document.id}`);
  const mine = async () => (await slots()).filter((s) => s.applicant_id === someone?.applicant_id);
  await act((ctx) => documentRefresh(ctx, document.id, [someone?.applicant_id ?? 0]));
  await app.runJobs();
  expect((await mine()).map((s) => [s.material_status, s.requirement])).toEqual([["missing", "改过第二次"]]);
  const remind = await row<{ content: string; remind_status: string }>(
    app.db,
    q`select content, remind_status from order_reminds where applicant_id = ${someone?.applicant_id ?? 0} and kind in ('material', 'supplement')`,
  );
  expect(remind).toEqual({ content: `资料要求更新，需补交：${document.name}`, remind_status: "open" });
});
