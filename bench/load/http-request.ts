export interface Address {
  readonly host: string;
  readonly port: number;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request as plain data, so that another process can send the request repeatedly. */
export interface HttpRequest {
  readonly method: HttpMethod;
  /** The path, including the query. */
  readonly path: string;
  readonly token?: string | undefined;
  /** The body, as a JSON value. */
  readonly body?: unknown;
}

/** Encodes a request, so that the bytes can be built once and written many times. */
export const encodeRequest = (address: Address, request: HttpRequest): Buffer => {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    `Host: ${address.host}:${address.port}`,
    'Accept: application/json',
    ...(request.token === undefined ? [] : [`X-API-Key: ${request.token}`]),
    ...(request.body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
};
