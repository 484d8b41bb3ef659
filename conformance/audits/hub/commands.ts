import { randomUUID } from 'node:crypto';
import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { isRecord } from '../../json.ts';
import { connect, quietWindow, received } from '../../lab/hub-client.ts';
import {
  consoleGets,
  consoleHas,
  consoleWriter,
  logParameters,
  newMarker,
} from '../../lab/console-writer.ts';

const hub = area('hub', 'token', 'runtime', 'events');

const emptyGuid = '00000000-0000-0000-0000-000000000000';

const successFields = ['success', 'succeeded', 'isSuccess', 'ok'];

/** Whether a response calls itself a success; undefined where it does not say. */
const claimsSuccess = (response: unknown): boolean | undefined => {
  if (!isRecord(response)) return undefined;
  const claim = Object.entries(response).find(
    ([name, value]) => typeof value === 'boolean' && successFields.includes(name.toLowerCase()),
  );
  return claim?.[1] as boolean | undefined;
};

export const commandAudits = [
  hub.audit(
    'send-action',
    ['HUB-ACTION-001', 'HUB-ACTION-003', 'HUB-CALLBACK-002', 'OVER-LAYER-006'],
    async (t) => {
      const parameters = await logParameters(t);
      await (await consoleWriter(t))(newMarker(t));
      const client = await connect(t);
      await client.subscribe('console.log');
      const ids = [randomUUID(), randomUUID()];
      const markers = [newMarker(t), newMarker(t)];
      // Both are under way at once, so that an answer has two commands to be matched with.
      const sent = ids.map((RequestId, index) =>
        client.invoke('SendAction', [
          { Action: 'log.console', Parameters: parameters(markers[index]!), RequestId },
        ]),
      );
      for (const completion of await Promise.all(sent)) t.observe('completion of SendAction', completion);
      for (const RequestId of ids) {
        const response = await client.callback('ActionResponse', RequestId);
        t.must(response !== undefined, 'ActionResponse comes and carries the RequestId', received(client));
        t.observe('ActionResponse', response?.args);
      }
      for (const marker of markers) {
        t.must(await consoleGets(t, marker), 'the action has run');
        const event = await client.event('console.log', marker);
        t.must(event !== undefined, 'its event comes over the same connection', received(client));
      }
      await quietWindow();
      for (const id of ids) {
        const answers = client.calls('ActionResponse').filter(({ args }) => speaksOf(args, id));
        t.mustEqual(answers.length, 1, 'there is one ActionResponse for a command');
      }
      const [event] = client.events('console.log').filter(({ args }) => speaksOf(args, markers[0]!));
      const [answer] = client.calls('ActionResponse').filter(({ args }) => speaksOf(args, ids[0]!));
      t.observe("an action's events come before its response", (event?.index ?? 0) < (answer?.index ?? 0));
    },
  ),
  hub.audit(
    'fire-and-forget',
    ['HUB-ACTION-002'],
    { likelyCause: 'commands are answered whether or not they carry a RequestId' },
    async (t) => {
      const parameters = await logParameters(t);
      const client = await connect(t);
      const forgotten = [newMarker(t), newMarker(t)];
      const send = (marker: string, id: Readonly<Record<string, string>>) =>
        client.invoke('SendAction', [{ Action: 'log.console', Parameters: parameters(marker), ...id }]);
      await send(forgotten[0]!, {});
      await send(forgotten[1]!, { RequestId: emptyGuid });
      const RequestId = randomUUID();
      await send(newMarker(t), { RequestId });
      const answer = await client.callback('ActionResponse', RequestId);
      t.given(answer !== undefined, 'a later command with a RequestId is answered');
      await quietWindow();
      for (const marker of forgotten)
        t.must(await consoleGets(t, marker), 'a command that wants no answer runs');
      t.mustEqual(
        client.calls('ActionResponse').length,
        1,
        'and only the command with a RequestId is answered',
      );
    },
  ),
  hub.audit('unknown-action', ['ACT-006'], async (t) => {
    const parameters = await logParameters(t);
    const client = await connect(t);
    const marker = newMarker(t);
    const send = async (Action: string, text: string) => {
      const RequestId = randomUUID();
      const completion = await client.invoke('SendAction', [
        { Action, Parameters: parameters(text), RequestId },
      ]);
      if (completion.kind === 'refused') return false;
      return claimsSuccess((await client.callback('ActionResponse', RequestId))?.args[0]);
    };
    t.given(
      (await send('log.console', newMarker(t))) === true,
      'an ActionResponse that tells success from failure',
    );
    t.must((await send('log.noSuchAction', marker)) !== true, 'an unknown action is no success');
    t.must((await send('noSuchCategory.console', marker)) !== true, 'an unknown category is no success');
    t.given((await send('log.console', newMarker(t))) === true, 'the hub goes on serving');
    t.must(!(await consoleHas(t, marker)), 'an unknown action has no effect');
  }),
  hub.audit('letter-case', ['HUB-ENVELOPE-001'], async (t) => {
    const parameters = await logParameters(t);
    const client = await connect(t);
    const requestId = randomUUID();
    const marker = newMarker(t);
    await client.invoke('SendAction', [{ action: 'log.console', parameters: parameters(marker), requestId }]);
    const answer = await client.callback('ActionResponse', requestId);
    t.observe('a command in camelCase', answer ? 'answered' : 'not answered');
    t.observe('a command in camelCase has an effect', await consoleHas(t, marker));
  }),
];
