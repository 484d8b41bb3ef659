import { isRecord, walkJson } from '../json.ts';
import type { Fields } from './undocumented-fields.ts';

export interface TocEntry {
  readonly method: string;
  /** The listed route template. */
  readonly path: string;
  /** The method and template without parameter names, such as `GET /api/graphs/{}`. */
  readonly route: string;
  readonly purpose: unknown;
}

/** Parses the routes in a table of contents, regardless of the shape of its records. */
export const parseToc = (fields: Fields, body: unknown): readonly TocEntry[] =>
  [...walkJson(body)].filter(isRecord).flatMap((entry) => {
    const method = fields.read(entry, 'toc.method');
    const path = fields.read(entry, 'toc.route');
    if (typeof method !== 'string' || typeof path !== 'string') return [];
    const verb = method.toUpperCase();
    return [
      {
        method: verb,
        path,
        route: `${verb} ${stripParameterNames(path)}`,
        purpose: fields.read(entry, 'toc.purpose'),
      },
    ];
  });

/** Removes the parameter names from a route template. */
export const stripParameterNames = (path: string): string =>
  (path.startsWith('/') ? path : `/${path}`).replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\?.*$/, '');
