import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { ApiError } from '#spec/errors.ts';
import { createErrorReply } from '../pipeline/call.ts';
import { createResponse, toCall, toResponse } from './fetch-host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { GetRemoteListener } from '../pipeline/call.ts';

type ServePage = ReturnType<typeof getRequestListener>;

/**
 * Serves pages for people through hono. This module is loaded with the first page, because the module also loads Node's
 * Fetch API, which uses 3 to 5 MB of memory.
 */
export const createPageServer = (pipeline: Pipeline, getRemoteListener: GetRemoteListener): ServePage => {
  const pages = new Hono<{ Bindings: HttpBindings }>();
  pages.get('*', ({ req: { raw }, env }) => {
    const { socket } = env.incoming;
    const call = toCall(raw, socket.remoteAddress ?? '', getRemoteListener(socket));
    return createResponse(pipeline, call, raw.method, () => pipeline.dispatch(call));
  });
  return getRequestListener(pages.fetch, {
    errorHandler: () =>
      toResponse(
        createErrorReply(new ApiError('INVALID_REQUEST', 'Path and Host do not form a URL.')),
        'GET',
      ),
  });
};
