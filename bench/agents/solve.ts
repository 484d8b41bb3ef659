/** The same task by tools and by routes, each with nothing but what the service has answered. */
import type { ByRest } from './by-rest.ts';
import type { ByTools } from './by-tools.ts';
import type { Task } from './tasks.ts';

/** Looks whether a graph has done what was told, over REST, before it is taken away. */
type Check = (graph: string) => Promise<void>;

export const solveByTools = async ({ ask }: ByTools, task: Task, check: Check): Promise<void> => {
  const { words, name, nodes, wires, event, line } = task;
  for (const word of words) await ask('find_nodes', { words: word });
  await ask('apply_graph', { name, nodes, wires });
  const seconds = event === undefined ? 10 : 0;
  await ask('run_graph', { graph: name, untilLine: line, seconds });
  if (event !== undefined) await ask('send_event', { name: event, graph: name });
  await check(name);
  await ask('tidy_and_cleanup', { deleteGraphs: [name] });
};

interface Graph {
  readonly id: string;
}

interface PlacedNode extends Graph {
  readonly category: string;
}

/** How long a careful client waits until it asks again. */
const pauseMs = 250;
const patience = 40;

export const solveByRest = async ({ call }: ByRest, task: Task, check: Check): Promise<void> => {
  const { words, name, nodes, wires, event, line } = task;
  await call('GET', '/llms.txt');
  for (const word of words) await call('GET', `/api/node-types/search?q=${encodeURIComponent(word)}`);
  const { id } = (await call('POST', '/api/graphs', { name })) as Graph;
  const present = (await call('GET', `/api/graphs/${id}/nodes`)) as PlacedNode[];
  const own = new Set(nodes.map((node) => node.id));
  const end = (text: string): string => {
    const [node = '', port = ''] = text.split('.');
    return `${own.has(node) ? node : present.find(({ category }) => category === node)?.id}/${port}`;
  };
  await call('POST', `/api/graphs/${id}/build`, {
    nodes: nodes.map((node) => ({ tempId: node.id, category: node.type, ports: node.values ?? {} })),
    connections: wires.map((wire) => {
      const [from = '', to = ''] = wire.split(' -> ');
      return { from: end(from), to: end(to) };
    }),
  });
  await call('POST', `/api/graphs/${id}/sync`);
  await call('POST', `/api/graphs/${id}/run`);
  if (event !== undefined) await call('POST', `/api/graphs/${id}/events`, { name: event });
  await untilSaid(call, id, line);
  await check(name);
  await call('DELETE', `/api/graphs/${id}?deleteFile=true`);
};

/** Asks for the console of a graph until it has this line. @throws Error with what it has, when it stays away */
export const untilSaid = async (call: ByRest['call'], graphId: string, line: string): Promise<void> => {
  let said = '';
  for (let times = 0; times < patience; times += 1) {
    said = JSON.stringify(await call('GET', `/api/console?graphId=${graphId}`));
    if (said.includes(line)) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`'${line}' was not said; the console is ${said}`);
};
