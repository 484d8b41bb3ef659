import type { Route, SceneClient } from '#spec/client/index.ts';

/** What the service that is shown can, as it says itself. */
export interface Offer {
  readonly version: string;
  /** Whether it answers more than a few free routes. */
  readonly apiEnabled: boolean;
  /** Whether it takes the token of the page. */
  readonly authenticated: boolean;
  readonly projectName: string | null;
  /** Whether it serves a route. */
  has(route: Route): boolean;
}

/** Asks a service what it is, and which routes its interface description has. */
export const readOffer = async (client: SceneClient): Promise<Offer> => {
  const [health, description] = await Promise.all([
    client.request('GET /api/health'),
    client.request('GET /openapi.json') as Promise<Description>,
  ]);
  const routes = new Set(
    Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => nameless(`${method.toUpperCase()} ${path}`)),
    ),
  );
  return {
    version: health.apiVersion,
    apiEnabled: health.apiEnabled,
    authenticated: health.authenticated,
    projectName: health.projectName,
    has: (route) => routes.has(nameless(route)),
  };
};

interface Description {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A route whatever its path parameters are called. */
const nameless = (route: string): string => route.replace(/\{\w+\}/g, '{}');
