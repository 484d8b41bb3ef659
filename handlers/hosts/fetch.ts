import { Router } from 'itty-router/Router';
import { Fault } from '#spec/errors.ts';
import { canonicalPath } from '../pipeline/canonical-path.ts';
import type { Pipeline } from '../pipeline/dispatch.ts';
import { faultReply } from '../pipeline/reply.ts';
import { servedMethod, toCall, toResponse } from './translate.ts';

/** A Fetch host: a function from request to response, for any runtime that has the Fetch API. */
export type FetchHost = (request: Request) => Promise<Response>;

/**
 * Serves the handlers behind the Fetch API, without a socket.
 * @param address the address of the peer, as the surrounding host knows it
 */
export const createFetchHost = (pipeline: Pipeline, address = '127.0.0.1'): FetchHost => {
  const router = Router();
  router.all('*', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const routed = pipeline.route(servedMethod(request.method), canonicalPath(pathname));
    const limit = routed.bodyLimit;
    if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit);
    const call = await toCall(request, address);
    if (call.body && 'text' in call.body && Buffer.byteLength(call.body.text) > limit) return tooLarge(limit);
    return toResponse(await pipeline.dispatch(call, routed), request.method);
  });
  return (request) => router.fetch(request);
};

const tooLarge = (limit: number): Response =>
  toResponse(faultReply(new Fault('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`)), 'POST');
