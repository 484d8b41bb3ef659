import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionList, PortConnections } from './connection-lists.ts';

interface TestConnection {
  readonly id: string;
  readonly port: string;
  index: number;
  order: number;
}

/** Each step applies an operation to a connection that is in the list or was removed from it. */
const steps = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'remove', 'remove', 'look'), which: fc.nat(200) }),
  { maxLength: 300 },
);

const listConnections = (
  connections: PortConnections<TestConnection>,
): Map<string, readonly TestConnection[]> =>
  new Map([...connections].map(([port, list]) => [port, [...list]]));

test('finds the same connections by id and port as plain maps, in creation order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 90 }), steps, (first, more) => {
      const list = new ConnectionList<TestConnection>();
      const sides = new PortConnections<TestConnection>();
      const byId = new Map<string, TestConnection>();
      const byPort = new Map<string, readonly TestConnection[]>();
      const removed: TestConnection[] = [];
      let number = 0;
      const add = (port: string): void => {
        number += 1;
        const connection = { id: `wire ${number}`, port, index: 0, order: 0 };
        list.add(connection);
        sides.add(port, connection);
        byId.set(connection.id, connection);
        byPort.set(port, [...(byPort.get(port) ?? []), connection]);
      };
      const remove = (connection: TestConnection): void => {
        list.remove(connection);
        sides.remove(connection.port, connection);
        byId.delete(connection.id);
        removed.push(connection);
        const remaining = byPort.get(connection.port)?.filter((other) => other !== connection) ?? [];
        if (remaining.length > 0) byPort.set(connection.port, remaining);
        else byPort.delete(connection.port);
      };
      for (const port of first) add(`port ${port}`);
      for (const { kind, which: index } of more) {
        const connection = [...byId.values(), ...removed][index % (byId.size + removed.length || 1)];
        if (kind === 'add') add(`port ${index % 4}`);
        else if (connection && kind === 'remove') remove(connection);
        else if (connection) expect(list.get(connection.id)).toBe(byId.get(connection.id));
      }
      expect(list.size).toBe(byId.size);
      expect([...list.values()]).toEqual([...byId.values()]);
      expect(removed.filter((connection) => list.includes(connection) || list.has(connection.id))).toEqual(
        [],
      );
      expect(
        [...byId.values()].filter((connection) => !list.includes(connection) || !list.has(connection.id)),
      ).toEqual([]);
      expect(listConnections(sides)).toEqual(byPort);
      expect([...listConnections(sides).keys()]).toEqual([...byPort.keys()]);
      expect(sides.size).toBe(byPort.size);
    }),
  );
});
