import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  createConsoleWriter,
  createLogParameters,
  createUniqueText,
  isInConsole,
  listConsoleOrder,
  waitForConsoleEntry,
} from '../../audit-helpers/console-writer.ts';
import {
  connectHub,
  describeReceived,
  findSuccessFlag,
  type HubClient,
  waitQuietWindow,
} from '../../audit-helpers/hub-client.ts';
import { type Assertions, type AuditContext, type AuditTools, defineAuditArea } from '../../audit.ts';
import { includesText } from '../../target/hub/hub-event.ts';

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

const emptyGuid = '00000000-0000-0000-0000-000000000000';

export const audits = [
  hub.audit(
    'send-action',
    ['HUB-ACTION-001', 'HUB-ACTION-003', 'HUB-CALLBACK-002', 'OVER-LAYER-006'],
    async (t) => {
      const parameters = await createLogParameters(t);
      await (await createConsoleWriter(t))(createUniqueText(t));
      const client = await connectHub(t);
      await client.subscribe('console.log');
      const ids = [randomUUID(), randomUUID()];
      const markers = [createUniqueText(t), createUniqueText(t)];
      // Both commands run at the same time, so each response must be matched with its command.
      const sent = ids.map((RequestId, index) =>
        client.invoke('SendAction', [
          { Action: 'log.console', Parameters: parameters(markers[index] ?? ''), RequestId },
        ]),
      );
      for (const completion of await Promise.all(sent)) t.observe('completion of SendAction', completion);
      const any = await client.callback('ActionResponse');
      const responses = any ? await Promise.all(ids.map((id) => client.callback('ActionResponse', id))) : [];
      for (const response of responses) t.observe('ActionResponse', response?.args);
      const hasRun = (await Promise.all(markers.map((marker) => waitForConsoleEntry(t, marker)))).every(
        (ran) => ran,
      );
      const events = hasRun
        ? await Promise.all(markers.map((marker) => client.event('console.log', marker)))
        : [];
      await waitQuietWindow();
      const runs = t.for('HUB-ACTION-001');
      runs.must(any !== undefined, 'SendAction is followed by ActionResponse', describeReceived(client));
      runs.must(hasRun, 'the action has run');
      const responseCount = client.calls('ActionResponse').length;
      t.for('HUB-CALLBACK-002').mustEqual(responseCount, ids.length, 'each command gets one ActionResponse');
      t.given(any !== undefined && hasRun, 'SendAction runs an action and sends a response');
      t.for('HUB-ACTION-003').must(
        responses.every((response) => response !== undefined),
        'ActionResponse contains the RequestId',
        describeReceived(client),
      );
      t.for('OVER-LAYER-006').must(
        events.every((event) => event !== undefined),
        'the event of an action arrives over the connection that sent it',
        describeReceived(client),
      );
      const [event] = client.events('console.log').filter(({ args }) => includesText(args, markers[0] ?? ''));
      const [response] = client
        .calls('ActionResponse')
        .filter(({ args }) => includesText(args, ids[0] ?? ''));
      t.observe(
        "an action's events arrive before its response",
        (event?.index ?? 0) < (response?.index ?? 0),
      );
    },
  ),
  hub
    .with({ likelyCause: 'commands get a response whether or not they have a RequestId' })
    .audit('fire-and-forget', ['HUB-ACTION-002', 'HUB-ACTION-004'], async (t) => {
      const parameters = await createLogParameters(t);
      const client = await connectHub(t);
      const texts = [createUniqueText(t), createUniqueText(t)];
      const send = (marker: string, id: Readonly<Record<string, string>>) =>
        client.invoke('SendAction', [{ Action: 'log.console', Parameters: parameters(marker), ...id }]);
      const [withoutId = '', emptyId = ''] = texts;
      await send(withoutId, {});
      await send(emptyId, { RequestId: emptyGuid });
      const RequestId = randomUUID();
      await send(createUniqueText(t), { RequestId });
      const response = await client.callback('ActionResponse', RequestId);
      t.given(response !== undefined, 'a later command with a RequestId gets a response');
      await waitQuietWindow();
      for (const marker of texts)
        t.for('HUB-ACTION-002').must(
          await waitForConsoleEntry(t, marker),
          'a command without a RequestId runs',
        );
      t.for('HUB-ACTION-004').must(
        client.calls('ActionResponse').length === 1,
        'only the command with a RequestId gets a response',
        { expected: 1, actual: client.calls('ActionResponse').length },
      );
    }),
  hub.audit('unknown-action', ['ACT-006'], async (t) => {
    const parameters = await createLogParameters(t);
    const client = await connectHub(t);
    const marker = createUniqueText(t);
    const send = async (Action: string, text: string) => {
      const RequestId = randomUUID();
      const completion = await client.invoke('SendAction', [
        { Action, Parameters: parameters(text), RequestId },
      ]);
      if (completion.kind === 'refused') return false;
      return findSuccessFlag(t, (await client.callback('ActionResponse', RequestId))?.args ?? []);
    };
    t.given(
      (await send('log.console', createUniqueText(t))) === true,
      'an ActionResponse that distinguishes success from failure (choices.paths "response.success")',
    );
    t.must((await send('log.noSuchAction', marker)) !== true, 'an unknown action does not succeed');
    t.must((await send('noSuchCategory.console', marker)) !== true, 'an unknown category does not succeed');
    t.given((await send('log.console', createUniqueText(t))) === true, 'the hub continues to serve commands');
    t.must(!(await isInConsole(t, marker)), 'an unknown action has no effect');
  }),
  hub.audit('letter-case', ['HUB-ENVELOPE-001'], async (t) => {
    const parameters = await createLogParameters(t);
    const client = await connectHub(t);
    const requestId = randomUUID();
    const marker = createUniqueText(t);
    await client.invoke('SendAction', [{ action: 'log.console', parameters: parameters(marker), requestId }]);
    const response = await client.callback('ActionResponse', requestId);
    t.observe('a command in camelCase', response ? 'answered' : 'not answered');
    t.observe('a command in camelCase takes effect', await isInConsole(t, marker));
  }),

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
  hub
    .with({ likelyCause: 'a failing command silently ends the batch' })
    .audit('batch-failing', ['HUB-BATCH-001'], async (t) => {
      const client = await connectConsoleWatcher(t);
      const { markers, commands } = await createLogCommands(t, 2);
      const failing = { Action: 'log.noSuchAction', Parameters: {}, RequestId: randomUUID() };
      await client.invoke('SendActionBatch', [[commands[0], failing, commands[1]], false]);
      await mustComplete(t, client, 'a batch with a failing command');
      const [before = '', after = ''] = markers;
      t.must(await waitForConsoleEntry(t, before), 'commands before the failing one have run');
      t.observe('commands after a failing one run', await isInConsole(t, after));
    }),
];
