import { area } from '../../area.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord } from '../../json.ts';
import { eventKinds } from '../../target/hub/event-kinds.ts';
import { kindsIn } from '../../target/hub/event-catalog.ts';
import { findReference, isPage, openPage } from '../../target/reference.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { InterfaceDescription, ReferenceViewer } from '../../target/reference.ts';

const openPages = area('pages');
const pages = area('pages', 'token');

/** Types of events that the description names. */
const statedEvents = ['graph.running', 'graph.stopped', 'node.executing', 'ports.updated', 'console.log'];

/** A page that runs something may show more than its text holds. */
const isScripted = ({ text }: Reply): boolean => /<(script|iframe|object|embed)\b/i.test(text);

/** A kind may stand there by its last part, as in `animation.playback.started, .completed`. */
const isNamed = (text: string, kind: string): boolean =>
  text.includes(kind) ||
  kind.split('.').some((_, at, parts) => {
    const rest = parts.slice(at).join('\\.');
    return at > 0 && new RegExp(`(?<![\\w.])\\.${rest}\\b`).test(text);
  });

/** Opens one of the pages that are served to everybody; with the token where it is not. */
const openFreePage = async (
  t: AuditTools,
  path: string,
  { free, page }: { readonly free: AuditContext; readonly page: AuditContext },
): Promise<Reply> => {
  const { reply } = await openPage(t, path, null);
  free.must(reply.ok, `${path} answers without a token`, inShort(reply));
  const shown = reply.ok ? reply : (await openPage(t, path)).reply;
  page.must(shown.ok && isPage(shown), `${path} is a page`, {
    expected: 'HTML under text/html',
    actual: `${shown.status} ${shown.headers['content-type']} ${shown.text.slice(0, 120)}`,
  });
  return shown;
};

/** Text of the page must show something, unless a script may do so. */
const mustShow = (t: AuditContext, page: Reply, texts: readonly string[], what: string): void => {
  const isShown = texts.some((text) => page.text.includes(text));
  t.must(isShown || isScripted(page), `the page shows ${what}`, {
    expected: texts,
    actual: page.text.slice(0, 200),
  });
  t.given(isShown, `${what} in a page that shows its text without a script`);
};

const givenReference = async (t: AuditTools): Promise<ReferenceViewer> => {
  const viewer = await findReference(t);
  return (
    viewer ??
    t.unverified(
      "the path of the reference viewer: the manifest's choices.routes.reference, or a page in the target's toc, links or root that leads to an OpenAPI document",
    )
  );
};

/** The descriptions that count: those that the viewer offers, or any when it cannot be read for what it offers. */
const givenDescriptions = async (t: AuditTools): Promise<readonly InterfaceDescription[]> => {
  const { path, descriptions } = await givenReference(t);
  t.given(
    descriptions.length > 0,
    `an OpenAPI document that ${path} or its scripts name, or at a usual address`,
  );
  return descriptions;
};

/** One of them must be right; one that was only come upon proves nothing against the viewer. */
const mustBeOne = (
  t: AuditContext,
  descriptions: readonly InterfaceDescription[],
  isRight: (description: InterfaceDescription) => boolean,
  message: string,
): void => {
  const right = descriptions.some(isRight);
  const isOffered = descriptions.some((description) => description.isOffered);
  t.given(right || isOffered, 'the description that the viewer offers');
  t.must(right, message, { actual: descriptions });
};

const carriesV1 = ({ label, path }: InterfaceDescription): boolean =>
  label === 'v1' || /(^|[/.-])v1([/.]|$)/.test(path);

const readServiceDescription = async (t: AuditContext): Promise<string> => {
  const reply = await t.http.get('/api');
  t.must(reply.ok, 'GET /api answers a success', inShort(reply));
  const description = reply.at('description');
  t.must(typeof description === 'string' && description.trim() !== '', 'description is a text', {
    actual: description,
  });
  return String(description);
};

export const pageAudits = [
  openPages.audit('root-browser', ['ROOT-001'], async (t) => {
    const { reply } = await openPage(t, '/');
    t.must(reply.ok, 'GET / answers a browser', inShort(reply));
    t.must(isPage(reply), 'GET / answers a browser with a page', {
      expected: 'HTML under text/html',
      actual: `${reply.headers['content-type']} ${reply.text.slice(0, 120)}`,
    });
  }),
  openPages.audit('root-json', ['ROOT-002'], async (t) => {
    for (const accept of ['application/json', '*/*']) {
      const reply = await t.http.get('/', { headers: { accept } });
      t.must(reply.ok, `GET / answers who accepts ${accept}`, inShort(reply));
      t.must(isRecord(reply.json), `with JSON when ${accept} is accepted`, inShort(reply));
      for (const field of ['name', 'api', 'health']) {
        t.must(reply.at(field) !== undefined, `with ${field} when ${accept} is accepted`, inShort(reply));
      }
    }
  }),
  pages.audit('api-layers', ['API-002'], async (t) => {
    const description = await readServiceDescription(t);
    const isSummary = [/graph/i, /action|command/i, /event|real[\s-]?time|stream|hub/i].every((word) =>
      word.test(description),
    );
    if (!isSummary) t.unverified(`a reader: whether this sums up the three layers: ${description}`);
  }),
  pages.audit('api-trademarks', ['API-003'], async (t) => {
    const description = await readServiceDescription(t);
    const isNotice = /trade\s?-?mark|registered|[™®]/i.test(description);
    if (!isNotice) t.unverified(`a reader: whether this carries a trademark notice: ${description}`);
  }),
  openPages.audit('llms', ['LLMS-002', 'AUTH-FREE-006'], async (t) => {
    const judges = { free: t.of('AUTH-FREE-006'), page: t.of('LLMS-002') };
    const page = await openFreePage(t, '/llms', judges);
    mustShow(judges.page, page, ['/api/health', '/api/toc'], 'the orientation');
  }),
  openPages.audit('asyncapi', ['VIEW-001', 'AUTH-FREE-006'], async (t) => {
    const judges = { free: t.of('AUTH-FREE-006'), page: t.of('VIEW-001') };
    const page = await openFreePage(t, '/asyncapi', judges);
    mustShow(judges.page, page, statedEvents, 'events');
  }),
  pages.audit('asyncapi-kinds', ['VIEW-004'], async (t) => {
    const catalog = (await t.http.get('/api/events/types')).json;
    const kinds = kindsIn(catalog).filter((kind) => eventKinds.includes(kind));
    t.given(kinds.length > 0, 'kinds of events in the served catalog');
    const { reply } = await openPage(t, '/asyncapi');
    t.given(isPage(reply), '/asyncapi is a page', inShort(reply));
    const missing = kinds.filter((kind) => !isNamed(reply.text, kind));
    if (missing.length > 0) t.given(!isScripted(reply), 'a page that shows its text without a script');
    t.mustEqual(missing, [], 'the page shows every kind of the catalog');
  }),
  pages.audit('reference', ['VIEW-002', 'AUTH-FREE-006'], async (t) => {
    const { path } = await givenReference(t);
    const both = t.of('VIEW-002', 'AUTH-FREE-006');
    await openFreePage(t, path, { free: both, page: t.of('VIEW-002') });
  }),
  pages.audit('openapi', ['VIEW-003'], async (t) => {
    const descriptions = await givenDescriptions(t);
    mustBeOne(t, descriptions, ({ openapi }) => openapi === '3.0.1', 'the description is OpenAPI 3.0.1');
  }),
  pages.audit('openapi-label', ['VERSION-001'], async (t) => {
    const descriptions = await givenDescriptions(t);
    const isRight = (description: InterfaceDescription): boolean =>
      description.openapi === '3.0.1' && carriesV1(description);
    mustBeOne(t, descriptions, isRight, 'the description is OpenAPI 3.0.1 with the label v1');
  }),
  pages.audit('export-node-images', ['DEV-001', 'ERR-018'], async (t) => {
    const path = '/api/dev/export-node-pngs';
    // A name that no node has, so that a debug build does not draw anything.
    const reply = await t.http.post(path, { NodeNames: [`${t.manifest.namespace}-no-such-node`] });
    const mayBeDebug = reply.ok || reply.status === 400 || reply.status === 422;
    t.given(!mayBeDebug, 'a host that is not a debug build', inShort(reply));
    const both = t.of('DEV-001', 'ERR-018');
    both.mustFail(reply, 404, 'DEV_ENDPOINT_UNAVAILABLE');
    both.mustFail(await t.http.post(path), 404, 'DEV_ENDPOINT_UNAVAILABLE');
  }),
];
