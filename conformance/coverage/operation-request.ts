import type { Id } from '../target/id.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { OpenApiOperation } from './openapi-operations.ts';

/** A request for an operation, split into the parts that variations change. */
export interface OperationRequest {
  readonly operation: OpenApiOperation;
  readonly params: Readonly<Record<string, Id>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body, to be sent as JSON. */
  readonly json?: unknown;
  /** A body to be sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another token than the target's; null sends none. */
  readonly token?: string | null;
}

/** Returns path and query for the request line. */
export const toRequestTarget = ({ operation, params, query }: OperationRequest): string => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};

export const sendRequest = (http: HttpClient, request: OperationRequest): Promise<Reply> => {
  const { operation, json, body, headers, token } = request;
  return http.send(operation.method, toRequestTarget(request), {
    ...(json !== undefined && { json }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
    ...(token !== undefined && { token }),
  });
};

/** Returns the same request without its body. */
export const omitBody = ({ json: _json, body: _body, ...rest }: OperationRequest): OperationRequest => rest;
