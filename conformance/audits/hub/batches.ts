import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { connect, quietWindow, received } from '../../lab/hub-client.ts';
import { consoleGets, consoleHas, consoleOrder, logParameters, newMarker } from '../../lab/console-writer.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';

const hub = area('hub', 'token', 'runtime', 'events');

/** Commands that write one entry each, and what they write. */
const logCommands = async (t: AuditContext, count: number) => {
  const parameters = await logParameters(t);
  const markers = Array.from({ length: count }, () => newMarker(t));
  const commands = markers.map((marker) => ({
    Action: 'log.console',
    Parameters: parameters(marker),
    RequestId: randomUUID(),
  }));
  return { markers, commands };
};

/** Every command has run, and one after another: by the order of the events or by that of the console. */
const mustRunInOrder = async (
  t: AuditContext,
  client: HubClient,
  markers: readonly string[],
): Promise<void> => {
  for (const marker of markers) {
    t.must(await consoleGets(t, marker), 'every command runs');
    await client.event('console.log', marker);
  }
  const streamed = client
    .events('console.log')
    .flatMap(({ args }) => markers.filter((marker) => speaksOf(args, marker)));
  const orders = { streamed, listed: await consoleOrder(t, markers) };
  const inOrder = Object.values(orders).some((order) => isDeepStrictEqual(order, markers));
  t.must(inOrder, 'commands run in their order', { expected: markers, actual: orders });
};

const mustComplete = async (t: AuditContext, client: HubClient, what: string): Promise<void> => {
  const done = await client.callback('BatchActionResponse');
  t.must(done !== undefined, `BatchActionResponse ends ${what}`, received(client));
  t.observe(`BatchActionResponse of ${what}`, done?.args);
};

/** The client of a batch, which also watches the console. */
const watching = async (t: AuditContext): Promise<HubClient> => {
  const client = await connect(t);
  await client.subscribe('console.log');
  return client;
};

export const batchesAudits = [
  hub.audit('batch-sequential', ['HUB-BATCH-001'], async (t) => {
    const client = await watching(t);
    const { markers, commands } = await logCommands(t, 5);
    await client.invoke('SendActionBatch', [commands, false]);
    await mustComplete(t, client, 'a batch with parallel=false');
    await mustRunInOrder(t, client, markers);
    await quietWindow();
    t.mustEqual(client.calls('BatchActionResponse').length, 1, 'a batch is completed once');
    const answers = client.calls('ActionResponse').length;
    t.observe('ActionResponses of a batch of 5 with RequestIds', answers);
  }),
  hub.audit('batch-default', ['HUB-BATCH-002'], async (t) => {
    const client = await watching(t);
    const { markers, commands } = await logCommands(t, 5);
    const completion = await client.invoke('SendActionBatch', [commands]);
    // How an argument is left out belongs to the wire, which is not shown.
    t.given(
      completion.kind !== 'refused' && completion.kind !== 'closed',
      'SendActionBatch may be called without its last argument',
    );
    await mustComplete(t, client, 'a batch without parallel');
    await mustRunInOrder(t, client, markers);
  }),
  hub.audit('batch-parallel', ['HUB-BATCH-003'], async (t) => {
    const client = await watching(t);
    const { markers, commands } = await logCommands(t, 5);
    const failing = { Action: 'log.noSuchAction', Parameters: {}, RequestId: randomUUID() };
    await client.invoke('SendActionBatch', [[failing, ...commands], true]);
    await mustComplete(t, client, 'a batch with parallel=true');
    for (const marker of markers) {
      t.must(await consoleGets(t, marker), 'every command runs, whatever becomes of the others');
    }
    t.observe('responses of a parallel batch', client.calls('ActionResponse').length);
  }),
  hub.audit(
    'batch-failing',
    ['HUB-BATCH-001'],
    { likelyCause: 'a failing command ends the batch without telling' },
    async (t) => {
      const client = await watching(t);
      const { markers, commands } = await logCommands(t, 2);
      const failing = { Action: 'log.noSuchAction', Parameters: {}, RequestId: randomUUID() };
      await client.invoke('SendActionBatch', [[commands[0], failing, commands[1]], false]);
      await mustComplete(t, client, 'a batch with a failing command');
      t.must(await consoleGets(t, markers[0]!), 'what came before the failing command has run');
      t.observe('what comes after a failing command runs', await consoleHas(t, markers[1]!));
    },
  ),
];
