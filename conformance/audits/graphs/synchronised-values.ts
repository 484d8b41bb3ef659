import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { consoleGets, consoleHas, newMarker } from '../../lab/console-writer.ts';
import { runGraph, stepGraph } from '../../lab/executing-graph.ts';
import { unsynchronised } from '../../lab/executions.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const sync = area('sync', 'token', 'project', 'runtime');

/** A graph with a node that seems to write to the console when it is triggered, and how to tell it what. */
const logging = async (
  t: AuditTools,
): Promise<{
  graph: LabGraph;
  tell: (text: string, query?: '?sync=true' | '?sync=false') => Promise<void>;
}> => {
  const { graph, first } = await unsynchronised(t);
  const port = first.ports.find(({ type, direction }) => type === 'String' && direction === 'input');
  if (!port) return t.unverified(`an input of type String on ${first.category}`);
  const tell = async (text: string, query = ''): Promise<void> => {
    const reply = await t.http.put(`${pathTo`/api/ports/${port.id}/value`}${query}`, { value: text });
    t.given(reply.ok, 'a text can be written to it', inShort(reply));
  };
  return { graph, tell };
};

/** Otherwise it says nothing that another text does not come out. */
const givenLogged = async (t: AuditTools): Promise<void> => {
  const { graph, tell } = await logging(t);
  const text = newMarker(t);
  await tell(text);
  await runGraph(t, graph);
  t.given(await consoleGets(t, text), 'a node type that writes its text to the console');
};

export const synchronisedValueAudits = [
  sync.audit(
    'values-again',
    ['SYNC-001'],
    {
      likelyCause:
        'what was pushed first shares its values with the graph, so that the next sync finds nothing new',
    },
    async (t) => {
      const { graph, tell } = await logging(t);
      await tell(newMarker(t));
      await stepGraph(t, graph, 'sync');
      const text = newMarker(t);
      await tell(text);
      await runGraph(t, graph);
      const isWritten = await consoleGets(t, text);
      if (!isWritten) await givenLogged(t);
      t.must(isWritten, 'a sync pushes a value that was written since the last');
    },
  ),
  sync.audit('values-with-sync', ['HTTP-015'], async (t) => {
    const { graph, tell } = await logging(t);
    await tell(newMarker(t));
    await stepGraph(t, graph, 'sync');
    const text = newMarker(t);
    await tell(text, '?sync=true');
    t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
    await stepGraph(t, graph, 'run');
    const isWritten = await consoleGets(t, text);
    if (!isWritten) await givenLogged(t);
    t.must(isWritten, 'a value that was written with sync=true is there in the next run');
  }),
  ...(['', '?sync=false'] as const).map((query) =>
    sync.audit(query ? 'values-sync-false' : 'values-alone', ['OVER-FLOW-002', 'HTTP-014'], async (t) => {
      const { graph, tell } = await logging(t);
      const [pushed, kept] = [newMarker(t), newMarker(t)];
      await tell(pushed);
      await stepGraph(t, graph, 'sync');
      await tell(kept, query || undefined);
      t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
      await stepGraph(t, graph, 'run');
      // Start fires once: whichever text the node writes, it is the only one.
      const isEarly = !(await consoleGets(t, pushed)) && (await consoleHas(t, kept));
      if (!isEarly && !(await consoleHas(t, pushed))) await givenLogged(t);
      t.of('OVER-FLOW-002', 'HTTP-014').must(
        !isEarly,
        `a value that was written with "${query}" after a sync is not there in the next run`,
      );
    }),
  ),
];
