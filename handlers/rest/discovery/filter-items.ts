import { createNameFilter } from '#runtime/shared/name-filter.ts';
import type { DiscoveryItem } from '#spec/discovery-data-types.ts';

/** Returns the items for which the name or any other field matches the filter. */
export const filterItems = (items: readonly DiscoveryItem[], filter: string | undefined): DiscoveryItem[] => {
  const matchesName = createNameFilter(filter);
  return items.filter((item) => Object.values(item).some((value) => matchesName(String(value))));
};
