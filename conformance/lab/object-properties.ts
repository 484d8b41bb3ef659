/** The properties of the components of a scene object, as the target lists them. */
import { isRecord } from '../json.ts';
import { pathTo } from '../target/id.ts';
import type { Fields } from '../target/fields.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';

interface Lists {
  readonly http: HttpClient;
  readonly fields: Fields;
}

export interface ListedComponent {
  readonly name: string;
  readonly entry: unknown;
}

export interface ListedProperty {
  readonly component: string;
  readonly name: string;
  readonly entry: unknown;
  readonly value: unknown;
}

export const componentsPath = (tag: string): string => pathTo`/api/objects/${tag}/components`;

export const componentPath = (tag: string, component: string): string =>
  pathTo`/api/objects/${tag}/components/${component}`;

export const propertyPath = (
  tag: string,
  { component, name }: Pick<ListedProperty, 'component' | 'name'>,
): string => pathTo`/api/objects/${tag}/components/${component}/${name}`;

/** A list, be it bare or wrapped. */
const listIn = ({ fields }: Lists, { json }: Reply): unknown =>
  fields.items(json) ?? (isRecord(json) && 'components' in json ? json.components : json);

/** The components in an answer, by name. */
export const componentsIn = (lists: Lists, reply: Reply): readonly ListedComponent[] =>
  lists.fields.named(listIn(lists, reply), 'component.name');

/** The properties in the answer about a component, by name. */
export const propertiesIn = (
  { fields }: Lists,
  component: string,
  { json }: Reply,
): readonly ListedProperty[] => {
  const list = fields.items(json) ?? fields.read(json, 'component.properties');
  return fields.named(list, 'property.name').map(({ name, entry }) => ({
    ...{ component, name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Every property of every component of an object. */
export const propertiesOf = async (lists: Lists, tag: string): Promise<readonly ListedProperty[]> => {
  const found: ListedProperty[] = [];
  for (const { name } of componentsIn(lists, await lists.http.get(componentsPath(tag)))) {
    found.push(...propertiesIn(lists, name, await lists.http.get(componentPath(tag, name))));
  }
  return found;
};
