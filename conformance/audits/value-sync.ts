import { createUniqueText, isInConsole, waitForConsoleEntry } from '../audit-helpers/console-writer.ts';
import {
  createLinkedGraph,
  listLogNodes,
  listTextInputs,
  postGraphCommand,
  runGraph,
} from '../audit-helpers/executing-graph.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { pathTo } from '../target/id.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';

const sync = defineAuditArea('sync', 'token', 'project', 'runtime');

interface LoggingGraph {
  readonly graph: TargetGraph;
  /** Sets the text that the node writes. */
  writeLog(text: string, query?: '?sync=true' | '?sync=false'): Promise<void>;
}

/** A node type that seems to write a text to the console, and the port with the text. Ports may change their order. */
interface LogNode {
  readonly category: string;
  readonly portName: string | undefined;
}

const listLogCandidates = async (t: AuditTools): Promise<readonly LogNode[]> =>
  (await listLogNodes(t)).flatMap((node) =>
    listTextInputs(node).map((port) => ({ category: node.category, portName: port.name })),
  );

/** Creates a graph whose Start triggers a node of this type. */
const buildLoggingGraph = async (t: AuditTools, { category, portName }: LogNode): Promise<LoggingGraph> => {
  const { graph, linkedNode } = await createLinkedGraph(t, 'start', category);
  const port =
    listTextInputs(linkedNode).find(({ name }) => name === portName) ??
    t.unverified(`the text input of ${category}`);
  const writeLog: LoggingGraph['writeLog'] = async (text, query) => {
    const reply = await t.http.put(`${pathTo`/api/ports/${port.id}/value`}${query ?? ''}`, { value: text });
    t.givenSuccess(reply, 'a text can be written to it');
  };
  return { graph, writeLog };
};

/** Whether a node in fact writes the text of this port. */
const isLogged = async (t: AuditTools, candidate: LogNode): Promise<boolean> => {
  const { graph, writeLog } = await buildLoggingGraph(t, candidate);
  const text = createUniqueText(t);
  await writeLog(text);
  await runGraph(t, graph);
  return waitForConsoleEntry(t, text);
};

const missingLogNode = 'a node type that writes its text to the console (choices.nodeTypes.log)';

/** Creates a graph with a node that seems to write to the console. Several candidates are tried in turn. */
const createLoggingGraph = async (
  t: AuditTools,
): Promise<LoggingGraph & { givenLogsDistinctTexts: () => Promise<void> }> => {
  const candidates = await listLogCandidates(t);
  let found = candidates.length === 1 ? candidates[0] : undefined;
  for (const candidate of found ? [] : candidates.slice(0, maxTriedPorts)) {
    const works = await undefinedIfUnverified(isLogged(t, candidate));
    if (works) found = candidate;
    if (works) break;
  }
  const chosen = found ?? t.unverified(missingLogNode);
  return {
    ...(await buildLoggingGraph(t, chosen)),
    // Without this proof, the absence of another text would prove nothing.
    givenLogsDistinctTexts: async () => t.given(await isLogged(t, chosen), missingLogNode),
  };
};

const maxTriedPorts = 4;

export const audits = [
  sync
    .with({
      likelyCause: 'the first push shares its values with the graph, so the next sync finds no change',
    })
    .audit('values-again', ['SYNC-001'], async (t) => {
      const { graph, writeLog, givenLogsDistinctTexts } = await createLoggingGraph(t);
      await writeLog(createUniqueText(t));
      await postGraphCommand(t, graph, 'sync');
      const text = createUniqueText(t);
      await writeLog(text);
      await runGraph(t, graph);
      const isWritten = await waitForConsoleEntry(t, text);
      if (!isWritten) await givenLogsDistinctTexts();
      t.must(isWritten, 'a sync pushes a value written since the last one');
    }),
  sync.audit('values-with-sync', ['HTTP-015'], async (t) => {
    const { graph, writeLog, givenLogsDistinctTexts } = await createLoggingGraph(t);
    await writeLog(createUniqueText(t));
    await postGraphCommand(t, graph, 'sync');
    const text = createUniqueText(t);
    await writeLog(text, '?sync=true');
    t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
    await postGraphCommand(t, graph, 'run');
    const isWritten = await waitForConsoleEntry(t, text);
    if (!isWritten) await givenLogsDistinctTexts();
    t.must(isWritten, 'a value written with sync=true is used in the next run');
  }),
  ...(['', '?sync=false'] as const).map((query) =>
    sync.audit(query ? 'values-sync-false' : 'values-alone', ['OVER-FLOW-002', 'HTTP-014'], async (t) => {
      const { graph, writeLog, givenLogsDistinctTexts } = await createLoggingGraph(t);
      const [synced, unsynced] = [createUniqueText(t), createUniqueText(t)];
      await writeLog(synced);
      await postGraphCommand(t, graph, 'sync');
      await writeLog(unsynced, query || undefined);
      t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
      await postGraphCommand(t, graph, 'run');
      // The node writes only one text, because Start fires only once.
      const isUnsyncedHidden = !(await waitForConsoleEntry(t, synced)) && (await isInConsole(t, unsynced));
      if (!isUnsyncedHidden && !(await isInConsole(t, synced))) await givenLogsDistinctTexts();
      t.for('OVER-FLOW-002', 'HTTP-014').must(
        !isUnsyncedHidden,
        `a value written with "${query}" after a sync is not used in the next run`,
      );
    }),
  ),
];
