import { useLivePage } from '../live-page-context.ts';
import { Button } from '../../components/button.tsx';
import { InspectorPanel } from '../../scene-view/inspector-panel.tsx';
import { ObjectList } from '../../scene-view/object-list.tsx';
import { WatchCards } from '../../watches/watch-cards.tsx';
import { TourPanel } from '../../tour/tour-panel.tsx';
import { Divider } from './divider.tsx';

/**
 * The column on the right: the objects of the scene, the watched ports, the properties of the selected object, and
 * the tour.
 */
export const RightPane = () => {
  const { scene, layout, tour, watches } = useLivePage();
  const isTourHere = tour.step.value !== undefined && !layout.isPhone.value;
  /** Without a selected object, the hint how to select one makes room for the tour and for watched ports. */
  const showsProperties =
    scene.selection.value !== undefined || !(isTourHere || watches.list.value.length > 0);
  return (
    <aside id="pane-right" class="right-pane" aria-label="Objects and properties">
      {layout.isPhone.value && (
        <Button icon="x" label="Close" class="sheet-close" onClick={layout.toggleObjects} />
      )}
      <ObjectList objects={scene.objects} />
      <WatchCards />
      {showsProperties && (
        <div class="properties-slot">
          <Divider pane="properties" label="Height of the properties" edge="top" />
          <InspectorPanel inspector={scene.inspector} />
        </div>
      )}
      {isTourHere && <TourPanel />}
    </aside>
  );
};
