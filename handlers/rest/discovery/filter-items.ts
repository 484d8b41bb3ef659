import { createNameFilter } from '#runtime/scene/name-filter.ts';
import type { DiscoveryItem } from '#spec/discovery-data-types.ts';

/** The items whose name, or anything else that is known of them, passes a filter. */
export const filterItems = (items: readonly DiscoveryItem[], filter: string | undefined): DiscoveryItem[] => {
  const passes = createNameFilter(filter);
  return items.filter((item) => Object.values(item).some((value) => passes(String(value))));
};
