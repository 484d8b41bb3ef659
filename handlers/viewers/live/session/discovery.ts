import type { SceneClient } from '#spec/client/index.ts';

/** The discovery lists that contain the values for a port type. */
export const discoveryListsByType: Readonly<Record<string, string>> = {
  ObjectSelector: 'scene-objects',
  AssetSelector: 'runtime-assets',
};

/** Reads the values that identify the items of a discovery list: tags for objects, names for everything else. */
export const readDiscoveredNames = async (client: SceneClient, dataType: string): Promise<string[]> => {
  const { items } = await client.request('GET /api/discovery/{dataType}', { params: { dataType } });
  return items.map(({ name, tag }) => (typeof tag === 'string' ? tag : name));
};
