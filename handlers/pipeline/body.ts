import type { z } from 'zod';
import { Fault } from '#spec/errors.ts';
import type { Call } from './call.ts';
import { describeIssues } from './issues.ts';

const jsonType = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)|^[\w.-]+\/[\w.-]+\+json\s*(;|$)/i;

/**
 * The JSON value of a body; undefined when there is none.
 * @throws Fault UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export const readBody = ({ body, contentType }: Call): unknown => {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  if (body.text === '') return undefined;
  if (contentType !== 'application/json' && !jsonType.test(contentType ?? '')) {
    throw new Fault('UNSUPPORTED_MEDIA_TYPE', `The content type of the body is '${contentType ?? ''}'.`);
  }
  try {
    return JSON.parse(body.text);
  } catch (failure) {
    throw new Fault('INVALID_REQUEST', `The body is not JSON: ${(failure as SyntaxError).message}.`);
  }
};

/**
 * A body as its operation declares it.
 * @throws Fault INVALID_REQUEST that names the field and what was expected
 */
export const parseBody = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (value === undefined) throw new Fault('INVALID_REQUEST', 'The body is missing; expected a JSON value.');
  const { reason, details } = describeIssues(parsed.error, 'the body');
  throw new Fault('INVALID_REQUEST', reason, details);
};
