/**
 * `npm run soak`: what `npm test` takes a few of, as a whole: each list and each form under the hand, each screen as every role that may
 * enter it, with its pictures, every hostile date and every cut of a number at each endpoint, forty kills under write load, a million money events with twenty kills (`MONEY=100000` takes fewer), five
 * thousand histories of grants.
 */
import process from "node:process";
import { runNode, vitest } from "./lib/run.ts";

const LOOPS: Readonly<Record<string, readonly string[]>> = {
  server: [
    "server/src/testing/loops/crash.test.ts",
    "server/src/testing/loops/dates.test.ts",
    "server/src/testing/loops/oracle.test.ts",
    "server/src/testing/loops/loops.test.ts",
    "server/src/testing/loops/typed-numbers.test.ts",
    "server/src/setting/grant/grant.property.test.ts",
    "server/src/finance/proof/ledger-proof.test.ts",
    "server/src/finance/proof/money-load.test.ts",
    "server/src/finance/bank/match-reach.test.ts",
  ],
  e2e: ["e2e/sheet.spec.ts", "e2e/forms.spec.ts", "e2e/prints.spec.ts", "e2e/look.spec.ts"],
};
const codes = Object.entries(LOOPS).map(([project, files]) =>
  runNode(vitest, ["run", "--project", project, ...files, ...process.argv.slice(2)], { env: { SOAK: "1" } }),
);
process.exitCode = Math.max(...codes);
