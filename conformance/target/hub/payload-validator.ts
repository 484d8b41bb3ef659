import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord, walkJson } from '../../json.ts';
import { findPayloadPath } from './event-catalog.ts';
import type { HubEvent } from './hub-event.ts';

/**
 * Validates an event against the target's own catalog. Returns `undefined` if the catalog has no payload schema for the
 * event's kind.
 */
export type PayloadValidator = (event: HubEvent) => { readonly fault: string | undefined } | undefined;

const catalogId = 'https://catalog.invalid/events';

/** Creates a validator that compiles the payload schemas of an AsyncAPI document on first use. */
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
    // A schema may describe either the whole argument or only the payload, wherever the envelope contains the payload.
    if ([...walkJson(event.args)].some((value) => validate(value))) return { fault: undefined };
    validate(event.args[0]);
    return { fault: ajv.errorsText(validate.errors, { dataVar: 'event' }) };
  };
};

/** Compiles the payload schema at a path. If the schema is missing or can't be compiled, nothing is validated. */
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
