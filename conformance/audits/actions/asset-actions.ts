/** Actions on assets: which are offered, and how bundled assets come and go. */
import { area } from '../../area.ts';
import { mentions, stringsOf, walk } from '../../json.ts';
import { offeredOfAssets } from '../../lab/named-actions.ts';
import { isOffered } from '../../target/actions.ts';
import { inShort } from '../../target/http/in-short.ts';
import { requiredOf, runAction, schemaOf } from '../../lab/action-calls.ts';
import { spawn } from '../../lab/scene-objects.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const assetActions = area('asset-actions', 'token', 'runtime');
const destructiveAssetActions = area('asset-actions', 'token', 'runtime', 'destructive');

const ids = Object.keys(offeredOfAssets) as [
  keyof typeof offeredOfAssets,
  ...(keyof typeof offeredOfAssets)[],
];

const assetsNow = async (t: AuditTools): Promise<Reply> => {
  const reply = await runAction(t, 'assets.list', t.manifest.choices.actions['assets.list'] ?? {});
  t.given(reply.ok, 'a call of assets.list that succeeds (choices.actions "assets.list")', inShort(reply));
  return reply;
};

/** Deletes an asset by whatever its parameter is called. */
const deleteAsset = async (t: AuditTools, tag: string, more = {}): Promise<Reply> => {
  const schema = await schemaOf(t, 'assets.delete');
  const [name = 'asset'] = schema
    ? requiredOf(t, schema).filter((one) => one.toLowerCase() !== 'confirm')
    : [];
  return runAction(t, 'assets.delete', { [name]: tag, ...more });
};

/** A bundled asset of the kit's own; deleted when the audit ends. */
const bundle = async (t: AuditTools): Promise<string> => {
  const object = await spawn(t);
  const before = await assetsNow(t);
  const name = `${t.manifest.namespace}-bundle`;
  const usual = t.manifest.choices.actions['assets.createBundled'] ?? {};
  const made = await runAction(t, 'assets.createBundled', { ...usual, object, name });
  t.given(
    made.ok,
    'a call of assets.createBundled that succeeds (choices.actions "assets.createBundled")',
    inShort(made),
  );
  const after = await assetsNow(t);
  const told = stringsOf([...walk(made.json), ...walk(after.json)]).filter((text) => text.includes(name));
  const tag = told.find((text) => mentions(after.json, text) && !mentions(before.json, text));
  if (tag === undefined) return t.unverified('the tag of a bundled asset, in what assets.list answers');
  t.defer(() => deleteAsset(t, tag, { confirm: true }));
  return tag;
};

export const assetActionAudits = [
  assetActions.audit('offered', ids, async (t) => {
    const { json } = await t.http.get('/api/actions/schema');
    const isOne = ids.some((id) => offeredOfAssets[id].some((name) => isOffered(json, `assets.${name}`)));
    t.given(isOne, 'an action of the category assets in the schema of the actions');
    for (const id of ids) {
      const absent = offeredOfAssets[id].filter((name) => !isOffered(json, `assets.${name}`));
      t.of(id).mustEqual(absent, [], 'the schema of the actions has them all');
    }
  }),
  destructiveAssetActions.audit('delete', ['ACT-ASSET-003', 'ACT-ASSET-004'], async (t) => {
    const tag = await bundle(t);
    const unconfirmed = await deleteAsset(t, tag);
    t.of('ACT-ASSET-003').mustNotSucceed(unconfirmed, 'a bundled asset is not deleted without confirm');
    const denied = await deleteAsset(t, tag, { confirm: false });
    t.of('ACT-ASSET-003').mustNotSucceed(denied, 'a bundled asset is not deleted with confirm=false');
    const isThere = mentions((await assetsNow(t)).json, tag);
    t.of('ACT-ASSET-003').must(isThere, 'it is there when its deletion was not confirmed');
    const confirmed = await deleteAsset(t, tag, { confirm: true });
    t.of('ACT-ASSET-003').must(confirmed.ok, 'and goes with confirm=true', inShort(confirmed));
    const isGone = !mentions((await assetsNow(t)).json, tag);
    t.of('ACT-ASSET-004').must(isGone, 'a deleted asset is listed no more');
    const again = await deleteAsset(t, tag, { confirm: true });
    t.of('ACT-ASSET-004').mustNotSucceed(again, 'and cannot be deleted again');
  }),
];
