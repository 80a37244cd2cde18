/**
 * The address of the page: links, moving, and the query as plain text values.
 *
 *   <Link to={to("order-detail", { orderId })}>V261120000001</Link>
 *   const [query, setQuery] = useQuery();  setQuery({ page: "2" });  // undefined removes a key
 */
import { Link as RouterLink, useLocation, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo, type AnchorHTMLAttributes } from "react";

/** "?a=1&b=" to { a: "1", b: "" }; values stay text, 00123 is no number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
export const stringifySearch = (query: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(query).flatMap(([k, v]) => (typeof v === "string" || typeof v === "number" ? [[k, String(v)]] : []));
  const text = new URLSearchParams(entries).toString();
  return text ? `?${text}` : "";
};

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
  replace?: boolean;
}

/** A link inside the console; its screen is loaded when the pointer rests on it. */
export function Link({ to, replace = false, ...rest }: LinkProps) {
  const [path = "", search = ""] = to.split("?");
  return <RouterLink to={path} search={parseSearch(search)} replace={replace} preload="intent" {...(rest as object)} />;
}

export type Patch = Readonly<Record<string, string | undefined>>;

/** The query of the page and a setter that keeps the path, other keys and the scroll. */
export function useQuery(): [Readonly<Record<string, string>>, (patch: Patch, options?: { replace?: boolean }) => void] {
  const router = useRouter();
  const search = useLocation({ select: (l) => l.searchStr });
  const query = useMemo(() => parseSearch(search), [search]);
  const set = useCallback(
    (patch: Patch, options?: { replace?: boolean }) => {
      const { pathname, searchStr } = router.state.location;
      const next = { ...parseSearch(searchStr), ...patch };
      void router.navigate({ href: pathname + stringifySearch(next), replace: options?.replace ?? false, resetScroll: false });
    },
    [router],
  );
  return [query, set];
}
