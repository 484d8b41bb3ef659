import { actionNamed } from '#spec/actions/find.ts';
import { needOf } from './needs.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../../link/protocol.ts';
import type { Assets } from './assets.ts';
import type { AssetKeeper } from './keeper.ts';

type Preparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/** What commands wait for that have to do with assets: the look through a project, and the reading of files. */
export const createPreparation = (keeper: AssetKeeper, assets: Assets): RuntimeTarget['prepare'] => {
  const reading = (...tags: readonly unknown[]): Promise<void> | undefined => {
    const read = assets.unreadOf(tags);
    return read.length > 0 ? keeper.meet({ read }) : undefined;
  };

  /** Another project may be open by the time that a command is asked for again; it does not begin anew then. */
  const begun = new WeakSet<object>();
  const once = (params: object, begin: () => Promise<void>): Promise<void> | undefined => {
    if (begun.has(params)) return undefined;
    begun.add(params);
    return begin();
  };

  const preparations: Preparations = {
    'project.open': (params) => once(params, () => keeper.open(params.folder, params.name)),
    'project.close': (params) => once(params, keeper.close),
    'action.run': ({ action: name, parameters }) => {
      const action = actionNamed(name);
      const need = action && needOf(action.spec, parameters, assets);
      return need && keeper.meet(need);
    },
    'property.write': ({ value }) => reading(value),
    'properties.write': ({ properties }) => reading(...properties.map(({ value }) => value)),
  };
  return (command, params) => preparations[command]?.(params);
};
