/**
 * Creates and saves a project of 200 graphs with 500 nodes each, opens the project again, and compares the two.
 *
 * `npx tsx scripts/profiling/large-project.ts`
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  addRandomGraphs,
  openTestProject,
  getProjectContents,
} from '../../handlers/controller/projects/testing-project.ts';
import { createSeededRandomInteger } from '../../handlers/controller/graphs/testing-random-edits.ts';

const size = { graphs: 200, nodes: 500 };

/** Measures elapsed time and CPU time. The difference between them shows the influence of other work on the machine. */
const measureTime = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const [elapsed, cpuMs] = [performance.now() - startedAt, (user + system) / 1000];
  process.stdout.write(`${label.padEnd(5)} ${Math.round(elapsed)} ms (processor ${Math.round(cpuMs)} ms)\n`);
  return result;
};

const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-large-project-'));
try {
  await writeFile(join(folder, 'project.json'), '{"format":1}');
  const { controller } = await openTestProject(folder);
  await measureTime('fill', () => addRandomGraphs(controller, createSeededRandomInteger(1), size));
  await measureTime('save', () => controller.saveChanges());
  const { controller: opened, messages } = await measureTime('open', () => openTestProject(folder));

  const nodes = opened.store.nodes.size;
  const connections = [...opened.store.graphs.values()].reduce(
    (sum, graph) => sum + graph.connections.size,
    0,
  );
  process.stdout.write(`${opened.store.graphs.size} graphs, ${nodes} nodes, ${connections} connections\n`);
  for (const message of messages) process.stdout.write(`${message}\n`);

  const isUnchanged = isDeepStrictEqual(getProjectContents(opened), getProjectContents(controller));
  process.stdout.write(
    isUnchanged
      ? 'The opened project equals the saved one.\n'
      : 'The opened project differs from the saved one.\n',
  );
  process.exitCode = isUnchanged && messages.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
