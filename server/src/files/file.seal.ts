/** Stored files as `seal_move` walks them; the store leaves public ones alone. */
import { sealedFiles } from "#kit/seal/seal-files.ts";

export const fileSealSources = [sealedFiles("files", "key")];
