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

  const preparations: Preparations = {
    'project.open': ({ folder, name }) => keeper.open(folder, name),
    'project.close': () => keeper.close(),
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
