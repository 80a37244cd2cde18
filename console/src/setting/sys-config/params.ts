/** The search part of the address with these keys set or taken out; what else stands there stays. */
export function withParams(patch: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) params.delete(key);
    else params.set(key, value);
  }
  return params.toString();
}
