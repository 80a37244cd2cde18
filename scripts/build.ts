/** Builds the console when it is stale; for images that start the server themselves. */
import process from "node:process";
import { buildConsole } from "./lib/build.ts";

if (!buildConsole()) process.exitCode = 1;
