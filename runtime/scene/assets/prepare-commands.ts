import { findActionByName } from '#spec/actions/find-action.ts';
import { findRequiredAssets } from './required-assets.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../../link/runtime-link.ts';
import type { Assets } from './assets.ts';
import type { AssetIo } from './asset-io.ts';

type CommandPreparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/** What commands wait for that have to do with assets: the look through a project, and the reading of files. */
export const createAssetPreparation = (keeper: AssetIo, assets: Assets): RuntimeTarget['prepare'] => {
  const reading = (...tags: readonly unknown[]): Promise<void> | undefined => {
    const read = assets.listUnread(tags);
    return read.length > 0 ? keeper.loadRequired({ read }) : undefined;
  };

  /** Another project may be open by the time that a command is asked for again; it does not begin anew then. */
  const begun = new WeakSet<object>();
  const once = (params: object, begin: () => Promise<void>): Promise<void> | undefined => {
    if (begun.has(params)) return undefined;
    begun.add(params);
    return begin();
  };

  const preparations: CommandPreparations = {
    'project.open': (params) => once(params, () => keeper.open(params.folder, params.name)),
    'project.close': (params) => once(params, keeper.close),
    'action.run': ({ action: name, parameters }) => {
      const action = findActionByName(name);
      const need = action && findRequiredAssets(action.spec, parameters, assets);
      return need && keeper.loadRequired(need);
    },
    'property.write': ({ value }) => reading(value),
    'properties.write': ({ properties }) => reading(...properties.map(({ value }) => value)),
  };
  return (command, params) => preparations[command]?.(params);
};
