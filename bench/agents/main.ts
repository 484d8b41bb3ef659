/** Prints what each task costs an agent by tools and by routes; after `npm run build`. */
import { startOwnServer } from '../own-server.ts';
import { evaluate } from './evaluate.ts';
import { tasks } from './tasks.ts';

const server = await startOwnServer('dist/cli.js');
try {
  for (const task of tasks) {
    const { tools, routes } = await evaluate(server.url, server.token, task);
    const costs = [tools, routes].map(({ calls, bytes }) => `${calls} calls, ${bytes} bytes`);
    process.stdout.write(`${task.told}\n  by tools ${costs[0]}; by routes ${costs[1]}\n`);
  }
} finally {
  await server.stop();
}
