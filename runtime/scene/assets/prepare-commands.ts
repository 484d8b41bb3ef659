import { findActionByName } from '#spec/actions/find-action.ts';
import { findRequiredAssets } from './required-assets.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../../link/runtime-link.ts';
import type { Assets } from './assets.ts';
import type { AssetIo } from './asset-io.ts';

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
