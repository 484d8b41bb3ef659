import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, filterStrings, includesDeep, type JsonRecord, walkJson } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';

const sceneActions = defineAuditArea('scene-actions', 'token', 'runtime');
const destructiveSceneActions = defineAuditArea('scene-actions', 'token', 'runtime', 'destructive');

const runAndReport = runAction;

export const listDiscoveryItems = async (t: AuditTools, dataType: string): Promise<readonly unknown[]> => {
  const reply = await t.http.get(pathTo`/api/discovery/${dataType}`);
  const items = reply.at('items');
  return reply.ok && Array.isArray(items) ? items : t.unverified(`the ${dataType} listed by discovery`);
};

/**
 * Deletes the objects that a call created. These are the objects that its response names and that did not exist before
 * the call.
 */
const deleteSpawnedObjects = async (
  t: AuditTools,
  before: readonly unknown[],
  reply: Reply,
): Promise<void> => {
  const after = await listDiscoveryItems(t, 'scene-objects');
  const texts = filterStrings([...walkJson(reply.json)]);
  for (const object of texts.filter((text) => includesDeep(after, text) && !includesDeep(before, text))) {
    await runAndReport(t, 'scene.objects.destroy', { object });
  }
};

const listMenuPaths = async (t: AuditTools): Promise<readonly string[]> => {
  const { json } = await t.http.get('/api/discovery/spawnables');
  const paths = filterStrings(filterRecords(t.fields.items(json)).map(({ menuPath }) => menuPath));
  return paths.length > 0 ? paths : t.unverified('a spawnable with a menuPath');
};

/**
 * Defines an audit which checks that a call of scene.spawn is rejected and adds no object. A valid call must succeed
 * first.
 */
const defineSpawnRejectionAudit = (
  id: string,
  requirement: 'ACT-SPAWN-001' | 'ACT-SPAWN-002',
  sources: (type: string, object: string) => readonly JsonRecord[],
) =>
  sceneActions.audit(id, [requirement], async (t) => {
    const object = await spawnObject(t);
    const [type] = (await listMenuPaths(t)) as [string];
    for (const parameters of sources(type, object)) {
      const before = await listDiscoveryItems(t, 'scene-objects');
      const reply = await runAndReport(t, 'scene.spawn', parameters);
      if (reply.ok) t.defer(() => deleteSpawnedObjects(t, before, reply));
      t.mustNotSucceed(reply, `${JSON.stringify(parameters)} is rejected`);
      t.mustEqual(
        (await listDiscoveryItems(t, 'scene-objects')).length,
        before.length,
        'a rejected call adds no object',
        { changedBy: reply },
      );
    }
  });

/** Returns all strings in the layers that discovery lists. They include the layers' names. */
const listLayerNames = async (t: AuditTools): Promise<readonly string[]> =>
  (await listDiscoveryItems(t, 'layers')).flatMap((item) => filterStrings([...walkJson(item)]));

/**
 * Returns the parameters of scene.createLayer. A manifest may define its own parameters, with placeholders for `index`
 * and `name`.
 */
const createLayerParameters = (t: AuditTools, index: number, name: string): JsonRecord => {
  const configured = t.manifest.choices.actions['scene.createLayer'] ?? { index: 'INDEX', name: 'TEXT' };
  return Object.fromEntries(
    Object.entries(configured).map(([key, value]) => [
      key,
      value === 'INDEX' ? index : value === 'TEXT' ? name : value,
    ]),
  );
};

/** Names a layer, and restores its previous name when the audit ends. */
const nameLayer = async (t: AuditTools, index: number, name: string): Promise<Reply> => {
  const before = await listLayerNames(t);
  const reply = await runAndReport(t, 'scene.createLayer', createLayerParameters(t, index, name));
  const after = await listLayerNames(t);
  const missing = before.find((text) => !after.includes(text));
  if (missing !== undefined && !missing.startsWith(t.manifest.namespace)) {
    t.defer(() => runAndReport(t, 'scene.createLayer', createLayerParameters(t, index, missing)));
  }
  return reply;
};

const createLayerName = (t: AuditTools, suffix: string): string => `${t.manifest.namespace}-layer-${suffix}`;

/** Names the last layer, and returns the name. The audit ends as NOT_VERIFIED if the layer can't be named. */
const configureLastLayer = async (t: AuditTools): Promise<string> => {
  const name = createLayerName(t, '31');
  const reply = await nameLayer(t, 31, name);
  t.givenSuccess(reply, 'layer 31 can be named (choices.actions "scene.createLayer", INDEX and TEXT)');
  return name;
};

/**
 * Creates a function that checks whether a layer is configured, because objects can be put only on configured layers.
 * If putting an object on a layer can't be tried, the function uses discovery.
 */
const createLayerProbe = async (t: AuditTools): Promise<(layer: string) => Promise<boolean>> => {
  const object = await spawnObject(t);
  const canPutOn = async (layer: string): Promise<boolean> =>
    (await runAndReport(t, 'scene.objects.setLayer', { object, layer })).ok;
  const rejectsUnknownLayer = !(await canPutOn(createLayerName(t, 'absent')));
  for (const layerName of rejectsUnknownLayer ? await listLayerNames(t) : [])
    if (await canPutOn(layerName)) return canPutOn;
  return async (layer) => (await listLayerNames(t)).includes(layer);
};

const layerAudits = [
  sceneActions.audit('create-layer', ['ACT-LAYER-001', 'DISC-TYPE-007'], async (t) => {
    const isConfigured = await createLayerProbe(t);
    const nameAssertions = t.for('ACT-LAYER-001');
    const first = await configureLastLayer(t);
    const isLayerConfigured = nameAssertions.must(await isConfigured(first), 'a created layer is configured');
    const second = createLayerName(t, 'renamed');
    nameAssertions.must((await nameLayer(t, 31, second)).ok, 'the layer of an index can be renamed');
    if (isLayerConfigured)
      nameAssertions.must(await isConfigured(second), 'the layer is configured under its new name');
    t.given(isLayerConfigured, 'a created layer');
    const names = await listLayerNames(t);
    const listAssertions = t.for('DISC-TYPE-007');
    listAssertions.must(names.includes(second), 'discovery lists a layer under its name', { actual: names });
    listAssertions.must(!names.includes(first), 'discovery no longer lists the layer under its old name', {
      actual: names,
    });
  }),
  sceneActions.audit('layer-indexes', ['ACT-LAYER-002'], async (t) => {
    await configureLastLayer(t);
    const lowest = await nameLayer(t, 9, createLayerName(t, '9'));
    t.must(lowest.ok, 'index 9 is valid', { actual: lowest.status });
    const calls = Object.fromEntries(
      [6, 7, 8, -1, 32].map((index) => [
        `index ${index}`,
        () => nameLayer(t, index, createLayerName(t, `index-${index}`)),
      ]),
    );
    await mustRejectWithoutEffect(t, () => listLayerNames(t), 'no success', calls);
  }),
  destructiveSceneActions.audit('all-layer-indexes', ['LIMIT-006'], async (t) => {
    await configureLastLayer(t);
    for (const index of Array.from({ length: 32 }, (_, at) => at).filter((at) => at < 6 || at > 8)) {
      const reply = await nameLayer(t, index, createLayerName(t, `${index}`));
      t.must(reply.ok, `index ${index} is usable`, { actual: reply.status });
      const names = await listLayerNames(t);
      t.must(
        names.includes(createLayerName(t, `${index}`)),
        `discovery lists the layer of index ${index} under its new name`,
        { actual: names },
      );
    }
  }),
  sceneActions.audit('layer-of-object', ['ACT-SCENE-009', 'ACT-SCENE-010'], async (t) => {
    const first = await configureLastLayer(t);
    const second = createLayerName(t, 'other');
    t.given((await nameLayer(t, 9, second)).ok, 'layer 9 can be named');
    const object = await spawnObject(t);
    const responses: { readonly layer: string; readonly response: unknown }[] = [];
    for (const layer of [first, second, first]) {
      const reply = await runAndReport(t, 'scene.objects.setLayer', { object, layer });
      t.givenSuccess(reply, 'an object can be put on a configured layer');
      responses.push({ layer, response: (await runAndReport(t, 'scene.objects.getLayer', { object })).json });
    }
    const names = await listLayerNames(t);
    const showsLayer = responses.some(({ response }) => names.some((name) => includesDeep(response, name)));
    t.given(showsLayer, 'a response of scene.objects.getLayer with the name of a layer');
    for (const { layer, response } of responses)
      t.for('ACT-SCENE-009', 'ACT-SCENE-010').must(
        includesDeep(response, layer),
        'an object is on the layer set last',
        { expected: layer, actual: response },
      );
  }),
  sceneActions.audit('unknown-layer', ['ACT-LAYER-003'], async (t) => {
    const layer = await configureLastLayer(t);
    const object = await spawnObject(t);
    const existing = await runAndReport(t, 'scene.objects.setLayer', { object, layer });
    t.given(existing.ok, 'an object can be put on a configured layer', { actual: existing.status });
    const before = (await runAndReport(t, 'scene.objects.getLayer', { object })).json;
    t.given(includesDeep(before, layer), 'the layer of an object can be read');
    const reply = await runAndReport(t, 'scene.objects.setLayer', { object, layer: 'no-such-layer' });
    t.mustNotSucceed(reply, 'a layer that is not configured is rejected');
    const after = (await runAndReport(t, 'scene.objects.getLayer', { object })).json;
    t.must(includesDeep(after, layer), 'the object stays on its layer', { actual: after, changedBy: reply });
  }),
];

export const audits = [
  sceneActions.audit('spawn-menu-path', ['DISC-SPAWN-002'], async (t) => {
    for (const type of await listMenuPaths(t)) {
      const before = await listDiscoveryItems(t, 'scene-objects');
      const reply = await runAndReport(t, 'scene.spawn', { type });
      if (reply.ok) t.defer(() => deleteSpawnedObjects(t, before, reply));
      t.mustSucceed(reply, `the menuPath ${JSON.stringify(type)} can be spawned`);
      t.must(
        (await listDiscoveryItems(t, 'scene-objects')).length > before.length,
        'spawning adds an object',
      );
    }
  }),
  defineSpawnRejectionAudit('spawn-nothing', 'ACT-SPAWN-001', () => [{}]),
  defineSpawnRejectionAudit('spawn-twice', 'ACT-SPAWN-002', (type, object) => [
    { type, sceneObject: object },
    { type, asset: 'no-such-asset.png' },
    { sceneObject: object, asset: 'no-such-asset.png' },
  ]),
  sceneActions.audit('destroy', ['ACT-SCENE-006'], async (t) => {
    const before = await listDiscoveryItems(t, 'scene-objects');
    const object = await spawnObject(t);
    t.given(
      !includesDeep(before, object) && includesDeep(await listDiscoveryItems(t, 'scene-objects'), object),
      'discovery of scene-objects with the tags of objects',
    );
    const reply = await runAndReport(t, 'scene.objects.destroy', { object });
    t.givenSuccess(reply, 'scene.objects.destroy succeeds');
    t.must(
      !includesDeep(await listDiscoveryItems(t, 'scene-objects'), object),
      'a destroyed object no longer exists',
    );
  }),
  ...layerAudits,
];
