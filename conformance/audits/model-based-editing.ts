import { type AsyncCommand, asyncModelRun, commands, noBias } from 'fast-check';
import { defineAuditArea } from '../audit.ts';
import { buildCommands } from '../model/commands/build-commands.ts';
import { connectionCommands } from '../model/commands/connection-commands.ts';
import { graphCommands, openModelGraph } from '../model/commands/graph-commands.ts';
import { adoptNewNodes, nodeCommands } from '../model/commands/node-commands.ts';
import { mustMatchNotes, noteCommands } from '../model/commands/note-commands.ts';
import { portCommands } from '../model/commands/port-commands.ts';
import { mustMatchValues, valueCommands } from '../model/commands/value-commands.ts';
import { describeContents, readModelGraph } from '../model/read-graph.ts';
import { createCommandArbitrary, type EditCommand } from '../model/edit-command.ts';
import { createModel, type Model } from '../model/graph-model.ts';
import { mustMatchModel } from '../model/match-model.ts';
import {
  findDisabledField,
  type ModelContext,
  readListedRoutes,
  selectNodeTypes,
} from '../model/model-context.ts';
import { AuditStop } from '../runner/audit-outcome.ts';
import { pathTo } from '../target/id.ts';

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
const listSupportedCommands = ({ routes }: ModelContext): readonly EditCommand[] =>
  editCommands.filter(({ route }) => routes.has(route));

/**
 * Creates sequences with at most the given number of commands. The generator's bias is turned off, because this bias
 * would produce mostly short sequences.
 */
const createEditSequences = (context: ModelContext, maxCommands: number) =>
  noBias(
    commands(
      listSupportedCommands(context).flatMap((kind) =>
        Array.from({ length: kind.weight ?? 1 }, () => createCommandArbitrary(kind)),
      ),
      { maxCommands, size: 'max' },
    ),
  );

/** Runs one sequence on a graph that contains a node of each type, and finally compares everything once more. */
const runEdits = async (
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

const model = defineAuditArea('model', 'token', 'project');

/** The minimum number of command kinds. Fewer kinds prove too little about editing in general. */
const minCommandKinds = 15;

export const audits = [
  model
    .with({
      timeout: 180_000,
      likelyCause: 'an edit changes more, or less, than it should; the message lists the edits that show it',
    })
    .audit('graph-editing', ['GRAPH-EDIT-001'], async (t) => {
      const workbench: ModelContext = {
        t,
        routes: await readListedRoutes(t),
        nodeTypes: await selectNodeTypes(t),
        disabledField: await findDisabledField(t),
        readableTypes: new Set(),
        trail: [],
      };
      const kinds = listSupportedCommands(workbench).map(({ name }) => name);
      t.given(workbench.nodeTypes.length > 0, 'node types that can be created');
      t.given(
        kinds.length >= minCommandKinds,
        `routes in the table of contents for ${minCommandKinds} kinds of commands`,
        { actual: kinds },
      );
      t.observe('kinds of commands', kinds.length);
      await t.property(
        'graphs have the contents that the edits produce',
        createEditSequences(workbench, 60),
        (sequence) => runEdits(workbench, sequence),
        { runs: 20 },
      );
    }),
];
