/**
 * Reading an address outside: https only, no redirects, limits on size and time, and never into a private network
 * unless the host is excepted. The name is resolved once and the connection goes to just these addresses.
 */
import { lookup, type LookupAddress } from "node:dns";
import { get } from "node:https";
import { BlockList, isIP } from "node:net";
import { promisify } from "node:util";

const blocked = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  blocked.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  // IPv4 inside IPv6: compatible, translated, 6to4, Teredo.
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  blocked.addSubnet(net, bits, "ipv6");

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Loopback, private, link-local, multicast and other addresses no public host has. */
export function isPrivateAddress(address: string): boolean {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  return version === 0 || blocked.check(plain, version === 6 ? "ipv6" : "ipv4");
}

export interface OutgoingOptions {
  maxBytes: number;
  timeoutMs: number;
  /** Hosts that may lie in a private network. */
  privateHosts: readonly string[];
}
/** Why an address could not be read; the words are for whoever typed it. */
export class OutgoingError extends Error {}

const resolve = promisify(lookup);

async function addressesOf(url: URL, privateHosts: readonly string[]): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = await resolve(host, { all: true }).catch(() => []);
  if (found.length === 0) throw new OutgoingError(`无法解析主机 ${host}`);
  const excepted = privateHosts.includes(url.host) || privateHosts.includes(host);
  if (!excepted && found.some((a) => isPrivateAddress(a.address))) throw new OutgoingError(`主机 ${host} 在内网，不能访问`);
  return found;
}

/** Does the host lie in a private network? A name that nobody knows yet is judged when it is called. */
export async function isPrivateHost(url: URL): Promise<boolean> {
  const found = await resolve(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  return found.some((a) => isPrivateAddress(a.address));
}

/** The text at an https address. */
export async function fetchText(url: URL, o: OutgoingOptions): Promise<string> {
  if (url.protocol !== "https:") throw new OutgoingError("只支持 https 链接");
  const addresses = await addressesOf(url, o.privateHosts);
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  const request = get(
    url,
    {
      signal: AbortSignal.timeout(o.timeoutMs),
      lookup: (_host, options, answer) =>
        options.all ? answer(null, addresses) : answer(null, addresses[0]?.address ?? "", addresses[0]?.family),
    },
    (res) => {
      if (res.statusCode !== 200) {
        res.resume();
        reject(new OutgoingError(`下载失败，对方返回 ${res.statusCode}`));
        return;
      }
      const parts: Buffer[] = [];
      let size = 0;
      res.on("data", (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > o.maxBytes) request.destroy(new OutgoingError("文件过大"));
      });
      res.on("end", () => done(Buffer.concat(parts).toString("utf8")));
      res.on("error", reject);
    },
  );
  request.on("error", reject);
  return promise.catch((e: unknown) => {
    throw e instanceof OutgoingError ? e : new OutgoingError("下载失败，请检查链接");
  });
}
