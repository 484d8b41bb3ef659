/** Finds the reference viewer and the interface description. The service description does not state their addresses. */
import { isRecord } from '../json.ts';
import { parseToc } from './routes.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from './http/exchange.ts';

/** The parts of an OpenAPI document that the kit checks. */
export interface InterfaceDescription {
  readonly path: string;
  /** The OpenAPI version, from the document's `openapi` field. */
  readonly openapi: string;
  /** The value of the document's `info.version`. */
  readonly label: string;
  /**
   * Whether the viewer links to the description, or the manifest names it. If not, the description was found at a usual
   * address.
   */
  readonly isOffered: boolean;
}

type ViewerTools = Pick<AuditTools, 'http' | 'fields' | 'target' | 'manifest'>;

export interface ReferenceViewer {
  readonly path: string;
  readonly descriptions: readonly InterfaceDescription[];
}

/** The Accept header that a browser sends when it opens a page. */
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export const isHtmlPage = ({ headers, text }: Reply): boolean =>
  /\bhtml\b/i.test(headers['content-type'] ?? '') && /<(!doctype html|html|head|body)\b/i.test(text);

/** Matches typical names of a reference viewer, either in its path or in links to it. */
const viewerPattern = /reference|swagger|redoc|scalar|rapidoc|openapi|api[\s-]?docs?\b|explorer|interactive/i;

const defaultDescriptionPaths = [
  '/openapi.json',
  '/openapi/v1.json',
  '/swagger/v1/swagger.json',
  '/swagger.json',
  '/api/openapi.json',
  '/openapi.yaml',
];

const maxScriptChars = 300_000;
const maxScripts = 8;
const maxPages = 10;
const maxDescriptions = 20;

/** Returns the path of an address on the target. Returns `undefined` if the address leads elsewhere. */
const toTargetPath = (t: ViewerTools, address: string, from: string): string | undefined => {
  const base = `${t.target.url}${from}`;
  if (!URL.canParse(address, base)) return undefined;
  const { origin, pathname, search } = new URL(address, base);
  return origin === new URL(base).origin ? `${pathname}${search}` : undefined;
};

/** Opens a page as a browser would, and follows redirects within the target. */
export const fetchPage = async (
  t: ViewerTools,
  path: string,
  token?: null,
): Promise<{ path: string; reply: Reply }> => {
  let at = path;
  const options = { headers: { accept: browserAccept }, ...(token === null && { token }) };
  for (let redirectCount = 0; ; redirectCount += 1) {
    const reply = await t.http.get(at, options);
    const { location } = reply.headers;
    const next = location === undefined ? undefined : toTargetPath(t, location, at);
    if (reply.status < 300 || reply.status > 399 || next === undefined || redirectCount === 3)
      return { path: at, reply };
    at = next;
  }
};

/** Returns what the first participating group of each match contains. */
const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.find((group) => group !== undefined) ?? []);

/** Matches the value of an HTML attribute, which may stand without quotation marks. */
const attributeValue = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>\x60]+))`;
const linkPattern = new RegExp(String.raw`\shref${attributeValue}`, 'gi');
const scriptPattern = new RegExp(String.raw`<script\s[^>]*?\bsrc${attributeValue}`, 'gi');
const anchorPattern = new RegExp(String.raw`<a\s[^>]*?\bhref${attributeValue}[^>]*>([^<]*)`, 'gi');

/**
 * Returns paths that look like a reference viewer, from the table of contents, the links that `/api` returns, and the
 * links on the root page.
 */
const listCandidatePages = async (t: ViewerTools): Promise<readonly string[]> => {
  const toc = parseToc(t.fields, (await t.http.get('/api/toc')).json)
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/') && !/[{:*]/.test(path))
    .map(({ path, purpose }) => ({ address: path, about: `${path} ${String(purpose)}` }));
  const { json } = await t.http.get('/api');
  const links = isRecord(json) && isRecord(json.links) ? Object.entries(json.links) : [];
  const linked = links.map(([name, address]) => ({
    address: String(address),
    about: `${name} ${String(address)}`,
  }));
  const root = (await fetchPage(t, '/')).reply.text;
  const anchors = [...root.matchAll(anchorPattern)].map(([, double, single, bare, text]) => {
    const address = double ?? single ?? bare ?? '';
    return { address, about: `${address} ${text}` };
  });
  const paths = [...toc, ...linked, ...anchors]
    .filter(({ about: text }) => viewerPattern.test(text))
    .flatMap(({ address }) => toTargetPath(t, address, '/') ?? []);
  return [...new Set(paths)].filter((path) => !/^\/(llms(\.txt)?|asyncapi)?$/.test(path)).slice(0, maxPages);
};

/** Matches an address that looks like a description: in quotation marks, in parentheses or in an attribute. */
const descriptionUrlPattern =
  /["'(=]\s*([^"'()\s<>\\=]*(?:openapi|swagger|\.json|\.ya?ml)[^"'()\s<>\\]*)(?=["')\s>])/gi;

/**
 * Returns the addresses of descriptions that a page and its small scripts contain. Addresses that look like a
 * description come first, followed by all other links on the page.
 */
const listLinkedDescriptions = async (
  t: ViewerTools,
  path: string,
  page: string,
): Promise<readonly string[]> => {
  const sources = listMatches(page, scriptPattern);
  const texts = [page];
  for (const source of sources
    .flatMap((address) => toTargetPath(t, address, path) ?? [])
    .slice(0, maxScripts)) {
    const { ok, text } = await t.http.get(source, { headers: { accept: '*/*' } });
    if (ok && text.length <= maxScriptChars) texts.push(text);
  }
  const addresses = [
    ...texts.flatMap((text) => listMatches(text, descriptionUrlPattern)),
    ...listMatches(page, linkPattern),
  ];
  return addresses.flatMap((address) => toTargetPath(t, address, path) ?? []);
};

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const parseDescription = ({ json, text }: Reply): { openapi: string; label: string } | undefined => {
  if (isRecord(json) && isRecord(json.info) && typeof json.openapi === 'string') {
    return { openapi: json.openapi, label: stringOrEmpty(json.info.version) };
  }
  const openapi = /^openapi:\s*['"]?([\w.]+)/m.exec(text)?.[1];
  const label = /^info:[\s\S]*?^\s+version:\s*['"]?([^'"\s]+)/m.exec(text)?.[1];
  return openapi === undefined ? undefined : { openapi, label: label ?? '' };
};

const findDescriptions = async (
  t: ViewerTools,
  path: string,
  page: string,
): Promise<readonly InterfaceDescription[]> => {
  const linkedPaths = new Set((await listLinkedDescriptions(t, path, page)).slice(0, maxDescriptions));
  const found: InterfaceDescription[] = [];
  for (const address of new Set([...linkedPaths, ...defaultDescriptionPaths])) {
    const reply = await t.http.get(address, { headers: { accept: '*/*' } });
    const description = reply.ok ? parseDescription(reply) : undefined;
    if (description) found.push({ ...description, path: address, isOffered: linkedPaths.has(address) });
  }
  return found;
};

/** Returns the description that the manifest names. */
const readDeclaredDescription = async (
  t: ViewerTools,
  path: string,
): Promise<readonly InterfaceDescription[]> => {
  const reply = await t.http.get(path, { headers: { accept: '*/*' } });
  const description = reply.ok ? parseDescription(reply) : undefined;
  return description ? [{ ...description, path, isOffered: true }] : [];
};

/**
 * Finds the viewer that the manifest names. If the manifest names no viewer, finds a page that looks like a reference
 * viewer and also links to an OpenAPI document. Both signs are required, so that no other page is mistaken for the
 * viewer. Returns `undefined` if there is no viewer.
 */
export const findReferenceViewer = async (t: ViewerTools): Promise<ReferenceViewer | undefined> => {
  const { routes } = t.manifest.choices;
  const [route, declaredPath] = [routes.reference, routes.openapi].map((one) => one?.split(' ')[1]);
  const declared = declaredPath === undefined ? undefined : await readDeclaredDescription(t, declaredPath);
  for (const candidate of route === undefined ? await listCandidatePages(t) : [route]) {
    const { path, reply } = await fetchPage(t, candidate);
    if (!reply.ok || !isHtmlPage(reply)) continue;
    const descriptions = await findDescriptions(t, path, reply.text);
    if (route !== undefined || descriptions.some(({ isOffered }) => isOffered))
      return { path: candidate, descriptions: declared ?? descriptions };
  }
  return route === undefined ? undefined : { path: route, descriptions: declared ?? [] };
};
