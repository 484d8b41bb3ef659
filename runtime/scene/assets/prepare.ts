import { assetsIn } from '#spec/actions/assets-in.ts';
import { actionNamed } from '#spec/actions/find.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../../link/protocol.ts';
import type { Assets } from './assets.ts';
import type { AssetKeeper } from './keeper.ts';

type Preparations = {
  readonly [C in RuntimeCommand]?: (params: RuntimeCommands[C]['params']) => Promise<void> | undefined;
};

/** What commands wait for that have to do with assets: the look through a project, and the reading of files. */
export const createPreparation = (keeper: AssetKeeper, assets: Assets): RuntimeTarget['prepare'] => {
  const preparations: Preparations = {
    'project.open': ({ folder, name }) => keeper.open(folder, name),
    'project.close': () => keeper.close(),
    'action.run': ({ action: name, parameters }) => {
      const action = actionNamed(name);
      const unread = action ? assetsIn(action.spec, parameters).filter(assets.isUnread) : [];
      return unread.length > 0 ? keeper.read(unread) : undefined;
    },
  };
  return (command, params) => preparations[command]?.(params);
};
