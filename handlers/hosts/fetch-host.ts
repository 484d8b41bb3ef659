import { Router } from 'itty-router/Router';
import { ApiError } from '#spec/errors.ts';
import {
  type Call,
  isLoopbackAddress,
  type RemoteListener,
  type Reply,
  StreamedBody,
  toClientName,
  toServedMethod,
  toWireBody,
} from '../pipeline/call.ts';
import { isReply, type Pipeline, shouldReadBody } from '../pipeline/pipeline.ts';
import { canonicalizePath } from '../pipeline/router.ts';
import { toBodyStream } from './body-stream.ts';
import {
  createBodyCollector,
  createMemoryBudget,
  createTooLargeError,
  findEncodingError,
  type MemoryBudget,
} from './request-body.ts';
import { defaultHostLimits } from './host-limits.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** A function that returns the response to a request, for any runtime with the Fetch API. */
type FetchHost = (request: Request, source?: FetchRequestSource) => Promise<Response>;

/** Where a request came from, according to the surrounding host. */
interface FetchRequestSource {
  /** The address of the peer; when absent, the peer is on this machine. */
  readonly address?: string;
  /** The listener that received the request; absent for plain loopback. */
  readonly remoteListener?: RemoteListener | undefined;
}

/**
 * Serves the handlers through the Fetch API, without a socket. The surrounding host limits the time that a body may
 * take to arrive.
 */
export const createFetchHost = (
  pipeline: Pipeline,
  { maxUnfinishedBytes } = defaultHostLimits,
): FetchHost => {
  const budget = createMemoryBudget(maxUnfinishedBytes);
  const router = Router();
  router.all(
    '*',
    async (request: Request, { address = '127.0.0.1', remoteListener }: FetchRequestSource = {}) => {
      const call = toCall(request, address, remoteListener);
      return createResponse(pipeline, call, request.method, async () => {
        const authorized = pipeline.authorize(call);
        if (isReply(authorized)) return authorized;
        if (authorized.operation?.spec.bodyStream) {
          const encodingError = findEncodingError(request.headers.get('content-encoding'));
          if (encodingError) throw encodingError;
          return pipeline.dispatch({ ...call, body: { stream: toBodyStream(request) } }, authorized);
        }
        const text = shouldReadBody(authorized)
          ? await readBodyText(request, authorized.bodyLimit, budget)
          : '';
        return pipeline.dispatch(text === '' ? call : { ...call, body: { text } }, authorized);
      });
    },
  );
  return (request, source) => router.fetch(request, source);
};

/**
 * Creates the response to a call. Any failure becomes an error response, even if it happens while the response is
 * written.
 */
export const createResponse = async (
  { toErrorReply }: Pick<Pipeline, 'toErrorReply'>,
  call: Call,
  method: string,
  reply: () => MaybePromise<Reply>,
): Promise<Response> => {
  try {
    return toResponse(await reply(), method);
  } catch (failure) {
    return toResponse(toErrorReply(failure, call), method);
  }
};

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
    ifNoneMatch: getHeader(request, 'if-none-match'),
    range: getHeader(request, 'range'),
    ifRange: getHeader(request, 'if-range'),
    clientName: toClientName(getHeader(request, 'x-client-name')),
    agentProtocol: getHeader(request, 'mcp-protocol-version'),
    preflight: getHeader(request, 'access-control-request-method'),
    address,
    isLoopback: isLoopbackAddress(address),
    remoteListener: remoteListener,
    acceptsStream: true,
    body: undefined,
  };
};

/** Converts a reply to a Fetch response. */
export const toResponse = (reply: Reply, method: string): Response => {
  // Creates the headers immediately, because the Node adapter's Response class reads them later.
  const headers = new Headers(reply.headers);
  const isHead = method === 'HEAD';
  if (isHead && reply.body instanceof StreamedBody) reply.body.discard();
  return new Response(isHead ? null : toResponseBody(reply), { status: reply.status, headers });
};

const toResponseBody = (reply: Reply): string | Uint8Array<ArrayBuffer> | ReadableStream | null => {
  if (reply.body instanceof StreamedBody) return toReadableStream(reply.body);
  const sent = toWireBody(reply) ?? null;
  // Copies the bytes, because a Response can't be created from shared memory.
  return sent instanceof Uint8Array ? new Uint8Array(sent) : sent;
};

/** Converts a body to a stream that holds at most one piece. */
const toReadableStream = ({ open }: StreamedBody): ReadableStream => {
  const closing = new AbortController();
  const pieces = open(closing.signal)[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      async cancel() {
        closing.abort();
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

const getHeader = (request: Request, name: string): string | undefined =>
  request.headers.get(name) ?? undefined;

const readBodyText = async (
  { headers, body }: Request,
  limit: number,
  budget: MemoryBudget,
): Promise<string> => {
  const encodingError = findEncodingError(headers.get('content-encoding'));
  if (encodingError) throw encodingError;
  if (Number(headers.get('content-length') ?? 0) > limit) throw createTooLargeError(limit);
  if (!body) return '';
  const collector = createBodyCollector(limit, budget);
  try {
    for await (const { buffer, byteOffset, length } of body) {
      const error = collector.add(Buffer.from(buffer, byteOffset, length));
      if (error) throw error;
    }
    const text = collector.decode();
    if (text instanceof ApiError) throw text;
    return text;
  } finally {
    collector.release();
  }
};
