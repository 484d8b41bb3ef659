import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { ApiError } from '#spec/errors.ts';
import type { Pipeline } from '../pipeline/dispatch.ts';
import { faultReply } from '../pipeline/reply.ts';
import type { EntranceOf } from './entrance-of.ts';
import { respond } from './fetch.ts';
import { toCall, toResponse } from './translate.ts';

type ServePage = ReturnType<typeof getRequestListener>;

/** Pages for people, through hono. Loaded with the first of them: it brings the Fetch API of Node along, 3 to 5 MB of memory. */
export const createPages = (pipeline: Pipeline, entranceOf: EntranceOf): ServePage => {
  const pages = new Hono<{ Bindings: HttpBindings }>();
  pages.get('*', ({ req: { raw }, env }) => {
    const { socket } = env.incoming;
    const call = toCall(raw, socket.remoteAddress ?? '', entranceOf(socket));
    return respond(pipeline, call, raw.method, () => pipeline.dispatch(call));
  });
  return getRequestListener(pages.fetch, {
    errorHandler: () =>
      toResponse(faultReply(new ApiError('INVALID_REQUEST', 'Path and Host make no URL.')), 'GET'),
  });
};
