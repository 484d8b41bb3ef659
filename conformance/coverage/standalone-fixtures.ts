import { createResponseValidator } from '../target/http/response-validator.ts';
import { AuditStop } from '../runner/audit-outcome.ts';
import { createFixtures } from '../audit-helpers/fixtures.ts';
import { surveyNodeTypes } from '../audit-helpers/node-type-survey.ts';
import { parseManifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { createRequestFixtures } from './request-fixtures.ts';
import { fullDocument } from './openapi-operations.ts';
import type { NodeTypeSurvey } from '../audit-helpers/node-type-survey.ts';
import type { RequestFixtures } from './request-fixtures.ts';

const throwUnverified = (message: string): never => {
  throw new AuditStop('NOT_VERIFIED', `Not given: ${message}`);
};

/**
 * Creates fixtures on a target outside of any audit. Everything that the fixtures create stays on the target. The
 * session validates responses against the full document.
 */
export const openRequestFixtures = (options: {
  readonly url: string;
  readonly token: string;
  readonly seed?: number;
}) => {
  const session = createSession({
    url: options.url,
    token: options.token,
    manifest: parseManifest('{}'),
    validate: createResponseValidator(fullDocument),
    seed: options.seed ?? 0,
    folder: '.',
  });
  const { manifest, silent: http, fields } = session;
  const given = (condition: boolean, message: string): void => {
    if (!condition) throwUnverified(message);
  };
  let survey: Promise<NodeTypeSurvey> | undefined;
  const created = createFixtures({
    http,
    preconditions: { given, unverified: throwUnverified, fields },
    namespace: manifest.namespace,
    surveyNodeTypes: () => {
      survey ??= surveyNodeTypes(http, fields, `${manifest.namespace}-palette`);
      return survey;
    },
    trackGraph: () => {},
    canDeleteGraphs: false,
  });
  const fixtures: RequestFixtures = createRequestFixtures({
    http,
    fixtures: created,
    given,
    givenSuccess: ({ ok }, message) => given(ok, message),
    unverified: throwUnverified,
    defer: () => {},
    manifest,
    fields,
  });
  return { session, fixtures, close: session.close };
};
