import { loadPeer } from './installed.ts';
import type { HttpMethod } from '../load/http-request.ts';

/** One route as fastify serves it: it checks the token and the body, and gives the answer that the target gave. */
interface FastifyRoute {
  readonly method: HttpMethod;
  /** With `:name` for a parameter. */
  readonly url: string;
  /** JSON Schema of the body. */
  readonly body?: object;
  readonly answer: unknown;
}

interface App {
  addHook(
    name: 'onRequest',
    hook: (request: { headers: Record<string, unknown> }, reply: Reply, done: () => void) => void,
  ): void;
  route(route: {
    method: string;
    url: string;
    schema: object;
    handler: (request: unknown, reply: Reply) => void;
  }): void;
  listen(options: { host: string; port: number }): Promise<string>;
}

interface Reply {
  code(status: number): Reply;
  send(body: unknown): Reply;
}

interface FastifyOrder {
  readonly token?: string;
  readonly routes: readonly FastifyRoute[];
}

/** The fastify framework without logging. */
export const createFastifyPeer = () => ({
  async listen({ token, routes }: FastifyOrder): Promise<{ port: number }> {
    const fastify = loadPeer('fastify') as (options: object) => App;
    const app = fastify({ logger: false });
    if (token !== undefined) {
      app.addHook('onRequest', ({ headers }, reply, done) => {
        if (headers['x-api-key'] === token) done();
        else reply.code(401).send({ error: 'token' });
      });
    }
    for (const { method, url, body, answer } of routes) {
      const schema = body === undefined ? {} : { body };
      app.route({ method, url, schema, handler: (_, reply) => void reply.send(answer) });
    }
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return { port: Number(new URL(address).port) };
  },
});
