/** What the documents say of the runtime link: the schemas of its messages and of the data of events. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import link from '#spec/documents/runtime-link.schema.json' with { type: 'json' };
import { at, isRecord, recordsOf } from '../json.ts';

/** What is wrong with a value, in words; undefined when nothing is. */
type Fault = string | undefined;

export const linkPath = link['x-path'];
export const limits = link['x-limits'];
export const protocols: readonly number[] = link['x-protocols'];
export const errorCodes = Object.fromEntries(
  Object.entries(link['x-errors']).map(([name, { code }]) => [name, code]),
) as Readonly<Record<keyof (typeof link)['x-errors'], number>>;
export const closeCodes = link['x-close-codes'];

type Definition = keyof (typeof link)['$defs'];
export type CommandName = keyof (typeof link)['x-commands'];

const linkId = 'https://kit.invalid/link';
const eventsId = 'https://kit.invalid/events';

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema({ $id: linkId, $defs: link.$defs });
ajv.addSchema({ $id: eventsId, components: asyncapi.components });

const validatorOf = (path: string) => ajv.getSchema(path) ?? ajv.compile({ $ref: path });

const faultBy = (path: string, value: unknown, name: string): Fault => {
  const validate = validatorOf(path);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: name });
};

/** What is wrong with a value by a definition of the link, such as `hello.params`. */
export const faultIn = (definition: Definition, value: unknown): Fault =>
  faultBy(`${linkId}#/$defs/${definition}`, value, definition);

export const resultFault = (command: CommandName, result: unknown): Fault =>
  faultIn(`${command}.result`, result);

const isDefined = (name: string): name is Definition => Object.hasOwn(link.$defs, name);

/** What is wrong with the params of what a runtime tells; undefined also for what later versions may tell. */
export const noticeFault = (method: string, params: unknown): Fault => {
  const name = `${method}.params`;
  return Object.hasOwn(link['x-notices'], method) && isDefined(name) ? faultIn(name, params) : undefined;
};

/** Where the data of each kind of event is described. */
const eventData = new Map<string, string>();
const highVolume = new Set<string>();
for (const [name, message] of Object.entries<unknown>(asyncapi.components.messages)) {
  const path = String(at(message, 'payload.$ref')).replace('#/', '/');
  const parts = recordsOf(at(asyncapi, `${path.slice(1).replaceAll('/', '.')}.allOf`));
  const index = parts.findIndex((part) => at(part, 'properties.type.const') === name);
  if (index < 0) continue;
  eventData.set(name, `${path}/allOf/${index}/properties/data`);
  if (isRecord(message) && message['x-high-volume'] === true) highVolume.add(name);
}

export const isKnownKind = (kind: string): boolean => eventData.has(kind);
export const isHighVolume = (kind: string): boolean => highVolume.has(kind);

/** What is wrong with the data of an event of this kind; undefined also for kinds that nobody knows. */
export const eventFault = (kind: string, data: unknown): Fault => {
  const path = eventData.get(kind);
  return path === undefined ? undefined : faultBy(`${eventsId}#${path}`, data, 'data');
};
