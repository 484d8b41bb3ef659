/** What objects touch, told by their tags. */
import { zero } from '../physics/vectors.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Contact, ContactEvent } from '../physics/contacts.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';

/** What an object touches. */
export interface Touch {
  /** Tag of the other object. */
  readonly other: string;
  /** Middle of where they touch, in the world; zero in a trigger, and of what no longer touches. */
  readonly point: Vector3;
  /** Newton seconds that the last step took to keep them apart. */
  readonly impulse: number;
}

/** What an object has begun or ceased to touch. */
type TouchChange = Touch & { readonly phase: 'begin' | 'end' };

/** Changes by the id of the object, for each of the two that touch. */
export type TouchChanges = Readonly<Record<string, readonly TouchChange[]>>;

interface Touches {
  /** An object is about to go: what it has touched in the last step may yet be told to have ended. */
  part(object: SceneObject): void;
  /** What an object touches, of contacts that are all its own. */
  of(object: SceneObject, contacts: readonly Contact[]): Touch[];
  /** What has begun and ended in a step. */
  changes(contacts: readonly ContactEvent[]): TouchChanges;
  /** A step was made: what ended by objects that went before it has been told. */
  stepped(): void;
  /** Tags by id of objects that went since the last step. */
  state(): unknown;
}

export const createTouches = ({ withId }: Pick<Scene, 'withId'>): Touches => {
  const gone = new Map<string, string>();

  const touchOf = ({ point = zero, impulse }: Contact, other: string): Touch => ({
    ...{ other: withId(other)?.tag ?? gone.get(other) ?? '', point, impulse },
  });

  return {
    part: ({ id, tag }) => void gone.set(id, tag),
    of: ({ id }, contacts) =>
      contacts.map((contact) => {
        const [first, second] = contact.owners;
        return touchOf(contact, first === id ? second : first);
      }),
    changes(contacts) {
      const changes: Record<string, TouchChange[]> = {};
      const note = (owner: string, contact: ContactEvent, other: string): void => {
        changes[owner] ??= [];
        changes[owner].push({ phase: contact.phase, ...touchOf(contact, other) });
      };
      for (const contact of contacts) {
        const [first, second] = contact.owners;
        note(first, contact, second);
        note(second, contact, first);
      }
      return changes;
    },
    stepped: () => gone.clear(),
    state: () => [...gone],
  };
};
