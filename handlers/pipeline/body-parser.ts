import type { z } from 'zod';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { errors, ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { Call } from './call.ts';
import type { IgnoredFields } from './ignored-fields.ts';
import { describeIssues } from './validation-issues.ts';
import { createUnknownFieldFinder } from './unknown-fields.ts';

const jsonTypePattern = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)|^[\w.-]+\/[\w.-]+\+json\s*(;|$)/i;

/** Parses the body of an operation and records ignored fields. */
export type BodyParser = (call: Call, ignored: IgnoredFields) => unknown;

/**
 * Creates the parser for an operation's body. The parser throws ApiError UNSUPPORTED_MEDIA_TYPE, or INVALID_REQUEST
 * with the field and the expected type.
 */
export const createBodyParser = ({ body: schema, area }: OperationSpec): BodyParser => {
  if (!schema) return reportUnexpectedBody;
  const accept = compileParser(schema) ?? rejectAll;
  const findUnknown = lazy(() => createUnknownFieldFinder(schema, 'body'));
  // The body of an action contains the action's parameters, so its errors use the resolution of INVALID_PARAMETERS.
  const resolution = area === 'actions' ? errors.INVALID_PARAMETERS.resolution : undefined;
  return (call, ignored) => {
    const value = parseJsonBody(call, resolution);
    const accepted = accept(value);
    if (accepted !== undefined) return accepted;
    findUnknown()(value, ignored);
    return parseWithSchema(schema, value, resolution);
  };
};

const reportUnexpectedBody: BodyParser = ({ body }, ignored) => {
  if (body && !isEmptyBody(body))
    ignored.report({ parentPath: [], indexes: [], name: 'body', validNames: [] });
  return undefined;
};

/** Whether the body contains nothing. An empty object counts as empty, because many clients send it with every POST. */
const isEmptyBody = (body: NonNullable<Call['body']>): boolean => {
  if ('text' in body) return /^(\{\s*\}|null)?$/.test(body.text.trim());
  const { json } = body;
  return json === null || (typeof json === 'object' && Object.keys(json).length === 0);
};

/**
 * Parses a body as JSON.
 * @returns `undefined` if there is no body
 */
const parseJsonBody = ({ body, contentType }: Call, resolution: string | undefined): unknown => {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  if (body.text === '') return undefined;
  if (contentType !== 'application/json' && !jsonTypePattern.test(contentType ?? '')) {
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

const parseWithSchema = (schema: z.ZodType, value: unknown, resolution: string | undefined): unknown => {
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
