/** Pages of every list that the target has. */
import { integer } from 'fast-check';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { tocEntries } from '../../target/toc.ts';
import type { Id } from '../../target/id.ts';
import type { AuditContext } from '../../audit.ts';

const lists = area('lists', 'token', 'project');

/** Lists that the description says take limit and offset; of others only some targets cut pages. */
const paged = ['GET /api/node-types', 'GET /api/node-types/search', 'GET /api/graphs/{}/connections'];

/** The console has a limit of its own, and writes a line whenever it likes. */
const excepted = ['GET /api/console'];

/** A graph with enough nodes and wires for several pages, as parameters of routes. */
const filledGraph = async (t: AuditContext) => {
  const graph = await t.lab.graph();
  let nodeId: Id = '';
  for (let made = 0; made < 3; made += 1) {
    const { output, input } = await t.lab.wirablePair(graph);
    await t.lab.connect(graph, output.port.id, input.port.id);
    nodeId = output.node.id;
  }
  return { graphId: graph.id, nodeId };
};

/** The paths of the listed GET routes whose parameters are known. */
const paths = async (t: AuditContext): Promise<readonly (readonly [string, string])[]> => {
  const { graphId, nodeId } = await filledGraph(t);
  const toc = await t.http.get('/api/toc');
  return tocEntries(t.fields, toc.json).flatMap(({ route, method, path }) => {
    if (method !== 'GET' || !path.startsWith('/api/') || excepted.includes(route)) return [];
    const filled = path
      .replace(/^(\/api\/graphs\/)(\{\w+\}|:\w+)/, `$1${graphId}`)
      .replace(/(\/nodes\/)(\{\w+\}|:\w+)/, `$1${encodeURIComponent(nodeId)}`);
    const known = route === 'GET /api/node-types/search' ? `${filled}?q=e` : filled;
    return /[{]|\/:\w/.test(known) ? [] : [[route, known] as const];
  });
};

const ask = (t: AuditContext, path: string, query: string) =>
  t.http.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);

export const listPageAudits = [
  lists.audit(
    'every-list',
    ['HTTP-006', 'HTTP-007', 'HTTP-009', 'HTTP-010', 'HTTP-008', 'HTTP-011'],
    { timeout: 120_000, likelyCause: 'the last page of a list is cut too short, or a total counts the page' },
    async (t) => {
      const lists: string[] = [];
      for (const [route, path] of await paths(t)) {
        const whole = await t.http.get(path);
        const items = whole.ok ? t.fields.items(whole.json) : undefined;
        const total = whole.headers['x-total-count'];
        const isPaged = paged.includes(route);
        if (isPaged)
          t.must(
            items !== undefined && total !== undefined,
            `${route} is a list with X-Total-Count`,
            inShort(whole),
          );
        if (!Array.isArray(whole.json) || items === undefined || items.length < 2) continue;
        const second = await ask(t, path, 'limit=1&offset=1');
        const cuts = t.fields.items(second.json)?.length === 1;
        if (!cuts && !isPaged) continue;
        t.must(total !== undefined, `${route}, which takes limit and offset, carries X-Total-Count`);
        if (total !== String(items.length)) continue;
        lists.push(route);
        await partition(t, path, items);
      }
      t.observe('lists with pages', lists);
      t.given(lists.length > 0, 'lists of at least two elements');
    },
  ),
];

/** Pages of one length, one after another to beyond the end, are the whole list, bare and wrapped. */
const partition = (t: AuditContext, path: string, whole: readonly unknown[]): Promise<void> =>
  t.property(
    `the pages of ${path} are the whole list`,
    integer({ min: Math.max(1, Math.floor(whole.length / 8)), max: whole.length + 1 }),
    async (limit) => {
      const bare: unknown[] = [];
      const wrapped: unknown[] = [];
      for (let offset = 0; offset <= whole.length; offset += limit) {
        const query = `limit=${limit}&offset=${offset}`;
        const page = await ask(t, path, query);
        t.must(page.ok && Array.isArray(page.json), `${query} answers a page`, inShort(page));
        t.mustEqual(
          page.headers['x-total-count'],
          String(whole.length),
          'X-Total-Count counts the whole list',
        );
        bare.push(...(page.json as unknown[]));
        const inWrap = await ask(t, path, `${query}&wrap=true`);
        // Of the lists that the description does not give a wrap, only those that have one are judged by it.
        if (Array.isArray(inWrap.json) && !path.endsWith('/connections')) {
          wrapped.push(...inWrap.json);
          continue;
        }
        t.mustEqual(
          inWrap.at('totalCount'),
          whole.length,
          'totalCount of a wrapped page counts the whole list',
        );
        wrapped.push(...(t.fields.items(inWrap.at('items')) ?? []));
      }
      t.mustEqual(bare, whole, `pages of ${limit} joined`);
      t.mustEqual(wrapped, whole, `wrapped pages of ${limit} joined`);
    },
    { runs: 8 },
  );
