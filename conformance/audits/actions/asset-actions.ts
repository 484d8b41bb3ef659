/** Audits of what the actions on assets change, read back through other actions and through REST. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  findParameter,
  listResultValues,
  requireAction,
  requireOtherParameter,
  type ShownValues,
} from '../../audit-helpers/action-effects.ts';
import { isObjectParameter, listActionResults } from '../../audit-helpers/action-trials.ts';
import {
  assetPath,
  givenAssets,
  listAssetTexts,
  listCandidateAssets,
} from '../../audit-helpers/asset-properties.ts';
import { assetActionNames } from '../../audit-helpers/documented-actions.ts';
import { listRequiredParameters, readActionSchema, runAction } from '../../audit-helpers/run-action.ts';
import { findSpawnedTag, spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterStrings, includesDeep, isRecord, walkJson, walkKeys } from '../../json.ts';
import { type ActionDefinition, type ActionParameter, isActionListed } from '../../target/action-schema.ts';
import { describeStatus, type Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { listAssetTags } from '../../target/tags.ts';

const assetActions = defineAuditArea('asset-actions', 'token', 'runtime');
const destructiveAssetActions = defineAuditArea('asset-actions', 'token', 'runtime', 'destructive');

const requirementIds = Object.keys(assetActionNames) as [
  keyof typeof assetActionNames,
  ...(keyof typeof assetActionNames)[],
];

/** Maximum number of texts of an asset's record that are tried as its name. */
const maxTriedNames = 8;

const listAssets = async (t: AuditTools): Promise<Reply> => {
  const reply = await runAction(t, 'assets.list', t.manifest.choices.actions['assets.list'] ?? {});
  t.givenSuccess(reply, 'a call of assets.list that succeeds (choices.actions "assets.list")');
  return reply;
};

/** Deletes an asset, regardless of how the target names the parameter for the asset's tag. */
const deleteAsset = async (t: AuditTools, tag: string, options = {}): Promise<Reply> => {
  const schema = await readActionSchema(t, 'assets.delete');
  const [name = 'asset'] = schema
    ? listRequiredParameters(t, schema).filter((one) => one.toLowerCase() !== 'confirm')
    : [];
  return runAction(t, 'assets.delete', { [name]: tag, ...options });
};

const listBundledAssets = async (t: AuditTools): Promise<readonly unknown[]> => {
  const { ok, json } = await t.http.get('/api/discovery/bundled-assets');
  return (ok ? t.fields.items(json) : undefined) ?? t.unverified('the bundled-assets listed by discovery');
};

/**
 * Creates a bundled asset, which is deleted when the audit ends.
 * @param check receives the numbers of bundled assets before and after the call, before the tag is looked for
 */
const createAssetBundle = async (
  t: AuditTools,
  check: (before: number, after: number) => void = () => {},
): Promise<string> => {
  const object = await spawnObject(t);
  const { name: action, parameters } = await requireAction(t, 'assets.createBundled');
  const objectParameter = parameters.find(isObjectParameter)?.name ?? 'object';
  const [before, bundlesBefore] = [await listAssets(t), await listBundledAssets(t)];
  const isNamed = parameters.some(({ name }) => name === 'name');
  const created = await runAction(t, action, {
    ...t.manifest.choices.actions[action],
    [objectParameter]: object,
    ...(isNamed && { name: `${t.manifest.namespace}-bundle-${randomUUID().slice(0, 8)}` }),
  });
  t.givenSuccess(
    created,
    'a call of assets.createBundled that succeeds (choices.actions "assets.createBundled")',
  );
  const [after, bundlesAfter] = [await listAssets(t), await listBundledAssets(t)];
  const former = listAssetTags(t.fields, [before.json, bundlesBefore]);
  const tag = [...listAssetTags(t.fields, [after.json, bundlesAfter])].find((text) => !former.has(text));
  if (tag !== undefined) t.defer(() => deleteAsset(t, tag, { confirm: true }));
  check(bundlesBefore.length, bundlesAfter.length);
  return tag ?? t.unverified('the tag of a bundled asset in the response of assets.list');
};

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

/** Returns the values that a response may contain for a property: by its name in a list, or by its key in a map. */
const findListedValues = (t: AuditTools, reply: Reply, name: string): readonly unknown[] =>
  listActionResults(t, reply)
    .flatMap((result) => [...walkJson(result)])
    .filter(isRecord)
    .flatMap((record) => [
      ...(t.fields.read(record, 'property.name') === name ? [t.fields.read(record, 'property.value')] : []),
      ...(Object.hasOwn(record, name) ? walkJson(record[name]) : []),
    ]);

/** Observes whether the target accepts the file of an asset, which the service description does not require. */
const observeFiles = async (t: AuditTools): Promise<void> => {
  const path = pathTo`/api/assets/files/${`${t.manifest.namespace}-${randomUUID().slice(0, 8)}.glsl`}`;
  const content = '// An empty shader.\n';
  t.defer(() => t.http.delete(path));
  const uploaded = await t.http.send('PUT', path, {
    body: content,
    headers: { 'content-type': 'text/plain' },
  });
  t.observe('the upload of an asset file', describeStatus(uploaded));
  if (!uploaded.ok) return;
  t.observe('an uploaded file is returned unchanged', (await t.http.get(path)).text === content);
  t.observe('the deletion of an asset file', describeStatus(await t.http.delete(path)));
};

export const audits = [
  assetActions.audit('offered', requirementIds, async (t) => {
    const { json } = await t.http.get('/api/actions/schema');
    const isAsset = requirementIds.some((id) =>
      assetActionNames[id].some((name) => isActionListed(json, `assets.${name}`)),
    );
    t.given(isAsset, 'an action of the category assets in the action schema');
    for (const id of requirementIds) {
      const absent = assetActionNames[id].filter((name) => !isActionListed(json, `assets.${name}`));
      t.for(id).mustEqual(absent, [], 'the action schema contains all of them');
    }
  }),
  destructiveAssetActions.audit('create-bundled', ['ACT-ASSET-008'], async (t) => {
    const asset = await createAssetBundle(t, (before, after) =>
      t.must(after > before, 'discovery lists one more bundled asset after assets.createBundled', {
        expected: `more than ${before}`,
        actual: after,
      }),
    );
    const countObjects = async (): Promise<number> =>
      t.fields.items((await t.http.get('/api/discovery/scene-objects')).json)?.length ??
      t.unverified('the scene-objects listed by discovery');
    const before = await countObjects();
    // The name of the asset, which scene.spawn takes, may differ from its tag.
    const records = (await listAssetTexts(t)).filter(({ tag }) => tag === asset);
    const names = [...new Set(records.flatMap(({ texts }) => texts))];
    let spawned = await runAction(t, 'scene.spawn', { asset });
    for (const name of names.slice(0, maxTriedNames)) {
      if (spawned.ok) break;
      spawned = await runAction(t, 'scene.spawn', { asset: name });
    }
    t.givenSuccess(spawned, `scene.spawn accepts the bundled asset ${asset}`);
    await findSpawnedTag(t, spawned);
    const after = await countObjects();
    t.must(after > before, `scene.spawn with the bundled asset ${asset} adds an object`, {
      expected: `more than ${before} objects`,
      actual: after,
    });
  }),
  destructiveAssetActions.audit('delete', ['ACT-ASSET-003', 'ACT-ASSET-004'], async (t) => {
    const tag = await createAssetBundle(t);
    const unconfirmed = await deleteAsset(t, tag);
    t.for('ACT-ASSET-003').mustNotSucceed(unconfirmed, 'a bundled asset is not deleted without confirm');
    const denied = await deleteAsset(t, tag, { confirm: false });
    t.for('ACT-ASSET-003').mustNotSucceed(denied, 'a bundled asset is not deleted with confirm=false');
    const exists = includesDeep((await listAssets(t)).json, tag);
    t.for('ACT-ASSET-003').must(exists, 'the asset still exists after an unconfirmed deletion', {
      changedBy: denied,
    });
    const confirmed = await deleteAsset(t, tag, { confirm: true });
    t.for('ACT-ASSET-003').mustSucceed(confirmed, 'the asset is deleted with confirm=true');
    const isDeleted = !includesDeep((await listAssets(t)).json, tag);
    t.for('ACT-ASSET-004').must(isDeleted, 'a deleted asset is no longer listed');
    const repeated = await deleteAsset(t, tag, { confirm: true });
    t.for('ACT-ASSET-004').mustNotSucceed(repeated, 'a deleted asset cannot be deleted again');
    await observeFiles(t);
  }),

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
    t.givenSuccess(reply, 'a call of assets.setProperty that succeeds');
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
    t.givenSuccess(
      reply,
      'a call of assets.setProperties that succeeds (choices.actions "assets.setProperties")',
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
    t.givenSuccess(listed, 'a call of assets.listShaders that succeeds');
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
