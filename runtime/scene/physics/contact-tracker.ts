/** The contacts between bodies, and the contact changes in a step. */
import type { Collider, EventQueue, World } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import { addVectors, scaleVector, zeroVector } from './vector-math.ts';
import type { Body, BodyHandle } from './rigid-body.ts';

/** Two bodies, the older one first. Either the bodies touch each other, or one is inside a trigger of the other. */
export interface Contact {
  readonly kind: 'contact' | 'trigger';
  readonly bodies: readonly [BodyHandle, BodyHandle];
  readonly owners: readonly [string, string];
  /** The centre of the contact in the world; absent for triggers and for contacts that have ended. */
  readonly point?: Vector3;
  /** The impulse that separated the bodies in the last step, in newton seconds. */
  readonly impulse: number;
}

export interface ContactEvent extends Contact {
  readonly phase: 'begin' | 'end';
}

/** The body and owner that a collider belongs to, keyed by the collider's engine handle. */
interface ColliderOwner {
  readonly body: BodyHandle;
  readonly owner: string;
  readonly isTrigger: boolean;
}

interface ContactPair {
  readonly kind: Contact['kind'];
  readonly a: ColliderOwner;
  readonly b: ColliderOwner;
  /** Pairs of engine handles of touching colliders, keyed by both handles. */
  readonly colliders: Map<string, readonly [number, number]>;
}

/** The state that the engine's own snapshot does not contain. */
export interface ContactState {
  readonly departed: readonly (readonly [number, ColliderOwner])[];
  readonly fresh: readonly number[];
  readonly touching: readonly (readonly [number, number])[];
}

const compareBodies = (first: ContactPair, second: ContactPair): number =>
  first.a.body - second.a.body || first.b.body - second.b.body || (first.kind < second.kind ? -1 : 1);

/** Measures the position and impulse of a contact between two bodies. */
const measureContact = (
  world: World,
  { kind, colliders }: ContactPair,
): Pick<Contact, 'point' | 'impulse'> => {
  let [sum, points, impulse] = [zeroVector, 0, 0];
  if (kind === 'trigger') return { impulse };
  for (const [first, second] of colliders.values()) {
    world.contactPair(world.getCollider(first), world.getCollider(second), (manifold) => {
      for (let at = 0; at < manifold.numContacts(); at += 1) impulse += manifold.contactImpulse(at);
      for (let at = 0; at < manifold.numSolverContacts(); at += 1) {
        sum = addVectors(sum, manifold.solverContactPoint(at) ?? zeroVector);
        points += 1;
      }
    });
  }
  return points === 0 ? { impulse } : { point: scaleVector(sum, 1 / points), impulse };
};

const toContact = ({ kind, a, b }: ContactPair, details: Pick<Contact, 'point' | 'impulse'>): Contact => ({
  kind,
  bodies: [a.body, b.body],
  owners: [a.owner, b.owner],
  ...details,
});

export const createContactTracker = () => {
  const members = new Map<number, ColliderOwner>();
  /** Colliders that have not taken part in a step yet, so they have no contacts that could end. */
  const unsteppedColliders = new Set<number>();
  /** Removed colliders, which are kept until the engine has reported the end of their contacts. */
  const removedColliders = new Map<number, ColliderOwner>();
  const pairs = new Map<string, ContactPair>();

  const getKey = ({ a, b, kind }: ContactPair): string => `${a.body} ${b.body} ${kind}`;

  const findPair = (first: number, second: number): ContactPair | undefined => {
    const firstOwner = members.get(first) ?? removedColliders.get(first);
    const secondOwner = members.get(second) ?? removedColliders.get(second);
    if (!firstOwner || !secondOwner) return;
    const [a, b] = firstOwner.body < secondOwner.body ? [firstOwner, secondOwner] : [secondOwner, firstOwner];
    const kind = a.isTrigger || b.isTrigger ? 'trigger' : 'contact';
    const pair: ContactPair = { kind, a, b, colliders: new Map() };
    const existing = pairs.get(getKey(pair));
    if (!existing) pairs.set(getKey(pair), pair);
    return existing ?? pair;
  };

  const toEvent = (pair: ContactPair, world: World): ContactEvent =>
    pair.colliders.size > 0
      ? { phase: 'begin', ...toContact(pair, measureContact(world, pair)) }
      : { phase: 'end', ...toContact(pair, { impulse: 0 }) };

  return {
    addBody({ handle, owner, colliders, options }: Body) {
      for (const [at, { collider }] of colliders.entries()) {
        const isTrigger = options.colliders[at]?.isTrigger ?? false;
        members.set(collider.handle, { body: handle, owner, isTrigger });
        unsteppedColliders.add(collider.handle);
      }
    },
    /** Must be called before a collider is removed. The next step then reports the end of the collider's contacts. */
    removeCollider({ handle }: Collider) {
      const member = members.get(handle);
      members.delete(handle);
      if (member && !unsteppedColliders.delete(handle)) removedColliders.set(handle, member);
    },
    /** Returns the contacts that began and ended in the last step, ordered by body handles. */
    collectChanges(queue: EventQueue, world: World): ContactEvent[] {
      const changed = new Map<ContactPair, { readonly wasTouching: boolean }>();
      queue.drainCollisionEvents((handleA, handleB, started) => {
        const [first, second] = handleA < handleB ? [handleA, handleB] : [handleB, handleA];
        const pair = findPair(first, second);
        if (!pair) return;
        if (!changed.has(pair)) changed.set(pair, { wasTouching: pair.colliders.size > 0 });
        if (started) pair.colliders.set(`${first} ${second}`, [first, second]);
        else pair.colliders.delete(`${first} ${second}`);
      });
      removedColliders.clear();
      unsteppedColliders.clear();
      for (const pair of changed.keys()) if (pair.colliders.size === 0) pairs.delete(getKey(pair));
      return [...changed]
        .filter(([{ colliders }, { wasTouching }]) => colliders.size > 0 !== wasTouching)
        .map(([pair]) => pair)
        .sort(compareBodies)
        .map((pair) => toEvent(pair, world));
    },
    /** Lists all current contacts, or only the contacts of one body, ordered by body handles. */
    listTouching: (world: World, body?: BodyHandle): Contact[] =>
      [...pairs.values()]
        .filter(({ a, b }) => body === undefined || a.body === body || b.body === body)
        .map((pair) => ({ ...pair, colliders: isPairPresent(pair.colliders, members) }))
        .filter(({ colliders }) => colliders.size > 0)
        .sort(compareBodies)
        .map((pair) => toContact(pair, measureContact(world, pair))),
    state: (): ContactState => ({
      departed: [...removedColliders],
      fresh: [...unsteppedColliders],
      touching: [...pairs.values()].flatMap(({ colliders }) => [...colliders.values()]),
    }),
    /** Restores a state. All bodies must already be registered. */
    restore(state: ContactState) {
      for (const [handle, member] of state.departed) removedColliders.set(handle, member);
      unsteppedColliders.clear();
      for (const handle of state.fresh) unsteppedColliders.add(handle);
      for (const [first, second] of state.touching) {
        findPair(first, second)?.colliders.set(`${first} ${second}`, [first, second]);
      }
    },
  };
};

export type ContactTracker = ReturnType<typeof createContactTracker>;

const isPairPresent = (
  colliders: ContactPair['colliders'],
  members: ReadonlyMap<number, ColliderOwner>,
): ContactPair['colliders'] =>
  new Map([...colliders].filter(([, handles]) => handles.every((handle) => members.has(handle))));
