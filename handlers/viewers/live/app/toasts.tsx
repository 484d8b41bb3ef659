import { useLivePage } from './live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';

const kindIcons = { info: 'circle-check', error: 'circle-x', progress: 'upload' } as const;

/** Shows notices at the lower left, the latest one last, each with the button for the next step. */
export const Toasts = () => {
  const { notices } = useLivePage();
  return (
    <ul class="toasts" aria-live="polite" aria-label="Notices">
      {notices.list.value.map(({ id, kind, text, code, fraction, action }) => (
        <li key={id} class={`floating toast ${kind}`}>
          <Icon name={kindIcons[kind]} />
          <span class="grow">
            {code && <code>{code}</code>} {text}
          </span>
          {fraction !== undefined && <progress value={fraction} aria-label={text} />}
          {action && (
            <Button
              label={action.label}
              class="toast-action"
              onClick={() => {
                notices.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          {kind !== 'progress' && <Button icon="x" label="Dismiss" onClick={() => notices.dismiss(id)} />}
        </li>
      ))}
    </ul>
  );
};
