import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { defineAuditArea } from '../../define-audit-area.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { connectHub, waitQuietWindow, describeReceived } from '../../audit-helpers/hub-client.ts';
import {
  waitForConsoleEntry,
  isInConsole,
  listConsoleOrder,
  createConsoleWriter,
  createLogParameters,
  createUniqueText,
} from '../../audit-helpers/console-writer.ts';
import type { AuditContext, AuditTools, Assertions } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');

/** Creates commands that each write one console entry, and returns the commands with the texts that they write. */
const createLogCommands = async (t: AuditTools, count: number) => {
  const parameters = await createLogParameters(t);
  const markers = Array.from({ length: count }, () => createUniqueText(t));
  const commands = markers.map((marker) => ({
    Action: 'log.console',
    Parameters: parameters(marker),
    RequestId: randomUUID(),
  }));
  return { markers, commands };
};

/** Asserts that every command has written its console entry. */
const mustRunAll = async (t: AuditContext, markers: readonly string[]): Promise<boolean> => {
  for (const marker of markers)
    if (!t.must(await waitForConsoleEntry(t, marker), 'every command runs')) return false;
  return true;
};

/** Whether the console lists the oldest entry first, determined by writing two entries one after another. */
const isConsoleOldestFirst = async (t: AuditTools): Promise<boolean> => {
  const write = await createConsoleWriter(t);
  const pair = [createUniqueText(t), createUniqueText(t)];
  for (const marker of pair) await write(marker);
  return isDeepStrictEqual(await listConsoleOrder(t, pair), pair);
};

/** Asserts that commands ran one after another, based on the order of their events or console entries. */
const mustRunInOrder = async (
  t: AuditContext,
  client: HubClient,
  markers: readonly string[],
): Promise<void> => {
  for (const marker of markers) await client.event('console.log', marker);
  const streamed = client
    .events('console.log')
    .flatMap(({ args }) => markers.filter((marker) => includesText(args, marker)));
  const order = await listConsoleOrder(t, markers);
  const orders = { streamed, listed: (await isConsoleOldestFirst(t)) ? order : order.toReversed() };
  const inOrder = Object.values(orders).some((found) => isDeepStrictEqual(found, markers));
  t.must(inOrder, 'commands run in order', { expected: markers, actual: orders });
};

const mustComplete = async (
  t: AuditTools & Assertions,
  client: HubClient,
  what: string,
): Promise<boolean> => {
  const done = await client.callback('BatchActionResponse');
  t.observe(`BatchActionResponse of ${what}`, done?.args);
  return t.must(done !== undefined, `BatchActionResponse arrives last for ${what}`, describeReceived(client));
};

/** Connects the client that sends a batch, and subscribes it to console events. */
const connectConsoleWatcher = async (t: AuditTools): Promise<HubClient> => {
  const client = await connectHub(t);
  await client.subscribe('console.log');
  return client;
};

export const actionBatchAudits = [
  hub.audit('batch-sequential', ['HUB-BATCH-001', 'HUB-BATCH-004', 'HUB-CALLBACK-003'], async (t) => {
    const client = await connectConsoleWatcher(t);
    const { markers, commands } = await createLogCommands(t, 5);
    await client.invoke('SendActionBatch', [commands, false]);
    const batch = t.for('HUB-BATCH-001');
    await mustComplete(batch, client, 'a batch with parallel=false');
    if (await mustRunAll(batch, markers)) await mustRunInOrder(t.for('HUB-BATCH-004'), client, markers);
    await waitQuietWindow();
    batch.mustEqual(client.calls('BatchActionResponse').length, 1, 'a batch is completed once');
    const responseCount = client.calls('ActionResponse').length;
    t.observe('ActionResponses of a batch of 5 with RequestIds', responseCount);
  }),
  hub.audit('batch-default', ['HUB-BATCH-002'], async (t) => {
    const client = await connectConsoleWatcher(t);
    const { markers, commands } = await createLogCommands(t, 5);
    const completion = await client.invoke('SendActionBatch', [commands]);
    // How to omit an argument depends on the hub protocol, which is not documented.
    t.given(
      completion.kind !== 'refused' && completion.kind !== 'closed',
      'SendActionBatch can be called without its last argument',
    );
    await mustComplete(t, client, 'a batch without parallel');
    await mustRunAll(t, markers);
    await mustRunInOrder(t, client, markers);
  }),
  hub.audit('batch-parallel', ['HUB-BATCH-003'], async (t) => {
    const client = await connectConsoleWatcher(t);
    const { markers, commands } = await createLogCommands(t, 5);
    const failing = { Action: 'log.noSuchAction', Parameters: {}, RequestId: randomUUID() };
    await client.invoke('SendActionBatch', [[failing, ...commands], true]);
    await mustComplete(t, client, 'a batch with parallel=true');
    for (const marker of markers) {
      t.must(await waitForConsoleEntry(t, marker), 'every command runs, even if others fail');
    }
    t.observe('responses of a parallel batch', client.calls('ActionResponse').length);
  }),
  hub.audit(
    'batch-failing',
    ['HUB-BATCH-001'],
    { likelyCause: 'a failing command silently ends the batch' },
    async (t) => {
      const client = await connectConsoleWatcher(t);
      const { markers, commands } = await createLogCommands(t, 2);
      const failing = { Action: 'log.noSuchAction', Parameters: {}, RequestId: randomUUID() };
      await client.invoke('SendActionBatch', [[commands[0], failing, commands[1]], false]);
      await mustComplete(t, client, 'a batch with a failing command');
      const [before = '', after = ''] = markers;
      t.must(await waitForConsoleEntry(t, before), 'commands before the failing one have run');
      t.observe('commands after a failing one run', await isInConsole(t, after));
    },
  ),
];
