import { portTypeNames, portTypes, variableTypes } from '#spec/values.ts';
import { Result } from '../pipeline/result.ts';
import { describeService } from './meta/service-description.ts';
import type { metaOperations } from '#spec/rest/meta.ts';
import type { HandlerServices, Handlers } from '../pipeline/define-handler.ts';

export const metaHandlers: Handlers<typeof metaOperations> = {
  getApi: (_, { version, basePath }) => ({
    name: 'Scene Runtime Control API',
    version,
    description: describeService,
    links: prefixLinks(basePath, {
      health: '/api/health',
      llms: '/llms.txt',
      asyncapi: '/asyncapi',
      reference: '/reference',
      docs: '/docs',
      toc: '/api/toc',
      nodeTypes: '/api/node-types/enum-values',
      actions: '/api/actions/schema',
      events: '/api/events/types',
      openapi: '/openapi.json',
    }),
  }),

  getHealth: (_, { version, basePath, security, controller, link }, { call, isAuthenticated }) => ({
    status: 'ok',
    runtimeConnected: link.connected,
    projectName: controller.project?.name ?? null,
    apiVersion: version,
    apiEnabled: security.settings.apiEnabled,
    authenticated: isAuthenticated,
    ...(controller.unsavedSince && { unsavedSince: controller.unsavedSince.toISOString() }),
    ...(!isAuthenticated && { auth: describeAuthentication({ security, basePath }, call.isLoopback) }),
  }),

  getToc: (_, { documents }) => documents.toc(),

  getTypes: (_, { controller }) => ({
    PortTypes: portTypeNames,
    VariableTypes: variableTypes,
    NodeCategories: [...new Set(controller.store.catalog.listVisible().map(({ category }) => category))],
    PortTypeDescriptions: Object.fromEntries(
      portTypeNames.map((name) => [name, portTypes[name].description]),
    ),
    PortValueFormats: Object.fromEntries(
      portTypeNames.map((name) => [
        name,
        { accepts: portTypes[name].accepts, examples: portTypes[name].examples },
      ]),
    ),
    ConnectionCompatibility: 'POST /api/graphs/{graphId}/connections/validate',
  }),

  listErrors: (_, { documents }) => documents.errors(),

  getError: ({ params }, { documents, fail }) =>
    documents.errors().find(({ code }) => code === params.code.toUpperCase()) ??
    fail('ERROR_CODE_NOT_FOUND', `The error catalog has no code '${params.code}'.`),

  getLayer1Schemas: (_, { documents }) => documents.layer1(),

  getCatalog: (_, { documents }) => documents.catalog(),

  getActionsSchema: (_, { documents, link }) =>
    Result.withSignatures(documents.actions(link), () => documents.actionSignatures(link)),

  getEventTypes: (_, { documents, link, basePath }, { call: { host, remoteListener } }) =>
    Result.withSignatures(documents.asyncapi(link, { host, remoteListener, basePath }), () =>
      documents.eventSignatures(link),
    ),

  getLlmsText: (_, { documents, link }) => documents.llms(link),

  getOpenApi: (_, { documents }) => documents.openapi(),
};

/** Adds the reverse proxy's prefix to links. */
const prefixLinks = (basePath: string, links: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(links).map(([name, path]) => [name, `${basePath}${path}`]));

/**
 * Describes authentication to callers without a token. The location of the token file is included only for callers on this machine.
 */
const describeAuthentication = (
  { security: { settingsFile }, basePath }: Pick<HandlerServices, 'security' | 'basePath'>,
  loopback: boolean,
) => ({
  required: true as const,
  header: 'X-API-Key' as const,
  docs: `${basePath}/llms.txt`,
  ...(loopback && {
    tokenFile: settingsFile,
    howToEnable: `Set apiEnabled to true in ${settingsFile} and send its apiToken in the X-API-Key header.`,
  }),
});
