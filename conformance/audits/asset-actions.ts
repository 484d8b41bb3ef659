/** Audits of actions on assets: which actions the target offers, and how bundled assets are created and deleted. */
import { defineAuditArea } from '../define-audit-area.ts';
import { includesDeep, filterStrings, walkJson } from '../json.ts';
import { assetActionNames } from '../audit-helpers/documented-actions.ts';
import { isActionListed } from '../target/find-action.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { listRequiredParameters, runAction, readActionSchema } from '../audit-helpers/run-action.ts';
import { spawnObject } from '../audit-helpers/spawned-objects.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

const assetActions = defineAuditArea('asset-actions', 'token', 'runtime');
const destructiveAssetActions = defineAuditArea('asset-actions', 'token', 'runtime', 'destructive');

const requirementIds = Object.keys(assetActionNames) as [
  keyof typeof assetActionNames,
  ...(keyof typeof assetActionNames)[],
];

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

/** Creates a bundled asset, which is deleted when the audit ends. */
const createAssetBundle = async (t: AuditTools): Promise<string> => {
  const object = await spawnObject(t);
  const before = await listAssets(t);
  const name = `${t.manifest.namespace}-bundle`;
  const configured = t.manifest.choices.actions['assets.createBundled'] ?? {};
  const created = await runAction(t, 'assets.createBundled', { ...configured, object, name });
  t.given(
    created.ok,
    'a call of assets.createBundled that succeeds (choices.actions "assets.createBundled")',
    describeReply(created),
  );
  const after = await listAssets(t);
  const candidateTags = filterStrings([...walkJson(created.json), ...walkJson(after.json)]).filter((text) =>
    text.includes(name),
  );
  const tag = candidateTags.find(
    (text) => includesDeep(after.json, text) && !includesDeep(before.json, text),
  );
  if (tag === undefined) return t.unverified('the tag of a bundled asset in the response of assets.list');
  t.defer(() => deleteAsset(t, tag, { confirm: true }));
  return tag;
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
