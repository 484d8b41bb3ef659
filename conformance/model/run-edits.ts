/** Makes random edits to graphs over HTTP, and compares the graphs with a model after every step. */
import { pathTo } from '../target/id.ts';
import { asyncModelRun, commands, noBias } from 'fast-check';
import { AuditStop } from '../runner/audit-stop.ts';
import { createCommandArbitrary } from './edit-command.ts';
import { buildCommands } from './commands/build-commands.ts';
import { graphCommands } from './commands/graph-commands.ts';
import { adoptNewNodes, nodeCommands } from './commands/node-commands.ts';
import { mustMatchNotes, noteCommands } from './commands/note-commands.ts';
import { portCommands } from './commands/port-commands.ts';
import { mustMatchValues, valueCommands } from './commands/value-commands.ts';
import { connectionCommands } from './commands/connection-commands.ts';
import { describeContents, readModelGraph } from './describe-graph-contents.ts';
import { mustMatchModel } from './match-model.ts';
import { openModelGraph } from './create-model-graph.ts';
import { createModel } from './graph-model.ts';
import type { AsyncCommand } from 'fast-check';
import type { EditCommand } from './edit-command.ts';
import type { Model } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

const editCommands: readonly EditCommand[] = [
  ...nodeCommands,
  ...connectionCommands,
  ...valueCommands,
  ...portCommands,
  ...buildCommands,
  ...noteCommands,
  ...graphCommands,
];

/** Returns the kinds of commands for which the target has the necessary routes. */
export const listSupportedCommands = ({ routes }: ModelContext): readonly EditCommand[] =>
  editCommands.filter(({ route }) => routes.has(route));

/**
 * Creates sequences with at most the given number of commands. The generator's bias is turned off, because this bias
 * would produce mostly short sequences.
 */
export const createEditSequences = (context: ModelContext, maxCommands: number) =>
  noBias(
    commands(
      listSupportedCommands(context).flatMap((kind) =>
        Array.from({ length: kind.weight ?? 1 }, () => createCommandArbitrary(kind)),
      ),
      { maxCommands, size: 'max' },
    ),
  );

/** Runs one sequence on a graph that contains a node of each type, and finally compares everything once more. */
export const runEdits = async (
  context: ModelContext,
  sequence: Iterable<AsyncCommand<Model, ModelContext>>,
): Promise<void> => {
  const model = createModel();
  context.trail.length = 0;
  try {
    await asyncModelRun(async () => {
      model.graphs.push(await createStartGraph(context));
      return { model, real: context };
    }, sequence);
    for (const graph of model.graphs) {
      await mustMatchModel(context, graph);
      await mustMatchValues(context, graph);
      await mustMatchNotes(context, graph);
    }
    for (const { id, contents } of model.copies) {
      const now = await describeContents(context, await readModelGraph(context, id), true);
      context.t.mustEqual(now, contents, 'a copy does not change with its original');
    }
  } catch (failure) {
    if (!(failure instanceof AuditStop)) throw failure;
    throw new AuditStop(
      failure.status,
      `after [${context.trail.join('; ')}]: ${failure.message}`,
      failure.detail,
    );
  }
};

/**
 * Creates a graph with one node of every type that commands use, and two nodes of some types, so that each command has
 * something to edit.
 */
const createStartGraph = async (context: ModelContext) => {
  const { t, nodeTypes } = context;
  const graph = await openModelGraph(context);
  const categories = [...nodeTypes, ...nodeTypes.slice(0, 4)].map(({ category }) => category);
  const reply = await t.http.post(
    pathTo`/api/graphs/${graph.id}/nodes/bulk`,
    categories.map((category, index) => ({ category, locationX: index * 40, locationY: 0 })),
  );
  t.given(reply.ok, 'a bulk of nodes is created', { actual: `${reply.status} ${reply.text.slice(0, 200)}` });
  await adoptNewNodes(context, graph, categories, 'a bulk');
  return graph;
};
