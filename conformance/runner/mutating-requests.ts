import { getByPath, isRecord, tryParseJson, filterRecords } from '../json.ts';
import { splitPath } from '../target/action-catalog.ts';
import type { JsonRecord } from '../json.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Route } from '../target/routes.ts';

/** A request that may change a target, sent either alone or as part of a batch. */
export interface MutatingRequest {
  readonly method: string;
  /** The decoded segments of the path, relative to the base address. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Returns the request body. Returns an empty record if the body is not a record. */
  body(): JsonRecord;
  /** Whether the body is a JSON record with at least one field. */
  hasFields(): boolean;
  /** Whether there is a body that is not JSON, which every target must reject. */
  isMalformed(): boolean;
  /**
   * Whether the target carried out the request. The value is `perhaps` if the runtime was unavailable or no response
   * arrived.
   */
  readonly outcome: 'done' | 'perhaps' | 'refused';
  response(): unknown;
}

const batchRoute: Route = { method: 'POST', template: '/api/batch' };

/**
 * Matches a call against a route. Returns the value of the route's last parameter, or '' if the route has no parameter.
 * Returns `undefined` if the call doesn't match.
 */
export const matchRouteId = (
  { method, segments }: Pick<MutatingRequest, 'method' | 'segments'>,
  route: Route,
): string | undefined => {
  const parts = splitPath(route.template);
  if (method !== route.method || segments.length !== parts.length) return undefined;
  let id = '';
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (/^\{.*\}$/.test(part)) id = segment;
    else if (segment.toLowerCase() !== part.toLowerCase()) return undefined;
  }
  return id;
};

/** Returns the mutating requests that an exchange sent to the target at the given base address. */
export const listMutatingRequests = (exchange: Exchange, base: string): readonly MutatingRequest[] => {
  const { method, url, body } = exchange.request;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return [];
  const { status, body: responseBody } = exchange.response ?? {};
  const call = createMutatingRequest(method, url.slice(base.length), {
    body: () => tryParseJson(body ?? ''),
    text: body,
    status,
    getResponseBody: () => tryParseJson(responseBody ?? ''),
  });
  return listOperations(call);
};

/** Returns the operations of a batch, including those of batches within it. Returns any other call itself. */
const listOperations = (call: MutatingRequest): readonly MutatingRequest[] => {
  if (matchRouteId(call, batchRoute) === undefined) return [call];
  const results = filterRecords(getByPath(call.response(), 'results'));
  const unanswered = call.outcome === 'perhaps' ? undefined : 400;
  return filterRecords(call.body().operations).flatMap((operation, index) => {
    const result = results.find((one) => one.index === index);
    return listOperations(
      createMutatingRequest(String(operation.method), String(operation.path), {
        body: () => operation.body,
        status: result ? Number(result.status) : unanswered,
        getResponseBody: () => result?.body,
      }),
    );
  });
};

const createMutatingRequest = (
  method: string,
  address: string,
  {
    body,
    text,
    status,
    getResponseBody,
  }: {
    body: () => unknown;
    /** The body as it was sent. `undefined` if there was none, or in a batch. */
    text?: string | undefined;
    status: number | undefined;
    getResponseBody: () => unknown;
  },
): MutatingRequest => {
  const [path = '', query] = address.split('?');
  return {
    method: method.toUpperCase(),
    segments: splitPath(path),
    query: new URLSearchParams(query),
    body() {
      const record = body();
      return isRecord(record) ? record : {};
    },
    hasFields() {
      const record = body();
      return isRecord(record) && Object.keys(record).length > 0;
    },
    isMalformed: () => text !== undefined && text !== '' && body() === undefined,
    outcome: getRequestOutcome(status),
    response: getResponseBody,
  };
};

const getRequestOutcome = (status: number | undefined): MutatingRequest['outcome'] => {
  if (status === undefined || status === 422 || status >= 500) return 'perhaps';
  return status >= 200 && status < 300 ? 'done' : 'refused';
};
