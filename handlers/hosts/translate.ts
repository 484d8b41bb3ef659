/** Between the Fetch API's requests and the pipeline's calls. */
import type { Call, Entrance, Reply } from '../pipeline/call.ts';
import { canonicalPath } from '../pipeline/canonical-path.ts';

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;

/** Whether the address of a peer is on this machine. */
export const isLoopbackAddress = (address: string): boolean => loopbackAddress.test(address);

/** The method that a request is served by: HEAD is GET without the body of the answer. */
export const servedMethod = (method = 'GET'): string => (method === 'HEAD' ? 'GET' : method);

const header = (request: Request, name: string): string | undefined => request.headers.get(name) ?? undefined;

/** A Fetch request as a call, its body not read yet. The peer is whoever the host says it is. */
export const toCall = (request: Request, address: string, entrance?: Entrance): Call => {
  const { pathname, search } = new URL(request.url);
  return {
    method: servedMethod(request.method),
    path: canonicalPath(pathname),
    query: search.slice(1),
    token: header(request, 'x-api-key'),
    authorization: header(request, 'authorization'),
    origin: header(request, 'origin'),
    host: header(request, 'host'),
    contentType: header(request, 'content-type'),
    accept: header(request, 'accept'),
    acceptEncoding: header(request, 'accept-encoding'),
    ifMatch: header(request, 'if-match'),
    agentProtocol: header(request, 'mcp-protocol-version'),
    preflight: header(request, 'access-control-request-method'),
    address,
    loopback: isLoopbackAddress(address),
    entrance,
    body: undefined,
  };
};

/** The body of a reply as it is sent, undefined for none. */
export const sentBody = ({ headers, body }: Reply): string | Uint8Array | undefined => {
  if (body === undefined || body instanceof Uint8Array) return body;
  return headers['Content-Type']?.startsWith('application/json') ? JSON.stringify(body) : String(body);
};

/** A reply as a Fetch response. */
export const toResponse = (reply: Reply, method: string): Response => {
  const sent = sentBody(reply) ?? null;
  // copied, because what is sent must not be memory that threads share
  const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent;
  // Made at once: the Response that the Node adapter puts in the place of the platform's looks at headers later.
  const headers = new Headers(reply.headers);
  return new Response(method === 'HEAD' ? null : body, { status: reply.status, headers });
};
