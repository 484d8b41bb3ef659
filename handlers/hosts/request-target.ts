import type { IncomingMessage } from 'node:http';
import { canonicalizePath } from '../pipeline/canonical-path.ts';

/** Where a request goes to. */
export interface RequestTarget {
  /** In the one spelling of {@link canonicalizePath}. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
}

export const parseRequestTarget = ({ url = '/' }: IncomingMessage): RequestTarget => {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: canonicalizePath(url), query: '' };
  return { path: canonicalizePath(url.slice(0, mark)), query: url.slice(mark + 1) };
};
