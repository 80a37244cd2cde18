/** The operation log over the present page, narrowed to one record. */
export const LOG_KEYS = { noun: "log_noun", noun_id: "log_noun_id" } as const;

export function logHref(of: { noun: string; noun_id: string } | null): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", "operation-log");
  for (const key of Object.values(LOG_KEYS)) params.delete(key);
  if (of) {
    params.set(LOG_KEYS.noun, of.noun);
    params.set(LOG_KEYS.noun_id, of.noun_id);
  }
  return `${window.location.pathname}?${params}`;
}

/** Another panel over the present page. */
export function panelHref(name: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set("panel", name);
  return `${window.location.pathname}?${params}`;
}
