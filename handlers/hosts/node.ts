import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { Fault } from '#spec/errors.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import type { Pipeline } from '../pipeline/dispatch.ts';
import { faultReply } from '../pipeline/reply.ts';
import { targetOf } from './request-target.ts';
import { isLoopbackAddress, replyText, servedMethod, toCall as toPageCall, toResponse } from './translate.ts';
import { serveOtherUpgrades, type TakesUpgrade, upgradeOptions } from './upgrades.ts';

/**
 * The Node host. Calls of the contract go straight from the socket to the pipeline, because building a Request and
 * a Response for each costs as much as everything else; pages for people go through hono.
 * @param takesUpgrade which upgrade requests somebody who listens for them takes
 */
export const createNodeServer = (pipeline: Pipeline, takesUpgrade: TakesUpgrade = () => false): Server => {
  const pages = new Hono<{ Bindings: HttpBindings }>();
  pages.get('*', async ({ req: { raw }, env }) => {
    const call = await toPageCall(raw, env.incoming.socket.remoteAddress ?? '');
    return toResponse(await pipeline.dispatch(call), raw.method);
  });
  const servePage = getRequestListener(pages.fetch, {
    errorHandler: () =>
      toResponse(faultReply(new Fault('INVALID_REQUEST', 'Path and Host make no URL.')), 'GET'),
  });
  const server = createServer(upgradeOptions(takesUpgrade), (request, response) => {
    const { path, query } = targetOf(request);
    if (request.method === 'GET' && !path.startsWith('/api')) void servePage(request, response);
    else serveCall(pipeline, request, response, path, query);
  });
  serveOtherUpgrades(server, takesUpgrade);
  return server;
};

const serveCall = (
  pipeline: Pipeline,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): void => {
  const method = servedMethod(request.method);
  const routed = pipeline.route(method, path);

  const send = (reply: Reply): void => write(response, reply, request.method === 'HEAD');
  readText(request, routed.bodyLimit, (text) => {
    if (text === undefined) {
      response.setHeader('Connection', 'close');
      send(faultReply(new Fault('PAYLOAD_TOO_LARGE', `The body is larger than ${routed.bodyLimit} bytes.`)));
      return;
    }
    const reply = pipeline.dispatch(toCall(request, method, path, query, text), routed);
    if (reply instanceof Promise) void reply.then(send);
    else send(reply);
  });
};

const toCall = (
  request: IncomingMessage,
  method: string,
  path: string,
  query: string,
  text: string,
): Call => {
  const { headers, socket } = request;
  const address = socket.remoteAddress ?? '';
  const token = headers['x-api-key'];
  const preflight = headers['access-control-request-method'];
  return {
    method,
    path,
    query,
    token: typeof token === 'string' ? token : undefined,
    authorization: headers.authorization,
    origin: headers.origin,
    host: headers.host,
    contentType: headers['content-type'],
    accept: headers.accept,
    ifMatch: headers['if-match'],
    preflight,
    address,
    loopback: isLoopbackAddress(address),
    body: text === '' ? undefined : { text },
  };
};

/** Reads a body; hands on undefined as soon as it is larger than the limit. */
const readText = (
  request: IncomingMessage,
  limit: number,
  done: (text: string | undefined) => void,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size - chunk.length <= limit) done(undefined);
  });
  request.on('end', () => {
    if (size > limit) return;
    done(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString());
  });
};

const write = (response: ServerResponse, reply: Reply, headOnly: boolean): void => {
  const text = replyText(reply) ?? '';
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(headOnly ? undefined : text);
};
