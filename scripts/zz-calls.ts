import { createTestGraph, createTestRuntime } from '#runtime/engine/testing-runtime.ts';
const chain = (n: number, prefix: string) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`${prefix}${i}`, 'IncrementVariable'] as const).map(([k]) => [k, ['IncrementVariable', { Variable: 'sum', Amount: 1 }] as const]));
const wires = (n: number, prefix: string) => Array.from({ length: n - 1 }, (_, i) => `${prefix}${i}.Out > ${prefix}${i + 1}.In`);
const N = Number(process.env.N ?? 10), calls = 1000, ticks = 300;
const measure = (mode: 'inline' | 'call') => {
  const runtime = createTestRuntime();
  runtime.put({ id: 'sum', name: 'sum', type: 'Float', value: 0 });
  if (mode === 'call') {
    runtime.execute('graph.load', { graph: createTestGraph({ start: 'Start', ...chain(N, 'n') }, ['start.Out > n0.In', ...wires(N, 'n')], { graphId: 'callee' }) });
    runtime.run(createTestGraph({ frame: 'OnNewFrame', loop: ['ForLoop', { First: 1, Last: calls }], call: ['RunGraph', { Graph: 'callee', Mode: 'Call' }] }, ['frame.Out > loop.In', 'loop.Body > call.In']));
  } else {
    runtime.run(createTestGraph({ frame: 'OnNewFrame', loop: ['ForLoop', { First: 1, Last: calls }], ...chain(N, 'n') }, ['frame.Out > loop.In', 'loop.Body > n0.In', ...wires(N, 'n')]));
  }
  for (let i = 0; i < 30; i++) runtime.step();
  const start = process.cpuUsage().user;
  for (let i = 0; i < ticks; i++) runtime.step();
  const us = process.cpuUsage().user - start;
  console.log(mode, (us * 1000 / ticks / calls).toFixed(0), 'ns a call', runtime.messages().slice(0, 3));
};
measure('inline'); measure('call'); measure('inline'); measure('call');
