import type { ComponentFacts, ComponentPlace, PropertyFacts } from '#runtime/link/protocol.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { z } from 'zod';

/** Names may contain spaces, and whatever else paths keep for themselves. */
const pathOf = (basePath: string, { object, component }: ComponentPlace): string =>
  `${basePath}/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const componentRecord = (
  basePath: string,
  object: string,
  facts: ComponentFacts,
): z.input<typeof ComponentRecord> => ({
  ...facts,
  url: pathOf(basePath, { object, component: facts.name }),
});

/** A property with the address that it is read and written at. */
export const propertyRecord = (
  basePath: string,
  place: ComponentPlace,
  { options, ...facts }: PropertyFacts,
): z.input<typeof PropertyRecord> => ({
  ...facts,
  ...(options && { options: [...options] }),
  url: `${pathOf(basePath, place)}/${encodeURIComponent(facts.name)}`,
});
