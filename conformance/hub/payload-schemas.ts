import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { at, isRecord, walk } from '../json.ts';
import type { HubEvent } from './events.ts';

/** What a target's own event catalog says of an event; undefined when it has no payload schema for the kind. */
export type CatalogJudge = (event: HubEvent) => { readonly fault: string | undefined } | undefined;

const catalogId = 'https://catalog.invalid/events';

/** Compiles the payload schemas of an AsyncAPI document as they are asked for. */
export const createCatalogJudge = (document: unknown): CatalogJudge => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  if (isRecord(document)) ajv.addSchema({ ...document, $id: catalogId });

  return (event) => {
    const pointer = payloadPointer(document, event.type ?? '');
    if (pointer === undefined) return undefined;
    const validate = compiled(ajv, pointer);
    if (!validate) return undefined;
    // A schema may describe the whole argument, or the payload wherever it lies in its envelope.
    if ([...walk(event.args)].some((value) => validate(value))) return { fault: undefined };
    validate(event.args[0]);
    return { fault: ajv.errorsText(validate.errors, { dataVar: 'event' }) };
  };
};

/** A schema that cannot be compiled judges nobody. */
const compiled = (ajv: Ajv, pointer: string) => {
  try {
    return ajv.compile({ $ref: `${catalogId}#${pointer}` });
  } catch {
    return undefined;
  }
};

/** Where the payload schema of an event kind stands, as a JSON pointer. */
const payloadPointer = (document: unknown, type: string): string | undefined => {
  for (const { path, key, message } of messagesOf(document)) {
    if (![key, message.name, message.title].includes(type) || !isRecord(message.payload)) continue;
    const inner = isRecord(message.payload.schema) ? ['schema'] : [];
    return [...path, 'payload', ...inner].map((part) => `/${escaped(part)}`).join('');
  }
  return undefined;
};

function* messagesOf(document: unknown) {
  const channels = at(document, 'channels');
  const holders = [
    ['components', 'messages'],
    ...(isRecord(channels) ? Object.keys(channels).map((name) => ['channels', name, 'messages']) : []),
  ];
  for (const holder of holders) {
    const messages = holder.reduce<unknown>(
      (inner, key) => (isRecord(inner) ? inner[key] : undefined),
      document,
    );
    if (!isRecord(messages)) continue;
    for (const [key, message] of Object.entries(messages)) {
      if (isRecord(message)) yield { path: [...holder, key], key, message };
    }
  }
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
