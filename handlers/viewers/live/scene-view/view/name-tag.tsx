import { render } from 'preact';
import { type Camera, type Sphere, Vector3 } from 'three';
import { Icon } from '../../components/icon.tsx';
import { getObjectIcon, getObjectLabel } from '../object-labels.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { SceneObjectRecord } from '../scene-objects.ts';

interface NameTagOptions {
  readonly host: HTMLElement;
  readonly selection: ReadonlySignal<string | undefined>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
}

interface NameTag {
  /** Moves the tag next to a part of the world, inside the picture. Hides it if the part's center is outside. */
  moveTo(bounds: Sphere | undefined, camera: Camera): void;
  close(): void;
}

/** The distance between the selected object and its tag, in CSS pixels. */
const gapPx = 4;

/** The height of the strip with the toolbars at the top of the picture, in CSS pixels. */
const toolbarsPx = 48;

/** Creates a tag over the canvas with the selected object's name. */
export const createNameTag = ({ host, selection, objects }: NameTagOptions): NameTag => {
  const element = document.createElement('div');
  element.className = 'name-tag';
  element.hidden = true;
  // the properties beside the scene have the name as their heading
  element.ariaHidden = 'true';
  host.append(element);
  render(<NameTagContent selection={selection} objects={objects} />, element);
  const center = new Vector3();
  const edge = new Vector3();
  return {
    moveTo(bounds, camera) {
      element.hidden = !bounds;
      if (!bounds) return;
      const { clientWidth, clientHeight } = host;
      edge.setFromMatrixColumn(camera.matrixWorld, 1).multiplyScalar(bounds.radius).add(bounds.center);
      edge.project(camera);
      center.copy(bounds.center).project(camera);
      element.hidden = center.z > 1 || Math.abs(center.x) > 1 || Math.abs(center.y) > 1;
      if (element.hidden) return;
      const radius = (Math.abs(edge.y - center.y) * clientHeight) / 2;
      const left = ((center.x + 1) * clientWidth) / 2 + radius * 0.8 + gapPx;
      const bottom = ((center.y + 1) * clientHeight) / 2 + radius * 0.8 + gapPx;
      const maxLeft = clientWidth - element.offsetWidth - gapPx;
      const maxBottom = clientHeight - toolbarsPx - element.offsetHeight;
      element.style.left = `${Math.round(Math.min(left, maxLeft))}px`;
      element.style.bottom = `${Math.round(Math.min(bottom, maxBottom))}px`;
    },
    close() {
      render(null, element);
      element.remove();
    },
  };
};

const NameTagContent = ({ selection, objects }: Pick<NameTagOptions, 'selection' | 'objects'>) => {
  const selected = objects.value.find(({ tag }) => tag === selection.value);
  if (!selected) return null;
  return (
    <>
      <Icon name={getObjectIcon(selected.type)} class="small" />
      {getObjectLabel(selected)}
    </>
  );
};
