/** The protected address that could not be opened because the account was not loaded. */
let missed: string | null = null;
export const noteMissed = (href: string): void => void (missed = href);
export const takeMissed = (): string | null => {
  const href = missed;
  missed = null;
  return href;
};
