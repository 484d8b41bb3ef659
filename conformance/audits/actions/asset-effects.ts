/** Audits of what the actions on assets change, read back through other actions and through REST. */
import { isDeepStrictEqual } from 'node:util';
import { defineAuditArea } from '../../define-audit-area.ts';
import { filterStrings, isRecord, walkJson, walkKeys } from '../../json.ts';
import {
  findParameter,
  listShownValues,
  requireAction,
  requireOtherParameter,
} from '../../audit-helpers/action-effects.ts';
import { listActionResults } from '../../audit-helpers/action-trials.ts';
import { assetPath, givenAssets, listCandidateAssets } from '../../audit-helpers/asset-properties.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { AuditTools } from '../../audit.ts';
import type { ShownValues } from '../../audit-helpers/action-effects.ts';
import type { ActionDefinition, ActionParameter } from '../../target/action-schema.ts';
import type { Reply } from '../../target/http/exchange.ts';

const assetActions = defineAuditArea('asset-actions', 'token', 'runtime');
const destructiveAssetActions = defineAuditArea('asset-actions', 'token', 'runtime', 'destructive');

/** Returns the parameter of an action for the tag of an asset. */
const findAssetParameter = (
  t: AuditTools,
  action: ActionDefinition,
  others: readonly (ActionParameter | undefined)[] = [],
): ActionParameter =>
  findParameter(action, 'asset') ?? findParameter(action, 'tag') ?? requireOtherParameter(t, action, others);

/** Returns values of the same type to try, besides the current value. */
const listOtherValues = (value: unknown): readonly unknown[] => {
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'number') return [];
  return [0.5, 0.25, 2, 3, value + 1].filter((other) => other !== value);
};

interface WritableProperty {
  readonly tag: string;
  readonly name: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly read: () => Promise<unknown>;
}

/**
 * Finds a property that the property route reads back as written. The property then has its old value again, which it
 * also gets when the audit ends.
 */
const findWritableProperty = async (t: AuditTools): Promise<WritableProperty> => {
  for (const { tag, properties } of await givenAssets(t)) {
    for (const { name, value: before } of properties) {
      const path = assetPath(tag, name);
      const read = async (): Promise<unknown> => {
        const { json } = await t.http.get(path);
        return isRecord(json) ? t.fields.read(json, 'property.value') : json;
      };
      for (const value of listOtherValues(before)) {
        if (!(await t.http.put(path, { value })).ok) continue;
        t.defer(() => t.http.put(path, { value: before }));
        const isReadBack = isDeepStrictEqual(await read(), value);
        await t.http.put(path, { value: before });
        if (isReadBack && isDeepStrictEqual(await read(), before)) return { tag, name, before, value, read };
      }
    }
  }
  return t.unverified('an asset property that accepts another number or flag');
};

const listResultValues = (t: AuditTools, reply: Reply): ShownValues =>
  new Map(
    listActionResults(t, reply).flatMap((result, index) =>
      [...listShownValues(result)].map(([place, value]) => [`${index}${place}`, value] as const),
    ),
  );

/** Returns the values that a response may contain for a property: by its name in a list, or by its key in a map. */
const findListedValues = (t: AuditTools, reply: Reply, name: string): readonly unknown[] =>
  listActionResults(t, reply)
    .flatMap((result) => [...walkJson(result)])
    .filter(isRecord)
    .flatMap((record) => [
      ...(t.fields.read(record, 'property.name') === name ? [t.fields.read(record, 'property.value')] : []),
      ...(Object.hasOwn(record, name) ? walkJson(record[name]) : []),
    ]);

export const assetEffectAudits = [
  assetActions.audit('set-property', ['ACT-ASSET-009'], async (t) => {
    const [get, set] = [
      await requireAction(t, 'assets.getProperty'),
      await requireAction(t, 'assets.setProperty'),
    ];
    const property = findParameter(get, 'property') ?? findParameter(get, 'name');
    const asset = findAssetParameter(t, get, [property]);
    const name = property ?? requireOtherParameter(t, get, [asset]);
    const value = requireOtherParameter(t, set, [asset, name]);
    const found = await findWritableProperty(t);
    const target = { [asset.name]: found.tag, [name.name]: found.name };
    const readByAction = async (): Promise<ShownValues> =>
      listResultValues(t, await runAction(t, 'assets.getProperty', target));
    const places = [...(await readByAction())].flatMap(([place, shown]) =>
      isDeepStrictEqual(shown, found.before) ? [place] : [],
    );
    const reply = await runAction(t, 'assets.setProperty', { ...target, [value.name]: found.value });
    t.given(reply.ok, 'a call of assets.setProperty that succeeds', describeReply(reply));
    const words = `${found.name} of ${found.tag}`;
    t.mustEqual(await found.read(), found.value, `${words} is read by REST as assets.setProperty wrote it`);
    t.given(
      places.length > 0,
      'the value in the response of assets.getProperty (choices.paths "action.answer")',
    );
    const after = await readByAction();
    t.must(
      places.some((place) => isDeepStrictEqual(after.get(place), found.value)),
      `${words} is read by assets.getProperty as assets.setProperty wrote it`,
      { expected: found.value, actual: Object.fromEntries(places.map((place) => [place, after.get(place)])) },
    );
  }),
  assetActions.audit('set-properties', ['ACT-ASSET-010'], async (t) => {
    const [get, set] = [
      await requireAction(t, 'assets.getProperties'),
      await requireAction(t, 'assets.setProperties'),
    ];
    const list = findParameter(set, 'properties');
    const asset = findAssetParameter(t, set, [list]);
    const writes = list ?? requireOtherParameter(t, set, [asset]);
    const configured = t.manifest.choices.actions['assets.setProperties'];
    const keys = new Set([...walkKeys(writes.schema), ...walkKeys(configured)]);
    const isDeclared = keys.has('name') && keys.has('value');
    const found = await findWritableProperty(t);
    const readByAction = async (): Promise<readonly unknown[]> =>
      findListedValues(
        t,
        await runAction(t, 'assets.getProperties', { [findAssetParameter(t, get).name]: found.tag }),
        found.name,
      );
    const isEstablished = (await readByAction()).some((shown) => isDeepStrictEqual(shown, found.before));
    const reply = await runAction(t, 'assets.setProperties', {
      [asset.name]: found.tag,
      [writes.name]: [{ name: found.name, value: found.value }],
    });
    t.given(
      reply.ok,
      'a call of assets.setProperties that succeeds (choices.actions "assets.setProperties")',
      describeReply(reply),
    );
    const written = await found.read();
    t.given(
      isDeclared || isDeepStrictEqual(written, found.value),
      'entries of assets.setProperties with name and value (choices.actions "assets.setProperties")',
    );
    const words = `${found.name} of ${found.tag}`;
    t.mustEqual(written, found.value, `${words} is read by REST as assets.setProperties wrote it`);
    t.given(
      isEstablished,
      'the property in the response of assets.getProperties (choices.paths "property.name")',
    );
    const after = await readByAction();
    t.must(
      after.some((shown) => isDeepStrictEqual(shown, found.value)),
      `${words} is read by assets.getProperties as assets.setProperties wrote it`,
      { expected: found.value, actual: after },
    );
  }),
  // Another shader may have other properties, so the old shader can't bring back all of their values.
  destructiveAssetActions.audit('change-shader', ['ACT-ASSET-011'], async (t) => {
    const [get, change] = [
      await requireAction(t, 'assets.getShader'),
      await requireAction(t, 'assets.changeShader'),
    ];
    const asset = findAssetParameter(t, get);
    const shader = requireOtherParameter(t, change, [asset]);
    const listed = await runAction(t, 'assets.listShaders', {});
    t.given(listed.ok, 'a call of assets.listShaders that succeeds', describeReply(listed));
    const names = new Set(
      listActionResults(t, listed).flatMap((result) => filterStrings([...walkJson(result)])),
    );
    const readShader = async (tag: string): Promise<ShownValues> =>
      listResultValues(t, await runAction(t, 'assets.getShader', { [asset.name]: tag }));
    const configured = filterStrings(Object.values(t.manifest.choices.actions['assets.getShader'] ?? {}));
    for (const tag of new Set([...configured, ...(await listCandidateAssets(t))])) {
      const places = [...(await readShader(tag))].filter(
        ([, shown]) => typeof shown === 'string' && names.has(shown),
      );
      const [, before] = places[0] ?? [];
      if (before === undefined || places.some(([, shown]) => shown !== before)) continue;
      for (const other of [...names].filter((name) => name !== before)) {
        const call = { [asset.name]: tag, [shader.name]: other };
        const reply = await runAction(t, 'assets.changeShader', call);
        if (!reply.ok) continue;
        t.defer(() => runAction(t, 'assets.changeShader', { ...call, [shader.name]: before }));
        const after = await readShader(tag);
        t.must(
          places.some(([place]) => after.get(place) === other),
          `assets.getShader of ${tag} returns the shader that assets.changeShader has set`,
          { expected: other, actual: Object.fromEntries(places.map(([place]) => [place, after.get(place)])) },
        );
        return;
      }
    }
    t.unverified(
      'an asset whose shader in assets.getShader is one of assets.listShaders (choices.actions "assets.getShader")',
    );
  }),
];
