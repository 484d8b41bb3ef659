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
  /** A text that is written and is the tag of an asset may well be meant as that. */
  const readUnread = (values: readonly unknown[]): Promise<void> | undefined => {
    const unread = values.filter((value) => typeof value === 'string').filter(assets.isUnread);
    return unread.length > 0 ? keeper.read(unread) : undefined;
  };

  const preparations: Preparations = {
    'project.open': ({ folder, name }) => keeper.open(folder, name),
    'project.close': () => keeper.close(),
    'action.run': ({ action: name, parameters }) => {
      const action = actionNamed(name);
      return action && readUnread(assetsIn(action.spec, parameters));
    },
    'property.write': ({ value }) => readUnread([value]),
    'properties.write': ({ properties }) => readUnread(properties.map(({ value }) => value)),
  };
  return (command, params) => preparations[command]?.(params);
};
