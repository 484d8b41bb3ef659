import { discoveryOperations } from '#spec/rest/discovery.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listSpawnables = defineHandler(discoveryOperations.listSpawnables, async (_, { link }) => {
  const { items } = await link.request('discovery.list', { dataType: 'spawnables' });
  return items as { menuPath: string; toolTip: string }[];
});
