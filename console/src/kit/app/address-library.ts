/**
 * The address library, fetched from the configured link and kept in local storage with that link. A bad answer
 * changes nothing. `const { library, failed, retry } = useAddressLibrary();`
 */
import { useEffect } from "react";
import { readAddressLibrary, type AddressLibrary } from "@visadesk/contract/kit/address.ts";
import { STORAGE_KEYS } from "@visadesk/contract/kit/constants.ts";
import { getJson } from "./api.ts";
import { session, useConfig } from "./session.ts";
import { createStore } from "./store.ts";

const store = createStore<{ library: AddressLibrary | null; url: string; failed: boolean }>({ library: null, url: "", failed: false });
let running: { url: string; done: Promise<void> } | null = null;

function stored(url: string): AddressLibrary | null {
  if (localStorage.getItem(STORAGE_KEYS.addressUrl) !== url) return null;
  try {
    return readAddressLibrary(JSON.parse(localStorage.getItem(STORAGE_KEYS.address) ?? "null"));
  } catch {
    return null;
  }
}

const lastGood = (): AddressLibrary | null => stored(localStorage.getItem(STORAGE_KEYS.addressUrl) ?? "");

/** Our own origin, or a host of the parameters. */
function isAllowed(url: string): boolean {
  const { origin, host, protocol } = new URL(url, location.href);
  return origin === location.origin || (protocol === "https:" && (session.get().config?.addr_hosts ?? []).includes(host));
}

async function fetchLibrary(url: string): Promise<AddressLibrary> {
  if (!isAllowed(url)) throw new Error(`address library of a foreign host: ${url}`);
  const library = readAddressLibrary(await getJson(url));
  if (!library) throw new Error(`no address library at ${url}`);
  return library;
}

function keep(url: string, library: AddressLibrary): void {
  try {
    localStorage.setItem(STORAGE_KEYS.address, JSON.stringify(library));
    localStorage.setItem(STORAGE_KEYS.addressUrl, url);
  } catch (e) {
    console.info("address library not kept", e);
  }
}

async function load(url: string): Promise<void> {
  const known = stored(url);
  if (known) return store.set({ library: known, url, failed: false });
  try {
    const library = await fetchLibrary(url);
    keep(url, library);
    store.set({ library, url, failed: false });
  } catch (e) {
    console.info("address library not loaded", e);
    const old = store.get().library ?? lastGood();
    store.set({ library: old, failed: old === null });
  }
}

/** Loads the library of this link unless it is here; one request per link at a time. */
export function loadAddressLibrary(url: string): Promise<void> {
  if (!url || (store.get().url === url && store.get().library)) return Promise.resolve();
  if (running?.url !== url) {
    const done = load(url).finally(() => {
      if (running?.done === done) running = null;
    });
    running = { url, done };
  }
  return running.done;
}

export function useAddressLibrary(): { library: AddressLibrary | null; failed: boolean; retry: () => void } {
  const url = useConfig()?.addr_download_url ?? "";
  const library = store.use((s) => s.library);
  const failed = store.use((s) => s.failed);
  useEffect(() => void loadAddressLibrary(url), [url]);
  return { library, failed, retry: () => void loadAddressLibrary(url) };
}

export const addressLibrary = (): AddressLibrary | null => store.get().library;
