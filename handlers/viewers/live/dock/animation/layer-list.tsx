import { LayerRowView } from './layer-row.tsx';
import type { AnimationPlayer } from './animation-player.ts';

interface LayerListProps {
  readonly player: AnimationPlayer;
  /** The object's tag. */
  readonly object: string;
}

/** Lists the object's playbacks, one row per layer. */
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
