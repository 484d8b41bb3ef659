import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { PortTypeName } from '../values.ts';
import { ErrorRecord } from './records.ts';

const AnyDocument = z.record(z.string(), z.unknown());

export const meta = {
  getApi: operation({
    route: 'GET /api',
    area: 'meta',
    summary: 'Name, version, description and links of the service',
    returns: {
      200: z.object({
        name: z.string(),
        version: z.string(),
        description: z.string(),
        links: chosen('C-14', z.record(z.string(), z.string())),
      }),
    },
  }),
  getHealth: operation({
    route: 'GET /api/health',
    area: 'meta',
    summary:
      'Health of the service, state of the runtime link, project, and whether the caller is authenticated',
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
          unsavedSince: chosen('C-68', z.iso.datetime().optional()),
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
  getToc: operation({
    route: 'GET /api/toc',
    area: 'meta',
    summary: 'Every route of the service with its purpose',
    tier: 'free',
    list: true,
    returns: {
      200: z
        .object({
          method: chosen('C-14', z.string()),
          route: chosen('C-14', z.string()),
          purpose: chosen('C-14', z.string()),
        })
        .meta({ id: 'TocEntry' }),
    },
  }),
  getTypes: operation({
    route: 'GET /api/types',
    area: 'discovery',
    summary: 'The type catalog: port types, variable types, node categories and value formats',
    returns: {
      200: z
        .object({
          PortTypes: z.array(PortTypeName),
          VariableTypes: z.array(z.string()),
          NodeCategories: z.array(z.string()),
          PortTypeDescriptions: chosen('C-15', z.record(z.string(), z.string())),
          PortValueFormats: chosen('C-15', z.record(z.string(), z.unknown())),
          ConnectionCompatibility: chosen('C-15', z.string()),
        })
        .meta({ id: 'TypeCatalog' }),
    },
  }),
  listErrors: operation({
    route: 'GET /api/errors',
    area: 'meta',
    summary: 'The error catalog',
    list: true,
    listChoice: 'C-09',
    returns: { 200: ErrorRecord },
  }),
  getError: operation({
    route: 'GET /api/errors/{code}',
    area: 'meta',
    summary: 'One entry of the error catalog; the code in any letter case',
    returns: { 200: ErrorRecord },
    errors: ['ERROR_CODE_NOT_FOUND'],
  }),
  getLayer1Schemas: operation({
    route: 'GET /api/schemas/layer1',
    area: 'meta',
    summary: 'Operation schemas of the graph editing layer, by area',
    tier: 'free',
    returns: { 200: chosen('C-14', AnyDocument) },
  }),
  getActionsSchema: operation({
    route: 'GET /api/actions/schema',
    area: 'actions',
    summary: 'Schemas and parameters of every direct action',
    tier: 'free',
    returns: { 200: chosen('C-16', AnyDocument) },
  }),
  getEventTypes: operation({
    route: 'GET /api/events/types',
    area: 'hub',
    summary: 'The event catalog, an AsyncAPI 3.0.0 document',
    returns: { 200: AnyDocument },
  }),
  getLlmsText: operation({
    route: 'GET /llms.txt',
    area: 'meta',
    summary: 'Orientation for a client, as plain text',
    tier: 'free',
    returns: { 200: 'text/plain; charset=utf-8' },
  }),
  getOpenApi: operation({
    route: 'GET /openapi.json',
    area: 'meta',
    summary: 'The interface description, OpenAPI 3.0.1',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: AnyDocument },
  }),
} as const;
