import { JobFailure } from '../harness/candidate.ts';
import { raceLargeRequest } from './large-request.ts';
import { peerOf } from './peer.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { BuildBody } from './build-body.ts';
import type { SuiteContext } from './suite.ts';

const name = 'Node-RED';

/** Node-RED in a process of its own, deploying the same nodes and wires through its admin API. */
export const nodeRedDeploy = (context: SuiteContext, body: BuildBody): Candidate =>
  peerOf(context, name, 'node-red', async () => {
    const { start, plan } = context;
    const child = start('node-red-peer');
    const { port } = await child.ask('listen', undefined);
    const flows = flowsOf(body);
    const address = { host: '127.0.0.1', port };
    const url = `http://127.0.0.1:${port}/flows`;
    const race = raceLargeRequest({
      name,
      role: 'peer',
      address,
      pid: child.pid,
      repetitions: plan.repetitions,
      // Each deployment starts from an empty workspace, as each build does from an empty graph.
      prepare: async () => {
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' });
        return { path: '/flows', body: flows };
      },
      finish: async () => {
        const deployed = (await (await fetch(url)).json()) as unknown[];
        if (deployed.length !== flows.length)
          throw new JobFailure(`${deployed.length} of ${flows.length} nodes were deployed`);
      },
    });
    return {
      ...race,
      async close() {
        await race.close();
        await child.ask('close', undefined);
        await child.stop();
      },
    };
  });

/** A tab of change nodes with the wires of the body. */
const flowsOf = ({ nodes, connections }: BuildBody): object[] => {
  const wires = new Map(nodes.map(({ tempId }) => [tempId, [] as string[]]));
  const nodeOf = (end: string) => end.slice(0, end.indexOf('/'));
  for (const { from, to } of connections) wires.get(nodeOf(from))?.push(nodeOf(to));
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
      wires: [wires.get(tempId)],
    })),
  ];
};
