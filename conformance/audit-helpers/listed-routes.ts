/** Lists the routes in the target's table of contents, with their path parameters filled in. */
import { parseToc } from '../target/parse-toc.ts';
import type { AuditTools } from '../audit.ts';
import type { HttpClient } from '../target/http/exchange.ts';
import type { Id } from '../target/id.ts';

interface ListedRoute {
  readonly method: string;
  /** The method and the path template, without the names of its parameters. */
  readonly route: string;
  readonly path: string;
}

/** Values for path parameters, keyed by the preceding path segment: `graphs`, `nodes`, `ports`. */
export type RouteParameters = Readonly<Record<string, Id>>;

/** Values for path parameters that need no setup, keyed by the preceding path segment. */
const defaultParameters: RouteParameters = {
  errors: 'GRAPH_NOT_FOUND',
  discovery: 'input-info',
  schemas: 'layer1',
};

const isParameter = (segment: string): boolean => /^(\{.*\}|:\w+)$/.test(segment);

/** Fills in the parameters of a path. Returns `undefined` if a value is missing. */
const fillTemplate = (
  template: string,
  material: RouteParameters,
  otherwise: Id | undefined,
): string | undefined => {
  const segments = template.replace(/\?.*$/, '').split('/');
  const filled = segments.map((segment, index) => {
    if (!isParameter(segment)) return segment;
    const before = segments[index - 1] ?? '';
    const value = material[isParameter(before) ? `${segments[index - 2]}/*` : before] ?? otherwise;
    return value === undefined ? undefined : encodeURIComponent(String(value));
  });
  return filled.includes(undefined) ? undefined : filled.join('/');
};

/**
 * Lists the routes under /api whose parameters can be filled in.
 * @param otherwise the value for all other parameters; when absent, routes with other parameters are omitted
 */
export const listFillableRoutes = async (
  { fields }: Pick<AuditTools, 'fields'>,
  http: HttpClient,
  material: RouteParameters = {},
  otherwise?: Id,
): Promise<readonly ListedRoute[]> => {
  const toc = parseToc(fields, (await http.get('/api/toc')).json);
  return toc.flatMap(({ method, route, path: template }) => {
    const isWild = template.includes('*') || !/^\/api(\/|$)/.test(template);
    const path = isWild
      ? undefined
      : fillTemplate(template, { ...defaultParameters, ...material }, otherwise);
    return path === undefined ? [] : [{ method, route, path }];
  });
};
