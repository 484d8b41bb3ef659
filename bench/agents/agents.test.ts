import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownCli } from '../own-command.ts';
import { startOwnServer } from '../own-server.ts';
import { evaluate } from './evaluate.ts';
import { tasks } from './tasks/index.ts';

let server: Awaited<ReturnType<typeof startOwnServer>>;
beforeAll(async () => {
  server = await startOwnServer(ownCli);
});
afterAll(() => server.stop());

it('has 25 tasks', () => {
  expect(new Set(tasks.map(({ told }) => told)).size).toBe(25);
});

it.each(['tools', 'REST'] as const)('refuses a task that is left undone by %s', async (road) => {
  const undone = tasks.map((task) => ({ ...task, byTools: async () => {}, byRest: async () => {} }));
  for (const task of undone) await expect(evaluate(road, server, [task])).rejects.toThrow(task.told);
});

it.each(tasks.map((task) => [task.told, task] as const))(
  'done by both roads, in no more calls and less than half of the bytes by tools: %s',
  async (_, task) => {
    const tools = await evaluate('tools', server, [task]);
    const routes = await evaluate('REST', server, [task]);
    expect(tools.calls).toBeLessThanOrEqual(routes.calls);
    expect(tools.bytes).toBeLessThan(routes.bytes / 2);
  },
);
