import { LayerRowView } from './layer-row.tsx';
import type { AnimationPlayer } from './animation-player.ts';

interface LayerListProps {
  readonly player: AnimationPlayer;
  /** Tag of the object. */
  readonly object: string;
}

/** The playbacks of the object, one row per layer. */
export const LayerList = ({ player, object }: LayerListProps) => {
  const rows = player.playbacks.rows.value;
  if (rows.length === 0) return <p class="empty">Nothing plays on {object}.</p>;
  return (
    <ul class="layers" aria-label={`Layers of ${object}`}>
      {rows.map((row) => (
        <LayerRowView key={row.playback.playbackId} row={row} player={player} />
      ))}
    </ul>
  );
};
