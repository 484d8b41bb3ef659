import { Fault } from '#spec/errors.ts';
import type { Call } from '../../pipeline/call.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const batchPath = /^\/api\/batch\/*$/i;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/**
 * One operation of a batch as a call of its own, with the credentials of the batch.
 * @throws Fault INVALID_REQUEST that names the operation
 */
export const toCall = (
  outer: Call,
  { method, path, body }: Operation,
  index: number,
  sync: boolean,
): Call => {
  const name = method.toUpperCase();
  if (!methods.includes(name)) {
    throw invalid(index, 'method', `'${method}'; expected one of ${methods.join(', ')}`);
  }
  const [route = '', ...rest] = path.split('?');
  if (!route.startsWith('/api/')) throw invalid(index, 'path', `'${path}'; expected a path under /api/`);
  if (batchPath.test(route)) throw invalid(index, 'path', `'${path}'; a batch cannot hold another batch`);
  const query = new URLSearchParams(rest.join('?'));
  if (sync && !query.has('sync')) query.set('sync', 'true');
  return {
    ...outer,
    method: name,
    path: route,
    query: query.toString(),
    body: body === undefined ? undefined : { json: body },
  };
};

const invalid = (index: number, field: string, why: string): Fault =>
  new Fault('INVALID_REQUEST', `'operations.${index}.${field}' is ${why}.`, { index, field });
