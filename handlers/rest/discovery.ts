import { createNameFilter } from '#runtime/shared/name-filter.ts';
import { type DiscoveryItem, inputInfo } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { Result } from '../pipeline/result.ts';
import { discoverItems, listDataTypes } from '../service-capabilities.ts';
import type { discoveryOperations } from '#spec/rest/discovery.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const discoveryHandlers: Handlers<typeof discoveryOperations> = {
  listDataTypes: (_, { link }) => listDataTypes(link),

  listSpawnables: async (_, { link }) =>
    (await discoverItems(link, 'spawnables')) as { menuPath: string; toolTip: string }[],

  async discover({ params, query }, { link }) {
    const dataType = findDataType(
      params.dataType,
      listDataTypes(link).map(({ dataType }) => dataType),
    );
    const all = dataType === 'input-info' ? inputInfo : await discoverItems(link, dataType);
    const found = filterItems(all as DiscoveryItem[], query.filter);
    const { offset, limit = found.length } = query;
    const items = found.slice(offset, offset + limit);
    const envelope = { dataType, count: items.length, items };
    return Result.withHeaders(envelope, { 'X-Total-Count': String(found.length) });
  },
};

/**
 * Finds a data type by name, ignoring letter case.
 * @throws ApiError UNKNOWN_DATA_TYPE with the nearest data types
 */
const findDataType = (name: string, available: readonly string[]): string => {
  const lowerName = name.toLowerCase();
  const dataType = available.find((dataType) => dataType === lowerName);
  if (dataType) return dataType;
  throw new ApiError('UNKNOWN_DATA_TYPE', `'${name}' is not a discovery data type.`, {
    validOptions: available,
    nearest: suggestNames(name, available),
  });
};

/** Returns the items for which the name or any other field matches the filter. */
const filterItems = (items: readonly DiscoveryItem[], filter: string | undefined): DiscoveryItem[] => {
  const matchesName = createNameFilter(filter);
  return items.filter((item) => Object.values(item).some((value) => matchesName(String(value))));
};
