import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtCliPath } from '../start-cli-process.ts';
import { startTemporaryServer } from '../start-temporary-server.ts';
import { runAgentTasks } from './run-agent-tasks.ts';
import { agentTasks } from '../suites/agents-suite.ts';

let testService: Awaited<ReturnType<typeof startTemporaryServer>>;
beforeAll(async () => {
  testService = await startTemporaryServer(builtCliPath);
});
afterAll(() => testService.stop());

it('has 25 tasks', () => {
  expect(new Set(agentTasks.map(({ prompt }) => prompt)).size).toBe(25);
});

it.each(['tools', 'REST'] as const)('fails a task that is left undone by %s', async (agentInterface) => {
  const skippedTasks = agentTasks.map((task) => ({
    ...task,
    runWithTools: async () => {},
    runWithRest: async () => {},
  }));
  for (const task of skippedTasks)
    await expect(runAgentTasks(agentInterface, testService, [task])).rejects.toThrow(task.prompt);
});

it.each(agentTasks.map((task) => [task.prompt, task] as const))(
  'completes with tools and over REST, with no more calls and less than half of the bytes by tools: %s',
  async (_, task) => {
    const tools = await runAgentTasks('tools', testService, [task]);
    const routes = await runAgentTasks('REST', testService, [task]);
    expect(tools.calls).toBeLessThanOrEqual(routes.calls);
    expect(tools.bytes).toBeLessThan(routes.bytes / 2);
  },
);
