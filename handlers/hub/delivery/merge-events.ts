import type { Envelope, EventData } from '#spec/events.ts';

/**
 * Merges an older event with a newer event of the same type and source. The newer event replaces the older one, except
 * that ports which only the older event contains are kept.
 */
export const mergeEvents = (older: Envelope, newer: Envelope): Envelope =>
  newer.type === 'ports.updated' ? { ...newer, data: mergePorts(older.data, newer.data) } : newer;

type Ports = EventData<'ports.updated'>['ports'];

const mergePorts = (older: Envelope['data'], newer: Envelope['data']): Envelope['data'] => {
  const ports = [...(older.ports as Ports), ...(newer.ports as Ports)];
  return { ...newer, ports: [...new Map(ports.map((port) => [port.portId, port])).values()] };
};
