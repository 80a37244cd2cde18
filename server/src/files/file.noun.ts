import { storedFile } from "@visadesk/contract/kit/upload.ts";
import { noun } from "#kit/noun/noun.ts";

export const fileNoun = noun("file", {
  table: "files",
  shape: storedFile,
  internal: ["is_private"],
});
