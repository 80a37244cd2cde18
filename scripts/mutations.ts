/**
 * Proof that the safeguards are tested: takes one check after another out of the source, runs the tests that guard it and
 * expects them to turn red. `node scripts/mutations.ts [name …]`. Works in place and puts every file back; refuses to
 * start while the work tree has changes.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root, runNode, vitest } from "./lib/run.ts";

interface Mutation {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Project, file and, where the file is long, the name of the tests. */
  tests: readonly [project: string, file: string, name?: string];
}
const LOOPS = "server/src/testing/loops.test.ts";
const ORACLE = "server/src/testing/oracle.test.ts";
const PERSONAL = "server/src/testing/personal.test.ts";
const FILES_LOOP = "server/src/testing/files-loop.test.ts";

const mutations: readonly Mutation[] = [
  {
    name: "signature",
    file: "server/src/kit/gate.ts",
    find: "if (!pair || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw bad();",
    replace: "if (!pair) throw bad();",
    tests: ["server", LOOPS, "gate of order_get"],
  },
  {
    name: "clock",
    file: "server/src/kit/gate.ts",
    find: "Math.abs(at - now.getTime()) > CLOCK_SKEW_MS",
    replace: "at < 0",
    tests: ["server", LOOPS, "gate of order_get"],
  },
  {
    name: "replay",
    file: "server/src/kit/gate.ts",
    find: "if (!seen.add(id, now.getTime())) throw new HttpError(403, TEXTS.replayed);",
    replace: "seen.add(id, now.getTime());",
    tests: ["server", LOOPS, "gate of order_get"],
  },
  {
    name: "version",
    file: "server/src/kit/gate.ts",
    find: "if (isOld(one(headers, HEADERS.version))) throw new HttpError(426, null);",
    replace: "",
    tests: ["server", LOOPS, "gate of order_get"],
  },
  {
    name: "platform",
    file: "server/src/kit/run.ts",
    find: "if (p.platform !== call.platform) throw new HttpError(403, TEXTS.wrong_platform);",
    replace: "",
    tests: ["server", LOOPS, "session of order_get"],
  },
  {
    name: "permission",
    file: "server/src/kit/run.ts",
    find: "if (!allows(endpoint.may, p.codes)) throw",
    replace: "if (!p) throw",
    tests: ["server", LOOPS, "permission of order_get"],
  },
  {
    name: "right of a field",
    file: "server/src/kit/run.ts",
    find: "if (sent.length > 0) throw new Denied(lockedWords(endpoint, sent));",
    replace: "void sent;",
    tests: ["server", "server/src/testing/field-may.test.ts"],
  },
  {
    name: "identity of an applicant",
    file: "contract/src/order/applicant.ts",
    find: "{ field_may: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, IDENTITY_MAY])) },",
    replace: "{},",
    tests: ["contract", "contract/src/contract.test.ts", "who somebody is"],
  },
  {
    name: "present password",
    file: "server/src/account/own-passwd.ts",
    find: 'Date.parse(me.proved_at) <= PROVED_MS, "confirm_needed"',
    replace: 'Date.parse(me.login_at) <= RELOGIN_MS, "confirm_needed"',
    tests: ["server", "server/src/account/session.test.ts", "present one"],
  },
  {
    name: "typed numbers in the log",
    file: "server/src/kit/log.ts",
    find: "text === null || text === undefined ? null : maskNumbers(text)",
    replace: "text === null || text === undefined ? null : text",
    tests: ["server", "server/src/testing/typed-numbers.test.ts", "a log row masks"],
  },
  {
    name: "typed numbers in changes",
    file: "server/src/kit/log.ts",
    find: ": { ...c, before: maskedNumbers(c.before), after: maskedNumbers(c.after) };",
    replace: ": c;",
    tests: ["server", "server/src/testing/typed-numbers.test.ts", "a log row masks"],
  },
  {
    name: "typed numbers in views and settings",
    file: "server/src/account/kept-json.ts",
    find: "jsonWithin(maskedNumbers(value), KEPT_BYTES, msg)",
    replace: "jsonWithin(value, maskedNumbers(KEPT_BYTES), msg)",
    tests: ["server", "server/src/testing/typed-numbers.test.ts", "order_query: keyword"],
  },
  {
    name: "typed numbers in exports",
    file: "server/src/finance/export.ts",
    find: "const shown = maskedNumbers(filter);",
    replace: "const shown = filter ?? maskedNumbers(filter);",
    tests: ["server", "server/src/testing/typed-numbers.test.ts", "order_query: keyword"],
  },
  {
    name: "code of a kept view",
    file: "server/src/account/saved-view.ts",
    find: "if (missing !== null) throw new Denied(missing);",
    replace: "",
    tests: ["server", "server/src/account/saved-view.test.ts"],
  },
  {
    name: "code of a shared view",
    file: "server/src/account/saved-view.ts",
    find: "v.owner_id === ctx.me.worker_id || missingFor(ctx, v) === null",
    replace: "v.owner_id === ctx.me.worker_id || missingFor(ctx, v) !== undefined",
    tests: ["server", "server/src/account/saved-view.test.ts"],
  },
  {
    name: "disabled worker's session",
    file: "server/src/account/principal.ts",
    find: 'if (r.status !== 1) return "disabled";',
    replace: "",
    tests: ["server", LOOPS, "session of order_get"],
  },
  {
    name: "input by contract",
    file: "server/src/kit/input.ts",
    find: "if (parsed.success) return parsed.data;",
    replace: "if (parsed.success || endpoint) return body;",
    tests: ["server", LOOPS, "order_get"],
  },
  {
    name: "rich text at the input",
    file: "server/src/kit/input.ts",
    find: "z.safeParse(type, cleanFor(type)(value))",
    replace: "z.safeParse(type, cleanFor(type) && value)",
    tests: ["server", "server/src/testing/rich-text.test.ts", "leave nothing executable in elec_add"],
  },
  {
    name: "data scope",
    file: "server/src/order/scope.ts",
    find: "return ids === null ? null : ownersAre(alias, ids);",
    replace: "return ids === null || alias ? null : ownersAre(alias, ids);",
    tests: ["server", "server/src/testing/scope.test.ts"],
  },
  {
    name: "illegal moves",
    file: "server/src/kit/move.ts",
    find: "and ${column} = any(${def.from}) and",
    replace: "and",
    tests: ["server", "server/src/kit/move.test.ts"],
  },
  {
    name: "version of a record",
    file: "server/src/kit/move.ts",
    find: 'const versioned = target.version === undefined ? raw("true") : q`version = ${target.version}`;',
    replace: 'const versioned = raw("true");',
    tests: ["server", "server/src/kit/move.test.ts"],
  },
  {
    name: "idempotency key",
    file: "server/src/kit/run.ts",
    find: "const stored = key ? await claimKey(tx, principal, endpoint, key, call.body, now) : undefined;",
    replace: "const stored = undefined;",
    tests: ["server", "server/src/testing/once.test.ts"],
  },
  {
    name: "changed chunk of a sealed file",
    file: "server/src/kit/seal-stream.ts",
    find: "throw new SealFault(`chunk ${index} was not sealed here`);",
    replace: "return plain;",
    tests: ["server", "server/src/kit/files-sealed.test.ts", "flipped bit"],
  },
  {
    name: "sealed file bound to its key",
    file: "server/src/kit/seal-stream.ts",
    find: "return Buffer.concat([this.#head.bytes, number, this.#place]);",
    replace: "return Buffer.concat([this.#head.bytes, number]);",
    tests: ["server", "server/src/kit/files-sealed.test.ts", "two files changed over"],
  },
  {
    name: "length of a sealed file",
    file: "server/src/kit/seal-stream.ts",
    find: "return Buffer.concat([this.#head.bytes, number, this.#place]);",
    replace: "return Buffer.concat([this.#head.bytes.subarray(0, -8), number, this.#place]);",
    tests: ["server", "server/src/kit/files-sealed.test.ts", "length made to fit"],
  },
  {
    name: "file in clear after the sealing",
    file: "server/src/kit/files-sealed.ts",
    find: ": !numbersInClear()",
    replace: ": !raw",
    tests: ["server", "server/src/kit/files-sealed.test.ts", "in clear"],
  },
  {
    name: "pictures made at once",
    file: "server/src/kit/images.ts",
    find: "const AT_ONCE = 2;",
    replace: "const AT_ONCE = 24;",
    tests: ["server", "server/src/kit/images.test.ts"],
  },
  {
    name: "operation log",
    file: "server/src/kit/log.ts",
    find: "const merged: readonly LogEntry[] = entries.length ? entries : [{}];",
    replace: "const merged: readonly LogEntry[] = [];",
    tests: ["server", "server/src/setting/operation-log.test.ts"],
  },
  {
    name: "state of an applicant's move",
    file: "server/src/order/change.ts",
    find: 'if (!canMove(applicantFlow, p.applicant_status, move)) refuse("state_changed");',
    replace: "",
    tests: ["server", "server/src/testing/flows.test.ts"],
  },
  {
    name: "request id of another process",
    file: "server/src/kit/run.ts",
    find: "if (!fresh) throw new HttpError(403, TEXTS.replayed);",
    replace: "void fresh;",
    tests: ["server", "server/src/testing/replay.test.ts"],
  },
  {
    name: "commit of a failed transaction",
    file: "server/src/kit/db.ts",
    find: 'if (done.command !== "COMMIT") throw new Error("the transaction had failed and was rolled back");',
    replace: "void done;",
    tests: ["server", "server/src/kit/statement.test.ts", "nobody passed on"],
  },
  {
    name: "masking",
    file: "server/src/kit/strip.ts",
    find: "return reveal ? same :",
    replace: "return reveal || personal ? same :",
    tests: ["server", "server/src/order/reveal.test.ts"],
  },
  {
    name: "code of a file's record",
    file: "server/src/files/file.ts",
    find: "if (missing !== undefined) throw new Denied(missing);",
    replace: "void missing;",
    tests: ["server", FILES_LOOP, "opening what hangs on a record"],
  },
  {
    name: "code of an identity paper",
    file: "server/src/files/file.ts",
    find: "if (access.is_identity && !allows(IDENTITY_MAY, ctx.me.codes)) throw new Denied(may.personal_reveal);",
    replace: "",
    tests: ["server", FILES_LOOP, "opening what hangs on a record"],
  },
  {
    name: "code of an upload's purpose",
    file: "server/src/files/file.ts",
    find: "if (!allows(uploaders, ctx.me.codes)) throw new Denied(`上传${label}`);",
    replace: "void uploaders;",
    tests: ["server", FILES_LOOP, "uploading"],
  },
  {
    name: "key of somebody else's file",
    file: "server/src/kit/file-keys.ts",
    find: "if (!file || (file.is_private && !file.is_mine)) return missing;",
    replace: "if (!file) return missing;",
    tests: ["server", FILES_LOOP, "what a record takes"],
  },
  {
    name: "what hangs on the very record",
    file: "server/src/order/file-access.sql.ts",
    find: "(n) => (n.person === null ? [n.file] : [])",
    replace: "(n) => [n.file]",
    tests: ["server", "server/src/order/file-taking.test.ts"],
  },
  {
    name: "network's guard",
    file: "server/src/account/login.ts",
    find: "if (!known && facts?.net_until &&",
    replace: "if (!facts && net &&",
    tests: ["server", "server/src/account/login.test.ts", "a network that fails 50 times"],
  },
  {
    name: "known device in a closed network",
    file: "server/src/account/login.ts",
    find: "if (!known && facts?.net_until &&",
    replace: "if (facts?.net_until &&",
    tests: ["server", "server/src/account/login.test.ts", "keeps no known device out"],
  },
  {
    name: "key ids at start",
    file: "server/src/start.ts",
    find: "await assertSecrets(database.db, secretsOf(config), clock.now());",
    replace: "",
    tests: ["server", "server/src/kit/secret-marks.test.ts", "two servers on one PostgreSQL"],
  },
  {
    name: "dates of a range",
    file: "contract/src/kit/field.ts",
    find: ".check(within((v) => isDay(v) || isInstant(v), error))",
    replace: "",
    tests: ["server", "server/src/testing/dates.test.ts", "worker_query last_login_at"],
  },
  {
    name: "presence of a record one may not open",
    file: "server/src/account/presence.ts",
    find: 'refuseUnless(await seesRecord(ctx, opened[noun], id), "not_found");',
    replace: "",
    tests: ["server", "server/src/testing/presence.test.ts", "order"],
  },
  {
    name: "embedded directory that is not whole",
    file: "server/src/kit/embedded-child.ts",
    find: 'throw new Damaged("PG_VERSION is missing");',
    replace: 'void "PG_VERSION is missing";',
    tests: ["server", "server/src/kit/embedded-damage.test.ts", "without its version"],
  },
  {
    name: "place of a sealed number",
    file: "server/src/kit/seal.ts",
    find: "`${table}.${column}.${row}`",
    replace: '[table, column, row].join("").slice(0, 0)',
    tests: ["server", "server/src/kit/seal.test.ts"],
  },
  {
    name: "mask of an ID card",
    file: "contract/src/kit/mask.ts",
    find: "return keep(value, 1, 1, 16);",
    replace: "return keep(value, 3, 4, 11);",
    tests: ["server", "server/src/kit/seal.test.ts"],
  },
  {
    name: "number in clear at the entry",
    file: "server/src/order/order-entry.ts",
    find: "...sealFields(sealedOrder, order_no, { contact_mobile: input.contact_mobile }),",
    replace: "contact_mobile: input.contact_mobile,",
    tests: ["server", PERSONAL],
  },
  {
    name: "answers of a form in clear",
    file: "server/src/order/form-answers.ts",
    find: "Object.keys(answers).length === 0 ? {} :",
    replace: "materialId > 0 ? answers :",
    tests: ["server", PERSONAL, "answers of a form"],
  },
  {
    name: "erasure of a sealed number",
    file: "server/src/order/erase.sql.ts",
    find: "mobile_sealed = null, mobile_hash = null, mobile_tail = null, passport",
    replace: "passport",
    tests: ["server", PERSONAL, "typed stands"],
  },
  {
    name: "number beside the hashes of a search",
    file: "server/src/order/search.ts",
    find: 'texts: [p.name_cn ?? "", latin, given],',
    replace: 'texts: [p.name_cn ?? "", latin, given, openField(sealedApplicant, p, "passport_no") ?? ""],',
    tests: ["server", PERSONAL, "typed stands"],
  },
  {
    name: "look-up that nobody counts",
    file: "server/src/kit/run.ts",
    find: "if (principal && parts.lookupAllowed)",
    replace: "if (principal && parts.lookupAllowed && now.getTime() < 0)",
    tests: ["server", ORACLE, "order_query tells"],
  },
  {
    name: "limit of look-ups",
    file: "server/src/kit/lookup.ts",
    find: "await allowed(ctx);",
    replace: "void allowed;",
    tests: ["server", ORACLE, "61st"],
  },
  {
    name: "part of a number as a keyword",
    file: "server/src/setting/worker.sql.ts",
    find: "return numbersInClear() ? q`(${whole} or w.mobile = ${bare})` : whole;",
    replace: "return q`(${whole} or exists (select from orders o where o.contact_email like ${`${bare}%`}))`;",
    tests: ["server", ORACLE, "worker_query tells"],
  },
];

function changes(): string {
  return execFileSync("git", ["status", "--porcelain", "--untracked-files=no"], { cwd: root, encoding: "utf8" }).trim();
}

const runTests = ([project, file, name]: Mutation["tests"]): boolean =>
  runNode(vitest, ["run", "--project", project, file, ...(name === undefined ? [] : ["-t", name])], { quiet: true }) === 0;

/** Runs the guarding tests with the check taken out; true when they turned red. */
function isCaught(m: Mutation): boolean {
  const file = path.join(root, m.file);
  const source = readFileSync(file, "utf8");
  if (source.split(m.find).length !== 2) throw new Error(`${m.name}: ${m.file} does not hold the check exactly once`);
  writeFileSync(
    file,
    source.replace(m.find, () => m.replace),
  );
  try {
    return !runTests(m.tests);
  } finally {
    writeFileSync(file, source);
  }
}

if (changes()) {
  console.error("the work tree has changes; commit or stash them first");
  process.exit(1);
}
const wanted = process.argv.slice(2);
const sound = new Map<string, boolean>();
let missed = 0;
for (const m of mutations.filter((x) => wanted.length === 0 || wanted.includes(x.name))) {
  const key = m.tests.join(" ");
  // A test that fails anyway proves nothing.
  if (!sound.has(key)) sound.set(key, runTests(m.tests));
  const caught = sound.get(key) === true && isCaught(m);
  if (!caught) missed += 1;
  console.log(`${caught ? "red  " : "GREEN"}  ${m.name}  (${m.tests.slice(1).join(" · ")})`);
}
process.exitCode = missed === 0 ? 0 : 1;
