/** The parts of an OpenAPI 3.0.1 document that the project reads and writes. */
import type { ErrorCode } from '../errors.ts';
import type { DocumentInfo } from './document-info.ts';
import type { Area } from './operation-spec.ts';
import type { Components, JsonSchema } from './json-schema.ts';

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface OpenApiHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiHeader>>;
  readonly content?: OpenApiContent;
  /** The error codes that are returned with this status. */
  readonly 'x-error-codes'?: readonly ErrorCode[];
  /** The sentence of the service description that defines this response. Present only in the normative projection. */
  readonly 'x-stated'?: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly Area[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent } | undefined;
  /** Responses, keyed by status or by a range such as `2XX`. */
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  /** The id of the choice, if the whole operation is the project's choice. */
  readonly 'x-choice'?: string;
  /** Maximum size of the request body in bytes. */
  readonly 'x-body-limit'?: number;
}

export type OpenApiMethod = 'get' | 'post' | 'put' | 'delete';

type OpenApiPathItem = Readonly<Partial<Record<OpenApiMethod, OpenApiOperation>>>;

export interface OpenApiDocument {
  readonly openapi: '3.0.1';
  readonly info: DocumentInfo & {
    readonly title: string;
    readonly version: 'v1';
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Components;
  };
}

export interface LocatedOperation {
  readonly path: string;
  readonly method: OpenApiMethod;
  readonly operation: OpenApiOperation;
}

/** Returns every operation in a document with its path and method, in document order. */
export const listOperations = (document: Pick<OpenApiDocument, 'paths'>): LocatedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as OpenApiMethod, operation })),
  );

/** Assembles paths from operations. This is the reverse of `listOperations`. */
export const toPaths = (located: readonly LocatedOperation[]): OpenApiDocument['paths'] => {
  const paths = new Map<string, OpenApiPathItem>();
  for (const { path, method, operation } of located)
    paths.set(path, { ...paths.get(path), [method]: operation });
  return Object.fromEntries(paths);
};
