const root = process.argv[2]!;
const { createTestGraph } = await import(`${root}/handlers/controller/graphs/testing-graphs.ts`);
const { applyBuildPlan } = await import(`${root}/handlers/controller/graphs/build-graph.ts`);
const { clearChanges } = await import(`${root}/handlers/controller/graphs/change-tracking.ts`);
const { createGraphLine } = await import(`${root}/handlers/controller/projects/saving/journal-lines.ts`);
const plan = {
  nodes: Array.from({ length: 1000 }, (_, i) => ({ tempId: `n${i}`, category: 'LogConsole', locationX: i, locationY: i })),
  connections: Array.from({ length: 5000 }, (_, i) => ({ from: `n${i % 1000}/Out`, to: `n${(i * 7 + 1 + Math.floor(i / 1000)) % 1000}/In` })),
};
const a: number[] = [], b: number[] = [], c: number[] = [];
for (let round = 0; round < 60; round += 1) {
  const { store, graph } = createTestGraph();
  clearChanges(graph);
  if (store.session) store.session.source = { client: '', operation: 'buildGraph', hasParts: false };
  const t0 = performance.now();
  applyBuildPlan(store, graph, plan);
  const t1 = performance.now();
  const line = createGraphLine(graph, graph.changes, undefined);
  const t2 = performance.now();
  Buffer.byteLength(line);
  clearChanges(graph);
  const t3 = performance.now();
  a.push(t1 - t0); b.push(t2 - t1); c.push(t3 - t2);
}
const q = (x: number[]) => x.toSorted((m, n) => m - n)[Math.floor(x.length / 4)]!.toFixed(2);
console.log(root, 'apply', q(a), 'line', q(b), 'bytes+clear', q(c));
