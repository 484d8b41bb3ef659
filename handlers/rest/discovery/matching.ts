import { filterBy } from '#runtime/scene/pattern.ts';
import type { DiscoveryItem } from '#spec/discovery.ts';

/** The items whose name, or anything else that is known of them, passes a filter. */
export const matching = (items: readonly DiscoveryItem[], filter: string | undefined): DiscoveryItem[] => {
  const passes = filterBy(filter);
  return items.filter((item) => Object.values(item).some((value) => passes(String(value))));
};
