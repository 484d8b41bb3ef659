import type { Envelope, EventData } from '#spec/events.ts';

/**
 * What stands for an older event and a newer one of the same kind and source: the newer one. An update of
 * ports names only those that changed, so ports that only the older one names are kept.
 */
export const mergeEvents = (older: Envelope, newer: Envelope): Envelope =>
  newer.type === 'ports.updated' ? { ...newer, data: mergePorts(older.data, newer.data) } : newer;

type Ports = EventData<'ports.updated'>['ports'];

const mergePorts = (older: Envelope['data'], newer: Envelope['data']): Envelope['data'] => {
  const ports = [...(older.ports as Ports), ...(newer.ports as Ports)];
  return { ...newer, ports: [...new Map(ports.map((port) => [port.portId, port])).values()] };
};
