import { toGeneratorForm } from '#spec/contract/openapi-for-generators.ts';
import { renderActionsSchema } from '#spec/contract/render-actions.ts';
import { renderAsyncApi, withEventsUrl } from '#spec/contract/render-asyncapi.ts';
import { renderErrors } from '#spec/contract/render-errors.ts';
import { renderLayer1 } from '#spec/contract/render-layer1.ts';
import { renderLlmsText } from '#spec/contract/render-llms.ts';
import { renderOpenApi } from '#spec/contract/render-openapi.ts';
import { renderToc } from '#spec/contract/render-toc.ts';
import { renderActionSignatures, renderEventSignatures } from '#spec/contract/signatures.ts';
import { errors } from '#spec/errors.ts';
import { hub } from '#spec/hub.ts';
import { lazy } from '#spec/lazy.ts';
import { operations } from '#spec/rest/index.ts';
import { defaultEventsUrl, hubPath } from '#spec/service-address.ts';
import { cacheJson } from './pipeline/result.ts';
import { getSupportedActions, getSupportedEvents } from './service-capabilities.ts';
import { renderEventCatalog } from './viewers/render-event-catalog.ts';
import { renderOrientationPage } from './viewers/render-orientation-page.ts';
import type { RuntimeCapabilities, RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { Call } from './pipeline/call.ts';

/** Caches the latest result for as long as the argument stays the same. */
const memoizeLatest = <A, T>(render: (input: A) => T): ((input: A) => T) => {
  let rendered: { input: A; value: T } | undefined;
  return (input) => {
    if (!rendered || rendered.input !== input) rendered = { input, value: render(input) };
    return rendered.value;
  };
};

/**
 * The caller that requests a document, the listener that received the request, and the base path of a reverse proxy.
 */
type DocumentReader = Pick<Call, 'host' | 'remoteListener'> & { readonly basePath?: string };

/** Returns the address of the hub, with the host name that the caller used. */
const toEventsUrl = ({ host, remoteListener, basePath = '' }: DocumentReader): string => {
  const path = `${basePath}${hubPath}`;
  const url = `${remoteListener ? 'wss' : 'ws'}://${host}${path}`;
  return host !== undefined && URL.canParse(url) ? url : new URL(path, defaultEventsUrl).href;
};

type CapableLink = Pick<RuntimeLink, 'capabilities'>;

const createApiDocuments = (version: string, strict: boolean) => {
  const openapi = lazy(() => renderOpenApi(operations, { version, strict }));
  const asyncapi = memoizeLatest((abilities?: RuntimeCapabilities) =>
    renderAsyncApi({ events: getSupportedEvents(abilities), hub, version }),
  );
  const asyncapiPage = memoizeLatest((eventsUrl: string) =>
    renderEventCatalog(withEventsUrl(asyncapi(undefined), eventsUrl)),
  );
  const asyncapiJson = memoizeLatest((abilities?: RuntimeCapabilities) =>
    memoizeLatest((eventsUrl: string) => cacheJson({ ...withEventsUrl(asyncapi(abilities), eventsUrl) })),
  );
  const actionsSchema = memoizeLatest((abilities?: RuntimeCapabilities) =>
    cacheJson({ ...renderActionsSchema(getSupportedActions(abilities)) }),
  );
  const actionSignatures = memoizeLatest((abilities?: RuntimeCapabilities) =>
    renderActionSignatures(getSupportedActions(abilities)),
  );
  const eventSignatures = memoizeLatest((abilities?: RuntimeCapabilities) =>
    renderEventSignatures(getSupportedEvents(abilities)),
  );
  const llms = memoizeLatest((abilities?: RuntimeCapabilities) =>
    renderLlmsText({
      ...{ operations, errors, version },
      actions: getSupportedActions(abilities),
      events: getSupportedEvents(abilities),
    }),
  );
  return {
    openapi: lazy(() => cacheJson({ ...toGeneratorForm(openapi()) })),
    asyncapi: ({ capabilities }: CapableLink, reader: DocumentReader) =>
      asyncapiJson(capabilities)(toEventsUrl(reader)),
    toc: lazy(() => [...renderToc(operations)]),
    layer1: lazy(() => cacheJson({ ...renderLayer1(openapi()) })),
    actions: ({ capabilities }: CapableLink) => actionsSchema(capabilities),
    actionSignatures: ({ capabilities }: CapableLink) => actionSignatures(capabilities),
    eventSignatures: ({ capabilities }: CapableLink) => eventSignatures(capabilities),
    errors: lazy(() => [...renderErrors(errors)]),
    llms: ({ capabilities }: CapableLink) => llms(capabilities),
    llmsPage: lazy(() => renderOrientationPage(llms(undefined))),
    asyncapiPage: (reader: DocumentReader) => asyncapiPage(toEventsUrl(reader)),
  };
};

export type ApiDocuments = ReturnType<typeof createApiDocuments>;

const lenientDocuments = memoizeLatest((version: string) => createApiDocuments(version, false));
const strictDocuments = memoizeLatest((version: string) => createApiDocuments(version, true));

/**
 * Creates the documents for a version of the service. Each document is rendered on first use and then cached.
 * @param strict whether the service rejects unknown fields
 */
export const getApiDocuments = (version: string, strict = false): ApiDocuments =>
  strict ? strictDocuments(version) : lenientDocuments(version);
