import { countOf } from '../target/count.ts';
import { readNodeCatalogue } from '../target/node-catalogue.ts';
import { createBuildBody } from './build-body.ts';
import { buildInProcess } from './build-in-process.ts';
import { largeRequestMetrics, onScratchGraphs, raceLargeRequest } from './large-request.ts';
import { nodeRedDeploy } from './node-red.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { Suite, SuiteContext } from './suite.ts';

const nodeCount = 1000;
const connectionCount = 5000;

/** The largest declarative build that the service promises to take. */
export const build: Suite = {
  id: 'build',
  title: 'Declarative build',
  async run(context) {
    const { target, plan, compare } = context;
    const body = createBuildBody(await readNodeCatalogue(target), nodeCount, connectionCount);
    const kilobytes = Math.round(JSON.stringify(body).length / 1000);
    const verify = (graphId: string) => checkGraph(target, graphId);
    const contestant = (name: string, route: string): Candidate =>
      raceLargeRequest({
        name,
        role: 'target',
        address: target.address,
        token: target.token,
        body,
        repetitions: plan.repetitions,
        ...onScratchGraphs({ target, route, verify }),
      });
    await compare({
      id: 'build/1000x5000',
      title: `POST build of ${nodeCount} nodes and ${connectionCount} connections (${kilobytes} kB)`,
      note:
        'One request at a time, each into a graph of its own that is checked afterwards. The floor parses the body, puts ' +
        'every node and connection into a map and answers two numbers. A target that does not know return=ids answers in full. Node-RED deploys as many change nodes and wires without asking for a ' +
        'token, writes them to its file before it answers, and answers a revision.',
      metrics: largeRequestMetrics,
      reference: storingFloor,
      candidates: [
        contestant('target', 'build'),
        contestant('target, return=ids', 'build?return=ids'),
        await startStoringFloor(context, body),
        nodeRedDeploy(context, body),
      ],
    });
    await compare(buildInProcess(context, nodeCount, connectionCount));
  },
};

export const storingFloor = 'node:http and maps';

/** The floor of everything that stores a large body. */
export const startStoringFloor = async ({ start, plan }: SuiteContext, body: unknown): Promise<Candidate> => {
  const { port } = await start('http-floor').ask('listen', []);
  return raceLargeRequest({
    name: storingFloor,
    role: 'floor',
    address: { host: '127.0.0.1', port },
    body,
    repetitions: plan.repetitions,
    prepare: async () => '/floor/store',
    finish: async () => {},
  });
};

/** @throws Error when the graph does not hold what was built. */
const checkGraph = async (target: Target, graphId: string): Promise<void> => {
  const nodes = await countOf(target, `/api/graphs/${graphId}/nodes`);
  const connections = await countOf(target, `/api/graphs/${graphId}/connections`);
  if (nodes < nodeCount || connections !== connectionCount) {
    throw new Error(`the built graph holds ${nodes} nodes and ${connections} connections`);
  }
};
