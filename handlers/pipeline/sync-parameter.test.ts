import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  editOperations,
  type GraphBody,
  sendEdit,
  type EditFixtures,
  createEditTest,
  readProjectState,
} from '../testing-edits.ts';
import type { TestClient, TestService } from '../testing-service.ts';

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

/** Starts recording the commands that the runtime receives, and returns the growing list. */
const recordCommands = (): readonly string[] => {
  const commands: string[] = [];
  const { execute } = test.runtime!;
  vi.spyOn(test.runtime!, 'execute').mockImplementation((command, params) => {
    commands.push(command);
    return execute(command, params);
  });
  return commands;
};

const isHeldByRuntime = (graphId: string): boolean => test.service.controller.store.graphs.has(graphId);

describe('sync=true', () => {
  it.each(editOperations)('of $id sends the edit to the runtime', async (edit) => {
    const commands = recordCommands();
    const { status, body } = await sendEdit(call, edit, fixtures, '?sync=true');
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const graphId = edit.id === 'createGraph' || edit.id === 'duplicateGraph' ? body.id! : fixtures.graph.id;
    if (edit.area === 'variables') {
      expect(commands).toEqual([edit.method === 'DELETE' ? 'variables.delete' : 'variables.put']);
    } else if (isHeldByRuntime(graphId)) {
      // the new graph of an extraction is pushed together with the graph that calls it
      const loads = edit.id === 'extractGraph' ? ['graph.load', 'graph.load'] : ['graph.load'];
      expect(commands).toEqual(['variables.put', ...loads]);
      // A response that contains `synced` is created only after the push.
      expect(body.synced ?? true).toBe(true);
      expect((await call<GraphBody>('GET', `/api/graphs/${graphId}`)).body.synced).toBe(true);
    } else {
      expect(commands).toEqual([]);
    }
  });

  it.each(editOperations)('of $id is rejected before any edit when no runtime is connected', async (edit) => {
    test.disconnectRuntime();
    const before = await readProjectState(call);
    const { status, body } = await sendEdit(call, edit, fixtures, '?sync=true');
    expect([status, body.error?.code]).toEqual([503, 'RUNTIME_NOT_CONNECTED']);
    expect(await readProjectState(call)).toEqual(before);
  });

  it.each(editOperations)('of $id is required: the runtime receives nothing without it', async (edit) => {
    const commands = recordCommands();
    expect((await sendEdit(call, edit, fixtures)).status).toBeLessThan(300);
    expect(commands).toEqual([]);
  });

  it('does not push a graph after a dry run of a layout', async () => {
    const commands = recordCommands();
    const body = { mode: 'tree', dryRun: true };
    expect((await call('POST', `/api/graphs/${fixtures.graph.id}/layout?sync=true`, body)).status).toBe(200);
    expect(commands).toEqual([]);
  });

  it('returns the error of a failing runtime with the revision of the edit, which remains', async () => {
    vi.spyOn(test.runtime!, 'execute').mockImplementation(() => {
      throw new Error('a runtime that breaks');
    });
    const path = `/api/graphs/${fixtures.graph.id}/nodes`;
    const { status, headers } = await call('POST', `${path}?sync=true`, { category: 'Add' });
    expect(status).toBe(422);
    // The embedded runtime's failures are expected here. The service logs them, because this runtime is part of the
    // service.
    test.failures.length = 0;
    const { body } = await call<GraphBody>('GET', `/api/graphs/${fixtures.graph.id}`);
    expect(body.nodes).toHaveLength(6);
    expect(headers.get('etag')).toBe(`"${body.revision}"`);
  });
});
