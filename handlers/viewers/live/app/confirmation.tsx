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

/** A question that offers a harmless way to go on, besides the one that can't be undone. */
interface Choice extends Question {
  /** The label of the button for the harmless way, such as `Keep both`. */
  readonly otherLabel: string;
}

/** What the user has chosen; `undefined` if the user has cancelled. */
type Answer = 'confirmed' | 'other' | undefined;

/** Asks the user before something that can't be undone. */
export interface Confirmation {
  readonly pending: ReadonlySignal<PendingQuestion | undefined>;
  /** Shows the question and resolves to whether the user has confirmed. */
  ask(question: Question): Promise<boolean>;
  /** Shows the question and resolves to what the user has chosen. */
  choose(choice: Choice): Promise<Answer>;
}

interface PendingQuestion extends Question, Partial<Pick<Choice, 'otherLabel'>> {
  answer(answer: Answer): void;
}

export const createConfirmation = (): Confirmation => {
  const pending = signal<PendingQuestion | undefined>(undefined);
  const choose = (question: Question | Choice): Promise<Answer> =>
    new Promise((resolve) => {
      pending.peek()?.answer(undefined);
      pending.value = {
        ...question,
        answer(answer) {
          pending.value = undefined;
          resolve(answer);
        },
      };
    });
  return { pending, choose, ask: async (question) => (await choose(question)) === 'confirmed' };
};

export const ConfirmationDialog = ({ confirmation }: { readonly confirmation: Confirmation }) => {
  const question = confirmation.pending.value;
  return question && <QuestionDialog question={question} />;
};

const QuestionDialog = ({ question }: { readonly question: PendingQuestion }) => {
  const { title, text, confirmLabel, otherLabel, answer } = question;
  const dialog = useModalDialog();
  return (
    <dialog
      ref={dialog}
      class="floating dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        answer(undefined);
      }}
    >
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="dialog-buttons">
        <Button label="Cancel" look="box" onClick={() => answer(undefined)}>
          Cancel
        </Button>
        {otherLabel !== undefined && (
          <Button label={otherLabel} look="box" onClick={() => answer('other')}>
            {otherLabel}
          </Button>
        )}
        <Button label={confirmLabel} look="primary" class="danger" onClick={() => answer('confirmed')}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
};
