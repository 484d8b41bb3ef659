/** Builds reports for tests. */
import { computeProfileVerdicts, resolveRequirement } from '../runner/requirement-result.ts';
import { countStatuses, type Report, reportFormat } from './report.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange, ReceivedResponse } from '../target/http/exchange.ts';

export const createResponse = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ReceivedResponse => ({ status, headers, body });

/** Creates an exchange whose request contained the token. */
export const createExchange = (
  method: string,
  path: string,
  response?: ReceivedResponse,
  body?: string,
): Exchange => ({
  transport: 'http',
  request: {
    method,
    url: `http://127.0.0.1:1${path}`,
    headers: { 'x-api-key': '•••', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  },
  ...(response && { response }),
  ms: 1,
});

/** Creates the outcome of an audit. The default is a failure. */
export const createOutcome = (
  audit: string,
  requirements: readonly string[],
  overrides: Partial<AuditOutcome>,
): AuditOutcome => ({
  audit,
  requirements,
  status: 'FAIL',
  observations: {},
  exchanges: [],
  ms: 3,
  ...overrides,
});

/** Creates the report of a run of these audits, as if the kit contained no other audits. */
export const createReport = (...audits: readonly AuditOutcome[]): Report => {
  const ids = [...new Set(audits.flatMap(({ requirements }) => requirements))];
  const requirements = ids.map((id) =>
    resolveRequirement(
      { id, section: 'X & Y', level: 'MUST', provenance: 'STATED', profile: 'CORE', text: 'a <text>' },
      audits.filter((outcome) => outcome.requirements.includes(id)),
      false,
    ),
  );
  return {
    format: reportFormat,
    target: { url: 'http://127.0.0.1:1' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 12,
    seed: 42,
    stamp: { kit: 'k'.repeat(64), documents: 'd'.repeat(64), manifest: 'm'.repeat(64) },
    rerun: {
      command: 'npx scene-runtime conform --url http://127.0.0.1:1 --token-env ALPHA_TOKEN',
      tokens: { 'http://127.0.0.1:1': 'ALPHA_TOKEN' },
    },
    left: [],
    besideOnly: [],
    profiles: computeProfileVerdicts(requirements, new Set(['CORE'])),
    counts: countStatuses(requirements),
    requirements,
    excluded: [],
    audits,
    coverage: [
      { operation: 'getThing', status: '200', state: 'asserted' },
      { operation: 'getThing', status: '404', state: 'observed' },
      { operation: 'getThing', status: '429', state: 'unreachable', reason: 'never <provoked>' },
      { operation: 'putThing', status: '200', state: 'missing', reason: 'answered 500 | broken' },
    ],
    undocumented: [{ operation: 'putThing', status: 500, request: 'PUT /api/<thing>' }],
    readings: [],
    events: [
      { kind: 'thing.made', column: 'by name', trigger: 'a thing | is made', state: 'asserted' },
      { kind: 'thing.made', column: '*', trigger: 'a thing | is made', state: 'observed' },
      { kind: 'thing.lost', column: 'by name', state: 'unreachable', reason: 'needs a <loss>' },
      { kind: 'thing.lost', column: '*', state: 'missing', reason: 'not tried in this run' },
    ],
  };
};
