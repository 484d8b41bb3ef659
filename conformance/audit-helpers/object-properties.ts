/** Reads the properties of a scene object's components. */
import { isRecord } from '../json.ts';
import { pathTo } from '../target/id.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';

interface TargetReader {
  readonly http: HttpClient;
  readonly fields: Fields;
}

interface ObjectComponent {
  readonly name: string;
  readonly entry: unknown;
}

export interface ObjectProperty {
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
  { component, name }: Pick<ObjectProperty, 'component' | 'name'>,
): string => pathTo`/api/objects/${tag}/components/${component}/${name}`;

/** Returns the list in a response, regardless of whether the list is bare or wrapped. */
const parseList = ({ fields }: TargetReader, { json }: Reply): unknown =>
  fields.items(json) ?? (isRecord(json) && 'components' in json ? json.components : json);

/** Parses the named components in a response. */
export const parseObjectComponents = (lists: TargetReader, reply: Reply): readonly ObjectComponent[] =>
  lists.fields.named(parseList(lists, reply), 'component.name');

/** Parses the named properties in the response for a component. */
export const parseObjectProperties = (
  { fields }: TargetReader,
  component: string,
  { json }: Reply,
): readonly ObjectProperty[] => {
  const list = fields.items(json) ?? fields.read(json, 'component.properties');
  return fields.named(list, 'property.name').map(({ name, entry }) => ({
    ...{ component, name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Reads all properties of all components of an object. */
export const readObjectProperties = async (
  lists: TargetReader,
  tag: string,
): Promise<readonly ObjectProperty[]> => {
  const found: ObjectProperty[] = [];
  for (const { name } of parseObjectComponents(lists, await lists.http.get(componentsPath(tag)))) {
    found.push(...parseObjectProperties(lists, name, await lists.http.get(componentPath(tag, name))));
  }
  return found;
};
