import type { IncomingMessage } from 'node:http';
import { canonicalizePath } from '../pipeline/canonical-path.ts';

/** The parsed target of a request. */
export interface RequestTarget {
  /** The path, as returned by {@link canonicalizePath}. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
}

export const parseRequestTarget = ({ url = '/' }: IncomingMessage): RequestTarget => {
  const queryStart = url.indexOf('?');
  if (queryStart < 0) return { path: canonicalizePath(url), query: '' };
  return { path: canonicalizePath(url.slice(0, queryStart)), query: url.slice(queryStart + 1) };
};
