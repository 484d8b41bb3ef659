import { at, isRecord, parsed, recordsOf } from '../json.ts';
import type { JsonRecord } from '../json.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Route } from '../target/routes.ts';

/** A request that may change a target, whether it stood alone or in a batch. */
export interface Call {
  readonly method: string;
  /** Of the path below the base address, in plain spelling. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Empty when it was no record. */
  body(): JsonRecord;
  /**
   * Whether it was carried out. It may have been where the answer is that of a runtime in trouble, or where none came.
   */
  readonly outcome: 'done' | 'perhaps' | 'refused';
  answer(): unknown;
}

const batch: Route = { method: 'POST', template: '/api/batch' };

/** What a call has in place of the last parameter of a route, '' where it has none; undefined when it is of another. */
export const idIn = (
  { method, segments }: Pick<Call, 'method' | 'segments'>,
  route: Route,
): string | undefined => {
  const parts = segmentsOf(route.template);
  if (method !== route.method || segments.length !== parts.length) return undefined;
  let id = '';
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (/^\{.*\}$/.test(part)) id = segment;
    else if (segment.toLowerCase() !== part.toLowerCase()) return undefined;
  }
  return id;
};

/** The calls of an exchange with the target of a base address. */
export const callsOf = (exchange: Exchange, base: string): readonly Call[] => {
  const { method, url, body } = exchange.request;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return [];
  const { status, body: answer } = exchange.response ?? {};
  const call = callOf(method, url.slice(base.length), {
    body: () => parsed(body ?? ''),
    status,
    answer: () => parsed(answer ?? ''),
  });
  if (idIn(call, batch) === undefined) return [call];
  const results = recordsOf(at(call.answer(), 'results'));
  const unanswered = call.outcome === 'perhaps' ? undefined : 400;
  return recordsOf(call.body().operations).map((operation, index) => {
    const result = results.find((one) => one.index === index);
    return callOf(String(operation.method), String(operation.path), {
      body: () => operation.body,
      status: result ? Number(result.status) : unanswered,
      answer: () => result?.body,
    });
  });
};

const callOf = (
  method: string,
  address: string,
  { body, status, answer }: { body: () => unknown; status: number | undefined; answer: () => unknown },
): Call => {
  const [path = '', query] = address.split('?');
  return {
    method: method.toUpperCase(),
    segments: segmentsOf(path),
    query: new URLSearchParams(query),
    body() {
      const record = body();
      return isRecord(record) ? record : {};
    },
    outcome: outcomeOf(status),
    answer,
  };
};

const outcomeOf = (status: number | undefined): Call['outcome'] => {
  if (status === undefined || status === 422 || status >= 500) return 'perhaps';
  return status >= 200 && status < 300 ? 'done' : 'refused';
};

const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
