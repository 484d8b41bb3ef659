import { median } from '../../harness/statistics.ts';
import { createHttpCaller } from '../../load/http-caller.ts';
import type { ChildProcessHandle } from '../../child/child-process.ts';
import type { HttpCaller } from '../../load/http-caller.ts';
import type { ProbeResult } from '../../load/http-probe.ts';
import type { Target } from '../../target/target.ts';
import type { GrowingProject, SampleNode } from './growing-project.ts';
import type { EditTimes } from './time-edits.ts';

const probeIntervalMs = 4;
const editIntervalMs = 100;
const saveSeriesLabels = 5;

/**
 * Measures the cost of saving and its effect on other clients. One client reads at a steady rate: first without edits,
 * then while one port changes every tenth of a second, then after a port in every graph has changed. Autosaves that
 * happen during this time are included.
 */
export const timeSaves = async (
  target: Target,
  project: GrowingProject,
  probe: ChildProcessHandle<'http-probe'>,
  watchMs: number,
): Promise<EditTimes> => {
  const http = createHttpCaller(target.address);
  const { address, token } = target;
  const probeLatency = (): Promise<ProbeResult> =>
    probe.call('run', {
      address,
      request: { method: 'GET', path: '/api/health', token },
      intervalMs: probeIntervalMs,
      ms: watchMs,
    });
  const write = (sample: SampleNode, value: number) =>
    http.call({ method: 'PUT', path: getValuePath(sample), token, body: { value } });

  try {
    // biome-ignore lint/style/noNonNullAssertion: a project with nodes has samples
    const first = project.samples[0]!;
    const saveMs = await timeSave(http, first, target);
    // Allows the server to save earlier edits before the measurement.
    await probeLatency();
    const idle = await probeLatency();
    const editLatency = await watchWhileEditing(probeLatency, (value) => write(first, value));
    const samplePerGraph = getSamplePerGraph(project.samples);
    for (const sample of samplePerGraph) await write(sample, -1);
    const sweepLatency = await probeLatency();
    return new Map([
      ['POST save of one graph', saveMs],
      ['others p99, no edits', idle.p99Ms],
      ['others p99, one graph edited', editLatency.p99Ms],
      ['others longest, one graph edited', editLatency.longestMs],
      ['others p99, every graph edited', sweepLatency.p99Ms],
      ['others longest, every graph edited', sweepLatency.longestMs],
    ]);
  } finally {
    http.close();
  }
};

const getValuePath = ({ inputPortId }: SampleNode): string =>
  `/api/ports/${encodeURIComponent(inputPortId)}/value`;

const watchWhileEditing = async (
  probeLatency: () => Promise<ProbeResult>,
  write: (value: number) => Promise<unknown>,
): Promise<ProbeResult> => {
  let done = false;
  const probing = probeLatency().finally(() => {
    done = true;
  });
  for (let value = 0; !done; value += 1) {
    await write(value);
    await Promise.race([probing, new Promise((resolve) => setTimeout(resolve, editIntervalMs))]);
  }
  return probing;
};

const timeSave = async (http: HttpCaller, sample: SampleNode, { token }: Target): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < saveSeriesLabels; i += 1) {
    await http.call({ method: 'PUT', path: getValuePath(sample), token, body: { value: i } });
    const { ms } = await http.call({ method: 'POST', path: `/api/graphs/${sample.graphId}/save`, token });
    times.push(ms);
  }
  return median(times);
};

const getSamplePerGraph = (samples: readonly SampleNode[]): SampleNode[] => [
  ...new Map(samples.map((sample) => [sample.graphId, sample])).values(),
];
