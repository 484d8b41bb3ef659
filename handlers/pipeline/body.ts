import type { z } from 'zod';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { errors, ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { Call } from './call.ts';
import type { Ignored } from './ignored.ts';
import { describeIssues } from './issues.ts';
import { createUnknownFinder } from './unknown-fields.ts';

const jsonType = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)|^[\w.-]+\/[\w.-]+\+json\s*(;|$)/i;

/** Reads the body of one operation, and takes note of what of it is ignored. */
export type BodyReader = (call: Call, ignored: Ignored) => unknown;

/** The reader throws Fault UNSUPPORTED_MEDIA_TYPE, or INVALID_REQUEST that names the field and what was expected. */
export const createBodyReader = ({ body: schema, area }: OperationSpec): BodyReader => {
  if (!schema) return readNothing;
  const accept = compileParser(schema) ?? rejectAll;
  const findUnknown = lazy(() => createUnknownFinder(schema, 'body'));
  // the body of an action is its parameters
  const resolution = area === 'actions' ? errors.INVALID_PARAMETERS.resolution : undefined;
  return (call, ignored) => {
    const value = jsonOf(call, resolution);
    const accepted = accept(value);
    if (accepted !== undefined) return accepted;
    findUnknown()(value, ignored);
    return parse(schema, value, resolution);
  };
};

const readNothing: BodyReader = ({ body }, ignored) => {
  if (body && !isEmpty(body)) ignored.take({ within: [], indexes: [], name: 'body', known: [] });
  return undefined;
};

/** Many clients send an empty object with every POST. */
const isEmpty = (body: NonNullable<Call['body']>): boolean => {
  if ('text' in body) return /^(\{\s*\}|null)?$/.test(body.text.trim());
  const { json } = body;
  return json === null || (typeof json === 'object' && Object.keys(json).length === 0);
};

/** The JSON value of a body; undefined when there is none. */
const jsonOf = ({ body, contentType }: Call, resolution: string | undefined): unknown => {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  if (body.text === '') return undefined;
  if (contentType !== 'application/json' && !jsonType.test(contentType ?? '')) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      contentType ? `The content type of the body is '${contentType}'.` : 'The body has no content type.',
    );
  }
  try {
    return JSON.parse(body.text);
  } catch (failure) {
    throw new ApiError(
      'INVALID_REQUEST',
      `The body is not JSON: ${(failure as SyntaxError).message}.`,
      undefined,
      resolution,
    );
  }
};

const parse = (schema: z.ZodType, value: unknown, resolution: string | undefined): unknown => {
  const parsed = schema.safeParse(value, validationMessages);
  if (parsed.success) return parsed.data;
  if (value === undefined)
    throw new ApiError(
      'INVALID_REQUEST',
      'The body is missing; expected a JSON value.',
      undefined,
      resolution,
    );
  const { reason, details } = describeIssues(parsed.error, 'The body');
  throw new ApiError('INVALID_REQUEST', reason, details, resolution);
};
