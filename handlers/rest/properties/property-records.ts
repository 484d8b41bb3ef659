import type { ComponentFacts, ComponentPlace, PropertyFacts } from '#runtime/link/protocol.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { z } from 'zod';

/** Names may contain spaces, and whatever else paths keep for themselves. */
const pathOf = ({ object, component }: ComponentPlace): string =>
  `/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const componentRecord = (object: string, facts: ComponentFacts): z.input<typeof ComponentRecord> => ({
  ...facts,
  url: pathOf({ object, component: facts.name }),
});

/** A property with the address that it is read and written at. */
export const propertyRecord = (
  place: ComponentPlace,
  { options, ...facts }: PropertyFacts,
): z.input<typeof PropertyRecord> => ({
  ...facts,
  ...(options && { options: [...options] }),
  url: `${pathOf(place)}/${encodeURIComponent(facts.name)}`,
});
