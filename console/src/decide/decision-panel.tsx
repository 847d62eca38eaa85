import { type ReactNode, useEffect, useState } from 'react';
import type { OperationId } from '../api/client';
import { useShortcuts } from '../app/use-shortcuts';
import { Button } from '../ui/button';
import { later } from '../ui/later';

// The dialog brings a library of its own. It is loaded after the first case, so that it is there when a key asks for
// it.
const loadDialog = () => import('./decision-dialog');
const DecisionDialog = later(loadDialog);

/** One way to decide a case. */
export interface Verdict {
  operation: OperationId;
  /** On the button: `Release`, `Decline`. */
  title: string;
  /** The key that opens it. */
  key: string;
  isDanger?: boolean;
  /** The notice after the decision. */
  done: string;
  /** The consequences: what cannot be undone, and who must act then. */
  consequence: ReactNode;
  isNoteRequired: boolean;
  /** The field of the body that takes the note, `note` where it is left out; null where the operation takes none. */
  noteField?: string | null;
  /** Fields of the body that the verdict itself gives. */
  fixed?: Record<string, unknown>;
  /** The operation takes a `reasonCode`, and one must be chosen. */
  isReasonRequired?: boolean;
  /** Something that the decision may do besides: a tick with its field of the body. */
  option?: { field: string; label: string };
}

export interface DecisionPanelProps {
  /** One sentence: what, how much, whose. */
  subject: ReactNode;
  path: Record<string, string | number>;
  verdicts: readonly Verdict[];
  /** Why the reader may not decide; null when they may. */
  cannotBecause: string | null;
  /** Where the case is decided already: how. An open dialog stays, because its own answer may be on the way. */
  outcome?: ReactNode;
  onDecided: () => void;
}

/** The decision on a case: its buttons, and the dialog that says everything once more before it is final. */
export function DecisionPanel({ subject, path, verdicts, cannotBecause, outcome, onDecided }: DecisionPanelProps) {
  const [chosen, setChosen] = useState<Verdict>();
  useEffect(() => void loadDialog(), []);
  const shortcuts =
    cannotBecause === null && !outcome
      ? Object.fromEntries(verdicts.map((verdict) => [verdict.key, () => setChosen(verdict)]))
      : {};
  useShortcuts(shortcuts);
  return (
    <div className="space-y-2">
      {outcome || <Choices {...{ verdicts, cannotBecause }} onChoose={setChosen} />}
      {chosen && (
        <DecisionDialog {...{ subject, path, verdict: chosen, onDecided }} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
}

interface ChoicesProps extends Pick<DecisionPanelProps, 'verdicts' | 'cannotBecause'> {
  onChoose: (verdict: Verdict) => void;
}

function Choices({ verdicts, cannotBecause, onChoose }: ChoicesProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {verdicts.map((verdict) => (
          <Button
            key={verdict.title}
            look={verdict.isDanger ? 'danger' : 'primary'}
            reason={cannotBecause}
            onClick={() => onChoose(verdict)}
          >
            {verdict.title}
            <kbd className="rounded bg-black/15 px-1 font-sans text-sm uppercase">{verdict.key}</kbd>
          </Button>
        ))}
      </div>
      {cannotBecause && <p className="m-0 text-muted">{cannotBecause}</p>}
    </>
  );
}
