import { listReferencedAssets } from '#spec/actions/asset-references.ts';
import { getSceneAssetTag } from './asset-paths.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Assets } from './assets.ts';

/** What has to be known of the files of assets before an action can run: what some hold, or which there are. */
export type RequiredAssets = { readonly read: readonly string[] } | { readonly look: true };

/** The values of properties that an action is to write: a text that is the tag of an asset may well be meant as that. */
const listWrittenValues = ({ properties, value }: Readonly<Record<string, unknown>>): readonly unknown[] => {
  if (Array.isArray(properties)) return properties.map((write: { readonly value?: unknown }) => write.value);
  if (properties !== null && typeof properties === 'object') return Object.values(properties);
  return value === undefined ? [] : [value];
};

/** What a call of an action needs to be known that is not known yet; undefined when it can run. */
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
