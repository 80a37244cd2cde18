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

export interface UnreadProps {
  /** Absent: what comes is no answer, but a part of the console. */
  answer?: Omit<Answer<unknown>, "data">;
  /** Lines of the place that is kept: about as high as what comes. */
  rows?: number;
  /** The fault takes a line, not a page. */
  slim?: boolean;
  /** In a card whose rows reach its edge. */
  inset?: boolean;
}
/** What stands where an answer is not read yet. */
export function Unread({ answer, rows = 8, slim = false, inset = false }: UnreadProps) {
  if (answer?.error) return <ListFault slim={slim} error={answer.error} retry={() => void answer.refetch()} />;
  const place = <Skeleton active title={false} paragraph={{ rows }} />;
  return inset ? <div className="vd-under-card">{place}</div> : place;
}

export interface ReadsProps<T> extends UnreadProps {
  answer: Answer<T>;
  /** A failed asking anew is told above what stands. */
  tells?: boolean;
  children: (data: T) => ReactNode;
}

/** An answer that stands stays while it is asked anew, and when that fails. */
export function Reads<T>({ tells = false, children, ...place }: ReadsProps<T>) {
  const { data, error } = place.answer;
  if (data === undefined) return <Unread {...place} />;
  return (
    <>
      {tells && error ? <Unread slim answer={place.answer} /> : null}
      {children(data)}
    </>
  );
}
