/** Converts between Fetch API requests and pipeline calls. */
import type { Call, RemoteListener, Reply } from '../pipeline/call.ts';
import { canonicalizePath } from '../pipeline/router.ts';

const loopbackAddressPattern = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a peer's address belongs to this machine. */
export const isLoopbackAddress = (address: string): boolean => loopbackAddressPattern.test(address);

/** Returns the method with which a request is served. HEAD is served as GET, without the body of the response. */
export const toServedMethod = (method = 'GET'): string => (method === 'HEAD' ? 'GET' : method);

const getHeader = (request: Request, name: string): string | undefined =>
  request.headers.get(name) ?? undefined;

/** Converts a Fetch request to a call without its body. The host passes the address of the peer. */
export const toCall = (request: Request, address: string, remoteListener?: RemoteListener): Call => {
  const { pathname, search } = new URL(request.url);
  return {
    method: toServedMethod(request.method),
    path: canonicalizePath(pathname),
    query: search.slice(1),
    token: getHeader(request, 'x-api-key'),
    authorization: getHeader(request, 'authorization'),
    origin: getHeader(request, 'origin'),
    host: getHeader(request, 'host'),
    contentType: getHeader(request, 'content-type'),
    accept: getHeader(request, 'accept'),
    acceptEncoding: getHeader(request, 'accept-encoding'),
    ifMatch: getHeader(request, 'if-match'),
    agentProtocol: getHeader(request, 'mcp-protocol-version'),
    preflight: getHeader(request, 'access-control-request-method'),
    address,
    isLoopback: isLoopbackAddress(address),
    remoteListener: remoteListener,
    body: undefined,
  };
};

/** Returns the body of a reply as it is sent, or `undefined` if the reply has no body. */
export const toWireBody = ({ headers, body }: Reply): string | Uint8Array | undefined => {
  if (body === undefined || body instanceof Uint8Array) return body;
  return headers['Content-Type']?.startsWith('application/json') ? JSON.stringify(body) : String(body);
};

/** Converts a reply to a Fetch response. */
export const toResponse = (reply: Reply, method: string): Response => {
  const sent = toWireBody(reply) ?? null;
  // Copies the bytes, because a Response can't be created from shared memory.
  const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent;
  // Creates the headers immediately, because the Node adapter's Response class reads them later.
  const headers = new Headers(reply.headers);
  return new Response(method === 'HEAD' ? null : body, { status: reply.status, headers });
};
