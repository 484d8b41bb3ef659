import { ClipContent } from './clip-content.tsx';
import { tellingOf } from './telling.ts';
import type { Player } from './player.ts';

/** What was told of the playbacks; or what a clip moves, while one is open. */
export const SidePane = ({ player: { book, playbacks } }: { readonly player: Player }) => {
  if (book.opened.value) return <ClipContent clip={book.opened.value} onClose={book.close} />;
  const told = playbacks.told.value;
  return (
    <section class="side" aria-label="What was told">
      {told.length === 0 ? (
        <p class="quiet">What happens to playbacks is told here.</p>
      ) : (
        <ol>
          {told.map((event) => (
            <li key={event.id}>
              <span class="quiet">{event.data.clip}</span> {tellingOf(event)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
