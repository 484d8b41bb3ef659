import { JobFailure } from '../harness/candidate.ts';
import { lazy } from './lazy.ts';
import { ofEach } from './of-each.ts';
import { measureCpu, tellsCpu } from './server-cpu.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { Suite, SuiteContext } from './suite.ts';

const name = 'side by side';

/** There is nothing beside it that a ratio could be told to. */
const alone = { unit: 's', better: 'lower', isErratic: true } as const;

const wall: Metric = { key: 'seconds', label: 'wall clock', ...alone };
const kitCpu: Metric = { key: 'kitCpu', label: 'CPU of the kit', ...alone };
const serverCpu: Metric = { key: 'serverCpu', label: 'CPU of the server', ...alone };
const audits: Metric = { key: 'audits', label: 'audits', unit: '' };

/** How long a run of the conformance kit on the target takes. */
export const kit: Suite = {
  id: 'kit',
  title: 'A run of the conformance kit',
  async run(context) {
    const { plan } = context;
    await context.compare({
      id: 'kit/run',
      title: plan.quick ? 'Few audits' : 'All audits',
      note: 'One process judges the target by its address, many audits at once, without copies in special conditions. How it is judged is no matter here.',
      metrics: [wall, kitCpu, ...((await tellsCpu(context)) ? [serverCpu] : []), audits],
      reference: name,
      budget: { rounds: 1, isCold: true, deadlineMs: 300_000 },
      candidates: ofEach(context, (one) => [candidateOf(one)]),
    });
  },
};

const few = ['health/*', 'hub/address'];

const candidateOf = ({ target, plan, start }: SuiteContext): Candidate => {
  const child = lazy(() => start('kit-run'));
  return {
    name,
    role: 'target',
    open: async () => {},
    async round() {
      const order = { ...addressesOf(target), token: target.token };
      const { result, cpuMs } = await measureCpu(target.pid, () =>
        child().ask('run', { ...order, ...(plan.quick && { only: few }) }),
      );
      if (result.problem !== undefined) throw new JobFailure(result.problem);
      if (result.passed === 0) throw new JobFailure('nothing that the kit asks for passed');
      return {
        seconds: result.ms / 1000,
        kitCpu: result.cpuMs / 1000,
        serverCpu: cpuMs / 1000,
        audits: result.audits,
      };
    },
    close: () => child().stop(),
  };
};

const addressesOf = ({ address, hub }: Target): { url: string; eventsUrl: string } => ({
  url: `http://${hostOf(address)}`,
  eventsUrl: `ws://${hostOf(hub)}${hub.path}`,
});

const hostOf = ({ host, port }: { host: string; port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
