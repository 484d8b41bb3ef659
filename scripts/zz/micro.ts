const root = process.argv[2]!;
const { createTestGraph, findPortId } = await import(`${root}/handlers/controller/graphs/testing-graphs.ts`);
const { addNode } = await import(`${root}/handlers/controller/graphs/add-nodes.ts`);
const { writePortEnd } = await import(`${root}/handlers/controller/graphs/graph-edits.ts`);
const { requirePortEnd } = await import(`${root}/handlers/controller/graphs/graph-store.ts`);
const { clearChanges } = await import(`${root}/handlers/controller/graphs/change-tracking.ts`);
const { createGraphLine } = await import(`${root}/handlers/controller/projects/saving/journal-lines.ts`);
const { store, graph } = createTestGraph();
const node = addNode(store, graph, { category: 'LogConsole', locationX: 0, locationY: 0 });
clearChanges(graph);
const id = findPortId(node, 'Message', 'input');
let bytes = 0;
const edit = (i: number) => {
  if (store.session) store.session.source = { client: '', operation: 'setPortValue', hasParts: false };
  writePortEnd(store, requirePortEnd(store, id), `hello ${i}`);
};
for (let round = 0; round < 6; round += 1) {
  const t0 = performance.now();
  for (let i = 0; i < 200_000; i += 1) { edit(i); clearChanges(graph); }
  const t1 = performance.now();
  for (let i = 0; i < 200_000; i += 1) { edit(i); bytes += Buffer.byteLength(createGraphLine(graph, graph.changes, undefined)); clearChanges(graph); }
  const t2 = performance.now();
  if (round > 3) console.log(root, 'edit', ((t1 - t0) / 200).toFixed(3), 'us; edit+line', ((t2 - t1) / 200).toFixed(3), 'us');
}
