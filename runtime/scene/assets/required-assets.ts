import { listReferencedAssets } from '#spec/actions/asset-references.ts';
import { getSceneAssetTag } from './asset-kinds.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Assets } from './assets.ts';

/** What must be available before an action can run: the content of some assets, or a scan of the folders. */
export type RequiredAssets = { readonly read: readonly string[] } | { readonly look: true };

/** Returns the property values that an action writes. Strings among these values may be asset tags. */
const listWrittenValues = ({ properties, value }: Readonly<Record<string, unknown>>): readonly unknown[] => {
  if (Array.isArray(properties)) return properties.map((write: { readonly value?: unknown }) => write.value);
  if (properties !== null && typeof properties === 'object') return Object.values(properties);
  return value === undefined ? [] : [value];
};

/** Returns those requirements of an action that are not loaded yet; `undefined` when the action can run. */
export const findRequiredAssets = (
  action: ActionSpec,
  parameters: Readonly<Record<string, unknown>>,
  assets: Assets,
): RequiredAssets | undefined => {
  if (action.reads === 'folder') return assets.changes ? undefined : { look: true };
  const documents = action.reads === 'documents' ? assets.listDocuments() : [];
  const scenes = action.reads === 'scene' ? [getSceneAssetTag(String(parameters.scene))] : [];
  const read = assets.listUnread([
    ...listReferencedAssets(action, parameters),
    ...listWrittenValues(parameters),
    ...documents,
    ...scenes,
  ]);
  return read.length > 0 ? { read } : undefined;
};
