import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { MissingPart } from "./lazy-screen.ts";
import { fetchParts, fetchWhenQuiet, part } from "./part.tsx";
import { Component, type ReactNode } from "react";

const Hello = ({ name }: { name: string }) => <p>你好，{name}</p>;

class Catch extends Component<{ children: ReactNode; seen: (e: unknown) => void }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown): void {
    this.props.seen(error);
  }
  override render(): ReactNode {
    return this.state.failed ? <p>坏了</p> : this.props.children;
  }
}

it("a part is asked for once, waits with what it was given, and draws at once when it is here", async () => {
  let arrive: (c: typeof Hello) => void = () => {};
  const load = vi.fn(() => new Promise<typeof Hello>((done) => (arrive = done)));
  const Late = part(load, <p>稍等</p>);
  const first = render(<Late name="甲" />);
  expect(screen.getByText("稍等")).toBeTruthy();
  expect(Late.isHere()).toBe(false);
  await act(async () => arrive(Hello));
  expect(screen.getByText("你好，甲")).toBeTruthy();
  first.unmount();
  render(<Late name="乙" />);
  expect(screen.getByText("你好，乙")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it("a part that arrives while it stands keeps the state of what was drawn", async () => {
  const Late = part(() => Promise.resolve(Hello));
  const { rerender } = render(<Late name="甲" />);
  await screen.findByText("你好，甲");
  const drawn = screen.getByText("你好，甲");
  rerender(<Late name="乙" />);
  expect(screen.getByText("你好，乙")).toBe(drawn);
});

it("one that is not on the server says so as a missing part, and the next drawing asks again", async () => {
  const load = vi.fn(() => Promise.reject<typeof Hello>(new TypeError("Failed to fetch")));
  const Gone = part(load);
  await fetchParts();
  expect(load).toHaveBeenCalledTimes(1);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const seen = vi.fn();
  render(
    <Catch seen={seen}>
      <Gone name="甲" />
    </Catch>,
  );
  await screen.findByText("坏了");
  expect(seen.mock.calls[0]?.[0]).toBeInstanceOf(MissingPart);
  expect(load.mock.calls.length).toBeGreaterThan(1);
});

it("parts are fetched when the page has been quiet, one after another, and not once it is busy again", async () => {
  vi.useFakeTimers();
  try {
    const loads = [0, 1].map(() => vi.fn(() => Promise.resolve(Hello)));
    const stop = fetchWhenQuiet();
    for (const load of loads) part(load);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads.map((l) => l.mock.calls.length)).toEqual([0, 0]);
    fetchWhenQuiet();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads.map((l) => l.mock.calls.length)).toEqual([1, 1]);
    const heavy = vi.fn(() => Promise.resolve(Hello));
    part(heavy, null, "drawn");
    fetchWhenQuiet();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heavy).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
