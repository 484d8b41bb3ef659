import type { Route, SceneClient } from '#spec/client/index.ts';

/** What the service that is shown can, as it says itself. */
export interface ServiceCapabilities {
  readonly version: string;
  /** Whether it answers more than a few free routes. */
  readonly apiEnabled: boolean;
  /** Whether it takes the token of the page. */
  readonly authenticated: boolean;
  readonly projectName: string | null;
  /** Whether it serves a route. */
  hasRoute(route: Route): boolean;
}

/** Asks a service what it is, and which routes its interface description has. */
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

/** A route whatever its path parameters are called. */
const stripParameterNames = (route: string): string => route.replace(/\{\w+\}/g, '{}');
