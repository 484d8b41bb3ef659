import { randomUUID } from 'node:crypto';
import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { at, isRecord } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
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

/** Whether a response calls itself a success, in an argument of its own or a field; undefined where it does not say. */
const claimsSuccess = (t: AuditTools, args: readonly unknown[]): boolean | undefined => {
  const named = t.manifest.choices.paths['response.success'];
  if (named !== undefined) return asFlag(at(args[0], named) ?? at(args, named));
  const flags = args.filter((argument) => typeof argument === 'boolean');
  if (flags.length === 1) return flags[0];
  const fields = args.filter(isRecord).flatMap((record) => Object.entries(record));
  const claim = fields.find(
    ([name, value]) => typeof value === 'boolean' && successFields.includes(name.toLowerCase()),
  );
  const status = fields.find(([name]) => /^(status|statusCode|outcome|state)$/i.test(name));
  return asFlag(claim?.[1] ?? status?.[1]);
};

const asFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value >= 200 && value < 300;
  if (typeof value !== 'string') return undefined;
  return /^(ok|success|succeeded|done|completed)$/i.test(value);
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
          { Action: 'log.console', Parameters: parameters(markers[index] ?? ''), RequestId },
        ]),
      );
      for (const completion of await Promise.all(sent)) t.observe('completion of SendAction', completion);
      const any = await client.callback('ActionResponse');
      const responses = any ? await Promise.all(ids.map((id) => client.callback('ActionResponse', id))) : [];
      for (const response of responses) t.observe('ActionResponse', response?.args);
      const hasRun = (await Promise.all(markers.map((marker) => consoleGets(t, marker)))).every((ran) => ran);
      const events = hasRun
        ? await Promise.all(markers.map((marker) => client.event('console.log', marker)))
        : [];
      await quietWindow();
      const runs = t.of('HUB-ACTION-001');
      runs.must(any !== undefined, 'SendAction is answered with ActionResponse', received(client));
      runs.must(hasRun, 'the action has run');
      const answers = client.calls('ActionResponse').length;
      t.of('HUB-CALLBACK-002').mustEqual(answers, ids.length, 'there is one ActionResponse for each command');
      t.given(any !== undefined && hasRun, 'SendAction runs an action and answers');
      t.of('HUB-ACTION-003').must(
        responses.every((response) => response !== undefined),
        'ActionResponse carries the RequestId',
        received(client),
      );
      t.of('OVER-LAYER-006').must(
        events.every((event) => event !== undefined),
        'the event of an action comes over the connection that sent it',
        received(client),
      );
      const [event] = client.events('console.log').filter(({ args }) => speaksOf(args, markers[0] ?? ''));
      const [answer] = client.calls('ActionResponse').filter(({ args }) => speaksOf(args, ids[0] ?? ''));
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
      const [idless = '', empty = ''] = forgotten;
      await send(idless, {});
      await send(empty, { RequestId: emptyGuid });
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
      return claimsSuccess(t, (await client.callback('ActionResponse', RequestId))?.args ?? []);
    };
    t.given(
      (await send('log.console', newMarker(t))) === true,
      'an ActionResponse that tells success from failure (choices.paths "response.success")',
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
