import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import {
  type EditFixtures,
  createEditTest,
  toEditRequest,
  editOperations,
  readProjectState,
} from '../../testing-edits.ts';
import type { TestClient, TestService } from '../../testing-service.ts';

interface Result {
  readonly index: number;
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } };
}

interface BatchBody {
  readonly succeeded: number;
  readonly failed: number;
  readonly results: readonly Result[];
}

let test: TestService;
let call: TestClient;
let fixtures: EditFixtures;

beforeEach(async () => {
  ({ test, call, fixtures } = await createEditTest());
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const listOperations = () => [
  { method: 'GET', path: `/api/graphs/${fixtures.graph.id}` },
  { method: 'PUT', path: `/api/graphs/${fixtures.graph.id}`, body: { name: 'Renamed' } },
  { method: 'POST', path: `/api/graphs/${fixtures.graph.id}/nodes?sync=false`, body: { category: 'Add' } },
  { method: 'POST', path: `/api/graphs/${fixtures.graph.id}/save` },
  { method: 'PUT', path: `/api/variables/${fixtures.pathParams.id}/value`, body: { value: 5 } },
];

const runBatch = async (query: string) => {
  const { status, body } = await call<BatchBody>('POST', `/api/batch${query}`, {
    operations: listOperations(),
  });
  return {
    status,
    ...body,
    outcomes: body.results.map((result) => result.body.error?.code ?? result.status),
  };
};

it('returns 200 without a runtime: operations with sync get a 503 and edit nothing', async () => {
  test.disconnectRuntime();
  const variablesBefore = (await readProjectState(call)).at(-1);
  const { status, outcomes, succeeded, failed, results } = await runBatch('?sync=true');
  expect(status).toBe(200);
  expect(outcomes).toEqual([200, 'RUNTIME_NOT_CONNECTED', 201, 200, 'RUNTIME_NOT_CONNECTED']);
  expect([succeeded, failed, results[1]?.status]).toEqual([3, 2, 503]);
  const state = await readProjectState(call);
  expect(state).toContainEqual(expect.objectContaining({ name: 'Edited', nodeCount: 6 }));
  expect(state.at(-1)).toEqual(variablesBefore);
});

it('returns the failure of the runtime for each operation', async () => {
  vi.spyOn(test.runtime!, 'execute').mockImplementation((command) => {
    throw new ApiError(command === 'graph.load' ? 'RUNTIME_TIMEOUT' : 'ACTION_FAILED');
  });
  const { status, outcomes } = await runBatch('?sync=true');
  expect(status).toBe(200);
  expect(outcomes).toEqual([200, 'ACTION_FAILED', 201, 200, 'ACTION_FAILED']);
});

it('syncs only when requested', async () => {
  const execute = vi.spyOn(test.runtime!, 'execute');
  expect((await runBatch('')).outcomes).toEqual([200, 200, 201, 200, 200]);
  expect(execute).not.toHaveBeenCalled();
  await runBatch('?sync=true');
  expect(execute.mock.calls.map(([command]) => command)).toEqual([
    'variables.put',
    'graph.load',
    'variables.put',
  ]);
});

/** Returns paths at which the edited resources can be read. */
const listReadablePaths = ({ graph, note, pathParams }: EditFixtures): string[] => [
  '/api/graphs',
  `/api/graphs/${graph.id}`,
  `/api/graphs/${graph.id}/connections`,
  `/api/graphs/${graph.id}/nodes/${pathParams.nodeId}`,
  `/api/graphs/${graph.id}/nodes/${note.id}/note`,
  `/api/nodes/${pathParams.nodeId}/ports`,
  `/api/ports/${encodeURIComponent(pathParams.portId!)}`,
  `/api/ports/${encodeURIComponent(pathParams.portId!)}/value`,
  '/api/variables',
  `/api/variables/${pathParams.id}/value`,
];

it.each(editOperations)('returns what was read before $id in its state at that time', async (edit) => {
  const paths = listReadablePaths(fixtures);
  const before: unknown[] = [];
  for (const path of paths) {
    const { status, body } = await call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    before.push(body);
  }
  const reads = paths.map((path) => ({ method: 'GET', path }));
  const { body } = await call<BatchBody>('POST', '/api/batch', {
    operations: [...reads, { method: edit.method, ...toEditRequest(edit, fixtures) }],
  });
  expect(body.failed).toBe(0);
  expect(body.results.slice(0, -1).map((result) => result.body)).toEqual(before);
});
