import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createSavedProjectFixture,
  type SavedProjectFixture,
} from '../../projects/saving/testing-saved-project.ts';
import { createSeededRandomInteger } from '../testing-random-edits.ts';
import { createTestGraph, serializeGraphFile } from '../testing-graphs.ts';
import { openGraphFile } from '../../projects/open-graph.ts';
import {
  editRandomly,
  openRandomGraph,
  takeDocument,
  testLayoutRunner,
  toggleRandomly,
} from './testing-histories.ts';
import type { Controller } from '../../controller.ts';
import type { GraphDocument, NodeDocument } from '../graph-document.ts';

const seed = Number(process.env.SEED);
/** A long run sets a larger number. */
const historyCount = Number(process.env.HISTORIES ?? 150);
const timeout = 30_000 + 200 * historyCount;

let project: SavedProjectFixture;
let controller: Controller;

beforeEach(async () => {
  project = await createSavedProjectFixture(testLayoutRunner);
  ({ controller } = await project.open());
});

afterEach(() => project.dispose());

const undoAll = (graph: GraphDocument): void => {
  if (graph.history.steps.some(({ isUndone }) => !isUndone))
    controller.toggleSteps(graph, 'undo', { client: '', anyClient: true, revision: 0 });
};

const redoAll = (graph: GraphDocument): void => {
  if (graph.history.steps.some(({ isUndone }) => isUndone))
    controller.toggleSteps(graph, 'redo', { client: '', anyClient: true, revision: 0 });
};

/** Opens a graph's file in another store, and returns what the file would be if it were saved again. */
const reopenFile = (graph: GraphDocument) => {
  const repairs: string[] = [];
  const opened = openGraphFile(createTestGraph().store, graph.path, serializeGraphFile(graph), (line) =>
    repairs.push(line.message),
  );
  return {
    file: serializeGraphFile(opened),
    repairs: repairs.filter((line) => !line.includes('missing here')),
  };
};

const isInOrder = ({ order }: NodeDocument, index: number, nodes: readonly NodeDocument[]): boolean =>
  index === 0 || order > (nodes[index - 1]?.order ?? 0);

type HistoryCheck = (
  graph: GraphDocument,
  randomInt: ReturnType<typeof createSeededRandomInteger>,
  message: string,
) => Promise<void>;

/** Checks histories of random graphs, each with random numbers of its own. */
const checkHistories = async (check: HistoryCheck): Promise<void> => {
  for (let number = 0; number < historyCount; number += 1) {
    const randomInt = createSeededRandomInteger(seed + number);
    const graph = openRandomGraph(controller, randomInt, `Graph ${number}`);
    await check(graph, randomInt, `history ${number} of SEED=${seed}`);
    controller.store.graphs.delete(graph.id);
  }
};

it(
  'undoing all steps leads back to the same document, and redoing all of them to the last one',
  {
    timeout,
  },
  () =>
    checkHistories(async (graph, randomInt, message) => {
      const start = takeDocument(graph);
      for (let edits = randomInt(20); edits >= 0; edits -= 1)
        await editRandomly(controller, graph, randomInt);
      const end = takeDocument(graph);
      undoAll(graph);
      expect(takeDocument(graph), message).toEqual(start);
      redoAll(graph);
      expect(takeDocument(graph), message).toEqual(end);
    }),
);

it(
  'any order of edits, undos, redos and refusals leaves the document and the history consistent',
  {
    timeout,
  },
  () =>
    checkHistories(async (graph, randomInt, message) => {
      const start = takeDocument(graph);
      const mayForce = randomInt(2) === 0;
      for (let steps = randomInt(40); steps >= 0; steps -= 1) {
        if (randomInt(2) === 0) await editRandomly(controller, graph, randomInt);
        else toggleRandomly(controller, graph, randomInt, mayForce);
      }
      if (!mayForce) {
        undoAll(graph);
        expect(takeDocument(graph), message).toEqual(start);
      }
      const { steps: left, undoneCount } = graph.history;
      expect(undoneCount, message).toBe(left.filter(({ isUndone }) => isUndone).length);
      expect(reopenFile(graph), message).toEqual({ file: serializeGraphFile(graph), repairs: [] });
      expect([...graph.nodes.values()].every(isInOrder), message).toBe(true);
    }),
);
