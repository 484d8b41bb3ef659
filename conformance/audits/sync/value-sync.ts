import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { waitForConsoleEntry, isInConsole, createUniqueText } from '../../audit-helpers/console-writer.ts';
import { runGraph, postGraphCommand } from '../../audit-helpers/executing-graph.ts';
import { createUnsyncedGraph } from '../../audit-helpers/node-executions.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

const sync = defineAuditArea('sync', 'token', 'project', 'runtime');

/**
 * Creates a graph with a node that seems to write to the console when it is triggered. Also returns a function that
 * sets the node's text.
 */
const createLoggingGraph = async (
  t: AuditTools,
): Promise<{
  graph: TargetGraph;
  writeLog: (text: string, query?: '?sync=true' | '?sync=false') => Promise<void>;
}> => {
  const { graph, first } = await createUnsyncedGraph(t);
  const port = first.ports.find(({ type, direction }) => type === 'String' && direction === 'input');
  if (!port) return t.unverified(`a String input on ${first.category}`);
  const writeLog = async (text: string, query = ''): Promise<void> => {
    const reply = await t.http.put(`${pathTo`/api/ports/${port.id}/value`}${query}`, { value: text });
    t.given(reply.ok, 'a text can be written to it', describeReply(reply));
  };
  return { graph, writeLog };
};

/**
 * Requires that the node logs the text that was set for this node. Otherwise, the absence of another text would prove
 * nothing.
 */
const givenLogsDistinctTexts = async (t: AuditTools): Promise<void> => {
  const { graph, writeLog } = await createLoggingGraph(t);
  const text = createUniqueText(t);
  await writeLog(text);
  await runGraph(t, graph);
  t.given(await waitForConsoleEntry(t, text), 'a node type that writes its text to the console');
};

export const valueSyncAudits = [
  sync.audit(
    'values-again',
    ['SYNC-001'],
    {
      likelyCause: 'the first push shares its values with the graph, so the next sync finds no change',
    },
    async (t) => {
      const { graph, writeLog } = await createLoggingGraph(t);
      await writeLog(createUniqueText(t));
      await postGraphCommand(t, graph, 'sync');
      const text = createUniqueText(t);
      await writeLog(text);
      await runGraph(t, graph);
      const isWritten = await waitForConsoleEntry(t, text);
      if (!isWritten) await givenLogsDistinctTexts(t);
      t.must(isWritten, 'a sync pushes a value written since the last one');
    },
  ),
  sync.audit('values-with-sync', ['HTTP-015'], async (t) => {
    const { graph, writeLog } = await createLoggingGraph(t);
    await writeLog(createUniqueText(t));
    await postGraphCommand(t, graph, 'sync');
    const text = createUniqueText(t);
    await writeLog(text, '?sync=true');
    t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
    await postGraphCommand(t, graph, 'run');
    const isWritten = await waitForConsoleEntry(t, text);
    if (!isWritten) await givenLogsDistinctTexts(t);
    t.must(isWritten, 'a value written with sync=true is used in the next run');
  }),
  ...(['', '?sync=false'] as const).map((query) =>
    sync.audit(query ? 'values-sync-false' : 'values-alone', ['OVER-FLOW-002', 'HTTP-014'], async (t) => {
      const { graph, writeLog } = await createLoggingGraph(t);
      const [synced, unsynced] = [createUniqueText(t), createUniqueText(t)];
      await writeLog(synced);
      await postGraphCommand(t, graph, 'sync');
      await writeLog(unsynced, query || undefined);
      t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
      await postGraphCommand(t, graph, 'run');
      // The node writes only one text, because Start fires only once.
      const isUnsyncedHidden = !(await waitForConsoleEntry(t, synced)) && (await isInConsole(t, unsynced));
      if (!isUnsyncedHidden && !(await isInConsole(t, synced))) await givenLogsDistinctTexts(t);
      t.for('OVER-FLOW-002', 'HTTP-014').must(
        !isUnsyncedHidden,
        `a value written with "${query}" after a sync is not used in the next run`,
      );
    }),
  ),
];
