import { isRecord, walkJson } from '../json.ts';
import type { Fields } from './fields.ts';

interface TocEntry {
  readonly method: string;
  /** The route template as listed. */
  readonly path: string;
  /** Method and template without the names of its parameters: `GET /api/graphs/{}`. */
  readonly route: string;
  readonly purpose: unknown;
}

/** The routes in a table of contents, however its records are nested and spelt. */
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

/** A route template without the names of its parameters. */
export const stripParameterNames = (path: string): string =>
  (path.startsWith('/') ? path : `/${path}`).replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\?.*$/, '');
