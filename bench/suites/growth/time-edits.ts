import { getItemAt } from '../../harness/get-item-at.ts';
import { JobError } from '../../harness/candidate.ts';
import { median } from '../../harness/statistics.ts';
import { createHttpCaller } from '../../load/http-caller.ts';
import { toJsonArray, toJsonObject, toOptionalString } from '../../target/loose-json.ts';
import { findPortEnds } from './growing-project.ts';
import type { GrowthPlan } from '../../harness/bench-plan.ts';
import type { HttpMethod } from '../../load/http-request.ts';
import type { Target } from '../../target/target.ts';
import type { GrowingProject, SampleNode } from './growing-project.ts';

/** Median milliseconds, keyed by kind of call. */
export type EditTimes = ReadonlyMap<string, number>;

const pageSize = 100;

/** A call that does not touch the project, which shows how much the machine's own speed changes. */
export const controlLabel = 'GET health';

/**
 * Repeats each kind of edit all over the project, and leaves the project as large as before.
 * @returns the median time of each kind, measured with one call at a time over one connection
 * @throws JobError when a call is rejected or a response lacks a field that the next call needs
 */
export const timeEdits = async (
  target: Target,
  project: GrowingProject,
  { edits, editMs }: Pick<GrowthPlan, 'edits' | 'editMs'>,
): Promise<EditTimes> => {
  const http = createHttpCaller(target.address);
  const times = new Map<string, number[]>();
  const timeCall = async (
    label: string,
    method: HttpMethod,
    path: string,
    body?: unknown,
  ): Promise<unknown> => {
    const { ms, body: response } = await http.call({ method, path, token: target.token, body });
    const list = times.get(label) ?? [];
    times.set(label, list);
    list.push(ms);
    return response;
  };
  const repeat = async (work: (index: number) => Promise<void>) => {
    const start = performance.now();
    for (let i = 0; i < edits && (i === 0 || performance.now() - start < editMs); i += 1) await work(i);
  };
  try {
    await repeat((i) => editSample(timeCall, project.category, getSampleAt(project.samples, i), i));
    // This call is timed separately, so that background work after reading a page does not affect the next kind of
    // call.
    await repeat((i) => readNodePage(timeCall, getSampleAt(project.samples, i)));
  } finally {
    http.close();
  }
  return new Map([...times].map(([label, list]) => [label, median(list)]));
};

type TimedCall = (label: string, method: HttpMethod, path: string, body?: unknown) => Promise<unknown>;

/** Performs every kind of edit around one sample node, and then undoes the edits. */
const editSample = async (
  timeCall: TimedCall,
  category: string,
  sample: SampleNode,
  value: number,
): Promise<void> => {
  const graph = `/api/graphs/${sample.graphId}`;
  const port = `/api/ports/${encodeURIComponent(sample.inputPortId)}/value`;
  await timeCall(controlLabel, 'GET', '/api/health');
  await timeCall('PUT port value', 'PUT', port, { value });
  const readBack = toJsonObject(await timeCall('GET port value', 'GET', port)).value;
  if (readBack !== value)
    throw new JobError(`the port holds ${JSON.stringify(readBack)} after ${value} was written`);

  const newNode = { category, locationX: 0, locationY: 0 };
  const node = toJsonObject(await timeCall('POST node', 'POST', `${graph}/nodes`, newNode));
  const portIds = findPortEnds(node);
  if (portIds === undefined) throw new JobError('a new node has no ids of its ports');

  const fromNewNode = { outputPortId: portIds.outputPortId, inputPortId: sample.inputPortId };
  const verdict = toJsonObject(
    await timeCall('POST validate', 'POST', `${graph}/connections/validate`, fromNewNode),
  );
  if (verdict.valid !== true) throw new JobError(`validate returned ${JSON.stringify(verdict)}`);

  const toNewNode = { outputPortId: sample.outputPortId, inputPortId: portIds.inputPortId };
  const connection = toJsonObject(
    await timeCall('POST connection', 'POST', `${graph}/connections`, toNewNode),
  );
  await timeCall('DELETE connection', 'DELETE', `${graph}/connections/${toOptionalString(connection.id)}`);
  await timeCall('DELETE node', 'DELETE', `${graph}/nodes/${toOptionalString(node.id)}`);
};

const readNodePage = async (timeCall: TimedCall, { graphId }: SampleNode): Promise<void> => {
  const path = `/api/graphs/${graphId}/nodes?limit=${pageSize}`;
  const page = toJsonArray(await timeCall(`GET nodes, limit ${pageSize}`, 'GET', path));
  if (page.length === 0 || page.length > pageSize)
    throw new JobError(`a page of ${pageSize} nodes held ${page.length}`);
};

/** Returns samples in widely separated order, so that consecutive samples are not neighbours in the project. */
const getSampleAt = (samples: readonly SampleNode[], index: number): SampleNode =>
  getItemAt(samples, index * 7919);
