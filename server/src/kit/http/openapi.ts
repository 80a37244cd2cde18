/** OpenAPI 3.1 from the contract: every operation with its permission, input and answer. */
import { HEADERS } from "@visadesk/contract/kit/envelope.ts";
import type { Endpoint } from "@visadesk/contract/kit/endpoint.ts";
import { refusals, statusTexts } from "@visadesk/contract/kit/errors.ts";
import { z } from "@visadesk/contract/kit/field.ts";
import { codesOf } from "@visadesk/contract/permissions.ts";
import { areaOf } from "../call/log.ts";

type Json = Record<string, unknown>;
/** Fields' own meta under names that OpenAPI leaves to us; the label is the title. */
function publicMeta(schema: Json): void {
  for (const name of ["kind", "options", "of", "personal", "purpose", "lookup", "hint", "max", "percent", "label"]) {
    if (!(name in schema)) continue;
    const value = schema[name];
    delete schema[name];
    if (name === "label") schema["title"] = value;
    else if (name === "hint") schema["description"] = value;
    else if (name !== "max") schema[`x-${name}`] = value;
  }
}

const schemaOf = (type: z.core.$ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ jsonSchema }) => publicMeta(jsonSchema),
  }) as Json;
  return schema;
};
const json = (schema: Json): Json => ({ "application/json": { schema } });
const envelope = (body: Json): Json => ({
  type: "object",
  required: ["ret", "msg"],
  properties: { ret: { const: 0 }, msg: { type: "string" }, body },
});
const ref = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

function operation(e: Endpoint): Json {
  const input = schemaOf(e.input, "input");
  const open = e.may === "open";
  return {
    operationId: e.name.replaceAll("/", "_"),
    summary: e.label,
    tags: [areaOf(e.name)],
    "x-permission": open ? "public" : e.may === "staff" ? "staff" : codesOf(e.may),
    "x-kind": e.kind,
    security: open ? [{ signature: [] }] : [{ signature: [], token: [] }],
    parameters: [HEADERS.version, HEADERS.date, HEADERS.request_id, HEADERS.platform].map((h) => ({
      $ref: `#/components/parameters/${h}`,
    })),
    requestBody: { required: true, content: e.upload ? { "multipart/form-data": { schema: input } } : json(input) },
    responses: {
      "200": {
        description: "ret 0 with the body, or a refusal with ret ≠ 0",
        content: json({ oneOf: [envelope(schemaOf(e.output, "output")), { $ref: "#/components/schemas/Refusal" }] }),
      },
      "400": ref("Protocol"),
      "403": ref("Protocol"),
      "426": ref("Protocol"),
      "500": ref("Protocol"),
      "503": ref("Protocol"),
      ...(open ? {} : { "401": ref("Protocol") }),
    },
  };
}

const parameter = (name: string, schema: Json, description: string): Json => ({ name, in: "header", required: true, schema, description });

/** The whole document for `/openapi.json`. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "VisaDesk",
      version,
      description: "Back-office console of a visa and travel-document service business.",
      license: { name: "Proprietary", url: "https://example.com/license" },
    },
    servers: [{ url: "/api" }],
    tags: [...new Set(endpoints.map((e) => areaOf(e.name)))].map((name) => ({ name, description: name })),
    paths: Object.fromEntries(endpoints.map((e) => [`/${e.name}`, { post: operation(e) }])),
    components: {
      securitySchemes: {
        signature: { type: "http", scheme: "basic", description: "HMAC-SHA256 over access key, date, version and request id" },
        token: { type: "apiKey", in: "header", name: HEADERS.token },
      },
      parameters: {
        [HEADERS.version]: parameter(HEADERS.version, { type: "string" }, "Front-end version"),
        [HEADERS.date]: parameter(
          HEADERS.date,
          { type: "string", format: "date-time" },
          "UTC with milliseconds, within five minutes of the server",
        ),
        [HEADERS.request_id]: parameter(HEADERS.request_id, { type: "string", format: "uuid" }, "Random UUID v4, used once"),
        [HEADERS.platform]: parameter(
          HEADERS.platform,
          { type: "integer", enum: [25, 20, 8] },
          "25 console, 20 partner pages, 8 chat window",
        ),
      },
      schemas: {
        Refusal: {
          type: "object",
          required: ["ret", "msg", "body"],
          properties: {
            ret: { type: "integer", enum: Object.values(refusals).map(([n]) => n) },
            msg: { type: "string" },
            body: { type: "object", required: ["code"], properties: { code: { type: "string", enum: Object.keys(refusals) } } },
          },
        },
      },
      responses: {
        Protocol: {
          description: Object.entries(statusTexts)
            .map(([s, t]) => `${s} ${t}`)
            .join(" · "),
          content: json({ type: "object", properties: { ret: { const: -1 }, msg: { type: "string" }, body: {} } }),
        },
      },
    },
  };
}
