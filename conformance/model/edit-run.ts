/** Random edits of graphs over HTTP, held against a model after every step. */
import { pathTo } from '../target/id.ts';
import { asyncModelRun, commands, noBias } from 'fast-check';
import { Stop } from '../engine/stop.ts';
import { commandsOf } from './command.ts';
import { buildCommands } from './commands/builds.ts';
import { graphCommands } from './commands/graphs.ts';
import { adoptNew, nodeCommands } from './commands/nodes.ts';
import { mustKeepNotes, noteCommands } from './commands/notes.ts';
import { portCommands } from './commands/ports.ts';
import { mustHold, valueCommands } from './commands/values.ts';
import { wireCommands } from './commands/wires.ts';
import { contentsOf, readGraph } from './contents.ts';
import { mustShow } from './observe.ts';
import { openGraph } from './open-graph.ts';
import { emptyModel } from './state.ts';
import type { AsyncCommand } from 'fast-check';
import type { CommandKind } from './command.ts';
import type { Model } from './state.ts';
import type { Workbench } from './workbench.ts';

const commandKinds: readonly CommandKind[] = [
  ...nodeCommands,
  ...wireCommands,
  ...valueCommands,
  ...portCommands,
  ...buildCommands,
  ...noteCommands,
  ...graphCommands,
];

/** The kinds of commands that a target has routes for. */
export const possibleKinds = ({ routes }: Workbench): readonly CommandKind[] =>
  commandKinds.filter(({ route }) => routes.has(route));

/** Sequences of up to so many commands; without bias, which would draw mostly short ones. */
export const editSequences = (workbench: Workbench, maxCommands: number) =>
  noBias(
    commands(
      possibleKinds(workbench).flatMap((kind) =>
        Array.from({ length: kind.weight ?? 1 }, () => commandsOf(kind)),
      ),
      { maxCommands, size: 'max' },
    ),
  );

/** Runs one sequence on a graph that has a node of each type, and then looks at everything once more. */
export const runEdits = async (
  workbench: Workbench,
  sequence: Iterable<AsyncCommand<Model, Workbench>>,
): Promise<void> => {
  const model = emptyModel();
  workbench.trail.length = 0;
  try {
    await asyncModelRun(async () => {
      model.graphs.push(await startGraph(workbench));
      return { model, real: workbench };
    }, sequence);
    for (const graph of model.graphs) {
      await mustShow(workbench, graph);
      await mustHold(workbench, graph);
      await mustKeepNotes(workbench, graph);
    }
    for (const { id, contents } of model.copies) {
      const now = await contentsOf(workbench, await readGraph(workbench, id), true);
      workbench.t.mustEqual(now, contents, 'a copy stays as it was made, whatever is done to the graph');
    }
  } catch (failure) {
    if (!(failure instanceof Stop)) throw failure;
    throw new Stop(
      failure.status,
      `after [${workbench.trail.join('; ')}]: ${failure.message}`,
      failure.detail,
    );
  }
};

/** A graph with a node of every type that commands use, and two of some: each command finds something to work on. */
const startGraph = async (workbench: Workbench) => {
  const { t, types } = workbench;
  const graph = await openGraph(workbench);
  const categories = [...types, ...types.slice(0, 4)].map(({ category }) => category);
  const reply = await t.http.post(
    pathTo`/api/graphs/${graph.id}/nodes/bulk`,
    categories.map((category, index) => ({ category, locationX: index * 40, locationY: 0 })),
  );
  t.given(reply.ok, 'a bulk of nodes is created', { actual: `${reply.status} ${reply.text.slice(0, 200)}` });
  await adoptNew(workbench, graph, categories, 'a bulk');
  return graph;
};
