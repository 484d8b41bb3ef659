import type { DiscoveryItem } from '#spec/discovery.ts';

/** The items whose name, or anything else that is known of them, contains a text in any letter case. */
export const matching = (items: readonly DiscoveryItem[], filter: string | undefined): DiscoveryItem[] => {
  const wanted = filter?.toLowerCase() ?? '';
  return items.filter((item) =>
    Object.values(item).some((value) => String(value).toLowerCase().includes(wanted)),
  );
};
