import { JobError } from '../harness/candidate.ts';
import { createLargeRequestCandidate } from './large-request-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { BuildBody } from './create-build-body.ts';
import type { SuiteContext } from './suite.ts';

const nodeRedName = 'Node-RED';

/**
 * Creates a candidate for Node-RED in a child process, which deploys the same nodes and connections through its admin
 * API.
 */
export const createNodeRedCandidate = (context: SuiteContext, body: BuildBody): Candidate =>
  createPeerCandidate(context, nodeRedName, 'node-red', async () => {
    const { start, plan } = context;
    const child = start('node-red-peer');
    const { port } = await child.call('listen', undefined);
    const flows = toNodeRedFlows(body);
    const address = { host: '127.0.0.1', port };
    const url = `http://127.0.0.1:${port}/flows`;
    const candidate = createLargeRequestCandidate({
      name: nodeRedName,
      role: 'peer',
      address,
      pid: child.pid,
      repetitions: plan.repetitions,
      // Each deployment starts with an empty workspace, just as each build starts with an empty graph.
      prepare: async () => {
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' });
        return { path: '/flows', body: flows };
      },
      finish: async () => {
        const deployed = (await (await fetch(url)).json()) as unknown[];
        if (deployed.length !== flows.length)
          throw new JobError(`${deployed.length} of ${flows.length} nodes were deployed`);
      },
    });
    return {
      ...candidate,
      async close() {
        await candidate.close();
        await child.call('close', undefined);
        await child.stop();
      },
    };
  });

/** Creates a Node-RED tab of change nodes with the same connections as the body. */
const toNodeRedFlows = ({ nodes, connections }: BuildBody): object[] => {
  const targetsByNode = new Map(nodes.map(({ tempId }) => [tempId, [] as string[]]));
  const getNodeId = (end: string) => end.slice(0, end.indexOf('/'));
  for (const { from, to } of connections) targetsByNode.get(getNodeId(from))?.push(getNodeId(to));
  return [
    { id: 'tab', type: 'tab', label: 'bench' },
    ...nodes.map(({ tempId }, index) => ({
      id: tempId,
      type: 'change',
      z: 'tab',
      name: '',
      rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '1', tot: 'num' }],
      x: (index % 40) * 240,
      y: Math.floor(index / 40) * 160,
      wires: [targetsByNode.get(tempId)],
    })),
  ];
};
