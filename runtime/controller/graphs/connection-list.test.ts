import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConnectionList } from './connection-list.ts';
import { PortConnections } from './port-connections.ts';

interface TestConnection {
  readonly id: string;
  readonly port: string;
  index: number;
}

/** Each step applies an operation to a present or removed connection. */
const steps = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'remove', 'remove', 'look'), which: fc.nat(200) }),
  { maxLength: 300 },
);

const listConnections = (wires: PortConnections<TestConnection>): Map<string, readonly TestConnection[]> =>
  new Map([...wires].map(([port, list]) => [port, [...list]]));

test('finds the same connections by id and port as plain maps, in creation order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 90 }), steps, (first, more) => {
      const list = new ConnectionList<TestConnection>();
      const sides = new PortConnections<TestConnection>();
      const byId = new Map<string, TestConnection>();
      const byPort = new Map<string, readonly TestConnection[]>();
      const gone: TestConnection[] = [];
      let number = 0;
      const add = (port: string): void => {
        number += 1;
        const wire = { id: `wire ${number}`, port, index: 0 };
        list.add(wire);
        sides.add(port, wire);
        byId.set(wire.id, wire);
        byPort.set(port, [...(byPort.get(port) ?? []), wire]);
      };
      const remove = (wire: TestConnection): void => {
        list.remove(wire);
        sides.remove(wire.port, wire);
        byId.delete(wire.id);
        gone.push(wire);
        const rest = byPort.get(wire.port)?.filter((other) => other !== wire) ?? [];
        if (rest.length > 0) byPort.set(wire.port, rest);
        else byPort.delete(wire.port);
      };
      for (const port of first) add(`port ${port}`);
      for (const { kind, which } of more) {
        const wire = [...byId.values(), ...gone][which % (byId.size + gone.length || 1)];
        if (kind === 'add') add(`port ${which % 4}`);
        else if (wire && kind === 'remove') remove(wire);
        else if (wire) expect(list.get(wire.id)).toBe(byId.get(wire.id));
      }
      expect(list.size).toBe(byId.size);
      expect([...list.values()]).toEqual([...byId.values()]);
      expect(gone.filter((wire) => list.includes(wire) || list.has(wire.id))).toEqual([]);
      expect([...byId.values()].filter((wire) => !list.includes(wire) || !list.has(wire.id))).toEqual([]);
      expect(listConnections(sides)).toEqual(byPort);
      expect([...listConnections(sides).keys()]).toEqual([...byPort.keys()]);
      expect(sides.size).toBe(byPort.size);
    }),
  );
});
