/** Rows behind a figure: the list that holds them, and its filter as the list's own input writes it. */
import { z } from "./field.ts";

const bound = z.union([z.string(), z.number()]);
const filterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(bound),
  z.object({ from: z.optional(z.string()), to: z.optional(z.string()) }),
]);
export const listFilter = () => z.record(z.string(), filterValue);
export type ListFilter = z.infer<ReturnType<typeof listFilter>>;
