import { Router } from 'itty-router/Router';
import { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Call, Entrance, Reply } from '../pipeline/call.ts';
import { isBodyRead, isReply, type Pipeline } from '../pipeline/dispatch.ts';
import { codingFault } from './body-text.ts';
import { createCollector, createRoom, type Room, tooLarge } from './collect.ts';
import { defaultHostLimits } from './limits.ts';
import { toCall, toResponse } from './translate.ts';

/** A Fetch host: a function from request to response, for any runtime that has the Fetch API. */
type FetchHost = (request: Request, source?: RequestSource) => Promise<Response>;

/** Where a request came from, as the surrounding host knows it. */
interface RequestSource {
  /** Address of the peer; that of this machine when absent. */
  readonly address?: string;
  /** Absent where it came over plain loopback. */
  readonly entrance?: Entrance | undefined;
}

/**
 * Serves the handlers behind the Fetch API, without a socket. How long a body may take is for the surrounding host to say.
 */
export const createFetchHost = (pipeline: Pipeline, { unfinishedBytes } = defaultHostLimits): FetchHost => {
  const room = createRoom(unfinishedBytes);
  const router = Router();
  router.all('*', async (request: Request, { address = '127.0.0.1', entrance }: RequestSource = {}) => {
    const call = toCall(request, address, entrance);
    return respond(pipeline, call, request.method, async () => {
      const admitted = pipeline.admit(call);
      if (isReply(admitted)) return admitted;
      const text = isBodyRead(admitted) ? await readText(request, admitted.bodyLimit, room) : '';
      return pipeline.dispatch(text === '' ? call : { ...call, body: { text } }, admitted);
    });
  });
  return (request, source) => router.fetch(request, source);
};

/** The response to a call; what goes wrong on the way to it, writing included, is answered as a failure. */
export const respond = async (
  { failed }: Pick<Pipeline, 'failed'>,
  call: Call,
  method: string,
  reply: () => MaybePromise<Reply>,
): Promise<Response> => {
  try {
    return toResponse(await reply(), method);
  } catch (failure) {
    return toResponse(failed(failure, call), method);
  }
};

const readText = async ({ headers, body }: Request, limit: number, room: Room): Promise<string> => {
  const refused = codingFault(headers.get('content-encoding'));
  if (refused) throw refused;
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!body) return '';
  const collector = createCollector(limit, room);
  try {
    for await (const { buffer, byteOffset, length } of body) {
      const fault = collector.add(Buffer.from(buffer, byteOffset, length));
      if (fault) throw fault;
    }
    const text = collector.text();
    if (text instanceof ApiError) throw text;
    return text;
  } finally {
    collector.release();
  }
};
