import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord, walk } from '../../json.ts';
import { payloadPath } from './event-catalog.ts';
import type { HubEvent } from './events.ts';

/** What a target's own event catalog says of an event; undefined when it has no payload schema for the kind. */
export type CatalogJudge = (event: HubEvent) => { readonly fault: string | undefined } | undefined;

const catalogId = 'https://catalog.invalid/events';

/** Compiles the payload schemas of an AsyncAPI document as they are asked for. */
export const createCatalogJudge = (document: unknown): CatalogJudge => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  if (isRecord(document)) ajv.addSchema({ ...document, $id: catalogId });
  const compiled = new Map<string, ReturnType<typeof compile>>();
  const validatorOf = (kind: string) => {
    if (!compiled.has(kind)) compiled.set(kind, compile(ajv, payloadPath(document, kind)));
    return compiled.get(kind);
  };

  return (event) => {
    const validate = validatorOf(event.type ?? '');
    if (!validate) return undefined;
    // A schema may describe the whole argument, or the payload wherever it lies in its envelope.
    if ([...walk(event.args)].some((value) => validate(value))) return { fault: undefined };
    validate(event.args[0]);
    return { fault: ajv.errorsText(validate.errors, { dataVar: 'event' }) };
  };
};

/** A schema that is not there, or that cannot be compiled, judges nobody. */
const compile = (ajv: Ajv, path: readonly string[] | undefined) => {
  if (path === undefined) return undefined;
  try {
    return ajv.compile({ $ref: `${catalogId}#${path.map((part) => `/${escaped(part)}`).join('')}` });
  } catch {
    return undefined;
  }
};

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
