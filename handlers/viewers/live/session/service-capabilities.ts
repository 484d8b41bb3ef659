import type { Route, SceneClient } from '#spec/client/index.ts';

/** What the service reports about itself: its state and its routes. */
export interface ServiceCapabilities {
  readonly version: string;
  /** Whether the API is on. If it is off, only the public routes respond. */
  readonly apiEnabled: boolean;
  /** Whether the service accepts the page's token. */
  readonly authenticated: boolean;
  readonly projectName: string | null;
  /** Whether the service has the given route. */
  hasRoute(route: Route): boolean;
}

/** Reads a service's state, and the routes in its OpenAPI document. */
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

/** Replaces the names of a route's path parameters with empty braces. */
const stripParameterNames = (route: string): string => route.replace(/\{\w+\}/g, '{}');
