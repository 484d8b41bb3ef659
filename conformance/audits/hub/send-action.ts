import { randomUUID } from 'node:crypto';
import { defineAuditArea } from '../../define-audit-area.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { findSuccessFlag } from '../../audit-helpers/success-flag.ts';
import { connectHub, waitQuietWindow, describeReceived } from '../../audit-helpers/hub-client.ts';
import {
  waitForConsoleEntry,
  isInConsole,
  createConsoleWriter,
  createLogParameters,
  createUniqueText,
} from '../../audit-helpers/console-writer.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');

const emptyGuid = '00000000-0000-0000-0000-000000000000';

export const sendActionAudits = [
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
  hub.audit(
    'fire-and-forget',
    ['HUB-ACTION-002', 'HUB-ACTION-004'],
    { likelyCause: 'commands get a response whether or not they have a RequestId' },
    async (t) => {
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
    },
  ),
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
];
