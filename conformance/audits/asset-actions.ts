/** Audits of actions on assets: which actions the target offers, and how bundled assets are created and deleted. */
import { randomUUID } from 'node:crypto';
import { listAssetTexts } from '../audit-helpers/asset-properties.ts';
import { listAssetTags } from '../target/asset-tags.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import { includesDeep } from '../json.ts';
import { requireAction } from '../audit-helpers/action-effects.ts';
import { isObjectParameter } from '../audit-helpers/action-preparations.ts';
import { assetActionNames } from '../audit-helpers/documented-actions.ts';
import { isActionListed } from '../target/find-action.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { listRequiredParameters, runAction, readActionSchema } from '../audit-helpers/run-action.ts';
import { findSpawnedTag, spawnObject } from '../audit-helpers/spawned-objects.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

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
  t.given(
    reply.ok,
    'a call of assets.list that succeeds (choices.actions "assets.list")',
    describeReply(reply),
  );
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
  t.given(
    created.ok,
    'a call of assets.createBundled that succeeds (choices.actions "assets.createBundled")',
    describeReply(created),
  );
  const [after, bundlesAfter] = [await listAssets(t), await listBundledAssets(t)];
  const former = listAssetTags(t.fields, [before.json, bundlesBefore]);
  const tag = [...listAssetTags(t.fields, [after.json, bundlesAfter])].find((text) => !former.has(text));
  if (tag !== undefined) t.defer(() => deleteAsset(t, tag, { confirm: true }));
  check(bundlesBefore.length, bundlesAfter.length);
  return tag ?? t.unverified('the tag of a bundled asset in the response of assets.list');
};

export const assetActionAudits = [
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
    t.given(spawned.ok, `scene.spawn accepts the bundled asset ${asset}`, describeReply(spawned));
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
    t.for('ACT-ASSET-003').must(
      confirmed.ok,
      'the asset is deleted with confirm=true',
      describeReply(confirmed),
    );
    const isDeleted = !includesDeep((await listAssets(t)).json, tag);
    t.for('ACT-ASSET-004').must(isDeleted, 'a deleted asset is no longer listed');
    const repeated = await deleteAsset(t, tag, { confirm: true });
    t.for('ACT-ASSET-004').mustNotSucceed(repeated, 'a deleted asset cannot be deleted again');
  }),
];
