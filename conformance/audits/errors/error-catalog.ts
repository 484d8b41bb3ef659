import { defineAuditArea } from '../../define-audit-area.ts';
import { includesDeep } from '../../json.ts';
import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';

const errors = defineAuditArea('errors', 'token');

/** The error codes that the description names. */
const documentedCodes = [
  'INVALID_REQUEST',
  'INVALID_VALUE',
  'INCOMPATIBLE_TYPES',
  'API_DISABLED',
  'GRAPH_NOT_FOUND',
  'ASSET_NOT_FOUND',
  'PROPERTY_NOT_FOUND',
  'PORT_NOT_FOUND',
  'DEV_ENDPOINT_UNAVAILABLE',
  'TYPE_IMMUTABLE',
  'DUPLICATE_CONNECTION',
  'DUPLICATE_PATH',
  'NO_PROJECT',
  'GRAPH_RUNNING',
  'LAYER_OCCUPIED',
  'RUNTIME_NOT_CONNECTED',
] as const;

/** Returns a code with other letter cases. */
const listCaseVariants = (code: string): readonly string[] => [
  code.toLowerCase(),
  code.toLowerCase().replace(/(^|_)[a-z]/g, (first) => first.toUpperCase()),
];

export const errorCatalogAudits = [
  errors.audit('catalog', ['ERRCAT-001'], async (t) => {
    const reply = await t.http.get('/api/errors');
    t.must(reply.ok, 'GET /api/errors succeeds', { actual: reply.status });
    const missing = documentedCodes.filter((code) => !includesDeep(reply.json, code));
    t.must(missing.length === 0, 'the catalog contains every code named in the description', {
      actual: missing,
    });
  }),
  errors.audit('lookup', ['ERRCAT-002', 'ERRCAT-003'], async (t) => {
    for (const code of documentedCodes) {
      let spelling: string = code;
      const read = async () => (await t.http.get(pathTo`/api/errors/${spelling}`)).json;
      const exact = await t.http.get(pathTo`/api/errors/${code}`);
      const isListed =
        exact.ok &&
        includesDeep(exact.json, code) &&
        !documentedCodes.every((documentedCode) => includesDeep(exact.json, documentedCode));
      t.for('ERRCAT-002').must(isListed, `${code} finds its own entry`, describeReply(exact));
      if (!isListed) continue;
      const entry = await t.snapshot(read);
      for (const caseVariant of listCaseVariants(code)) {
        spelling = caseVariant;
        await t.for('ERRCAT-003').mustBeUnchanged(entry, `${caseVariant} finds the same entry`);
      }
    }
  }),
  errors.audit('unknown-code', ['ERRCAT-004', 'ERR-019'], async (t) => {
    const existing = await t.http.get('/api/errors/GRAPH_NOT_FOUND');
    t.given(existing.ok && includesDeep(existing.json, 'GRAPH_NOT_FOUND'), 'an existing code is found');
    t.for('ERRCAT-004', 'ERR-019').mustFail(await t.http.get('/api/errors/NO_SUCH_CODE_AT_ALL'), 404);
  }),
];
