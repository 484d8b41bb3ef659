import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOwnServer } from '../own-server.ts';
import { evaluate } from './evaluate.ts';
import { tasks } from './tasks.ts';

let server: Awaited<ReturnType<typeof startOwnServer>>;
beforeAll(async () => {
  server = await startOwnServer('dist/cli.js');
});
afterAll(() => server.stop());

it.each(tasks)('fewer calls and less than half of the bytes by tools: $told', async (task) => {
  const { tools, routes } = await evaluate(server.url, server.token, task);
  expect(tools.calls).toBeLessThan(routes.calls);
  expect(tools.bytes).toBeLessThan(routes.bytes / 2);
});
