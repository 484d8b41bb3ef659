/** The contacts of objects, which are identified by their tags. */
import { zeroVector } from '../physics/vector-math.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Contact, ContactEvent } from '../physics/contact-tracker.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';

export interface ObjectContact {
  /** The tag of the other object. */
  readonly other: string;
  /** The centre of the contact in the world; zero for a trigger and for an ended contact. */
  readonly point: Vector3;
  /** The impulse that separated the objects in the last step, in newton seconds. */
  readonly impulse: number;
}

/** A contact that began or ended. */
type ObjectContactChange = ObjectContact & { readonly phase: 'begin' | 'end' };

/** Contact changes keyed by object id. Each change is listed for both objects of the contact. */
export type ObjectContactChanges = Readonly<Record<string, readonly ObjectContactChange[]>>;

interface ObjectContacts {
  /** Must be called before an object is removed, since the end of its contacts may still be reported later. */
  recordRemoved(object: SceneObject): void;
  listContacts(object: SceneObject, contacts: readonly Contact[]): ObjectContact[];
  toContactChanges(contacts: readonly ContactEvent[]): ObjectContactChanges;
  /**
   * Forgets the removed objects. Called after each step, because the ends of their contacts have been reported by then.
   */
  clearRemoved(): void;
  /** Returns the tags of objects that were removed since the last step, keyed by object id. */
  state(): unknown;
}

export const createObjectContacts = ({ findById }: Pick<Scene, 'findById'>): ObjectContacts => {
  const removedTags = new Map<string, string>();

  const toObjectContact = ({ point = zeroVector, impulse }: Contact, otherId: string): ObjectContact => ({
    ...{ other: findById(otherId)?.tag ?? removedTags.get(otherId) ?? '', point, impulse },
  });

  return {
    recordRemoved: ({ id, tag }) => void removedTags.set(id, tag),
    listContacts: ({ id }, contacts) =>
      contacts.map((contact) => {
        const [first, second] = contact.owners;
        return toObjectContact(contact, first === id ? second : first);
      }),
    toContactChanges(contacts) {
      const changes: Record<string, ObjectContactChange[]> = {};
      const addChange = (owner: string, contact: ContactEvent, otherId: string): void => {
        changes[owner] ??= [];
        changes[owner].push({ phase: contact.phase, ...toObjectContact(contact, otherId) });
      };
      for (const contact of contacts) {
        const [first, second] = contact.owners;
        addChange(first, contact, second);
        addChange(second, contact, first);
      }
      return changes;
    },
    clearRemoved: () => removedTags.clear(),
    state: () => [...removedTags],
  };
};
