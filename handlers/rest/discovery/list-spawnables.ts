import { discoveryOperations } from '#spec/rest/discovery.ts';
import { handle } from '../../pipeline/handle.ts';

export const listSpawnables = handle(discoveryOperations.listSpawnables, async (_, { link }) => {
  const { items } = await link.request('discovery.list', { dataType: 'spawnables' });
  return items as { menuPath: string; toolTip: string }[];
});
