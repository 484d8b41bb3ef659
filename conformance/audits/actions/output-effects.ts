/** Audits of what output.set and output.toggle change, as output.get reads it. */
import { isDeepStrictEqual } from 'node:util';
import {
  findParameter,
  listResultValues,
  requireAction,
  requireOtherParameter,
  type ShownValues,
} from '../../audit-helpers/action-effects.ts';
import { listActionResults } from '../../audit-helpers/action-trials.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { type AuditContext, defineAuditArea } from '../../audit.ts';
import { isRecord, walkJson } from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import type { ActionParameter } from '../../target/action-schema.ts';

/** Returns the sizes of all collections that may be the platforms: arrays, and records that contain records. */
const listCollectionSizes = (response: unknown): readonly number[] =>
  [...walkJson(response)].flatMap((value) => {
    if (Array.isArray(value)) return [value.length];
    const entries = isRecord(value) ? Object.values(value) : [];
    return entries.length > 1 && entries.every(isRecord) ? [entries.length] : [];
  });

const outputActions = defineAuditArea('output-actions', 'token', 'runtime');

const readOutput = async (t: AuditContext): Promise<ShownValues> => {
  const reply = await runAction(t, 'output.get', t.manifest.choices.actions['output.get'] ?? {});
  t.givenSuccess(reply, 'a call of output.get that succeeds (choices.actions "output.get")');
  return listResultValues(t, reply);
};

/** A setting that output.get shows as on or off, and a name by which a call may mean it. */
interface Switch {
  readonly place: string;
  readonly name: string;
  readonly isOn: boolean;
}

/** Lists the switches in a response, each with every key on the way to it. */
const listSwitches = (shown: ShownValues): readonly Switch[] =>
  [...shown].flatMap(([place, value]) =>
    typeof value === 'boolean'
      ? place
          .split('.')
          .slice(1)
          .reverse()
          .map((name) => ({ place, name, isOn: value }))
      : [],
  );

const isAllowed = ({ schema }: ActionParameter, name: string): boolean =>
  !Array.isArray(schema.enum) || schema.enum.includes(name);

interface Change {
  readonly place: string;
  readonly expected: unknown;
  readonly send: () => Promise<Reply>;
  readonly undo: () => Promise<unknown>;
}

/**
 * Makes changes until output.get shows one, and asserts that it shows any of those that the target accepts. Each change
 * is undone.
 */
const mustShowChange = async (
  t: AuditContext,
  action: string,
  shown: ShownValues,
  changes: readonly Change[],
): Promise<void> => {
  const accepted: { readonly place: string; readonly expected: unknown; readonly actual: unknown }[] = [];
  for (const { place, expected, send, undo } of changes) {
    const before = shown.get(place);
    if (!(await send()).ok) continue;
    let isUndone = false;
    t.defer(async () => isUndone || (await undo()));
    const actual = (await readOutput(t)).get(place);
    await undo();
    isUndone = true;
    if (isDeepStrictEqual(actual, expected)) {
      t.mustEqual(
        (await readOutput(t)).get(place),
        before,
        `output.get shows what ${action} has changed back`,
      );
      return;
    }
    accepted.push({ place, expected, actual });
  }
  t.given(
    accepted.length > 0,
    `a setting of output.get that ${action} accepts (choices.actions "${action}")`,
  );
  t.must(false, `output.get shows what ${action} has changed`, { actual: accepted });
};

/** Ends the audit as NOT_VERIFIED if the target accepts any name of a setting, so that acceptance means nothing. */
const givenNamesMatter = async (
  t: AuditContext,
  { schema }: ActionParameter,
  send: (name: string) => Promise<Reply>,
): Promise<void> => {
  if (Array.isArray(schema.enum)) return;
  const reply = await send(`${t.manifest.namespace}-no-such-setting`);
  t.given(!reply.ok, 'a target that rejects the name of an unknown setting', describeReply(reply));
};

export const audits = [
  outputActions.audit('toggle', ['ACT-OUTPUT-004'], async (t) => {
    const action = await requireAction(t, 'output.toggle');
    const setting = requireOtherParameter(t, action, []);
    const toggle = (name: string): Promise<Reply> => runAction(t, 'output.toggle', { [setting.name]: name });
    await givenNamesMatter(t, setting, toggle);
    const shown = await readOutput(t);
    const switches = listSwitches(shown).filter(({ name }) => isAllowed(setting, name));
    await mustShowChange(
      t,
      'output.toggle',
      shown,
      switches.map(({ place, name, isOn }) => ({
        ...{ place, expected: !isOn },
        send: () => toggle(name),
        undo: () => toggle(name),
      })),
    );
  }),
  outputActions.audit('set', ['ACT-OUTPUT-003'], async (t) => {
    const action = await requireAction(t, 'output.set');
    const shown = await readOutput(t);
    const set = (parameter: string, value: unknown): Promise<Reply> =>
      runAction(t, 'output.set', { [parameter]: value });
    const switches = listSwitches(shown);
    // A parameter for each setting.
    const byParameter = switches.flatMap(({ place, name, isOn }) => {
      const parameter = place.endsWith(`.${name}`) ? findParameter(action, name) : undefined;
      return parameter?.schema.type === 'boolean'
        ? {
            ...{ place, expected: !isOn },
            send: () => set(parameter.name, !isOn),
            undo: () => set(parameter.name, isOn),
          }
        : [];
    });
    if (byParameter.length > 0) return mustShowChange(t, 'output.set', shown, byParameter);
    // A parameter for the name of the setting, as in output.toggle, and one for its value.
    const setting = requireOtherParameter(t, await requireAction(t, 'output.toggle'), []);
    const name = findParameter(action, setting.name) ?? setting;
    t.given(
      findParameter(action, setting.name) !== undefined,
      'the parameters of output.set (choices.paths "action.parameters")',
    );
    const value = requireOtherParameter(t, action, [name]);
    const write = (one: string, state: boolean): Promise<Reply> =>
      runAction(t, 'output.set', { [name.name]: one, [value.name]: state });
    await givenNamesMatter(t, name, (one) => write(one, true));
    return mustShowChange(
      t,
      'output.set',
      shown,
      switches
        .filter((one) => isAllowed(name, one.name))
        .map(({ place, name: one, isOn }) => ({
          ...{ place, expected: !isOn },
          send: () => write(one, !isOn),
          undo: () => write(one, isOn),
        })),
    );
  }),

  defineAuditArea('streaming-actions', 'token', 'runtime').audit(
    'four-platforms',
    ['ACT-STREAM-002'],
    async (t) => {
      const reply = await runAction(t, 'streaming.platforms', {});
      t.givenSuccess(reply, 'streaming.platforms succeeds');
      const sizes = listActionResults(t, reply).flatMap(listCollectionSizes);
      t.given(
        sizes.length > 0,
        'a response of streaming.platforms that contains a list',
        describeReply(reply),
      );
      t.must(sizes.includes(4), 'streaming.platforms lists four', { expected: 4, actual: sizes });
    },
  ),
];
