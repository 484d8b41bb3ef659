import { area } from '../../area.ts';
import { mentions } from '../../json.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';

const errors = area('errors', 'token');

/** The codes that the description names. */
const statedCodes = [
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

/** A code in other letter cases. */
const spellings = (code: string): readonly string[] => [
  code.toLowerCase(),
  code.toLowerCase().replace(/(^|_)[a-z]/g, (first) => first.toUpperCase()),
];

export const errorCatalogAudits = [
  errors.audit('catalog', ['ERRCAT-001'], async (t) => {
    const reply = await t.http.get('/api/errors');
    t.must(reply.ok, 'GET /api/errors answers a success', { actual: reply.status });
    const missing = statedCodes.filter((code) => !mentions(reply.json, code));
    t.must(missing.length === 0, 'the catalog holds every code that the description names', {
      actual: missing,
    });
  }),
  errors.audit('lookup', ['ERRCAT-002', 'ERRCAT-003'], async (t) => {
    for (const code of statedCodes) {
      let spelling: string = code;
      const read = async () => (await t.http.get(pathTo`/api/errors/${spelling}`)).json;
      const exact = await t.http.get(pathTo`/api/errors/${code}`);
      const isEntry =
        exact.ok && mentions(exact.json, code) && !statedCodes.every((other) => mentions(exact.json, other));
      t.of('ERRCAT-002').must(isEntry, `${code} finds an entry of its own`, inShort(exact));
      if (!isEntry) continue;
      const entry = await t.keep(read);
      for (const other of spellings(code)) {
        spelling = other;
        await t.of('ERRCAT-003').mustAgree(entry, `${other} finds the same entry`);
      }
    }
  }),
  errors.audit('unknown-code', ['ERRCAT-004', 'ERR-019'], async (t) => {
    const known = await t.http.get('/api/errors/GRAPH_NOT_FOUND');
    t.given(known.ok && mentions(known.json, 'GRAPH_NOT_FOUND'), 'a known code is found');
    t.of('ERRCAT-004', 'ERR-019').mustFail(await t.http.get('/api/errors/NO_SUCH_CODE_AT_ALL'), 404);
  }),
];
