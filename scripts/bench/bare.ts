/**
 * The fair limit of one Node process: node:http and pg, SQL by hand, no sign-in, no checks, no layers. Every scenario
 * is the plain query a careful programmer would write first. Started by bench.ts with DATABASE_URL and PORT.
 */
import http from "node:http";
import process from "node:process";
import pg from "pg";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";

pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10, options: "-c jit=off" });
type Input = Record<string, string | number>;

const COLUMNS = `o.id, o.order_no, o.contact_name, o.contact_mobile, o.order_status, o.pay_status, o.amount_payable, o.amount_paid, o.travel_date, o.due_at, o.created_at, o.paid_at,
  s.name as sku_name, c.name_zh as country_name, w.nickname as expert_name`;
const JOINS = "join skus s on s.id = o.sku_id join countries c on c.id = o.country_id left join workers w on w.id = o.expert_id";
const RANGE = "o.order_status = $1 and o.created_at >= $2 and o.created_at < $3";
const LIST = {
  name: "list",
  text: `select ${COLUMNS} from orders o ${JOINS} where ${RANGE} order by o.created_at desc, o.id desc limit 20 offset $4`,
};
const COUNT = { name: "count", text: `select count(*) as n from orders o where ${RANGE}` };
const PLAIN = { name: "plain", text: `select ${COLUMNS} from orders o ${JOINS} order by o.created_at desc, o.id desc limit 20` };
const DETAIL = {
  name: "detail",
  text: `select o.*, s.name as sku_name, s.sku_no, c.name_zh as country_name, (select json_agg(a.*) from (select a.id, a.seq, a.name_cn, a.passport_no, a.applicant_status, a.status_at, a.status_due_at, a.submit_date
    from applicants a where a.order_id = o.id order by a.seq) a) as applicants from orders o join skus s on s.id = o.sku_id join countries c on c.id = o.country_id where o.id = $1`,
};
const log = (what: string) =>
  `insert into operation_logs (at, request_id, actor_kind, actor_id, actor_name, kind, endpoint, area, noun, noun_id, result) values (now(), gen_random_uuid()::text, 'worker', 1, '', 'write', '${what}', 'order', 'order', $1, 'ok')`;

async function inTransaction(work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const answer = await work(client);
    await client.query("commit");
    return answer;
  } finally {
    client.release();
  }
}

const found = (text: string, values: unknown[]): Promise<unknown> => pool.query({ text, values }).then((r) => r.rows);
const routes: Readonly<Record<string, (i: Input) => Promise<unknown>>> = {
  list: async (i) => {
    const [list, count] = await Promise.all([
      pool.query({ ...LIST, values: [i["status"], i["from"], i["to"], i["offset"] ?? 0] }),
      pool.query<{ n: number }>({ ...COUNT, values: [i["status"], i["from"], i["to"]] }),
    ]);
    return { list: list.rows, total: count.rows[0]?.n };
  },
  plain: async () => (await pool.query(PLAIN)).rows,
  // Unnamed: a generic plan would lose the index of a pattern.
  search_name: (i) =>
    found(`select ${COLUMNS} from orders o ${JOINS} where o.contact_name like $1 order by o.created_at desc limit 20`, [`%${i["q"]}%`]),
  search_no: (i) =>
    found(`select ${COLUMNS} from orders o ${JOINS} where o.order_no like $1 order by o.created_at desc limit 20`, [`%${i["q"]}%`]),
  detail: async (i) => (await pool.query({ ...DETAIL, values: [i["id"]] })).rows[0],
  create: (i) =>
    inTransaction(async (c) => {
      const made = await c.query<{ id: number }>({
        name: "note",
        text: "insert into order_notes (order_id, kind, content, created_by, created_at) values ($1, 'internal', $2, 1, now()) returning *",
        values: [i["id"], i["text"]],
      });
      await c.query({ name: "note_log", text: log("order_note_add"), values: [String(i["id"])] });
      return made.rows[0];
    }),
  update: (i) =>
    inTransaction(async (c) => {
      const changed = await c.query({
        name: "update",
        text: "update orders set customer_note = $2, version = version + 1 where id = $1 returning id, version",
        values: [i["id"], i["text"]],
      });
      await c.query({ name: "update_log", text: log("order_update"), values: [String(i["id"])] });
      return changed.rows[0];
    }),
  badges: async () =>
    Promise.all(
      ["awaiting_submission", "pre_review", "in_embassy"].map(
        async (state) =>
          (
            await pool.query<{ n: number }>({
              name: "badge",
              text: "select count(*) as n from applicants where applicant_status = $1",
              values: [state],
            })
          ).rows[0]?.n,
      ),
    ),
};

const EXPORTED =
  "order_no, source, contact_name, contact_mobile, order_status, pay_status, amount_payable, amount_paid, amount_refunded, travel_date, created_at, paid_at";
const cell = (v: string | number | Date | null | undefined): string => (v instanceof Date ? v.toISOString() : String(v ?? ""));
/** All orders as CSV by key, the shortest way there is. */
async function* csv(): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const { rows } = await pool.query<Record<string, string | number | Date | null> & { id: number }>({
      name: "export",
      text: `select id, ${EXPORTED} from orders where id > $1 order by id limit 5000`,
      values: [last],
    });
    if (rows.length === 0) return;
    yield rows
      .map((r) =>
        EXPORTED.split(", ")
          .map((k) => cell(r[k]))
          .join(","),
      )
      .join("\n");
    last = rows.at(-1)?.id ?? last;
  }
}

http
  .createServer((req, res) => {
    const name = (req.url ?? "").slice(1);
    if (name === "export") return void pipeline(Readable.from(csv()), res).catch(() => res.destroy());
    const chunks: Buffer[] = [];
    req.on("data", (d: Buffer) => chunks.push(d));
    req.on("end", () => {
      const input = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Input;
      const run = routes[name];
      if (!run) return void res.writeHead(404).end();
      run(input).then(
        (answer) => {
          const body = JSON.stringify(answer ?? null);
          res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
        },
        (e: unknown) => void res.writeHead(500).end(String(e)),
      );
    });
  })
  .listen(Number(process.env["PORT"]), "127.0.0.1");
