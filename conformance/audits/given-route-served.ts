import { stripParameterNames, parseToc } from '../target/parse-toc.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

const absentStatuses = [404, 405, 501];
/** Error codes with which an existing route may reject a call. */
const rejectionCodes = ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'PORT_NOT_FOUND', 'TYPE_IMMUTABLE'];

/**
 * Ends the audit as NOT_VERIFIED when a valid call failed because the target does not have the route, according to the
 * response or the table of contents. Any other failure is left for the audit to judge.
 */
export const givenRouteServed = async (t: AuditTools, route: string, valid: Reply): Promise<void> => {
  if (valid.ok) return;
  const isRefusal = rejectionCodes.includes(String(valid.at('error.code')));
  t.given(isRefusal || !absentStatuses.includes(valid.status), `the route ${route}`, {
    actual: `${valid.status}`,
  });
  const [method, path] = route.split(' ') as [string, string];
  const listed = parseToc(t.fields, (await t.http.get('/api/toc')).json);
  t.given(
    listed.some((entry) => entry.route === `${method} ${stripParameterNames(path)}`),
    `the route ${route} in the table of contents`,
  );
};
