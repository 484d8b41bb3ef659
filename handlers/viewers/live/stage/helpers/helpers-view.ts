import { effect, untracked } from '@preact/signals';
import { Group, Matrix4 } from 'three';
import { createColliderWires } from './collider-wires.ts';
import { createFollower } from './follower.ts';
import { createHelpers } from './helpers.ts';
import { standAt, takeApart } from './stand.ts';
import { createSymbols } from './symbols.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Object3D, OrthographicCamera, PerspectiveCamera, Sprite } from 'three';
import type { SceneClient } from '#spec/client/index.ts';
import type { SceneItem } from '../objects/tree-rows.ts';
import type { Wishes } from '../wishes.ts';
import type { Anchors } from './follower.ts';
import type { Stand } from './stand.ts';

interface HelpersViewOptions {
  readonly client: Pick<SceneClient, 'request'>;
  readonly objects: ReadonlySignal<readonly SceneItem[]>;
  readonly wishes: Pick<Wishes, 'colliders' | 'symbols'>;
  readonly selection: ReadonlySignal<string | undefined>;
  readonly anchors: () => Anchors;
  /** A colour of the theme by its name. */
  readonly color: (name: string) => string;
  readonly onChange: () => void;
}

/** Where helpers are looked at from. */
interface Look {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  /** Height of the picture, in pixels of the page. */
  readonly height: number;
  /** Tag of the object that is looked through. */
  readonly through: string | undefined;
  /** Where the reader holds the selected object. */
  readonly held: Object3D | undefined;
}

/** Colliders, lights and cameras, as they are drawn on top of the scene. */
interface HelpersView {
  readonly group: Group;
  /** What can be clicked of them. */
  sprites(): readonly Sprite[];
  look(): void;
  draw(look: Look): void;
  close(): void;
}

export const createHelpersView = (options: HelpersViewOptions): HelpersView => {
  const { wishes, selection, anchors, color, onChange } = options;
  const group = new Group();
  const wires = createColliderWires({ solid: color('--collider'), trigger: color('--trigger') });
  const symbols = createSymbols(color('--marker'));
  group.add(wires.group, symbols.group);
  const follower = createFollower();
  const helpers = createHelpers({
    ...options,
    onAsk: () => follower.mark(anchors()),
    onAnswer: (list) =>
      follower.learn(new Map(list.map(({ object, line }) => [object, standAt(line)])), anchors()),
  });

  const stops = [
    effect(() => {
      void [options.objects.value, wishes.colliders.value, wishes.symbols.value];
      untracked(() => void helpers.look());
    }),
    effect(() => {
      void helpers.list.value;
      onChange();
    }),
  ];

  return {
    group,
    sprites: symbols.sprites,
    look: () => void helpers.look(),
    draw({ held, ...view }) {
      let drawn: Anchors | undefined;
      const standOf = (object: string): Stand | undefined => {
        drawn ??= anchors();
        const stand = follower.now(object, drawn);
        return stand && held && object === selection.value && !drawn.has(object)
          ? standHeld(stand, held)
          : stand;
      };
      const [colliders, others] = [true, false].map((isCollider) =>
        helpers.list.value.filter(({ kind }) => (kind === 'Collider') === isCollider),
      );
      wires.show(colliders ?? [], standOf);
      symbols.show(others ?? [], { ...view, selected: selection.value, standOf });
    },
    close() {
      for (const stop of stops) stop();
      wires.close();
      symbols.close();
    },
  };
};

/** Where an object stands that nothing is drawn of, while the reader holds it. */
const standHeld = (stand: Stand, { position, quaternion }: Object3D): Stand => ({
  ...stand,
  matrix: new Matrix4().compose(position, quaternion, takeApart(stand).scale),
});
