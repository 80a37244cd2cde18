/**
 * Moves the Date of this page. It alone: a fake clock would also take over timers and frames, on which the screens'
 * waiting and drawing rest. Holds everything it needs, for a browser runs it before a page's own scripts.
 */
export function moveDate(ms: number): void {
  const Real = Date;
  const machine = Real.now;
  const moved = (): number => machine() + ms;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(moved()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [moved()] : args, made) as object,
    get: (target, key) => {
      const own: unknown = Reflect.get(target, key);
      // A test that puts a function of its own in its place is answered by it.
      return own === machine ? moved : own;
    },
  });
}
