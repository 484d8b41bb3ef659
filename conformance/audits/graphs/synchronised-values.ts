import { area } from '../../area.ts';
import { consoleGets, newMarker } from '../../lab/console-writer.ts';
import { runGraph, stepGraph } from '../../lab/executing-graph.ts';
import { unsynchronised } from '../../lab/executions.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const sync = area('sync', 'token', 'project', 'runtime');

/** A graph with a node that seems to write to the console when it is triggered, and how to tell it what. */
const logging = async (
  t: AuditContext,
): Promise<{ graph: LabGraph; tell: (text: string) => Promise<void> }> => {
  const { graph, first } = await unsynchronised(t);
  const port = first.ports.find(({ type, direction }) => type === 'String' && direction === 'input');
  if (!port) return t.unverified(`an input of type String on ${first.category}`);
  const tell = async (text: string): Promise<void> =>
    t.given((await t.lab.write(port.id, text)).ok, 'a text can be written to it');
  return { graph, tell };
};

/** Otherwise it says nothing that another text does not come out. */
const givenLogged = async (t: AuditContext): Promise<void> => {
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
];
