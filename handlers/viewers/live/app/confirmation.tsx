import { type ReadonlySignal, signal } from '@preact/signals';
import { useModalDialog } from '../components/floating.ts';
import { Button } from '../components/button.tsx';

/** A question about something that can't be undone. */
interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms, such as `Delete`. */
  readonly confirmLabel: string;
}

/** Asks the user before something that can't be undone. */
export interface Confirmation {
  readonly pending: ReadonlySignal<PendingQuestion | undefined>;
  /** Shows the question and resolves to whether the user has confirmed. */
  ask(question: Question): Promise<boolean>;
}

interface PendingQuestion extends Question {
  answer(isConfirmed: boolean): void;
}

export const createConfirmation = (): Confirmation => {
  const pending = signal<PendingQuestion | undefined>(undefined);
  return {
    pending,
    ask: (question) =>
      new Promise((resolve) => {
        pending.peek()?.answer(false);
        pending.value = {
          ...question,
          answer(isConfirmed) {
            pending.value = undefined;
            resolve(isConfirmed);
          },
        };
      }),
  };
};

export const ConfirmationDialog = ({ confirmation }: { readonly confirmation: Confirmation }) => {
  const question = confirmation.pending.value;
  return question && <QuestionDialog question={question} />;
};

const QuestionDialog = ({ question }: { readonly question: PendingQuestion }) => {
  const { title, text, confirmLabel, answer } = question;
  const dialog = useModalDialog();
  return (
    <dialog
      ref={dialog}
      class="floating dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="dialog-buttons">
        <Button label="Cancel" look="box" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button label={confirmLabel} look="primary" class="danger" onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
};
