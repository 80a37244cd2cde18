/** Which fields of an endpoint's input a person fills. */
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { shapeOf } from "@visadesk/contract/kit/field.ts";
import { inputMeta, type Zod } from "./field-kinds.ts";
import type { Values } from "./save/form-rules.ts";
import { pickerFor } from "../app/picker-registry.ts";

const HIDDEN = new Set(["id", "version", "idempotency_key"]);

/** Fields a person fills: neither the record's own nor ids that the screen gave or that nothing can pick. */
export const openFields = (endpoint: Endpoint, initial: Values): [string, Zod][] =>
  Object.entries(shapeOf(endpoint.input)).filter(([name, type]) => {
    const kind = inputMeta(type)?.kind;
    if (HIDDEN.has(name)) return false;
    return (kind !== "id" && kind !== "ids") || (initial[name] === undefined && pickerFor(name, inputMeta(type)?.of) !== undefined);
  });
