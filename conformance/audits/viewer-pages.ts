import { type AuditContext, type AuditTools, defineAuditArea } from '../audit.ts';
import { isRecord } from '../json.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { eventKinds, listEventKinds } from '../target/hub/event-catalog.ts';
import {
  fetchPage,
  findReferenceViewer,
  type InterfaceDescription,
  isHtmlPage,
  type ReferenceViewer,
} from '../target/reference-viewer.ts';

const publicPages = defineAuditArea('pages');
const pages = defineAuditArea('pages', 'token');

/** Event kinds that the service description names. */
const documentedEvents = ['graph.running', 'graph.stopped', 'node.executing', 'ports.updated', 'console.log'];

/** Whether a page runs scripts or embeds other pages, so that it may show more than its own text. */
const hasScript = ({ text }: Reply): boolean => /<(script|iframe|object|embed)\b/i.test(text);

/**
 * Whether a text mentions an event kind. The last part of the kind is enough, as in `animation.playback.started,
 * .completed`.
 */
const mentionsKind = (text: string, kind: string): boolean =>
  text.includes(kind) ||
  kind.split('.').some((_, at, parts) => {
    const remainder = parts.slice(at).join('\\.');
    return at > 0 && new RegExp(`(?<![\\w.])\\.${remainder}\\b`).test(text);
  });

/** Opens a page that needs no token. If the page is not public, opens it with the token. */
const openFreePage = async (
  t: AuditTools,
  path: string,
  { free, page }: { readonly free: AuditContext; readonly page: AuditContext },
): Promise<Reply> => {
  const { reply } = await fetchPage(t, path, null);
  free.mustSucceed(reply, `${path} is served without a token`);
  const loadedReply = reply.ok ? reply : (await fetchPage(t, path)).reply;
  page.must(loadedReply.ok && isHtmlPage(loadedReply), `${path} is a page`, {
    expected: 'HTML under text/html',
    actual: `${loadedReply.status} ${loadedReply.headers['content-type']} ${loadedReply.text.slice(0, 120)}`,
  });
  return loadedReply;
};

/** Asserts that the page's text contains each of these strings, unless a script on the page may show them. */
const mustShow = (t: AuditContext, page: Reply, texts: readonly string[], what: string): void => {
  const isShown = texts.some((text) => page.text.includes(text));
  t.must(isShown || hasScript(page), `the page shows ${what}`, {
    expected: texts,
    actual: page.text.slice(0, 200),
  });
  t.given(isShown, `${what} in a page without scripts`);
};

const givenApiReference = async (t: AuditTools): Promise<ReferenceViewer> => {
  const viewer = await findReferenceViewer(t);
  return (
    viewer ??
    t.unverified(
      "the path of the reference viewer: the manifest's choices.routes.reference, or a page in the target's toc, links or root that leads to an OpenAPI document",
    )
  );
};

/**
 * Returns the interface descriptions that the viewer offers. If the viewer can't be parsed, returns any descriptions
 * that were found.
 */
const givenDescriptions = async (t: AuditTools): Promise<readonly InterfaceDescription[]> => {
  const { path, descriptions } = await givenApiReference(t);
  t.given(
    descriptions.length > 0,
    `an OpenAPI document named by choices.routes.openapi, by ${path} or its scripts, or at a common address`,
  );
  return descriptions;
};

/**
 * Asserts that at least one of the descriptions is correct. A wrong description that the viewer doesn't link to is not
 * a failure.
 */
const mustHaveMatchingDescription = (
  t: AuditContext,
  descriptions: readonly InterfaceDescription[],
  isValid: (description: InterfaceDescription) => boolean,
  message: string,
): void => {
  const right = descriptions.some(isValid);
  const isOffered = descriptions.some((description) => description.isOffered);
  t.given(right || isOffered, 'the description that the viewer offers');
  t.must(right, message, { actual: descriptions });
};

const isLabeledV1 = ({ label, path }: InterfaceDescription): boolean =>
  label === 'v1' || /(^|[/.-])v1([/.]|$)/.test(path);

const readOpenApiDescription = async (t: AuditContext): Promise<string> => {
  const reply = await t.http.get('/api');
  t.mustSucceed(reply, 'GET /api succeeds');
  const description = reply.at('description');
  t.must(typeof description === 'string' && description.trim() !== '', 'description is a string', {
    actual: description,
  });
  return String(description);
};

export const audits = [
  publicPages.audit('root-browser', ['ROOT-001'], async (t) => {
    const { reply } = await fetchPage(t, '/');
    t.mustSucceed(reply, 'GET / succeeds for a browser');
    t.must(isHtmlPage(reply), 'GET / returns a page to a browser', {
      expected: 'HTML under text/html',
      actual: `${reply.headers['content-type']} ${reply.text.slice(0, 120)}`,
    });
  }),
  publicPages.audit('root-json', ['ROOT-002'], async (t) => {
    for (const accept of ['application/json', '*/*']) {
      const reply = await t.http.get('/', { headers: { accept } });
      t.mustSucceed(reply, `GET / succeeds when ${accept} is accepted`);
      t.must(isRecord(reply.json), `GET / returns JSON when ${accept} is accepted`, describeReply(reply));
      for (const field of ['name', 'api', 'health']) {
        t.must(
          reply.at(field) !== undefined,
          `GET / returns ${field} when ${accept} is accepted`,
          describeReply(reply),
        );
      }
    }
  }),
  pages.audit('api-layers', ['API-002'], async (t) => {
    const description = await readOpenApiDescription(t);
    const isSummary = [/graph/i, /action|command/i, /event|real[\s-]?time|stream|hub/i].every((word) =>
      word.test(description),
    );
    if (!isSummary) t.unverified(`a human reader: does this summarize the three layers? ${description}`);
  }),
  pages.audit('api-trademarks', ['API-003'], async (t) => {
    const description = await readOpenApiDescription(t);
    const isNotice = /trade\s?-?mark|registered|[™®]/i.test(description);
    if (!isNotice) t.unverified(`a human reader: does this contain a trademark notice? ${description}`);
  }),
  publicPages.audit('llms', ['LLMS-002', 'AUTH-FREE-006'], async (t) => {
    const assertions = { free: t.for('AUTH-FREE-006'), page: t.for('LLMS-002') };
    const page = await openFreePage(t, '/llms', assertions);
    mustShow(assertions.page, page, ['/api/health', '/api/toc'], 'the orientation');
  }),
  publicPages.audit('asyncapi', ['VIEW-001', 'AUTH-FREE-006'], async (t) => {
    const assertions = { free: t.for('AUTH-FREE-006'), page: t.for('VIEW-001') };
    const page = await openFreePage(t, '/asyncapi', assertions);
    mustShow(assertions.page, page, documentedEvents, 'events');
  }),
  pages.audit('asyncapi-kinds', ['VIEW-004'], async (t) => {
    const catalog = (await t.http.get('/api/events/types')).json;
    const kinds = listEventKinds(catalog).filter((kind) => eventKinds.includes(kind));
    t.given(kinds.length > 0, 'event kinds in the served catalog');
    const { reply } = await fetchPage(t, '/asyncapi');
    t.given(isHtmlPage(reply), '/asyncapi is a page', describeReply(reply));
    const missing = kinds.filter((kind) => !mentionsKind(reply.text, kind));
    if (missing.length > 0) t.given(!hasScript(reply), 'a page without scripts');
    t.mustEqual(missing, [], 'the page shows every kind of the catalog');
  }),
  pages.audit('reference', ['VIEW-002', 'AUTH-FREE-006'], async (t) => {
    const { path } = await givenApiReference(t);
    const assertions = t.for('VIEW-002', 'AUTH-FREE-006');
    await openFreePage(t, path, { free: assertions, page: t.for('VIEW-002') });
  }),
  pages.audit('openapi', ['VIEW-003'], async (t) => {
    const descriptions = await givenDescriptions(t);
    mustHaveMatchingDescription(
      t,
      descriptions,
      ({ openapi }) => openapi === '3.0.1',
      'the description is OpenAPI 3.0.1',
    );
  }),
  pages.audit('openapi-label', ['VERSION-001'], async (t) => {
    const descriptions = await givenDescriptions(t);
    const isValid = (description: InterfaceDescription): boolean =>
      description.openapi === '3.0.1' && isLabeledV1(description);
    mustHaveMatchingDescription(
      t,
      descriptions,
      isValid,
      'the description is OpenAPI 3.0.1 with the label v1',
    );
  }),
  pages.audit('export-node-images', ['DEV-001', 'ERR-018'], async (t) => {
    const path = '/api/dev/export-node-pngs';
    // Requests a node name that doesn't exist, so that a debug build draws nothing.
    const reply = await t.http.post(path, { NodeNames: [`${t.manifest.namespace}-no-such-node`] });
    // A manifest that names another host as the debug build says that this one is none.
    const mayBeDebug = reply.ok || reply.status === 400 || reply.status === 422;
    t.given(
      !mayBeDebug || t.manifest.instances.debug !== undefined,
      "a host that is not a debug build (the manifest's instances.debug names the one that is)",
      describeReply(reply),
    );
    const assertions = t.for('DEV-001', 'ERR-018');
    assertions.mustFail(reply, 404, 'DEV_ENDPOINT_UNAVAILABLE');
    const everyNode = await undefinedIfUnverified(t.http.post(path));
    if (everyNode) assertions.mustFail(everyNode, 404, 'DEV_ENDPOINT_UNAVAILABLE');
  }),
];
