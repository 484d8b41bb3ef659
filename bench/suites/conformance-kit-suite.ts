import { JobError } from '../harness/candidate.ts';
import { lazy } from '#spec/lazy.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { measureCpu, canReadCpu } from './metrics.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { Suite, SuiteContext } from './suite.ts';

const kitCandidateName = 'side by side';

/** No ratio can be calculated, because there is no baseline. */
const noBaselineReason = { unit: 's', better: 'lower', isErratic: true } as const;

const wallClockMetric: Metric = { key: 'seconds', label: 'wall clock', ...noBaselineReason };
const kitCpuMetric: Metric = { key: 'kitCpu', label: 'CPU of the kit', ...noBaselineReason };
const serverCpuMetric: Metric = { key: 'serverCpu', label: 'CPU of the server', ...noBaselineReason };
const auditsMetric: Metric = { key: 'audits', label: 'audits', unit: '' };

/** Measures the duration of a conformance run on the target. */
export const conformanceKitSuite: Suite = {
  id: 'kit',
  title: 'A run of the conformance kit',
  async run(context) {
    const { plan } = context;
    await context.compare({
      id: 'kit/run',
      title: plan.quick ? 'Few audits' : 'All audits',
      note: 'One process checks the target at its address, with many audits at once and without copies under special conditions. The verdict does not matter here.',
      metrics: [
        wallClockMetric,
        kitCpuMetric,
        ...((await canReadCpu(context)) ? [serverCpuMetric] : []),
        auditsMetric,
      ],
      reference: kitCandidateName,
      budget: { rounds: 1, isCold: true, deadlineMs: 300_000 },
      candidates: createCandidatesPerTarget(context, (targetContext) => [createCandidate(targetContext)]),
    });
  },
};

const quickAudits = ['health/*', 'hub/address'];

const createCandidate = ({ target, plan, start }: SuiteContext): Candidate => {
  const child = lazy(() => start('kit-run'));
  return {
    name: kitCandidateName,
    role: 'target',
    async round() {
      const options = { ...getServiceAddresses(target), token: target.token };
      const { result, cpuMs } = await measureCpu(target.pid, () =>
        child().call('run', { ...options, ...(plan.quick && { only: quickAudits }) }),
      );
      if (result.problem !== undefined) throw new JobError(result.problem);
      if (result.passed === 0) throw new JobError('no audit of the kit passed');
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

const getServiceAddresses = ({ address, hub }: Target): { url: string; eventsUrl: string } => ({
  url: `http://${formatHost(address)}`,
  eventsUrl: `ws://${formatHost(hub)}${hub.path}`,
});

const formatHost = ({ host, port }: { host: string; port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
