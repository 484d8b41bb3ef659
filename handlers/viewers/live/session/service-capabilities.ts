import type { Route, SceneClient } from '#spec/client/index.ts';

/** The capabilities that the service reports. */
export interface ServiceCapabilities {
  readonly version: string;
  /** Whether the API is on; otherwise only the public routes respond. */
  readonly apiEnabled: boolean;
  /** Whether the service accepts the token of the page. */
  readonly authenticated: boolean;
  readonly projectName: string | null;
  /** Whether the service has a route. */
  hasRoute(route: Route): boolean;
}

/** Reads the state of a service and the routes of its OpenAPI document. */
export const readServiceCapabilities = async (client: SceneClient): Promise<ServiceCapabilities> => {
  const [health, description] = await Promise.all([
    client.request('GET /api/health'),
    client.request('GET /openapi.json') as Promise<OpenApiDescription>,
  ]);
  const routes = new Set(
    Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => stripParameterNames(`${method.toUpperCase()} ${path}`)),
    ),
  );
  return {
    version: health.apiVersion,
    apiEnabled: health.apiEnabled,
    authenticated: health.authenticated,
    projectName: health.projectName,
    hasRoute: (route) => routes.has(stripParameterNames(route)),
  };
};

interface OpenApiDescription {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Removes the names of path parameters from a route. */
const stripParameterNames = (route: string): string => route.replace(/\{\w+\}/g, '{}');
