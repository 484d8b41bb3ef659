import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord, walkJson } from '../../json.ts';
import { findPayloadPath } from './event-catalog.ts';
import type { HubEvent } from './hub-event.ts';

/**
 * The result of validating an event against the target's own catalog; undefined when the catalog has no payload schema
 * for the kind.
 */
export type PayloadValidator = (event: HubEvent) => { readonly fault: string | undefined } | undefined;

const catalogId = 'https://catalog.invalid/events';

/** Compiles the payload schemas of an AsyncAPI document on first use. */
export const createPayloadValidator = (document: unknown): PayloadValidator => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  if (isRecord(document)) ajv.addSchema({ ...document, $id: catalogId });
  const compiled = new Map<string, ReturnType<typeof compilePayloadSchema>>();
  const getValidator = (kind: string) => {
    if (!compiled.has(kind)) compiled.set(kind, compilePayloadSchema(ajv, findPayloadPath(document, kind)));
    return compiled.get(kind);
  };

  return (event) => {
    const validate = getValidator(event.type ?? '');
    if (!validate) return undefined;
    // A schema may describe the whole argument, or the payload wherever it lies in its envelope.
    if ([...walkJson(event.args)].some((value) => validate(value))) return { fault: undefined };
    validate(event.args[0]);
    return { fault: ajv.errorsText(validate.errors, { dataVar: 'event' }) };
  };
};

/** A schema that is missing or can't be compiled validates nothing. */
const compilePayloadSchema = (ajv: Ajv, path: readonly string[] | undefined) => {
  if (path === undefined) return undefined;
  try {
    return ajv.compile({ $ref: `${catalogId}#${path.map((part) => `/${escapePointer(part)}`).join('')}` });
  } catch {
    return undefined;
  }
};

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
