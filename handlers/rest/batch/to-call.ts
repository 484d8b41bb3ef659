import { Fault } from '#spec/errors.ts';
import type { BatchShare, Call } from '../../pipeline/call.ts';
import { canonicalPath } from '../../pipeline/canonical-path.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const batchPath = /^\/api\/batch\/?$/i;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/**
 * One operation of a batch as a call of its own, with the credentials and the If-Match of the batch.
 * @throws Fault INVALID_REQUEST that names the operation
 */
export const toCall = (
  outer: Call,
  { method, path, body }: Operation,
  index: number,
  batch: BatchShare,
): Call => {
  const name = method.toUpperCase();
  if (!methods.includes(name)) {
    throw invalid(index, 'method', `'${method}'; expected one of ${methods.join(', ')}`);
  }
  const mark = path.indexOf('?');
  const sent = mark < 0 ? path : path.slice(0, mark);
  const route = canonicalPath(sent);
  const query = mark < 0 ? '' : path.slice(mark + 1);
  const isApi = [sent, route].every((spelling) => spelling.startsWith('/api/'));
  if (!isApi) throw invalid(index, 'path', `'${path}'; expected a path under /api/`);
  if (batchPath.test(route)) throw invalid(index, 'path', `'${path}'; a batch cannot hold another batch`);
  return {
    ...outer,
    method: name,
    path: route,
    query,
    batch,
    takesText: false,
    body: body === undefined ? undefined : { json: body },
  };
};

const invalid = (index: number, field: string, why: string): Fault =>
  new Fault('INVALID_REQUEST', `'operations.${index}.${field}' is ${why}.`, { index, field });
