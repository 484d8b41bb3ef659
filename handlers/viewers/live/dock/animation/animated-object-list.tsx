import { useLivePage } from '../../app/live-page-context.ts';
import type { AnimatedObject } from './animated-objects-reader.ts';

/** A list of objects with animations, shown instead of the timeline while no object is selected. */
export const AnimatedObjectList = ({ owners }: { readonly owners: readonly AnimatedObject[] }) => {
  const { selection } = useLivePage();
  return (
    <div class="owners">
      <p class="quiet">Select an object to see its animations.{owners.length > 0 && ' These have clips:'}</p>
      {owners.length > 0 && (
        <ul>
          {owners.map(({ tag, clips, playing }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  selection.value = tag;
                }}
              >
                {tag}
              </button>
              <span class="quiet">{clips.join(', ')}</span>
              {playing.length > 0 && <span class="playing">plays {playing.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
