import type { Id } from '../target/id.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { OpenApiOperation } from './openapi-operations.ts';

/** A request for an operation, split into the parts that request variations change. */
export interface OperationRequest {
  readonly operation: OpenApiOperation;
  readonly params: Readonly<Record<string, Id>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token that is sent instead of the target's token. If `null`, no token is sent. */
  readonly token?: string | null;
}

/** Returns the path and query for the request line. */
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
