/** What objects touch, told by their tags. */
import { zeroVector } from '../physics/vector-math.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Contact, ContactEvent } from '../physics/contact-tracker.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';

/** What an object touches. */
export interface ObjectContact {
  /** Tag of the other object. */
  readonly other: string;
  /** Middle of where they touch, in the world; zero in a trigger, and of what no longer touches. */
  readonly point: Vector3;
  /** Newton seconds that the last step took to keep them apart. */
  readonly impulse: number;
}

/** What an object has begun or ceased to touch. */
type ObjectContactChange = ObjectContact & { readonly phase: 'begin' | 'end' };

/** Changes by the id of the object, for each of the two that touch. */
export type ObjectContactChanges = Readonly<Record<string, readonly ObjectContactChange[]>>;

interface ObjectContacts {
  /** An object is about to go: what it has touched in the last step may yet be told to have ended. */
  objectLeaving(object: SceneObject): void;
  /** What an object touches, of contacts that are all its own. */
  listContacts(object: SceneObject, contacts: readonly Contact[]): ObjectContact[];
  /** What has begun and ended in a step. */
  toContactChanges(contacts: readonly ContactEvent[]): ObjectContactChanges;
  /** A step was made: what ended by objects that went before it has been told. */
  clearLeft(): void;
  /** Tags by id of objects that went since the last step. */
  state(): unknown;
}

export const createObjectContacts = ({ findById }: Pick<Scene, 'findById'>): ObjectContacts => {
  const gone = new Map<string, string>();

  const touchOf = ({ point = zeroVector, impulse }: Contact, other: string): ObjectContact => ({
    ...{ other: findById(other)?.tag ?? gone.get(other) ?? '', point, impulse },
  });

  return {
    objectLeaving: ({ id, tag }) => void gone.set(id, tag),
    listContacts: ({ id }, contacts) =>
      contacts.map((contact) => {
        const [first, second] = contact.owners;
        return touchOf(contact, first === id ? second : first);
      }),
    toContactChanges(contacts) {
      const changes: Record<string, ObjectContactChange[]> = {};
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
    clearLeft: () => gone.clear(),
    state: () => [...gone],
  };
};
