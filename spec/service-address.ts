/** The port of a service that was told none. */
export const defaultPort = 7180;

/** The port of LAN mode in a service that was told none. */
export const defaultLanPort = 7181;

/** Where the hub lives, on whatever host and port. */
export const hubPath = '/api/events';

export const defaultEventsUrl = `ws://127.0.0.1:${defaultPort}${hubPath}`;
