import { createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { batchOperation } from './batch-operation.ts';
import { httpMetrics, raceRequests, restConnections } from './http-race.ts';
import { peerOf } from './peer.ts';
import { restCasesOf } from './rest-cases.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Child } from '../child/child-process.ts';
import type { RestCase } from './rest-cases.ts';
import type { Suite, SuiteContext } from './suite.ts';

const reference = 'node:http';
const host = '127.0.0.1';

/** Single routes under 32 connections. */
export const rest: Suite = {
  id: 'rest',
  title: 'REST',
  async run(context) {
    const load = context.start('http-load');
    const graphId = await createScratchGraph(context.target);
    try {
      const cases = await restCasesOf(context.target, graphId);
      for (const restCase of cases) await compareRoute(context, load, restCase);
      await context.compare(await batchOperation(context, load, cases));
    } finally {
      await removeScratchGraph(context.target, graphId);
    }
  },
};

const compareRoute = async (
  context: SuiteContext,
  load: Child<'http-load'>,
  { id, title, request, verify, peer }: RestCase,
): Promise<void> => {
  const { target, plan, start, compare } = context;
  const { method, path, body, token } = request;
  const answer = await target.call(method, path, body);
  const common = { load, plan, requests: [request] };

  const { port } = await start('http-floor').ask('listen', [{ method, path, status: 200, body: answer }]);
  const candidates: Candidate[] = [
    raceRequests({ ...common, name: 'target', role: 'target', address: target.address, verify }),
    raceRequests({ ...common, name: reference, role: 'floor', address: { host, port } }),
  ];
  if (peer !== undefined) {
    const name = 'fastify';
    const race = async (): Promise<Candidate> => {
      const routes = [{ method, ...peer, answer }];
      const served = await start('fastify-peer').ask('listen', {
        routes,
        ...(token !== undefined && { token }),
      });
      return raceRequests({ ...common, name, role: 'peer', address: { host, port: served.port } });
    };
    candidates.push(peerOf(context, name, 'fastify', race));
  }
  await compare({
    id: `rest/${id}`,
    title,
    note: `${restConnections} connections. The floor reads and parses the same body and serialises the answer that the target gave${peer === undefined ? '' : '; fastify also checks the token and validates the body'}.`,
    metrics: httpMetrics,
    reference,
    candidates,
  });
};
