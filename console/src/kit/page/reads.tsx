/** A part of a page that stands on an answer: its place while it is read, the fault with 重试, then what is drawn of it. */
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { ListFault } from "../list/list-table.tsx";

/** What a query says of itself, as far as reading needs it. */
export interface Answer<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

export interface ReadsProps<T> {
  answer: Answer<T>;
  /** Lines of the place that is kept: about as high as what comes. */
  rows?: number;
  /** The fault takes a line, not a page. */
  slim?: boolean;
  children: (data: T) => ReactNode;
}

/** An answer that stands stays while it is asked anew, and when that fails. */
export function Reads<T>({ answer, rows = 8, slim = false, children }: ReadsProps<T>) {
  if (answer.data !== undefined) return children(answer.data);
  if (answer.error) return <ListFault slim={slim} error={answer.error} retry={() => void answer.refetch()} />;
  return <Skeleton active title={false} paragraph={{ rows }} />;
}
