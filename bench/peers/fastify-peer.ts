import { loadPeer } from './peer-packages.ts';
import type { HttpMethod } from '../load/http-request.ts';

/** One route in fastify. It checks the token and the body, and sends the target's response. */
interface FastifyRoute {
  readonly method: HttpMethod;
  /** The path, in which `:name` stands for a parameter. */
  readonly url: string;
  /** JSON Schema of the request body. */
  readonly body?: object;
  readonly response: unknown;
}

interface FastifyApp {
  addHook(
    name: 'onRequest',
    hook: (request: { headers: Record<string, unknown> }, reply: FastifyReply, done: () => void) => void,
  ): void;
  route(route: {
    method: string;
    url: string;
    schema: object;
    handler: (request: unknown, reply: FastifyReply) => void;
  }): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

interface FastifyReply {
  code(status: number): FastifyReply;
  send(body: unknown): FastifyReply;
}

export interface FastifyPeerOptions {
  readonly token?: string;
  readonly routes: readonly FastifyRoute[];
}

/** Creates a server with the fastify framework, without logging. */
export const createFastifyPeer = () => ({
  async listen({ token, routes }: FastifyPeerOptions): Promise<{ port: number }> {
    const fastify = loadPeer('fastify') as (options: object) => FastifyApp;
    const app = fastify({ logger: false });
    if (token !== undefined) {
      app.addHook('onRequest', ({ headers }, reply, done) => {
        if (headers['x-api-key'] === token) done();
        else reply.code(401).send({ error: 'token' });
      });
    }
    for (const { method, url, body, response } of routes) {
      const schema = body === undefined ? {} : { body };
      app.route({ method, url, schema, handler: (_, reply) => void reply.send(response) });
    }
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return { port: Number(new URL(address).port) };
  },
});
