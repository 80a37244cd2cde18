import path from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig, type Env } from "./config.ts";

const s3 = { S3_ENDPOINT: "http://localhost:9000/", S3_BUCKET: "visadesk", S3_ACCESS_KEY: "key", S3_SECRET_KEY: "very-secret" };

function refusal(env: Env): ConfigError {
  try {
    readConfig(env);
  } catch (e) {
    if (e instanceof ConfigError) return e;
    throw e;
  }
  throw new Error("was accepted");
}

describe("configuration", () => {
  it("has the documented defaults", () => {
    expect(readConfig({})).toEqual({
      host: "127.0.0.1",
      port: 8080,
      databaseUrl: null,
      dataDir: path.resolve("data"),
      sealKey: null,
      s3: null,
      accessKey: "visadesk-dev",
      accessSecret: "visadesk-dev-secret",
      demo: false,
      adminAccount: "admin",
      adminPassword: null,
      chatModel: null,
      logLevel: "info",
      trustedProxies: [],
      metricsOpen: false,
      plainDriver: false,
    });
  });

  it("reads every variable", () => {
    const config = readConfig({
      ...s3,
      S3_REGION: "cn-north-1",
      HOST: "::",
      PORT: "0",
      DATABASE_URL: "postgresql://u:p@db/visadesk",
      DATA_DIR: "/var/lib/visadesk",
      ACCESS_KEY: "console-2",
      ACCESS_SECRET: "0123456789abcdef",
      DEMO: "1",
      ADMIN_ACCOUNT: "root",
      ADMIN_PASSWORD: "correct horse",
      CHAT_MODEL_URL: "https://model.example/v1",
      CHAT_MODEL_KEY: "k",
      CHAT_MODEL_NAME: "m",
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      METRICS_OPEN: "1",
      DB_PLAIN: "1",
    });
    expect(config.s3).toEqual({
      endpoint: "http://localhost:9000",
      bucket: "visadesk",
      accessKey: "key",
      secretKey: "very-secret",
      region: "cn-north-1",
    });
    expect(config.chatModel).toEqual({ url: "https://model.example/v1", key: "k", name: "m" });
    expect(config).toMatchObject({
      host: "::",
      port: 0,
      demo: true,
      adminAccount: "root",
      logLevel: "warn",
      trustedProxies: ["10.0.0.0/8", "::1"],
      metricsOpen: true,
      plainDriver: true,
    });
  });

  it("takes an empty variable as not set", () => {
    expect(readConfig({ DATABASE_URL: "", S3_ENDPOINT: " ", DEMO: "" })).toEqual(readConfig({}));
  });

  it.each<[string, Env]>([
    ["PORT", { PORT: "80a" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "-1" }],
    ["HOST", { HOST: "a b" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://x" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres//x" }],
    ["DEMO", { DEMO: "yes" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["S3_SECRET_KEY", { ...s3, S3_SECRET_KEY: "" }],
    ["S3_ENDPOINT", { S3_REGION: "x" }],
    ["S3_ENDPOINT", { ...s3, S3_ENDPOINT: "localhost:9000" }],
    ["S3_BUCKET", { ...s3, S3_BUCKET: "Bad_Bucket" }],
    ["S3_BUKET", { ...s3, S3_BUKET: "x" }],
    ["CHAT_MODEL_KEY", { CHAT_MODEL_URL: "http://m" }],
    ["CHAT_URL", { CHAT_URL: "http://m" }],
    ["ADMIN_PASS", { ADMIN_PASS: "x" }],
    ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "short" }],
    ["ADMIN_ACCOUNT", { ADMIN_ACCOUNT: "a" }],
    ["ACCESS_SECRET", { ACCESS_KEY: "k" }],
    ["ACCESS_SECRET", { ACCESS_KEY: "k", ACCESS_SECRET: "short" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/40" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "proxy" }],
    ["METRICS_OPEN", { METRICS_OPEN: "true" }],
    ["DB_PLAIN", { DB_PLAIN: "yes" }],
  ])("refuses a wrong %s in one line that names it: %o", (variable, env) => {
    const error = refusal(env);
    expect(error.variable).toBe(variable);
    expect(error.message.startsWith(`${variable}：`)).toBe(true);
    expect(error.message).not.toContain("\n");
  });

  it("never repeats a secret", () => {
    expect(refusal({ DATABASE_URL: "mysql://u:hunter22@db" }).message).not.toContain("hunter22");
    expect(refusal({ ACCESS_KEY: "k", ACCESS_SECRET: "hunter22" }).message).not.toContain("hunter22");
  });

  it("leaves variables of others alone", () => {
    expect(readConfig({ PATH: "/bin", npm_config_x: "1", AWS_REGION: "x" })).toEqual(readConfig({}));
  });
});
