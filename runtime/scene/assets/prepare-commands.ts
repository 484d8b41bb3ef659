import { listReferencedAssets } from '#spec/actions/asset-references.ts';
import { findActionByName } from '#spec/actions/find-action.ts';
import { getSceneAssetTag } from '#spec/asset-kinds.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../../link/runtime-link.ts';
import type { AssetIo, RequiredAssets } from './asset-io.ts';
import type { Assets } from './assets.ts';

type CommandPreparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/**
 * Creates a function that performs the asynchronous work that a command needs before it can run: scanning a project, or
 * reading asset files.
 */
export const createAssetPreparation = (assetIo: AssetIo, assets: Assets): RuntimeTarget['prepare'] => {
  const prepareReading = (...tags: readonly unknown[]): Promise<void> | undefined => {
    const read = assets.listUnread(tags);
    return read.length > 0 ? assetIo.loadRequired({ read }) : undefined;
  };

  /**
   * The commands whose opening or closing of a project has started. A command may be prepared several times, but must
   * open or close a project only once, since another project may be open by then.
   */
  const started = new WeakSet<object>();
  const startOnce = (params: object, start: () => Promise<void>): Promise<void> | undefined => {
    if (started.has(params)) return undefined;
    started.add(params);
    return start();
  };

  const preparations: CommandPreparations = {
    'project.open': (params) => startOnce(params, () => assetIo.open(params.folder, params.name)),
    'project.close': (params) => startOnce(params, assetIo.close),
    'action.run': ({ action: name, parameters }) => {
      const action = findActionByName(name);
      const required = action && findRequiredAssets(action.spec, parameters, assets);
      return required && assetIo.loadRequired(required);
    },
    'property.write': ({ value }) => prepareReading(value),
    'properties.write': ({ properties }) => prepareReading(...properties.map(({ value }) => value)),
  };
  return (command, params) => preparations[command]?.(params);
};

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
