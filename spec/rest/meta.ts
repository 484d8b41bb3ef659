import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { PortTypeName } from '../values.ts';
import { ErrorRecord } from './response-records.ts';

const AnyDocument = z.record(z.string(), z.unknown());

export const metaOperations = {
  getApi: defineOperation({
    route: 'GET /api',
    area: 'meta',
    summary: 'Name, version, description and links of the service',
    description:
      'The starting point for a caller with a token: the description names the three layers, and the links lead to their documents.',
    returns: {
      200: z.object({
        name: z.string(),
        version: z.string(),
        description: z.string(),
        links: markChoice('C-14', z.record(z.string(), z.string())),
      }),
    },
  }),
  getHealth: defineOperation({
    route: 'GET /api/health',
    area: 'meta',
    summary:
      'Health of the service, state of the runtime link, project, and whether the caller is authenticated',
    description:
      'Works as long as the process is healthy, even while the API is off. For a caller without a valid token, `auth` explains how to get one. Only callers on this machine see the path of the settings file.',
    tier: 'free',
    returns: {
      200: z
        .object({
          status: z.string(),
          runtimeConnected: z.boolean(),
          projectName: z.string().nullable(),
          apiVersion: z.string(),
          apiEnabled: z.boolean(),
          authenticated: z.boolean(),
          unsavedSince: markChoice('C-68', z.iso.datetime().optional()),
          auth: z
            .object({
              required: z.literal(true),
              header: z.literal('X-API-Key'),
              docs: z.string(),
              tokenFile: z.string().optional(),
              howToEnable: z.string().optional(),
            })
            .optional(),
        })
        .meta({ id: 'Health' }),
    },
  }),
  getToc: defineOperation({
    route: 'GET /api/toc',
    area: 'meta',
    summary: 'Every route of the service with its purpose',
    description:
      'One entry per route, with its method, template and purpose. The list is built when the service starts.',
    tier: 'free',
    list: true,
    returns: {
      200: z
        .object({
          method: markChoice('C-14', z.string()),
          route: markChoice('C-14', z.string()),
          purpose: markChoice('C-14', z.string()),
        })
        .meta({ id: 'TocEntry' }),
    },
  }),
  getTypes: defineOperation({
    route: 'GET /api/types',
    area: 'discovery',
    summary: 'The type catalog: port types, variable types, node categories and value formats',
    description: 'Use these type names wherever the API expects a type. Other names fail with INVALID_VALUE.',
    returns: {
      200: z
        .object({
          PortTypes: z.array(PortTypeName),
          VariableTypes: z.array(z.string()),
          NodeCategories: z.array(z.string()),
          PortTypeDescriptions: markChoice('C-15', z.record(z.string(), z.string())),
          PortValueFormats: markChoice('C-15', z.record(z.string(), z.unknown())),
          ConnectionCompatibility: markChoice('C-15', z.string()),
        })
        .meta({ id: 'TypeCatalog' }),
    },
  }),
  listErrors: defineOperation({
    route: 'GET /api/errors',
    area: 'meta',
    summary: 'The error catalog',
    description: 'Every error code with its status, its condition and the call that fixes it.',
    list: true,
    listChoice: 'C-09',
    returns: { 200: ErrorRecord },
  }),
  getError: defineOperation({
    route: 'GET /api/errors/{code}',
    area: 'meta',
    summary: 'One entry of the error catalog; the code is not case-sensitive',
    description: 'Returns the condition of the code, its status and the call that fixes it.',
    returns: { 200: ErrorRecord },
    errors: ['ERROR_CODE_NOT_FOUND'],
  }),
  getLayer1Schemas: defineOperation({
    route: 'GET /api/schemas/layer1',
    area: 'meta',
    summary: 'Operation schemas of the graph editing layer, by area',
    description:
      'Parameters, bodies, responses and error codes of each operation. References point to the `components` of the same response.',
    tier: 'free',
    returns: { 200: markChoice('C-14', AnyDocument) },
  }),
  getCatalog: defineOperation({
    route: 'GET /api/schemas/catalog',
    area: 'meta',
    summary:
      'The catalog of the service: node types, values and conversions, actions, event kinds and data types',
    description:
      'For authors of runtimes and clients: everything in one document, whatever the connected runtime supports and the settings block. The package contains it as `spec/documents/catalog.json`. References point to the `components` of the same response.',
    choice: 'C-312',
    tier: 'free',
    returns: { 200: AnyDocument },
  }),
  getActionsSchema: defineOperation({
    route: 'GET /api/actions/schema',
    area: 'actions',
    summary: 'Schemas and parameters of every direct action',
    description:
      'Parameters and results as JSON schemas. Parameter names are not case-sensitive in a call. `form=signatures` returns one line per action, about 14 kB.',
    tier: 'free',
    signatures: 'C-190',
    returns: { 200: markChoice('C-16', AnyDocument) },
  }),
  getEventTypes: defineOperation({
    route: 'GET /api/events/types',
    area: 'hub',
    summary: 'The event catalog, an AsyncAPI 3.0.0 document',
    description:
      'Channels, messages and hub methods, all with examples, and the address at which the caller reaches the hub. `form=signatures` returns one line per event kind.',
    signatures: 'C-190',
    returns: { 200: AnyDocument },
  }),
  getLlmsText: defineOperation({
    route: 'GET /llms.txt',
    area: 'meta',
    summary: 'Orientation for a client, as plain text',
    description:
      'Explains what the service does, where to begin, and how to get from nothing to a running graph.',
    tier: 'free',
    returns: { 200: 'text/plain; charset=utf-8' },
  }),
  getOpenApi: defineOperation({
    route: 'GET /openapi.json',
    area: 'meta',
    summary: 'The interface description, OpenAPI 3.0.1',
    description:
      'Generated from the same definitions as routing and validation, so it matches what the service does.',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: AnyDocument },
  }),
} as const;
