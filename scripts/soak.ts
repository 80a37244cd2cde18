/** `npm run soak`: the loops that follow the hand as a whole, each list and each form; `npm test` takes a few of them. */
import process from "node:process";
import { runNode, vitest } from "./lib/run.ts";

const LOOPS = ["e2e/sheet.spec.ts", "e2e/forms.spec.ts", "e2e/prints.spec.ts"];
const args = ["run", "--project", "e2e", ...LOOPS, ...process.argv.slice(2)];
process.exitCode = runNode(vitest, args, { env: { SOAK: "1" } });
