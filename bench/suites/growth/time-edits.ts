import { JobError } from '../../harness/candidate.ts';
import { median } from '../../harness/statistics.ts';
import { createHttpCaller } from '../../load/http-caller.ts';
import { toJsonArray, toJsonObject, toOptionalString } from '../../target/loose-json.ts';
import { findPortEnds } from './growing-project.ts';
import type { GrowthPlan } from '../../harness/bench-plan.ts';
import type { HttpMethod } from '../../load/http-request.ts';
import type { Target } from '../../target/target.ts';
import type { GrowingProject, SampleNode } from './growing-project.ts';

/** Milliseconds by kind of call. */
export type EditTimes = ReadonlyMap<string, number>;

const pageSize = 100;

/** A call that does not touch the project, to show the effect of the machine. */
export const controlLabel = 'GET health';

/**
 * Repeats each kind of edit all over the project, and leaves it as large as before.
 * @returns the median of each kind, one call at a time over one connection
 * @throws JobError when a call is rejected or a response lacks what the next call needs
 */
export const timeEdits = async (
  target: Target,
  project: GrowingProject,
  { edits, editMs }: Pick<GrowthPlan, 'edits' | 'editMs'>,
): Promise<EditTimes> => {
  const caller = createHttpCaller(target.address);
  const times = new Map<string, number[]>();
  const timed = async (label: string, method: HttpMethod, path: string, body?: unknown): Promise<unknown> => {
    const { ms, body: answer } = await caller.call({ method, path, token: target.token, body });
    const list = times.get(label) ?? [];
    times.set(label, list);
    list.push(ms);
    return answer;
  };
  const repeat = async (work: (index: number) => Promise<void>) => {
    const start = performance.now();
    for (let i = 0; i < edits && (i === 0 || performance.now() - start < editMs); i += 1) await work(i);
  };
  try {
    await repeat((i) => editSample(timed, project.category, getSampleAt(project.samples, i), i));
    // Runs separately, so that background work after a page does not affect the next kind of call.
    await repeat((i) => readNodePage(timed, getSampleAt(project.samples, i)));
  } finally {
    caller.close();
  }
  return new Map([...times].map(([label, list]) => [label, median(list)]));
};

type TimedCall = (label: string, method: HttpMethod, path: string, body?: unknown) => Promise<unknown>;

/** Makes every edit around one sample and undoes it. */
const editSample = async (
  timed: TimedCall,
  category: string,
  sample: SampleNode,
  value: number,
): Promise<void> => {
  const graph = `/api/graphs/${sample.graphId}`;
  const port = `/api/ports/${encodeURIComponent(sample.inputPortId)}/value`;
  await timed(controlLabel, 'GET', '/api/health');
  await timed('PUT port value', 'PUT', port, { value });
  const read = toJsonObject(await timed('GET port value', 'GET', port)).value;
  if (read !== value) throw new JobError(`the port holds ${JSON.stringify(read)} after ${value} was written`);

  const newNode = { category, locationX: 0, locationY: 0 };
  const node = toJsonObject(await timed('POST node', 'POST', `${graph}/nodes`, newNode));
  const ends = findPortEnds(node);
  if (ends === undefined) throw new JobError('a new node has no ids of its ports');

  const intoProject = { outputPortId: ends.outputPortId, inputPortId: sample.inputPortId };
  const verdict = toJsonObject(
    await timed('POST validate', 'POST', `${graph}/connections/validate`, intoProject),
  );
  if (verdict.valid !== true) throw new JobError(`validate returned ${JSON.stringify(verdict)}`);

  const outOfProject = { outputPortId: sample.outputPortId, inputPortId: ends.inputPortId };
  const wire = toJsonObject(await timed('POST connection', 'POST', `${graph}/connections`, outOfProject));
  await timed('DELETE connection', 'DELETE', `${graph}/connections/${toOptionalString(wire.id)}`);
  await timed('DELETE node', 'DELETE', `${graph}/nodes/${toOptionalString(node.id)}`);
};

const readNodePage = async (timed: TimedCall, { graphId }: SampleNode): Promise<void> => {
  const path = `/api/graphs/${graphId}/nodes?limit=${pageSize}`;
  const page = toJsonArray(await timed(`GET nodes, limit ${pageSize}`, 'GET', path));
  if (page.length === 0 || page.length > pageSize)
    throw new JobError(`a page of ${pageSize} nodes held ${page.length}`);
};

/** Jumps far, so that consecutive samples are not neighbours in the project. */
const getSampleAt = (samples: readonly SampleNode[], index: number): SampleNode =>
  // biome-ignore lint/style/noNonNullAssertion: a project with nodes has samples
  samples[(index * 7919) % samples.length]!;
