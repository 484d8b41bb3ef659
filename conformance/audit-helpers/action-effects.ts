/** Runs actions with the parameters that the target's action schema declares, and reads what they changed. */
import { isRecord, walkJson } from '../json.ts';
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import type { Reply } from '../target/http/exchange.ts';
import { isObjectParameter, listActionResults } from './action-trials.ts';
import { readObjectProperties } from './object-properties.ts';
import { readAction, runAction } from './run-action.ts';
import type { AuditContext, AuditTools } from '../audit.ts';
import type { ActionDefinition, ActionParameter } from '../target/action-schema.ts';

/** Returns the action's record in the target's schema. The audit is NOT_VERIFIED if the schema has no such record. */
export const requireAction = async (t: AuditTools, name: string): Promise<ActionDefinition> =>
  (await readAction(t, name)) ??
  t.unverified(`the parameters of ${name} in the action schema (choices.paths "action.parameters")`);

/** Finds a declared parameter by its name, in any letter case. */
export const findParameter = ({ parameters }: ActionDefinition, name: string): ActionParameter | undefined =>
  parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());

/**
 * Returns the only parameter besides the given ones: the only one that is required, or else the only one at all. The
 * audit is NOT_VERIFIED if there are none or several.
 */
export const requireOtherParameter = (
  t: AuditTools,
  { name, parameters }: ActionDefinition,
  known: readonly (ActionParameter | undefined)[],
): ActionParameter => {
  const others = parameters.filter(
    (parameter) => !known.some((one) => one?.name.toLowerCase() === parameter.name.toLowerCase()),
  );
  const required = others.filter((parameter) => parameter.required);
  const [only, ...more] = required.length > 0 ? required : others;
  return only === undefined || more.length > 0
    ? t.unverified(
        `which parameter of ${name} holds the value: ${others.map((one) => one.name).join(', ') || 'none'} ` +
          '(choices.paths "action.parameters" and "parameter.required")',
      )
    : only;
};

/** Returns a function that runs an action with two parameters: the tag of an object, and a value. */
export const prepareObjectAction = async (t: AuditTools, name: string) => {
  const action = await requireAction(t, name);
  const object =
    action.parameters.find(isObjectParameter) ??
    t.unverified(`the parameter of ${name} for the tag of an object (choices.paths "action.parameters")`);
  const value = requireOtherParameter(t, action, [object]);
  return (tag: string, given: unknown): Promise<Reply> =>
    runAction(t, name, { [object.name]: tag, [value.name]: given });
};

/** The values that a target shows, keyed by where it shows them. */
export type ShownValues = ReadonlyMap<string, unknown>;

/** Adds a value and everything in it. */
function* listPlaces(value: unknown, path: string): Generator<readonly [string, unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* listPlaces(inner, `${path}.${key}`);
}

/** Returns every value in a response, keyed by its path. */
export const listShownValues = (value: unknown): ShownValues => new Map(listPlaces(value, ''));

/** Returns every value in the results of an action, keyed by its path. */
export const listResultValues = (t: AuditTools, reply: Reply): ShownValues =>
  new Map(listActionResults(t, reply).flatMap((result, index) => [...listPlaces(result, String(index))]));

const isNamedIn = (item: unknown, tag: string): boolean => [...walkJson(item)].includes(tag);

/** Reads what discovery and the properties of its components show of an object. */
export const readObject = async (t: AuditTools, tag: string): Promise<ShownValues> => {
  const { json } = await t.http.get('/api/discovery/scene-objects');
  const items = (t.fields.items(json) ?? []).filter((item) => isRecord(item) && isNamedIn(item, tag));
  const properties = await readObjectProperties(t, tag);
  return new Map([
    ...items.flatMap((item) => [...listPlaces(item, 'scene-objects')]),
    ...properties.map(({ component, name, value }) => [`${component}/${name}`, value] as const),
  ]);
};

/** Reads the value at the place that the manifest's `choices.effects` defines for an action. */
export const readDeclaredEffect = async (
  t: AuditTools,
  action: string,
  object = '',
): Promise<{ readonly value: unknown } | undefined> => {
  const declared = t.manifest.choices.effects[action];
  if (declared === undefined) return undefined;
  const reply =
    'action' in declared
      ? await runAction(
          t,
          declared.action,
          Object.fromEntries(
            Object.entries(declared.parameters).map(([key, value]) => [
              key,
              value === 'OBJECT' ? object : value,
            ]),
          ),
        )
      : await t.http.get(declared.path.replaceAll('OBJECT', encodeURIComponent(object)));
  t.givenSuccess(reply, `the call of choices.effects "${action}" succeeds`);
  const quoted = JSON.stringify(object).slice(1, -1).replaceAll("'", String.raw`\u0027`);
  return { value: compileExpression(declared.value.replaceAll('OBJECT', quoted))(reply.json) };
};

interface Effect {
  readonly action: string;
  /** Two different values, which are set one after the other. */
  readonly values: readonly [unknown, unknown];
  /** Runs the action with a value. */
  readonly set: (value: unknown) => Promise<Reply>;
  /** Returns the tag of the object, which the action may change. */
  readonly object: () => string;
  readonly read: () => Promise<ShownValues>;
  readonly isSame: (shown: unknown, value: unknown) => boolean;
}

/**
 * Asserts that the values which an action sets are read back. The place at which they are read is the manifest's, or
 * else each place that shows the first value after the action and did not show it before. Without such a place the
 * audit is NOT_VERIFIED.
 */
export const mustReadBack = async (
  t: AuditContext,
  { action, values: [first, second], set, object, read, isSame }: Effect,
): Promise<void> => {
  const run = async (value: unknown): Promise<void> => {
    const reply = await set(value);
    t.givenSuccess(reply, `a call of ${action} that succeeds`);
  };
  if (t.manifest.choices.effects[action] !== undefined) {
    for (const value of [first, second]) {
      await run(value);
      const shown = (await readDeclaredEffect(t, action, object()))?.value;
      t.given(shown !== undefined, `a value where choices.effects "${action}" says`);
      const isShown =
        isSame(shown, value) || (Array.isArray(shown) && shown.some((one) => isSame(one, value)));
      t.must(isShown, `what ${action} sets is read back`, { expected: value, actual: shown });
    }
    return;
  }
  const before = await read();
  await run(first);
  const shown = [...(await read())].filter(
    ([place, value]) => isSame(value, first) && !isSame(before.get(place), first),
  );
  t.given(shown.length > 0, `a response that shows what ${action} has set (choices.effects "${action}")`);
  await run(second);
  const after = await read();
  t.must(
    shown.some(([place]) => isSame(after.get(place), second)),
    `what ${action} sets last is read back where the first value was`,
    { expected: second, actual: Object.fromEntries(shown.map(([place]) => [place, after.get(place)])) },
  );
};
